import type { ChatEvent } from '../../../src/domain/chat/event.js';
import type { Item } from '../../../src/domain/chat/item.js';
import type { ChatPort } from '../../../src/ports/chat.js';

function itemLine(item: Item): string {
  const scope = item.scope === 'member' ? '(member)' : '';
  const what = item.content.kind === 'other' ? item.content.tag : item.content.message.text;
  const marks = [
    item.unread ? ' new' : '',
    item.live ? ' live' : '',
    item.mentionsMe ? ' mention' : '',
    item.file === undefined ? '' : ` file ${item.file.fileId} ${item.file.status.kind}`,
  ];
  return `${item.chat.ref}${scope}:${item.itemId} ${what}${marks.join('')}`;
}

function eventLines(event: ChatEvent): string[] {
  switch (event.kind) {
    case 'items-added':
      return event.items.length === 1
        ? event.items.map((item) => `+ ${itemLine(item)}`)
        : [`+ ${event.items.length} items`];
    case 'item-updated':
      return [`~ ${itemLine(event.item)}`];
    case 'items-deleted':
      return event.items.map(({ chat, itemId }) => `- ${chat}:${itemId}`);
    case 'chat-connected':
      return [`connected ${event.chat.ref}`];
    case 'membership':
      return [`${event.event} ${event.group.membership.role} ${event.group.membership.status}`];
    default:
      return [`${event.kind}${'fileId' in event ? ` ${event.fileId}` : ''}`];
  }
}

/** The events of a port as lines, since the last look. */
export class Journal {
  private readonly lines: string[] = [];

  constructor(chat: ChatPort) {
    void this.read(chat);
  }

  private async read(chat: ChatPort): Promise<void> {
    for await (const event of chat.events) this.lines.push(...eventLines(event));
  }

  take(): string[] {
    return this.lines.splice(0);
  }
}
