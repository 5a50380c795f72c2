import type { ConnectionPlan, JoinMethod } from '../../../src/domain/chat/connection.js';
import {
  SandboxChat,
  SandboxNetwork,
  type NetworkOptions,
} from '../../../src/adapters/sandbox/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import { Journal } from './journal.js';

/** A started agent on a network of its own. */
export class SandboxAgent {
  readonly clock: FakeClock;
  readonly network: SandboxNetwork;
  chat: SandboxChat;
  journal: Journal;

  private constructor(network: SandboxNetwork, clock: FakeClock) {
    this.clock = clock;
    this.network = network;
    this.chat = new SandboxChat({ network });
    this.journal = new Journal(this.chat);
  }

  static async start(options: Partial<NetworkOptions> = {}): Promise<SandboxAgent> {
    const clock = new FakeClock();
    const agent = new SandboxAgent(new SandboxNetwork({ clock, ...options }), clock);
    await agent.open();
    return agent;
  }

  private async open(): Promise<void> {
    await this.chat.open();
    if ((await this.chat.activeUser()) === undefined) await this.chat.createUser('agent');
    await this.chat.start();
  }

  /** Closes the agent and starts another one on the same network. */
  async restart(): Promise<void> {
    await this.chat.close();
    this.chat = new SandboxChat({ network: this.network });
    this.journal = new Journal(this.chat);
    await this.open();
  }

  /** Events until nothing more happens. */
  async happened(): Promise<string[]> {
    await this.network.settled();
    return this.journal.take();
  }

  async join(
    target: string,
    options: { incognito?: boolean; message?: string } = {},
  ): Promise<void> {
    const plan = await this.chat.planConnection(target);
    const { incognito = false, message } = options;
    await this.chat.join(methodOf(plan), {
      incognito,
      ...(message === undefined ? {} : { message }),
    });
  }
}

function methodOf({ data, handle, linkType }: ConnectionPlan): JoinMethod {
  if (data === undefined) return { kind: 'link', handle };
  return { kind: linkType === 'group' ? 'prepare-group' : 'prepare-contact', handle };
}
