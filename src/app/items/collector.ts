import type { Item } from '../../domain/chat/item.js';
import { Pulse } from '../pulse.js';

/** Behaviour 7: items that a call or action keeps whole. */
const mostItems = 100;

/** Messages of one chat that arrived since it was made; follows their edits and deletions. */
export class Collector {
  /** In arrival order. */
  private readonly kept = new Map<number, Item>();
  private readonly overflow = new Set<number>();
  private lastArrivalTime: number | undefined;
  private after = 0;
  readonly changed = new Pulse();

  add(item: Item, now: number): void {
    if (item.itemId <= this.after || this.kept.has(item.itemId)) return;
    if (this.overflow.has(item.itemId)) return;
    if (this.kept.size < mostItems) this.kept.set(item.itemId, item);
    else this.overflow.add(item.itemId);
    if (!item.live) this.lastArrivalTime = now;
    this.changed.notify();
  }

  /** Only messages after this item count from now on. */
  startAfter(itemId: number): void {
    this.after = itemId;
    for (const id of [...this.kept.keys(), ...this.overflow]) {
      if (id <= itemId) this.remove(id);
    }
    if (this.kept.size === 0) this.lastArrivalTime = undefined;
  }

  /** An edit, or the end of a live message, which arrives by that. */
  update(item: Item, now: number): void {
    const before = this.kept.get(item.itemId);
    if (before === undefined) return;
    this.kept.set(item.itemId, item);
    if (before.live && !item.live) this.lastArrivalTime = now;
    this.changed.notify();
  }

  remove(itemId: number): void {
    if (this.kept.delete(itemId) || this.overflow.delete(itemId)) this.changed.notify();
  }

  /** Current copies, in arrival order, live ones included. */
  get items(): readonly Item[] {
    return [...this.kept.values()];
  }

  /** The current copy of an item. */
  copy(itemId: number): Item | undefined {
    return this.kept.get(itemId);
  }

  /** How many arrived beyond those kept. */
  get overflowCount(): number {
    return this.overflow.size;
  }

  /** Milliseconds since the epoch when the last message arrived; a live one arrives when it is finished. */
  get lastArrival(): number | undefined {
    return this.lastArrivalTime;
  }
}
