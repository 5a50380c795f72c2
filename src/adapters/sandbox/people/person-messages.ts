import type { MessageType } from '../../../domain/chat/item.js';
import { reachesAgent, tellPeople } from '../model/audience.js';
import { atLeast } from '../model/roles.js';
import { AGENT, CHANNEL, type MessageRow } from '../model/rows.js';
import type { World } from '../model/world.js';
import { AppRefusal } from './app-refusal.js';

export interface SayOptions {
  /** Number of the quoted message. */
  readonly quote?: number;
  /** Mentioned people's numbers; 0 is the agent. */
  readonly mentions?: readonly number[];
  readonly live?: boolean;
  /** Post as the channel. */
  readonly asChannel?: boolean;
  /** In the agent's member (support) chat. */
  readonly toMember?: boolean;
  readonly type?: MessageType;
  /** Data URL. */
  readonly preview?: string;
  readonly duration?: number;
}

/** A message as another person's app shows it. */
export interface SeenMessage {
  readonly id: number;
  readonly byAgent: boolean;
  readonly type: MessageType;
  readonly text: string;
  readonly edited: boolean;
  readonly deleted: boolean;
  readonly quote?: number;
  /** Numbers of people; 0 is the agent. */
  readonly mentions: readonly number[];
  readonly file?: {
    readonly offer: number;
    readonly name: string;
    readonly size: number;
    readonly state: string;
  };
}

/** Messages that a person writes. */
export class PersonMessages {
  private readonly world: World;
  private readonly id: number;

  constructor(world: World, id: number) {
    this.world = world;
    this.id = id;
  }

  /** Sends a message; returns its number. */
  say(conversation: number, text: string, options: SayOptions = {}): number {
    const message = this.compose(conversation, text, options);
    this.dispatch(message);
    return message.id;
  }

  /** A person can't write where their app would refuse it. */
  private checkWritable(conversation: number): void {
    const row = this.world.conversations.need(conversation);
    if (row.kind === 'direct') {
      if (row.state !== 'open') throw new AppRefusal('not connected to the agent');
      return;
    }
    const own = row.members.find((member) => member.who === this.id);
    if (own?.status !== 'connected') throw new AppRefusal('not a member of the group');
    if (!atLeast(own.role, 'author')) throw new AppRefusal('the role author is needed');
  }

  /** Makes a message that `dispatch` sends. */
  compose(conversation: number, text: string, options: SayOptions): MessageRow {
    const { world } = this;
    this.checkWritable(conversation);
    return world.messages.add({
      id: world.next('network'),
      conversation,
      from: options.asChannel === true ? CHANNEL : this.id,
      scope: options.toMember === true ? 'member' : 'main',
      content: {
        type: options.type ?? 'text',
        text,
        ...(options.preview === undefined ? {} : { preview: options.preview }),
        ...(options.duration === undefined ? {} : { duration: options.duration }),
      },
      at: world.clock.now(),
      ...(options.quote === undefined ? {} : { quote: options.quote }),
      ...(options.mentions === undefined ? {} : { mentions: options.mentions }),
      ...(options.live === true ? { live: true } : {}),
    });
  }

  dispatch(message: MessageRow): void {
    const { world } = this;
    if (reachesAgent(world, message.conversation)) {
      world.messageToAgent(message.id);
    }
    if (message.scope === 'main') {
      const event = { kind: 'message', message: message.id } as const;
      tellPeople(world, message.conversation, event, this.id);
    }
  }

  private own(id: number): MessageRow {
    const message = this.world.messages.edit(id);
    if (message.from !== this.id && message.from !== CHANNEL) {
      throw new Error(`message ${id} is somebody else's`);
    }
    return message;
  }

  /** Edits a message. A live one stays live with `live`, and is finished without it. */
  edit(id: number, text: string, options: { readonly live?: boolean } = {}): void {
    const { world } = this;
    const message = this.own(id);
    const wasLive = message.live === true;
    message.content = { ...message.content, text };
    if (options.live !== true) delete message.live;
    if (!wasLive) message.edited = true;
    if (reachesAgent(world, message.conversation)) {
      const live = options.live === true;
      world.toAgent({ kind: 'edited', message: id, content: message.content, live });
    }
    tellPeople(world, message.conversation, { kind: 'edited', message: id }, this.id);
  }

  /** Deletes a message for everybody; with `full`, nothing of it is kept. */
  delete(id: number, options: { readonly full?: boolean } = {}): void {
    const { world } = this;
    const message = this.own(id);
    message.deleted = true;
    if (reachesAgent(world, message.conversation)) {
      world.toAgent({ kind: 'deleted', message: id, full: options.full === true });
    }
    tellPeople(world, message.conversation, { kind: 'deleted', message: id }, this.id);
  }

  /** Messages of a conversation, oldest first, as this person's app shows them. */
  list(conversation: number): SeenMessage[] {
    const list: SeenMessage[] = [];
    for (const row of this.world.messages.all()) {
      if (row.conversation === conversation) list.push(this.seen(row));
    }
    return list;
  }

  private seen(row: Readonly<MessageRow>): SeenMessage {
    const offer = this.world.offers.get(row.file);
    return {
      id: row.id,
      byAgent: row.from === AGENT,
      type: row.content.type,
      text: row.content.text,
      edited: row.edited === true,
      deleted: row.deleted === true,
      mentions: row.mentions ?? [],
      ...(row.quote === undefined ? {} : { quote: row.quote }),
      ...(offer === undefined
        ? {}
        : { file: { offer: offer.id, name: offer.name, size: offer.size, state: offer.state } }),
    };
  }
}
