import type { PeerType } from '../chat/chat.js';
import type { Item, ItemSender } from '../chat/item.js';
import type { ChatRef } from '../chat/ref.js';

/** The file of a message (api 1.8); its status depends on the downloads of this run. */
export interface FileField {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly type: 'image' | 'video' | 'voice' | 'file';
  readonly status: 'rejected' | 'failed' | 'received' | 'offered';
  /** Of a received file. */
  readonly path?: string;
  /** Of a failed file. */
  readonly error?: string;
}

/** A message of the tool results (api 1.8). */
export interface MessageObject {
  readonly chat: ChatRef;
  readonly item: number;
  readonly from: string;
  readonly from_member?: number;
  readonly from_type?: PeerType;
  readonly time: string;
  readonly text: string;
  readonly file?: FileField;
  readonly new: boolean;
  readonly reply_to?: { readonly chat: ChatRef; readonly item: number };
  readonly mentions_me: boolean;
}

/** The message object of an item. `agent` is the writer of the sent items; `file` is given for a received file. */
export function messageObject(item: Item, agent: ItemSender, file?: FileField): MessageObject {
  const sender = senderOf(item, agent);
  const quoted = item.quoted?.itemId;
  return {
    chat: item.chat.ref,
    item: item.itemId,
    from: sender.name,
    ...(sender.memberId === undefined ? {} : { from_member: sender.memberId }),
    ...(sender.peerType === undefined ? {} : { from_type: sender.peerType }),
    time: item.time,
    text: item.content.kind === 'other' || item.deleted ? '' : item.content.message.text,
    ...(file === undefined ? {} : { file }),
    new: item.unread,
    ...(quoted === undefined ? {} : { reply_to: { chat: item.chat.ref, item: quoted } }),
    mentions_me: item.mentionsMe,
  };
}

/**
 * How the agent is called in the messages that it sent to a chat: by the name that it has there, and by its peer
 * type where it is not incognito.
 */
export function agentSender(chat: Item['chat'], agent: ItemSender, knownAs?: string): ItemSender {
  if (chat.incognito) return { name: knownAs ?? chat.knownAs ?? agent.name };
  return {
    name: chat.kind === 'group' ? chat.membership.name : agent.name,
    ...(agent.peerType === undefined ? {} : { peerType: agent.peerType }),
  };
}

/** The writer of an item. */
export function senderOf({ chat, direction }: Item, agent: ItemSender): ItemSender {
  switch (direction.kind) {
    case 'group-received': {
      const { name, memberId, peerType } = direction.member;
      return { name, memberId, ...(peerType === undefined ? {} : { peerType }) };
    }
    case 'contact-received':
      return {
        name: chat.name,
        ...(chat.peerType === undefined ? {} : { peerType: chat.peerType }),
      };
    case 'channel-received':
      return { name: chat.name };
    case 'contact-sent':
    case 'group-sent':
    case 'local':
      return agent;
  }
}

/** Type of a file by the type of its message (api 1.8). */
export function fileFieldType(item: Item): FileField['type'] {
  const type = item.content.kind === 'other' ? 'file' : item.content.message.type;
  return type === 'image' || type === 'video' || type === 'voice' ? type : 'file';
}
