import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OwnerItem } from '../../src/adapters/sandbox/owner/owner-item.js';
import type { Participant } from '../../src/adapters/sandbox/people/participant.js';
import type { FileOptions } from '../../src/adapters/sandbox/people/person-files.js';
import { groupRef, type ChatRef } from '../../src/domain/chat/ref.js';
import type { ToolOutcome } from '../../src/ports/mcp.js';
import { AgentWorld, type WorldOptions } from './agent-world.js';
import { settle } from './fake-clock.js';
import type { RunningCall } from './fakes.js';

/** A file that somebody sent to the agent. */
export interface Offered {
  readonly chat: ChatRef;
  readonly item: number;
  readonly fileId: number;
  /** Number of the file on the network. */
  readonly offer: number;
}

/** An agent with an owner and a contact, alice, who sends it files. Action 1 was the connect. */
export class FileWorld {
  private constructor(
    readonly agent: AgentWorld,
    readonly alice: Participant,
    /** Alice's conversation with the agent. */
    readonly conversation: number,
    readonly chat: ChatRef,
  ) {}

  static async start(options: WorldOptions = {}): Promise<FileWorld> {
    const agent = await AgentWorld.withOwner(options);
    const alice = agent.person('alice');
    const chat = await connect(agent, alice.links.address().short);
    return new FileWorld(agent, alice, alice.directs()[0]!, chat);
  }

  /** The same people after the agent was stopped and started again. */
  async restart(options: WorldOptions = {}): Promise<FileWorld> {
    await this.agent.stop();
    const agent = await AgentWorld.start({ ...options, again: this.agent });
    await agent.quiet();
    return new FileWorld(agent, this.alice, this.conversation, this.chat);
  }

  /** A group of alice that the agent joined: its number on the network, and the agent's reference. */
  async group(name = 'team'): Promise<{ group: number; chat: ChatRef }> {
    const group = this.alice.groups.create({ name });
    const chat = await connect(this.agent, this.alice.links.toGroup(group).short);
    return { group, chat };
  }

  /** Alice sends a file; by default 5 bytes to her contact, uploaded at once. */
  async offer(
    options: Partial<FileOptions> = {},
    to: { readonly conversation: number; readonly chat: ChatRef } = this,
  ): Promise<Offered> {
    const { agent, alice } = this;
    const { offer } = await alice.files.send(to.conversation, {
      name: 'notes.txt',
      bytes: Buffer.from('hello'),
      ...options,
    });
    await agent.quiet();
    const file = agent.network.world.files.find((row) => row.offer === offer);
    if (file === undefined) throw new Error('The file did not arrive.');
    return { chat: to.chat, item: file.item, fileId: file.id, offer };
  }

  /** A call of `download`, as far as it comes by itself. */
  async download({ chat, item }: Offered, wait?: number): Promise<RunningCall> {
    const call = this.agent.call('download', { chat, item, ...withWait(wait) });
    await this.agent.quiet();
    return call;
  }

  /** Waits for something that files of this computer have to be read or written for. */
  async until(test: () => boolean | Promise<boolean>): Promise<void> {
    const end = performance.now() + 20_000;
    while (!(await test())) {
      if (performance.now() > end) throw new Error('It did not happen within 20 seconds.');
      await settle(1);
    }
  }

  /** Waits until the core receives the file. */
  transferring({ fileId }: Offered): Promise<void> {
    const { files } = this.agent.network.world;
    return this.until(() => files.get(fileId)?.status.kind === 'transfer');
  }

  /** Waits until an action has the state. */
  action(number: number, state: string): Promise<void> {
    return this.until(async () => {
      const outcome = await this.agent.call('list').result;
      const actions = outcome.kind === 'result' ? outcome.result['actions'] : [];
      return (actions as { action: number; state: string }[]).some(
        (one) => one.action === number && one.state === state,
      );
    });
  }

  /** Waits for the next post of the agent in the control chat that has `start` in it. */
  posted(start: string): Promise<OwnerItem> {
    return this.agent.owner.waitFor((item) => item.byAgent && item.text.includes(start));
  }

  /** The result of a call, without any time passing. */
  result(call: RunningCall): Promise<ToolOutcome> {
    return call.result;
  }

  /** Approves the download and returns its result. */
  async receive(offered: Offered): Promise<ToolOutcome> {
    const call = await this.download(offered);
    await this.agent.say(`/receive ${await this.pending()}`);
    return this.result(call);
  }

  /** Number of the action whose card, the newest post, waits for the owner. */
  async pending(): Promise<number> {
    let number: string | undefined;
    await this.until(() => {
      number = /\/'(?:receive|approve)(?: [@#]\d+)? (\d+)'/.exec(this.agent.card.text)?.[1];
      return number !== undefined;
    });
    return Number(number);
  }

  /** The file field of the message, as `receive` would return it. */
  async fileField({ chat, item }: Offered): Promise<unknown> {
    const call = this.agent.call('receive', { chat, wait: 0 });
    const outcome = await this.result(call);
    if (outcome.kind !== 'result') throw new Error(outcome.text);
    const messages = outcome.result['messages'] as { item: number; file?: unknown }[];
    return messages.find((message) => message.item === item)?.file;
  }

  /** An absolute path in the data folder. */
  path(...names: readonly string[]): string {
    return join(this.agent.dataFolder, ...names);
  }

  /** Text of a file of the data folder; `undefined` when there is none. */
  async text(...names: readonly string[]): Promise<string | undefined> {
    return readFile(this.path(...names), 'utf8').catch(() => undefined);
  }

  /** What is in a folder of the data folder; `undefined` when it does not exist. */
  async names(...names: readonly string[]): Promise<readonly string[] | undefined> {
    return readdir(this.path(...names)).catch(() => undefined);
  }

  /** Writes a file of the user; returns its path. */
  async userFile(name: string, content: string | Uint8Array): Promise<string> {
    const folder = join(this.agent.homeFolder, 'docs');
    await mkdir(folder, { recursive: true });
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  }

  async mode(...names: readonly string[]): Promise<string> {
    return ((await stat(this.path(...names))).mode & 0o777).toString(8);
  }

  async end(): Promise<void> {
    await this.agent.stop();
    await this.agent.remove();
  }
}

/** Lets the agent connect with the owner's approval; returns the chat. */
async function connect(agent: AgentWorld, target: string): Promise<ChatRef> {
  const call = agent.call('connect', { target, wait: 0 });
  await agent.quiet();
  const number = /\/'approve (\d+)'/.exec(agent.card.text)?.[1];
  if (number !== undefined) await agent.say(`/approve ${number}`);
  const outcome = await agent.until(call.result);
  await agent.quiet();
  if (outcome.kind !== 'result') throw new Error(outcome.text);
  const chats = await agent.chats.chats();
  const newest = chats.find(({ chat }) => chat.ref !== groupRef(1));
  if (newest === undefined) throw new Error('Not connected.');
  return newest.chat.ref;
}

function withWait(wait: number | undefined): { wait?: number } {
  return wait === undefined ? {} : { wait };
}
