import type { ChatEvent } from '../../domain/chat/event.js';
import { isReceivedMessage, type Item } from '../../domain/chat/item.js';
import type { ChatRef } from '../../domain/chat/ref.js';
import type { ClockPort } from '../../ports/clock.js';
import { Collector } from './collector.js';

/** Gives received messages of main conversations to the calls and actions that collect them. */
export class ItemWatch {
  private readonly collectors = new Map<ChatRef, Set<Collector>>();
  private readonly clock: ClockPort;

  constructor(clock: ClockPort) {
    this.clock = clock;
  }

  /** Collects the messages of `chat` from now on, until `release`. */
  collect(chat: ChatRef): Collector {
    const collector = new Collector();
    this.attach(chat, collector);
    return collector;
  }

  /** Lets `collector` collect from `chat`, for a chat that was unknown when it was made. */
  attach(chat: ChatRef, collector: Collector): void {
    const ofChat = this.collectors.get(chat) ?? new Set();
    ofChat.add(collector);
    this.collectors.set(chat, ofChat);
  }

  release(collector: Collector): void {
    for (const [chat, ofChat] of this.collectors) {
      if (ofChat.delete(collector) && ofChat.size === 0) this.collectors.delete(chat);
    }
  }

  /** Hands on an event; those that are not about items change nothing. */
  onEvent(event: ChatEvent): void {
    switch (event.kind) {
      case 'items-added':
        for (const item of event.items) this.added(item);
        break;
      case 'item-updated':
        this.of(event.item.chat.ref, (collector) => {
          if (event.item.deleted) collector.remove(event.item.itemId);
          else collector.update(event.item, this.clock.now());
        });
        break;
      case 'items-deleted':
        for (const { chat, itemId } of event.items) {
          this.of(chat, (collector) => {
            collector.remove(itemId);
          });
        }
        break;
      default:
    }
  }

  private added(item: Item): void {
    if (item.scope !== 'main' || item.deleted || !isReceivedMessage(item)) return;
    this.of(item.chat.ref, (collector) => {
      collector.add(item, this.clock.now());
    });
  }

  private of(chat: ChatRef, run: (collector: Collector) => void): void {
    for (const collector of this.collectors.get(chat) ?? []) run(collector);
  }
}
