import { contactRef, groupRef } from '../../../domain/chat/ref.js';
import type { Delivery } from '../model/delivery.js';
import { AGENT, CHANNEL, type ItemRow, type MessageRow } from '../model/rows.js';
import type { AgentContext } from './context.js';
import type { Downloads } from './downloads.js';
import type { GroupMembership } from './group-membership.js';
import type { Messages } from './messages.js';

/** Messages that come to the agent, their edits and their deletion. */
export class IncomingMessages {
  constructor(
    private readonly core: AgentContext,
    private readonly messages: Messages,
    private readonly groups: GroupMembership,
    private readonly downloads: Downloads,
  ) {}

  message(delivery: Extract<Delivery, { kind: 'message' }>): void {
    const message = this.core.world.messages.get(delivery.message);
    if (message === undefined) return;
    const item = this.receivedItem(message, delivery);
    if (item !== undefined) this.core.added(item);
  }

  private receivedItem(
    message: Readonly<MessageRow>,
    delivery: Extract<Delivery, { kind: 'message' }>,
  ): ItemRow | undefined {
    const { store, world } = this.core;
    const conversation = world.conversations.need(message.conversation);
    const quoted = this.messages.quotedView(message.quote);
    const quotesAgent = world.messages.get(message.quote)?.from === AGENT;
    const content = {
      at: Math.floor(message.at / 1000) * 1000,
      content: delivery.content,
      message: message.id,
      unread: true,
      ...(delivery.live ? { live: true } : {}),
      ...(quoted === undefined ? {} : { quoted }),
    };
    if (conversation.kind === 'direct') {
      const contact = store.contactOf(conversation.id);
      if (contact === undefined) return undefined;
      const chat = contactRef(contact.id);
      return this.withFile(
        message,
        store.addItem({ chat, scope: 'main', direction: 'received', ...content }),
      );
    }
    const group = store.groupOf(conversation.id);
    if (group === undefined) return undefined;
    const mentionsMe = quotesAgent || message.mentions?.includes(AGENT) === true;
    const member =
      message.from === CHANNEL ? undefined : this.groups.knownMember(group.id, message.from);
    return this.withFile(
      message,
      store.addItem({
        chat: groupRef(group.id),
        scope: message.scope,
        direction: member === undefined ? 'channel' : 'received',
        ...(member === undefined ? {} : { member: member.id }),
        ...(mentionsMe ? { mentionsMe } : {}),
        ...content,
      }),
    );
  }

  private withFile(message: Readonly<MessageRow>, item: ItemRow): ItemRow {
    if (message.file !== undefined) this.downloads.offered(item, message.file);
    return item;
  }

  edited(delivery: Extract<Delivery, { kind: 'edited' }>): void {
    const item = this.core.store.itemOf(delivery.message);
    if (item === undefined) return;
    item.content = delivery.content;
    if (delivery.live) item.live = true;
    else delete item.live;
    this.core.events.push({ kind: 'item-updated', item: this.core.store.itemView(item) });
  }

  deleted(delivery: Extract<Delivery, { kind: 'deleted' }>): void {
    const item = this.core.store.itemOf(delivery.message);
    if (item === undefined) return;
    if (delivery.full) this.core.store.removeItem(item);
    else item.deleted = true;
    const entry = { chat: item.chat, itemId: item.id };
    this.core.events.push({ kind: 'items-deleted', items: [entry] });
  }
}
