import type { ChatEvent } from '../../../domain/chat/event.js';
import type { EventQueue } from '../model/event-queue.js';
import type { World } from '../model/world.js';
import { Connections } from './connections.js';
import { AgentContext } from './context.js';
import { GroupMembership } from './group-membership.js';
import { Inbox } from './inbox.js';
import { ItemPages } from './item-pages.js';
import { Joins } from './joins.js';
import { Messages } from './messages.js';
import { Transfers } from './transfers.js';

/** The parts of the agent's core between one open and its close. */
export class AgentCore {
  readonly context: AgentContext;
  readonly transfers: Transfers;
  readonly pages: ItemPages;
  readonly messages: Messages;
  readonly groups: GroupMembership;
  readonly connections: Connections;
  readonly joins: Joins;
  private readonly inbox: Inbox;

  constructor(world: World, events: EventQueue<ChatEvent>) {
    const context = new AgentContext(world, events);
    this.context = context;
    this.transfers = new Transfers(context);
    this.pages = new ItemPages(context);
    this.messages = new Messages(context, this.transfers.uploads);
    this.groups = new GroupMembership(context);
    this.connections = new Connections(context);
    this.joins = new Joins(context);
    this.inbox = new Inbox(context, {
      messages: this.messages,
      groups: this.groups,
      joins: this.joins,
      downloads: this.transfers.downloads,
    });
  }

  /** Starts to receive; what came while the core was closed comes first. */
  start(): void {
    const { world } = this.context;
    world.receive = () => {
      this.receive();
    };
    for (let left = world.inbox.length; left > 0; left -= 1) {
      world.after(world.latency.message, () => world.receive?.());
    }
    this.transfers.resume();
  }

  stop(): void {
    this.context.world.receive = undefined;
    this.transfers.stop();
  }

  private receive(): void {
    const { world } = this.context;
    const delivery = world.inbox.shift();
    if (delivery === undefined) return;
    world.keeper.changed();
    this.inbox.apply(delivery);
  }
}
