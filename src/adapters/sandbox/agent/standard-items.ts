import type { ChatRef } from '../../../domain/chat/ref.js';
import type { ItemRow } from '../model/rows.js';
import type { AgentStore } from './agent-store.js';

/** How many feature items the core puts into a new chat. */
const directFeatures = 5;
const groupFeatures = 10;

/** The items that the core makes in a new chat: none of them is a message. */
export class StandardItems {
  private readonly store: AgentStore;

  constructor(store: AgentStore) {
    this.store = store;
  }

  private other(
    chat: ChatRef,
    tag: string,
    direction: ItemRow['direction'],
    more: Partial<ItemRow> = {},
  ): ItemRow {
    return this.store.addItem({ chat, scope: 'main', direction, tag, ...more });
  }

  banner(chat: ChatRef): ItemRow {
    return this.other(chat, 'chatBanner', 'sent', { at: 0 });
  }

  /** Of a contact or, with `member`, of a joined group. */
  encryption(chat: ChatRef, member?: number): ItemRow {
    return member === undefined
      ? this.other(chat, 'rcvDirectE2EEInfo', 'received')
      : this.other(chat, 'rcvGroupE2EEInfo', 'received', { member });
  }

  directFeatures(chat: ChatRef): ItemRow[] {
    return this.repeat(directFeatures, () => this.other(chat, 'rcvChatFeature', 'received'));
  }

  /** Features of a group that the agent joins; `member` is its host, absent for a channel. */
  joinedGroupFeatures(chat: ChatRef, member: number | undefined): ItemRow[] {
    return this.repeat(groupFeatures, () =>
      member === undefined
        ? this.other(chat, 'rcvGroupFeature', 'channel')
        : this.other(chat, 'rcvGroupFeature', 'received', { member }),
    );
  }

  ownGroupEncryption(chat: ChatRef): ItemRow {
    return this.other(chat, 'sndGroupE2EEInfo', 'sent');
  }

  ownGroupFeatures(chat: ChatRef): ItemRow[] {
    return this.repeat(groupFeatures, () => this.other(chat, 'sndGroupFeature', 'sent'));
  }

  /** What a member did, or what happened to the agent; those about the agent are unread. */
  groupEvent(chat: ChatRef, member: number, unread = false): ItemRow {
    return this.other(chat, 'rcvGroupEvent', 'received', { member, ...(unread ? { unread } : {}) });
  }

  /** What the agent did. */
  ownGroupEvent(chat: ChatRef): ItemRow {
    return this.other(chat, 'sndGroupEvent', 'sent');
  }

  directEvent(chat: ChatRef, unread = false): ItemRow {
    return this.other(chat, 'rcvDirectEvent', 'received', unread ? { unread } : {});
  }

  groupInvitation(chat: ChatRef, invites: number): ItemRow {
    return this.other(chat, 'rcvGroupInvitation', 'received', { unread: true, invites });
  }

  private repeat(times: number, make: () => ItemRow): ItemRow[] {
    return Array.from({ length: times }, make);
  }
}
