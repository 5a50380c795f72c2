import { z } from 'zod';
import type { Chat, CustomData } from '../../domain/chat/chat.js';
import type { Item } from '../../domain/chat/item.js';
import type { OutgoingMessage } from '../../domain/chat/outgoing.js';
import { isContactRef, type ChatRef } from '../../domain/chat/ref.js';
import type { ChatSummary, ItemPage, ItemsRead } from '../../ports/chat.js';
import type { CoreCommand } from './codec/command.js';
import {
  deleteChat,
  getChat,
  getChats,
  getContactInfo,
  getItemInfo,
  readItems,
  setCustomData,
} from './codec/commands-chat.js';
import { sendMessage, updateMessage } from './codec/commands-message.js';
import { chatInfoSchema, chatListSchema } from './codec/decode-chat.js';
import { decodeError } from './codec/decode-error.js';
import { itemSchema, pageSchema } from './codec/decode-item.js';
import { CoreFormatError } from './codec/read.js';
import type { CoreSession } from './core-session.js';
import { anything, maybe } from './codec/schema.js';

/** Items marked as read in one command. */
const readAtOnce = 500;

const chatResult = z.object({ chat: z.object({ chatInfo: chatInfoSchema }) });
const pageResult = z.object({ chat: pageSchema });
const itemInfoResult = z.object({ chatItem: itemSchema, chatItemInfo: z.unknown().optional() });
const sentResult = z.object({ chatItems: z.array(itemSchema).min(1) });
const contactInfoResult = z.object({
  customUserProfile: maybe(z.object({ displayName: z.string() })),
});

/** The chats of the agent, their items, and messages. */
export class SimplexChats {
  readonly #core: CoreSession;

  constructor(core: CoreSession) {
    this.#core = core;
  }

  /** All chats, and the highest number among their last items. */
  async list(): Promise<{
    readonly summaries: readonly ChatSummary[];
    readonly newestItem: number;
  }> {
    const command = getChats(await this.#core.userId());
    return this.#core.run(command, { apiChats: chatListSchema });
  }

  async chat(ref: ChatRef): Promise<Chat> {
    const command = getChat(ref, { kind: 'last', count: 1 });
    const { chat } = await this.#core.run(command, { apiChat: chatResult });
    return known(chat.chatInfo?.chat, command);
  }

  async items(ref: ChatRef, page: ItemPage): Promise<ItemsRead> {
    const read = await this.#page(ref, page);
    switch (page.kind) {
      case 'initial':
        return read;
      case 'around':
        if (await this.#isInMain(ref, page.itemId)) return read;
        throw decodeError(itemNotFound(page.itemId));
      case 'last':
      case 'after':
        return { ...read, unread: await this.#unread(ref) };
    }
  }

  async #page(ref: ChatRef, page: ItemPage): Promise<ItemsRead> {
    const command = getChat(ref, page);
    const { chat } = await this.#core.run(command, { apiChat: pageResult });
    return known(chat, command);
  }

  /**
   * The core reads any item of a group by its number, also one of a member chat, as if it were in the main
   * conversation. There it is the one that follows the item before it.
   */
  async #isInMain(ref: ChatRef, itemId: number): Promise<boolean> {
    if (isContactRef(ref)) return true;
    const { items } = await this.#page(ref, { kind: 'around', itemId, count: 1 });
    const before = items[items.findIndex((item) => item.itemId === itemId) - 1];
    if (before === undefined) return true;
    const next = await this.#page(ref, { kind: 'after', itemId: before.itemId, count: 1 });
    return next.items[0]?.itemId === itemId;
  }

  /** How many items are unread: the core counts them for pages around an item only. */
  async #unread(ref: ChatRef): Promise<number> {
    return (await this.#page(ref, { kind: 'initial', count: 0 })).unread;
  }

  async item(ref: ChatRef, itemId: number): Promise<Item | undefined> {
    const item = (await this.itemInfo(ref, itemId))?.item;
    if (item === undefined || (await this.#isInMain(ref, itemId))) return item;
    return { ...item, scope: 'member' };
  }

  /** An item with what the core says of it beside, its scope aside. */
  async itemInfo(ref: ChatRef, itemId: number): Promise<{ item: Item; info: unknown } | undefined> {
    const forms = { chatItemInfo: itemInfoResult };
    const notFound = ['chatItemNotFound'];
    const answer = await this.#core.attempt(getItemInfo(ref, itemId), forms, notFound);
    if ('refused' in answer) return undefined;
    const { chatItem, chatItemInfo } = answer.result;
    return chatItem === undefined ? undefined : { item: chatItem, info: chatItemInfo };
  }

  async markRead(ref: ChatRef, itemIds: readonly number[]): Promise<void> {
    for (let start = 0; start < itemIds.length; start += readAtOnce) {
      const command = readItems(ref, itemIds.slice(start, start + readAtOnce));
      await this.#core.run(command, { itemsReadForChat: anything, cmdOk: anything });
    }
  }

  async incognitoName(contactId: number): Promise<string | undefined> {
    const command = getContactInfo(contactId);
    const { customUserProfile } = await this.#core.run(command, { contactInfo: contactInfoResult });
    return customUserProfile?.displayName;
  }

  async send(ref: ChatRef, message: OutgoingMessage): Promise<Item> {
    const command = sendMessage(ref, message);
    const { chatItems } = await this.#core.run(command, { newChatItems: sentResult });
    return known(chatItems[0], command);
  }

  async edit(ref: ChatRef, itemId: number, message: OutgoingMessage): Promise<void> {
    await this.#core.run(updateMessage(ref, itemId, message), {
      chatItemUpdated: anything,
      chatItemNotChanged: anything,
    });
  }

  async setCustomData(ref: ChatRef, data: CustomData | undefined): Promise<void> {
    await this.#core.run(setCustomData(ref, data), { cmdOk: anything });
  }

  async deleteChat(ref: ChatRef): Promise<void> {
    await this.#core.run(deleteChat(ref), {
      contactDeleted: anything,
      groupDeletedUser: anything,
    });
  }
}

/** What the core says of a number without an item. */
function itemNotFound(itemId: number): object {
  return { type: 'errorStore', storeError: { type: 'chatItemNotFound', itemId } };
}

/** What the core gave for a contact or group can't be a chat of another kind. */
function known<T>(value: T | undefined, command: CoreCommand): T {
  if (value === undefined)
    throw new CoreFormatError(command.name, 'chat', 'contact or group expected');
  return value;
}
