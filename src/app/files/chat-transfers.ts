import type { Item, ItemFile } from '../../domain/chat/item.js';
import type { ChatRef } from '../../domain/chat/ref.js';
import { ChatError, type ChatPort } from '../../ports/chat.js';

/** Items on each side of the one that a page is around. */
const pageSize = 200;

/**
 * IDs of the received files of a chat that the core receives now, by its whole history from the newest item on; none
 * when the chat is gone. Rejects with ChatError.
 */
export async function filesInTransfer(chats: ChatPort, chat: ChatRef): Promise<readonly number[]> {
  const found: number[] = [];
  try {
    let page = (await chats.items(chat, { kind: 'last', count: pageSize })).items;
    while (page.length > 0) {
      for (const { file } of page) if (isInTransfer(file)) found.push(file.fileId);
      page = await pageBefore(chats, chat, page);
    }
  } catch (error) {
    if (!(error instanceof ChatError) || error.failure.kind !== 'store') throw error;
  }
  return found;
}

async function pageBefore(
  chats: ChatPort,
  chat: ChatRef,
  [oldest]: readonly Item[],
): Promise<readonly Item[]> {
  if (oldest === undefined) return [];
  const { itemId } = oldest;
  const { items } = await chats.items(chat, { kind: 'around', itemId, count: pageSize });
  return items.slice(
    0,
    items.findIndex((item) => item.itemId === itemId),
  );
}

function isInTransfer(file: ItemFile | undefined): file is ItemFile {
  switch (file?.status.kind) {
    case 'accepted':
    case 'transfer':
    case 'warning':
      return true;
    default:
      return false;
  }
}
