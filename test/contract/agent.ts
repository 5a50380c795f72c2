import type { Chat } from '../../src/domain/chat/chat.js';
import type { JoinMethod, JoinOptions } from '../../src/domain/chat/connection.js';
import type { Item } from '../../src/domain/chat/item.js';
import type { ChatRef } from '../../src/domain/chat/ref.js';
import type { ChatPort } from '../../src/ports/chat.js';
import { EventLog, type ContractWorld } from './world.js';

/** The agent of a test, started, with its events. */
export class Agent {
  readonly chat: ChatPort;
  readonly events: EventLog;

  constructor(chat: ChatPort) {
    this.chat = chat;
    this.events = new EventLog(chat);
  }

  static async start(world: ContractWorld): Promise<Agent> {
    const agent = new Agent(world.chat);
    await agent.chat.open();
    await agent.chat.createUser('agent');
    await agent.chat.setTempFolder(world.folder);
    await agent.chat.start();
    return agent;
  }

  /** Joins what is behind a link, as the domain would; resolves when connected. */
  async join(target: string, options: JoinOptions = { incognito: false }): Promise<Chat> {
    const plan = await this.chat.planConnection(target);
    const { handle } = plan;
    const method: JoinMethod =
      plan.data === undefined
        ? { kind: 'link', handle }
        : { kind: plan.linkType === 'group' ? 'prepare-group' : 'prepare-contact', handle };
    await this.chat.join(method, options);
    return this.connected();
  }

  connected(): Promise<Chat> {
    return this.events.next((event) => (event.kind === 'chat-connected' ? event.chat : undefined));
  }

  /** The next received message. */
  message(text?: string): Promise<Item> {
    return this.events.next((event) =>
      event.kind === 'items-added'
        ? event.items.find(
            ({ content }) =>
              content.kind === 'received' && (text === undefined || content.message.text === text),
          )
        : undefined,
    );
  }

  updated(): Promise<Item> {
    return this.events.next((event) => (event.kind === 'item-updated' ? event.item : undefined));
  }

  send(ref: ChatRef, text: string): Promise<Item> {
    return this.chat.send(ref, { content: { type: 'text', text } });
  }

  membership(name: string): Promise<Extract<Chat, { kind: 'group' }>> {
    return this.events.next((event) =>
      event.kind === 'membership' && event.event === name ? event.group : undefined,
    );
  }
}

export function textOf(item: Item | undefined): string | undefined {
  if (item === undefined || item.content.kind === 'other') return undefined;
  return item.content.message.text;
}
