import { isReceivedMessage, type Item } from '../../domain/chat/item.js';
import type { ChatRef } from '../../domain/chat/ref.js';
import type { ChatPort, ItemsRead } from '../../ports/chat.js';

/** Behaviour 7. */
const pageSize = 100;

/** The unread part of a chat, as far as it was read. */
export interface UnreadItems {
  /** Unread received messages in chat order, live ones included. */
  readonly messages: readonly Item[];
  /** Unread items that are not messages (events, features), which nobody returns. */
  readonly others: readonly number[];
  /** Unread items that no page reached. */
  readonly notReached: number;
}

/**
 * Reads unread items page by page until `wanted` messages that are not live are found or nothing is left.
 * `first` is a read of page `initial`, which tells where unread items begin.
 */
export async function readUnread(
  chats: ChatPort,
  ref: ChatRef,
  first: ItemsRead,
  wanted: number,
): Promise<UnreadItems> {
  const messages: Item[] = [];
  const others: number[] = [];
  let left = first.unread;
  let last: number | undefined;
  let page: readonly Item[] = first.items;
  while (left > 0) {
    for (const item of page) {
      last = item.itemId;
      if (!item.unread) continue;
      left -= 1;
      if (isReceivedMessage(item) && !item.deleted) messages.push(item);
      else others.push(item.itemId);
    }
    if (last === undefined || messages.filter((item) => !item.live).length > wanted) break;
    page = (await chats.items(ref, { kind: 'after', itemId: last, count: pageSize })).items;
    if (page.length === 0) break;
  }
  return { messages, others, notReached: Math.max(left, 0) };
}
