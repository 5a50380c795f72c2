import type { ChatEvent } from '../../../domain/chat/event.js';
import type { Item } from '../../../domain/chat/item.js';
import type { EventQueue } from '../model/event-queue.js';
import type { FileRow, ItemRow, UserRow } from '../model/rows.js';
import type { World } from '../model/world.js';
import { AgentStore } from './agent-store.js';
import { StandardItems } from './standard-items.js';

/** What all parts of the agent's core work on. */
export class AgentContext {
  readonly world: World;
  readonly events: EventQueue<ChatEvent>;
  readonly store: AgentStore;
  readonly standard: StandardItems;

  constructor(world: World, events: EventQueue<ChatEvent>) {
    this.world = world;
    this.events = events;
    this.store = new AgentStore(world);
    this.standard = new StandardItems(this.store);
  }

  get user(): UserRow | undefined {
    return this.world.user;
  }

  /** What the events of a file say of it. */
  fileEvent(file: Readonly<FileRow>): { readonly fileId: number; readonly item: Item } {
    return { fileId: file.id, item: this.store.itemView(this.world.items.need(file.item)) };
  }

  /** Tells of new items in one event. */
  added(...items: ItemRow[]): void {
    const views = items.map((item) => this.store.itemView(item));
    this.events.push({ kind: 'items-added', items: views });
  }
}
