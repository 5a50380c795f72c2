import type { Chat } from '../../domain/chat/chat.js';
import type { ChatEvent } from '../../domain/chat/event.js';
import type { ChatRef } from '../../domain/chat/ref.js';
import { Pulse } from '../pulse.js';

/** What a connect waits for: a known chat, or the chat of the connection that its join started. */
export interface Awaited {
  readonly chat?: ChatRef;
  readonly connectionId?: number;
}

/** One wait of a connect for the other side. */
export class ConnectionWait {
  /** The connected chat, once an event told it. */
  connected: Chat | undefined;
  readonly changed = new Pulse();
  /** Events that came before the join told what to wait for. */
  private readonly early: { chat: Chat; connectionId: number | undefined }[] = [];
  private awaited: Awaited | undefined;

  /** `onChat` is called at once with the connected chat, so that no message after its event is missed. */
  constructor(private readonly onChat: (chat: Chat) => void) {}

  /** Says what to wait for; events since the start of the wait count. */
  expect(awaited: Awaited): void {
    this.awaited = awaited;
    for (const { chat, connectionId } of this.early) this.onConnected(chat, connectionId);
    this.early.length = 0;
  }

  onConnected(chat: Chat, connectionId: number | undefined): void {
    if (this.awaited === undefined) {
      this.early.push({ chat, connectionId });
      return;
    }
    const sameConnection = connectionId !== undefined && connectionId === this.awaited.connectionId;
    if (chat.ref !== this.awaited.chat && !sameConnection) return;
    this.connected = chat;
    this.onChat(chat);
    this.changed.notify();
  }
}

/** Tells connects when the other side has accepted. */
export class ConnectionWatch {
  private readonly waits = new Set<ConnectionWait>();

  /** Starts before the join, so that no event is missed. */
  begin(onChat: (chat: Chat) => void): ConnectionWait {
    const wait = new ConnectionWait(onChat);
    this.waits.add(wait);
    return wait;
  }

  end(wait: ConnectionWait): void {
    this.waits.delete(wait);
  }

  onEvent(event: ChatEvent): void {
    if (event.kind !== 'chat-connected') return;
    for (const wait of this.waits) wait.onConnected(event.chat, event.connectionId);
  }
}
