import type { OwnerItem } from '../../../src/adapters/sandbox/owner/owner-item.js';
import { SandboxOwnerClient } from '../../../src/adapters/sandbox/owner/sandbox-owner-client.js';
import { CLI } from './built-cli.js';
import { Host, type Era } from './host.js';
import { freePort, type Place } from './place.js';
import { RunningProcess } from './running-process.js';

/** The built program, running `serve demo --core sandbox`, with its owner and its MCP clients. */
export class Agent {
  private readonly hosts: Host[] = [];
  private ownerClient: SandboxOwnerClient | undefined;

  private constructor(
    readonly place: Place,
    readonly port: number,
    readonly process: RunningProcess,
  ) {}

  /** Starts the server without waiting for it. */
  static launch(place: Place, port: number, options: readonly string[] = []): Agent {
    const args = ['serve', 'demo', '--core', 'sandbox', '--data', place.data, '--port', `${port}`];
    const { env } = place;
    return new Agent(
      place,
      port,
      new RunningProcess(process.execPath, [CLI, ...args, ...options], { env }),
    );
  }

  /** Starts the server; nobody has joined. */
  static async start(place: Place, options: readonly string[] = []): Promise<Agent> {
    const agent = Agent.launch(place, await freePort(), options);
    await agent.process.line(`Listening on http://127.0.0.1:${agent.port}/mcp`);
    await agent.process.line((line) => line.startsWith("Sit in the owner's place"));
    return agent;
  }

  /** Starts the server, and the owner joins by the link that it prints. */
  static async withOwner(place: Place, options: readonly string[] = []): Promise<Agent> {
    const agent = await Agent.start(place, options);
    const owner = await agent.sit();
    await owner.join(await agent.process.line((line) => line.startsWith('https://')));
    await agent.process.line((line) => line.endsWith('is now an owner. The link is deleted.'));
    return agent;
  }

  /** The owner's app, which goes on where it was. */
  async sit(): Promise<SandboxOwnerClient> {
    this.ownerClient ??= await SandboxOwnerClient.open(this.place.path('sandbox'));
    return this.ownerClient;
  }

  get owner(): SandboxOwnerClient {
    if (this.ownerClient === undefined) throw new Error('Nobody sits in the owner’s place.');
    return this.ownerClient;
  }

  /** A session of an MCP host. */
  async host(era: Era = 'modern'): Promise<Host> {
    const host = await Host.connect(this.place.data, era);
    this.hosts.push(host);
    return host;
  }

  /** The card of action `number` in its present state. */
  async card(number: number): Promise<OwnerItem> {
    return this.owner.waitFor(({ byAgent, text }) => byAgent && isCardOf(text, number));
  }

  /** Waits until the agent's item reads `text`, as a new one or by an edit. */
  async shows(text: string): Promise<OwnerItem> {
    return this.owner.waitFor((item) => item.byAgent && item.text === text);
  }

  /** Texts of the agent in the control chat, oldest first. */
  async texts(): Promise<readonly string[]> {
    return (await this.owner.items()).filter((item) => item.byAgent).map((item) => item.text);
  }

  /** Kills what still runs. */
  async end(): Promise<void> {
    for (const { client } of this.hosts) await client.close().catch(() => undefined);
    this.ownerClient?.close();
    await this.process.end();
  }
}

function isCardOf(text: string, number: number): boolean {
  return new RegExp(`/'(approve|receive)( [@#]\\d+)? ${number}'`).test(text);
}
