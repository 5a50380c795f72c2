import type { ClockPort } from '../../../ports/clock.js';
import type { Delivery } from './delivery.js';
import { Faults } from './faults.js';
import { FileFlow } from './file-flow.js';
import { MemoryKeeper, type Keeper } from './keeper.js';
import type { PersonEvent } from './person-event.js';
import { SeededRandom } from './random.js';
import type {
  AgentGroupRow,
  ContactRow,
  ConversationRow,
  DirectRow,
  FileRow,
  GroupRow,
  ItemRow,
  LinkRow,
  MemberRow,
  MessageRow,
  OfferRow,
  PendingRow,
  PersonRow,
  UserRow,
} from './rows.js';
import { Table } from './table.js';

/** How long things take, milliseconds; 0 is as soon as the caller has its answer. */
export interface Latency {
  /** A call that asks the network and waits. */
  readonly network: number;
  /** A message on its way. */
  readonly message: number;
  /** A chunk of a file. */
  readonly chunk: number;
}

export const noLatency: Latency = { network: 0, message: 0, chunk: 0 };

/** About as long as on a real network nearby. */
export const nearbyLatency: Latency = { network: 80, message: 60, chunk: 30 };

export type Counter = 'network' | 'item' | 'file' | 'connection' | 'recency';

/** All that the network knows: what its participants share, and the store of the agent's core. */
export class World {
  readonly people = this.table<PersonRow>();
  readonly links = this.table<LinkRow>();
  readonly conversations = this.table<ConversationRow>();
  readonly messages = this.table<MessageRow>();
  readonly offers = this.table<OfferRow>();

  readonly contacts = this.table<ContactRow>();
  readonly groups = this.table<AgentGroupRow>();
  readonly members = this.table<MemberRow>();
  readonly items = this.table<ItemRow>();
  readonly files = this.table<FileRow>();
  readonly pending = this.table<PendingRow>();

  user: UserRow | undefined;
  /** The core's preset contacts come with a new user. */
  presetContacts = true;
  readonly counters: Record<Counter, number> = {
    network: 1,
    item: 1,
    file: 1,
    connection: 1,
    recency: 1,
  };
  /** What is on its way to the agent. */
  inbox: Delivery[] = [];
  random: SeededRandom;

  readonly clock: ClockPort;
  readonly latency: Latency;
  readonly faults = new Faults();
  readonly flow = new FileFlow();
  keeper: Keeper = new MemoryKeeper();
  /** Takes the next delivery, while the agent's core runs. */
  receive: (() => void) | undefined;

  private readonly listeners = new Map<number, Set<(event: PersonEvent) => void>>();
  private tasks = 0;

  constructor(clock: ClockPort, latency: Latency, seed: number) {
    this.clock = clock;
    this.latency = latency;
    this.random = new SeededRandom(seed);
  }

  private table<Row extends { readonly id: number }>(): Table<Row> {
    return new Table<Row>(() => {
      this.keeper.changed();
    });
  }

  /** The next number of a kind; never given again. */
  next(counter: Counter): number {
    const value = this.counters[counter];
    this.counters[counter] = value + 1;
    return value;
  }

  /** A group as its members share it, to be read. */
  sharedGroup(id: number): Readonly<GroupRow> {
    const row = this.conversations.need(id);
    if (row.kind !== 'group') throw new Error(`conversation ${id} is not a group`);
    return row;
  }

  /** The same, to be changed now. */
  group(id: number): GroupRow {
    const row = this.conversations.edit(id);
    if (row.kind !== 'group') throw new Error(`conversation ${id} is not a group`);
    return row;
  }

  direct(id: number): DirectRow {
    const row = this.conversations.edit(id);
    if (row.kind !== 'direct') throw new Error(`conversation ${id} is not direct`);
    return row;
  }

  /** Whether anything that takes no time is still to be done. */
  get busy(): boolean {
    return this.tasks > 0;
  }

  /** Runs `run` after `ms` of the clock; with 0, when what runs now has come to its end. */
  after(ms: number, run: () => void): void {
    if (ms > 0) {
      this.clock.once(ms, run);
      return;
    }
    this.tasks += 1;
    setImmediate(() => {
      this.tasks -= 1;
      run();
    });
  }

  /** Counts asynchronous work as something to be done. */
  async work<Value>(act: () => Promise<Value>): Promise<Value> {
    this.tasks += 1;
    try {
      return await act();
    } finally {
      this.tasks -= 1;
    }
  }

  /** Waits for something that does not come by itself: meanwhile the work that waits is not to be done. */
  async rest<Value>(wait: Promise<Value>): Promise<Value> {
    this.tasks -= 1;
    try {
      return await wait;
    } finally {
      this.tasks += 1;
    }
  }

  /** Waits within counted work. */
  async wait(ms: number, signal?: AbortSignal): Promise<void> {
    if (ms > 0) await this.rest(this.clock.sleep(ms, signal));
  }

  toAgent(delivery: Delivery): void {
    this.inbox.push(delivery);
    this.keeper.changed();
    this.after(this.latency.message, () => this.receive?.());
  }

  /** Sends a message to the agent, as it is now. */
  messageToAgent(id: number): void {
    const { content, live } = this.messages.need(id);
    this.toAgent({ kind: 'message', message: id, content, live: live === true });
  }

  toPerson(person: number, event: PersonEvent): void {
    this.after(this.latency.message, () => {
      for (const listener of [...(this.listeners.get(person) ?? [])]) listener(event);
    });
  }

  listen(person: number, listener: (event: PersonEvent) => void): () => void {
    const set = this.listeners.get(person) ?? new Set();
    this.listeners.set(person, set);
    set.add(listener);
    return () => {
      set.delete(listener);
    };
  }

  async saved(): Promise<void> {
    await this.keeper.saved();
  }
}
