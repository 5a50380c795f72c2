import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataFolder } from '../../src/adapters/filesystem/data-folder.js';
import { SandboxChat } from '../../src/adapters/sandbox/agent/sandbox-chat.js';
import { SandboxNetwork } from '../../src/adapters/sandbox/network.js';
import { SandboxOwner } from '../../src/adapters/sandbox/owner/sandbox-owner.js';
import type { OwnerItem } from '../../src/adapters/sandbox/owner/owner-item.js';
import type { Participant } from '../../src/adapters/sandbox/people/participant.js';
import { Log } from '../../src/app/log.js';
import { Server } from '../../src/app/server.js';
import type { ServeSettings } from '../../src/app/settings.js';
import type { MediaPort } from '../../src/ports/media.js';
import { FakeAudit, FakeMcp, FakeTerminal, NoMedia, type RunningCall } from './fakes.js';
import { FakeClock, settle } from './fake-clock.js';

export interface WorldOptions {
  readonly settings?: Partial<ServeSettings>;
  readonly media?: MediaPort;
  /** The network and clock of an earlier world, to start the agent again. */
  readonly again?: AgentWorld;
}

/** A whole agent on the sandbox network with a fake clock; the owner joins by the printed link with `join`. */
export class AgentWorld {
  readonly clock: FakeClock;
  readonly network: SandboxNetwork;
  readonly chats: SandboxChat;
  readonly terminal = new FakeTerminal();
  readonly audit: FakeAudit;
  readonly mcp = new FakeMcp();
  readonly store: DataFolder;
  /** Not made; a test that needs it does. */
  readonly homeFolder: string;
  readonly owner: SandboxOwner;
  readonly server: Server;
  /** Resolves with the reason when the core is gone; set by the start. */
  lost: Promise<string> | undefined;

  private constructor(
    readonly dataFolder: string,
    readonly options: WorldOptions,
  ) {
    const { again } = options;
    this.clock = again?.clock ?? new FakeClock();
    this.audit = again?.audit ?? new FakeAudit();
    this.network =
      again?.network ?? new SandboxNetwork({ clock: this.clock, presetContacts: false });
    this.chats = new SandboxChat({ network: this.network });
    this.owner = again?.owner ?? new SandboxOwner(this.network);
    // A home of its own: the tests must not look at the files of whoever runs them.
    this.homeFolder = `${dataFolder}-home`;
    this.store = new DataFolder(dataFolder, this.homeFolder);
    this.server = new Server(
      {
        chats: this.chats,
        store: this.store,
        clock: this.clock,
        mcp: this.mcp,
        media: options.media ?? new NoMedia(),
        terminal: this.terminal,
        audit: this.audit,
        auditLog: this.audit,
      },
      {
        name: 'demo',
        dataFolder,
        dataGiven: false,
        mode: 'requests',
        owners: { kind: 'absent' },
        expireHours: 23,
        stopWaitSeconds: 10,
        resetOwners: false,
        newToken: false,
        port: 5226,
        qrCode: 'small',
        ...options.settings,
      },
      { version: '1.2.3', command: 'simplex-mcp' },
      new Log(this.terminal),
    );
  }

  /** An agent whose server is not started yet. */
  static async prepare(options: WorldOptions = {}): Promise<AgentWorld> {
    const folder =
      options.again?.dataFolder ?? (await mkdtemp(join(tmpdir(), 'simplex-mcp-world-')));
    return new AgentWorld(folder, options);
  }

  /** Starts the server; nobody has joined. */
  static async start(options: WorldOptions = {}): Promise<AgentWorld> {
    const world = await AgentWorld.prepare(options);
    await world.begin();
    return world;
  }

  /** Starts the server of a prepared world. */
  async begin(): Promise<void> {
    const { lost } = await this.until(this.server.start());
    this.lost = lost;
  }

  /** Starts the server, and the owner joins. */
  static async withOwner(options: WorldOptions = {}): Promise<AgentWorld> {
    const world = await AgentWorld.start(options);
    await world.join(world.owner);
    return world;
  }

  /** The link that the terminal shows. */
  get link(): string {
    const link = this.terminal.lines.findLast((line) => line.startsWith('https://'));
    if (link === undefined) throw new Error('No link was printed.');
    return link;
  }

  async join(owner: SandboxOwner): Promise<void> {
    await this.until(owner.join(this.link));
    await this.quiet();
  }

  /** Lets everything that needs no time happen. */
  async quiet(): Promise<void> {
    await settle(80);
  }

  /** Waits for `promise` while short times pass. */
  async until<T>(promise: Promise<T>): Promise<T> {
    let done = false;
    const mark = (): void => {
      done = true;
    };
    promise.then(mark, mark);
    for (let turn = 0; turn < 200 && !done; turn += 1) {
      await settle(3);
      if (!done && turn > 100) await this.clock.advance(10);
    }
    return promise;
  }

  call(tool: string, input: Readonly<Record<string, unknown>> = {}): RunningCall {
    return this.mcp.call(tool, input);
  }

  /** The newest item of the agent in the control chat. */
  get card(): OwnerItem {
    const card = this.owner.items().findLast((item) => item.byAgent);
    if (card === undefined) throw new Error('The agent posted nothing.');
    return card;
  }

  /** Texts of the control chat as the owner sees them, oldest first. */
  get ownerSees(): readonly string[] {
    return this.owner.items().map((item) => item.text);
  }

  async say(text: string): Promise<void> {
    this.owner.say(text);
    await this.quiet();
  }

  person(name: string): Participant {
    return this.network.person(name);
  }

  async stop(): Promise<void> {
    await this.until(this.server.stop(AbortSignal.abort()));
  }

  async remove(): Promise<void> {
    for (const folder of [this.dataFolder, this.homeFolder]) {
      await rm(folder, { recursive: true, force: true });
    }
  }
}
