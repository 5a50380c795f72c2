import type { Chat } from '../../domain/chat/chat.js';
import { parseChatRef, type ChatRef } from '../../domain/chat/ref.js';
import { ChatError, type ChatPort } from '../../ports/chat.js';

/** Finds the chats that tools and owner commands may use: all but the agent control chat (behaviour 6.4). */
export class ChatLookup {
  constructor(
    private readonly chats: ChatPort,
    private readonly controlRef: ChatRef,
  ) {}

  /** The reference, when it is valid and not the control chat. */
  usableRef(text: string): ChatRef | undefined {
    const ref = parseChatRef(text);
    return ref === this.controlRef ? undefined : ref;
  }

  /** The chat, or `undefined` when the reference is invalid, the control chat, or not found. */
  async find(text: string): Promise<Chat | undefined> {
    const ref = this.usableRef(text);
    if (ref === undefined) return undefined;
    return notFoundAsUndefined(() => this.chats.chat(ref));
  }
}

/** `undefined` for an error of the store, which means that there is no such chat or item. */
export async function notFoundAsUndefined<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ChatError && error.failure.kind === 'store') return undefined;
    throw error;
  }
}

/** `No chat CHAT. list shows the agent's chats.` (api 1.3) */
export function noChatText(chat: string): string {
  return `No chat ${chat}. list shows the agent's chats.`;
}
