import type { Item } from '../../../src/domain/chat/item.js';
import { contact } from '../connect/plans.js';

/** A text that a contact sent. */
export function item(change: Partial<Item> = {}): Item {
  return {
    chat: contact({ peerType: 'bot' }),
    scope: 'main',
    itemId: 40,
    direction: { kind: 'contact-received' },
    content: { kind: 'received', message: { type: 'text', text: 'Hello' } },
    time: '2024-02-29T12:34:56.789Z',
    unread: false,
    live: false,
    deleted: false,
    mentionsMe: false,
    ...change,
  };
}
