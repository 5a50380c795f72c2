import { stat } from 'node:fs/promises';
import { basename } from 'node:path';

import type { Item } from '../../../domain/chat/item.js';
import type { OutgoingContent, OutgoingMessage } from '../../../domain/chat/outgoing.js';
import { chatId, isContactRef, type ChatRef } from '../../../domain/chat/ref.js';
import type { QuotedItem } from '../../../domain/chat/item.js';
import { tellPeople } from '../model/audience.js';
import { coreErrors } from '../model/core-errors.js';
import { AGENT, type ItemRow, type MessageContentRow } from '../model/rows.js';
import { isCurrentMember } from './views.js';
import type { AgentContext } from './context.js';
import { checkSize } from './message-size.js';
import type { FileSource, Uploads } from './uploads.js';

/** Messages of the agent: sent and edited. */
export class Messages {
  private readonly core: AgentContext;
  private readonly uploads: Uploads;

  constructor(core: AgentContext, uploads: Uploads) {
    this.core = core;
    this.uploads = uploads;
  }

  /** Where the agent may write now; the core's error otherwise. */
  private writable(ref: ChatRef): number {
    const { store, world } = this.core;
    store.check(ref);
    if (isContactRef(ref)) {
      const contact = world.contacts.need(chatId(ref));
      if (contact.state !== 'ready' || contact.conversation === undefined) {
        throw coreErrors.contactNotReady(contact.id);
      }
      return contact.conversation;
    }
    const group = world.groups.need(chatId(ref));
    if (!isCurrentMember(group) || group.conversation === undefined) {
      throw coreErrors.notCurrentMember();
    }
    const { role } = group.membership;
    if (role === 'observer' || role === 'relay') throw coreErrors.groupUserRole(group.id, 'author');
    return group.conversation;
  }

  private quotedRow(ref: ChatRef, itemId: number): ItemRow {
    const row = this.core.store.item(ref, itemId);
    if (row === undefined) throw coreErrors.itemNotFound(itemId);
    if (row.content === undefined || row.deleted === true) throw coreErrors.invalidQuote();
    return row;
  }

  async send(ref: ChatRef, message: OutgoingMessage): Promise<Item> {
    const { store, world } = this.core;
    const conversation = this.writable(ref);
    const content = contentRow(message.content);
    const quotedItem =
      message.quotedItemId === undefined ? undefined : this.quotedRow(ref, message.quotedItemId);
    const mentioned = this.mentioned(ref, message);
    const file = await this.fileToSend(message.filePath);
    const quote =
      quotedItem === undefined
        ? undefined
        : { content: quotedItem.content, text: this.quotedText(quotedItem), at: quotedItem.at };
    checkSize(content, message, quote, file?.name);
    const id = world.next('network');
    const at = world.clock.now();
    world.messages.add({
      id,
      conversation,
      from: AGENT,
      scope: 'main',
      content,
      at,
      ...(quotedItem?.message === undefined ? {} : { quote: quotedItem.message }),
      ...(mentioned.length === 0 ? {} : { mentions: mentioned }),
    });
    const row = store.addItem({
      chat: ref,
      scope: 'main',
      direction: 'sent',
      content,
      at,
      message: id,
      ...(quotedItem === undefined
        ? {}
        : { quoted: { itemId: quotedItem.id, text: this.quotedText(quotedItem) } }),
    });
    if (file !== undefined) this.uploads.prepare(row, file);
    return store.itemView(row);
  }

  /** Brings a sent message to the others, once the sender has its item. */
  dispatch(item: Item): void {
    const { world } = this.core;
    const row = world.items.get(item.itemId);
    const message = world.messages.get(row?.message);
    if (row === undefined || message === undefined) return;
    tellPeople(world, message.conversation, { kind: 'message', message: message.id });
    if (row.file !== undefined) this.uploads.start(row.file);
  }

  private mentioned(ref: ChatRef, message: OutgoingMessage): number[] {
    return (message.mentions ?? []).map(({ memberId }) => {
      const member = this.core.world.members.get(memberId);
      if (isContactRef(ref) || member?.group !== chatId(ref)) {
        throw coreErrors.memberNotFound(memberId);
      }
      return member.who ?? -1;
    });
  }

  private async fileToSend(path: string | undefined): Promise<FileSource | undefined> {
    if (path === undefined) return undefined;
    try {
      const facts = await stat(path);
      if (facts.isFile()) return { path, name: basename(path), size: facts.size };
    } catch {
      // Told below: the core does not say why.
    }
    throw coreErrors.fileNotFound(path);
  }

  private quotedText(row: Readonly<ItemRow>): string {
    const text = row.content?.text ?? '';
    if (text !== '' || row.file === undefined) return text;
    return this.core.world.files.need(row.file).name;
  }

  /** What a received message quotes, as the agent's core finds it in its own history. */
  quotedView(message: number | undefined): QuotedItem | undefined {
    if (message === undefined) return undefined;
    const { store, world } = this.core;
    const own = store.itemOf(message);
    if (own !== undefined) return { itemId: own.id, text: this.quotedText(own) };
    const row = world.messages.get(message);
    return row === undefined ? undefined : { text: row.content.text };
  }

  edit(ref: ChatRef, itemId: number, message: OutgoingMessage): void {
    const { store, world } = this.core;
    const conversation = this.writable(ref);
    const row = store.item(ref, itemId);
    if (row === undefined) throw coreErrors.itemNotFound(itemId);
    if (row.direction !== 'sent' || row.content === undefined || row.message === undefined) {
      throw coreErrors.invalidItemUpdate();
    }
    const content = contentRow(message.content);
    checkSize(content, message, undefined, undefined);
    if (JSON.stringify(content) === JSON.stringify(row.content)) return;
    row.content = content;
    const shared = world.messages.edit(row.message);
    shared.content = content;
    shared.edited = true;
    tellPeople(world, conversation, { kind: 'edited', message: shared.id });
  }
}

function contentRow(content: OutgoingContent): MessageContentRow {
  switch (content.type) {
    case 'text':
    case 'file':
      return { type: content.type, text: content.text };
    case 'image':
      return { type: 'image', text: content.text, preview: content.preview };
    case 'video':
      return {
        type: 'video',
        text: content.text,
        preview: content.preview,
        duration: content.durationSeconds,
      };
  }
}
