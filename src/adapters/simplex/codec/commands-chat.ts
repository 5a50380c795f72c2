import type { CustomData } from '../../../domain/chat/chat.js';
import type { ChatRef } from '../../../domain/chat/ref.js';
import { chatId, isContactRef } from '../../../domain/chat/ref.js';
import type { ItemPage } from '../../../ports/chat.js';
import { command, json, type CoreCommand } from './command.js';
import { numberList, numberWord } from './words.js';

/** The reference in a command. */
export function refWord(ref: ChatRef): string {
  return (isContactRef(ref) ? '@' : '#') + numberWord(chatId(ref));
}

/** All chats in one read (behaviour 7). */
export const getChats = (userId: number): CoreCommand =>
  command('/_get chats', ' ', numberWord(userId), ' count=1000000');

export const getChat = (ref: ChatRef, page: ItemPage): CoreCommand =>
  command('/_get chat', ' ', refWord(ref), ' ', pageWords(page));

function pageWords(page: ItemPage): string {
  const count = numberWord(page.count);
  switch (page.kind) {
    case 'last':
      return `count=${count}`;
    case 'around':
      return `around=${numberWord(page.itemId)} count=${count}`;
    case 'initial':
      return `initial=${count}`;
    case 'after':
      return `after=${numberWord(page.itemId)} count=${count}`;
  }
}

/** Items of all chats that are later than an item. */
export const getItemsAfter = (itemId: number, count: number): CoreCommand =>
  command('/_get items', ' after=', numberWord(itemId), ' count=', numberWord(count));

export const getItemInfo = (ref: ChatRef, itemId: number): CoreCommand =>
  command('/_get item info', ' ', refWord(ref), ' ', numberWord(itemId));

export const readItems = (ref: ChatRef, itemIds: readonly number[]): CoreCommand =>
  command('/_read chat items', ' ', refWord(ref), ' ', numberList(itemIds));

/** Without `data` the custom data is removed. */
export const setCustomData = (ref: ChatRef, data: CustomData | undefined): CoreCommand =>
  command('/_set custom', ' ', refWord(ref), ...(data === undefined ? [] : [' ', json(data)]));

export const getContactInfo = (contactId: number): CoreCommand =>
  command('/_info', ' @', numberWord(contactId));

/** Deletes the chat with its contact or group; a contact is told. */
export const deleteChat = (ref: ChatRef): CoreCommand =>
  command('/_delete', ' ', refWord(ref), ' full notify=on');
