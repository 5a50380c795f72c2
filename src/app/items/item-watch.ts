import type { ChatEvent } from '../../domain/chat/event.js';
import { isReceivedMessage, type Item } from '../../domain/chat/item.js';
import type { ChatRef } from '../../domain/chat/ref.js';
import type { ClockPort } from '../../ports/clock.js';
import { Collector } from './collector.js';

/** Messages that arrive while a join runs, by their chats: any of them may be the one that is joined. */
export interface JoinWatch {
  readonly arrived: Map<ChatRef, Collector>;
}

/** Gives received messages of main conversations to the calls and actions that collect them. */
export class ItemWatch {
  private readonly collectors = new Map<ChatRef, Set<Collector>>();
  private readonly joins = new Set<JoinWatch>();

  constructor(private readonly clock: ClockPort) {}

  /** Collects the messages of `chat` from now on, until `release`. */
  collect(chat: ChatRef): Collector {
    return this.register(chat, new Collector());
  }

  /** Keeps what arrives in any chat while a join runs that has not told its chat yet. */
  watchJoin(): JoinWatch {
    const join: JoinWatch = { arrived: new Map() };
    this.joins.add(join);
    return join;
  }

  endJoin(join: JoinWatch): void {
    this.joins.delete(join);
  }

  /** The join has told its chat: collects the messages of `chat` from now on and those that came during the join. */
  collectJoined(chat: ChatRef, join: JoinWatch): Collector {
    // The wait for the other side can be long, and other chats may write much.
    this.endJoin(join);
    return this.register(chat, join.arrived.get(chat) ?? new Collector());
  }

  /** The chat is gone, and another may get its number. */
  forget(chat: ChatRef): void {
    this.collectors.delete(chat);
    for (const { arrived } of this.joins) arrived.delete(chat);
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

  private register(chat: ChatRef, collector: Collector): Collector {
    const ofChat = this.collectors.get(chat) ?? new Set();
    ofChat.add(collector);
    this.collectors.set(chat, ofChat);
    return collector;
  }

  private added(item: Item): void {
    if (item.scope !== 'main' || item.deleted || !isReceivedMessage(item)) return;
    const { ref } = item.chat;
    for (const { arrived } of this.joins) {
      if (!arrived.has(ref)) arrived.set(ref, new Collector());
    }
    this.of(ref, (collector) => {
      collector.add(item, this.clock.now());
    });
  }

  private of(chat: ChatRef, run: (collector: Collector) => void): void {
    for (const collector of this.collectors.get(chat) ?? []) run(collector);
    for (const { arrived } of this.joins) {
      const collector = arrived.get(chat);
      if (collector !== undefined) run(collector);
    }
  }
}
