import type { ChatEvent } from '../../domain/chat/event.js';
import { isReceivedMessage, type Item } from '../../domain/chat/item.js';
import type { ChatRef } from '../../domain/chat/ref.js';
import type { ClockPort } from '../../ports/clock.js';
import { Collector } from './collector.js';

/** Messages that arrive while a join runs. */
export interface JoinWatch {
  readonly arrived: Item[];
}

/** Gives received messages of main conversations to the calls and actions that collect them. */
export class ItemWatch {
  private readonly collectors = new Map<ChatRef, Set<Collector>>();
  private readonly joins = new Set<JoinWatch>();

  constructor(private readonly clock: ClockPort) {}

  /** Collects the messages of `chat` from now on, until `release`. */
  collect(chat: ChatRef): Collector {
    const collector = new Collector();
    const ofChat = this.collectors.get(chat) ?? new Set();
    ofChat.add(collector);
    this.collectors.set(chat, ofChat);
    return collector;
  }

  /** Keeps what arrives in any chat while a join runs that has not told its chat yet. */
  watchJoin(): JoinWatch {
    const join: JoinWatch = { arrived: [] };
    this.joins.add(join);
    return join;
  }

  endJoin(join: JoinWatch): void {
    this.joins.delete(join);
  }

  /** Collects the messages of `chat` from now on and those that came during the join. */
  collectJoined(chat: ChatRef, join: JoinWatch): Collector {
    const collector = this.collect(chat);
    for (const item of join.arrived) {
      if (item.chat.ref === chat) collector.add(item, this.clock.now());
    }
    return collector;
  }

  /** The chat is gone, and another may get its number. */
  forget(chat: ChatRef): void {
    this.collectors.delete(chat);
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
    for (const join of this.joins) join.arrived.push(item);
    this.of(item.chat.ref, (collector) => {
      collector.add(item, this.clock.now());
    });
  }

  private of(chat: ChatRef, run: (collector: Collector) => void): void {
    for (const collector of this.collectors.get(chat) ?? []) run(collector);
  }
}
