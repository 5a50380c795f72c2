import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { NativeTransport } from '../../src/adapters/simplex/native/native-transport.js';
import { SimplexChat } from '../../src/adapters/simplex/simplex-chat.js';
import type { FileServers } from '../../src/ports/file-servers-memory.js';
import { SystemClock } from '../../src/adapters/clock/system-clock.js';
import type { ChatPort } from '../../src/ports/chat.js';
import { CoreProgram } from './core-program.js';
import { PlainCore } from './plain-core.js';
import { RealParticipant, type RealNetwork } from './real-participant.js';
import type { ContractWorld, OtherParticipant } from './world.js';

/** The real core and servers that the environment names. */
export interface RealCore {
  readonly library: string;
  readonly smp: string;
  readonly xftp: string;
  readonly unknownXftp: string;
  /** The compiled process that runs libsimplex. */
  readonly entry: string;
  /** Path of `simplex-chat`, whose WebSocket carries the agent; without it the agent has a library too. */
  readonly program?: string;
}

/** An agent and others, each with a core in a process of its own, on real servers. */
export class RealWorld implements ContractWorld {
  chat: ChatPort;
  readonly folder: string;
  private readonly real: RealCore;
  private readonly others: PlainCore[] = [];
  private readonly network: RealNetwork;
  private readonly program: CoreProgram | undefined;
  private servers: FileServers = new Map();
  private relay: Promise<string> | undefined;

  private constructor(real: RealCore, folder: string, program: CoreProgram | undefined) {
    this.real = real;
    this.folder = folder;
    this.network = { ...real, relay: () => (this.relay ??= this.startRelay()) };
    this.program = program;
    this.chat = this.agent();
  }

  static async make(real: RealCore): Promise<RealWorld> {
    const folder = await mkdtemp(join(tmpdir(), 'chat-contract-'));
    if (real.program === undefined) return new RealWorld(real, folder, undefined);
    return new RealWorld(
      real,
      folder,
      await CoreProgram.start(real.program, join(folder, 'agent')),
    );
  }

  private transport(name: string): NativeTransport {
    const { library, entry } = this.real;
    const database = join(this.folder, name);
    return new NativeTransport({ library, database, key: '', entry }, new SystemClock());
  }

  private agent(): ChatPort {
    const memory = {
      load: () => Promise.resolve(this.servers),
      save: (servers: FileServers) => {
        this.servers = new Map(servers);
        return Promise.resolve();
      },
    };
    const servers = { smpServers: [this.real.smp], xftpServers: [this.real.xftp] };
    const transport = this.program?.transport() ?? this.transport('agent');
    const chat = new SimplexChat(transport, memory, servers, (context, error) => {
      throw new Error(context, { cause: error });
    });
    if (this.program !== undefined) chat.createUser = (name) => chat.updateProfile(name);
    return chat;
  }

  async other(name: string): Promise<OtherParticipant> {
    const core = await this.start(name, false);
    const folder = join(this.folder, `files of ${name}`);
    await mkdir(folder);
    return new RealParticipant(name, core, folder, this.network);
  }

  private async start(name: string, relay: boolean): Promise<PlainCore> {
    const core = new PlainCore(this.transport(name));
    this.others.push(core);
    await core.start({ displayName: name, fullName: '' }, this.real, relay);
    return core;
  }

  private async startRelay(): Promise<string> {
    const core = await this.start('relay', true);
    const { connLinkContact } = await core.run('/_address 1');
    return connLinkContact.connShortLink;
  }

  async reopen(): Promise<ChatPort> {
    await this.chat.close();
    this.chat = this.agent();
    return this.chat;
  }

  async end(): Promise<void> {
    await Promise.all([this.chat.close(), ...this.others.map((core) => core.close())]);
    await this.program?.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
