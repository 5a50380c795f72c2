import type { ChatRef } from '../../domain/chat/ref.js';
import type { ChatPort } from '../../ports/chat.js';

/** Marks messages as read that a call has returned. */
export class ReadMarks {
  constructor(
    private readonly chats: ChatPort,
    /** Told of each chat whose unread count changed. */
    private readonly onRead: (chat: ChatRef) => void,
  ) {}

  /** Rejects with ChatError. */
  async mark(chat: ChatRef, itemIds: readonly number[]): Promise<void> {
    if (itemIds.length === 0) return;
    await this.chats.markRead(chat, itemIds);
    this.onRead(chat);
  }
}
