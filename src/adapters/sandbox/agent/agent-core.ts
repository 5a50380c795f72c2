import type { ChatEvent } from '../../../domain/chat/event.js';
import type { EventQueue } from '../model/event-queue.js';
import type { UserRow } from '../model/rows.js';
import type { World } from '../model/world.js';
import { AgentStore } from './agent-store.js';
import { Connections } from './connections.js';
import { GroupMembership } from './group-membership.js';
import { Inbox } from './inbox.js';
import { Joins } from './joins.js';
import { Messages } from './messages.js';
import { StandardItems } from './standard-items.js';
import { Transfers } from './transfers.js';

/** The parts of the agent's core between one open and its close. */
export class AgentCore {
  readonly world: World;
  readonly store: AgentStore;
  readonly events: EventQueue<ChatEvent>;
  readonly standard: StandardItems;
  readonly messages: Messages;
  readonly groups: GroupMembership;
  readonly connections: Connections;
  readonly joins: Joins;
  readonly transfers: Transfers;
  private readonly inbox: Inbox;

  constructor(world: World, events: EventQueue<ChatEvent>) {
    this.world = world;
    this.events = events;
    this.store = new AgentStore(world);
    this.standard = new StandardItems(this.store);
    this.messages = new Messages(this);
    this.groups = new GroupMembership(this);
    this.connections = new Connections(this);
    this.joins = new Joins(this);
    this.transfers = new Transfers(this);
    this.inbox = new Inbox(this);
  }

  get user(): UserRow | undefined {
    return this.world.user;
  }

  /** Starts to receive; what came while the core was closed comes first. */
  start(): void {
    this.world.receive = () => {
      this.receive();
    };
    for (let left = this.world.inbox.length; left > 0; left -= 1) {
      this.world.after(this.world.latency.message, () => this.world.receive?.());
    }
    this.transfers.resume();
  }

  stop(): void {
    this.world.receive = undefined;
    this.transfers.stop();
  }

  private receive(): void {
    const delivery = this.world.inbox.shift();
    if (delivery === undefined) return;
    this.world.keeper.changed();
    this.inbox.apply(delivery);
  }
}
