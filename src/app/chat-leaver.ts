import type { Chat } from '../domain/chat/chat.js';
import type { ChatRef } from '../domain/chat/ref.js';
import type { ChatPort } from '../ports/chat.js';
import type { ActionRegistry } from './actions/registry.js';
import type { ItemWatch } from './items/item-watch.js';
import { leaveChat } from './leave-chat.js';

/**
 * Leaves chats for the agent and its owner. The core may give the number of a deleted chat to a new one, so nothing
 * that waits for the old chat may reach the new one.
 */
export class ChatLeaver {
  constructor(
    private readonly chats: ChatPort,
    private readonly registry: ActionRegistry,
    private readonly watch: ItemWatch,
    /** Told of each chat that is gone. */
    private readonly onLeft: (chat: ChatRef) => void,
  ) {}

  /** Rejects with ChatError. */
  async leave(chat: Chat): Promise<void> {
    await leaveChat(this.chats, chat);
    this.registry.chatLeft(chat.ref);
    this.watch.forget(chat.ref);
    this.onLeft(chat.ref);
  }
}
