import type { ChatEvent } from '../../domain/chat/event.js';
import type { ChatRef } from '../../domain/chat/ref.js';
import type { ChatPort } from '../../ports/chat.js';
import type { ClockPort } from '../../ports/clock.js';
import { Pulse } from '../pulse.js';

/** Tells downloads when the senders of files have uploaded them (api 1.5). */
export class UploadWatch {
  private readonly changed = new Pulse();
  /** How often something was told of any file; a change that comes during a read must not be missed. */
  private changes = 0;

  constructor(
    private readonly chats: ChatPort,
    private readonly clock: ClockPort,
  ) {}

  onEvent(event: ChatEvent): void {
    switch (event.kind) {
      case 'file-described':
      case 'file-sender-cancelled':
        this.changes += 1;
        this.changed.notify();
        break;
      default:
    }
  }

  /** The servers of a file as known now; `undefined` while its sender uploads. Rejects with ChatError. */
  async servers(
    chat: ChatRef,
    itemId: number,
    fileId: number,
  ): Promise<readonly string[] | undefined> {
    const servers = await this.chats.fileServers(chat, itemId, fileId);
    return servers === undefined || servers.length === 0 ? undefined : servers;
  }

  /**
   * Looks with `look` at each change of any file until it finds something, `end` (milliseconds since the epoch) has
   * passed, or the call is aborted.
   */
  async until<T>(
    look: () => Promise<T | undefined>,
    end: number,
    signal: AbortSignal,
  ): Promise<T | undefined> {
    for (;;) {
      const { changes } = this;
      const found = await look();
      if (found !== undefined || signal.aborted) return found;
      const left = end - this.clock.now();
      if (left <= 0) return undefined;
      if (this.changes === changes) await this.changed.wait(this.clock, left, signal);
    }
  }
}
