import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SystemClock } from '../../../src/adapters/clock/system-clock.js';
import { NativeTransport } from '../../../src/adapters/simplex/native/native-transport.js';
import { PlainCore } from '../../contract/plain-core.js';
import { RealParticipant } from '../../contract/real-participant.js';
import type { RealNetwork } from './network.js';

const entry = fileURLToPath(
  new URL('../../../dist/adapters/simplex/native/core-process.js', import.meta.url),
);

/** Somebody with a SimpleX app: what they do, and their core for what only some tests look at. */
export interface Person {
  readonly does: RealParticipant;
  readonly core: PlainCore;
  /** Where their files are. */
  readonly folder: string;
}

/** The people of a test file, each with a core in a process of its own. */
export class People {
  private readonly cores: PlainCore[] = [];

  constructor(
    private readonly network: RealNetwork,
    private readonly folder: string,
  ) {}

  /** Somebody new for each name. */
  async add<Names extends string[]>(...names: Names): Promise<{ [Index in keyof Names]: Person }> {
    const added = await Promise.all(names.map((name) => this.start(name)));
    return added as { [Index in keyof Names]: Person };
  }

  private async start(name: string): Promise<Person> {
    const folder = join(this.folder, name);
    await mkdir(folder, { recursive: true });
    const database = join(folder, 'simplex');
    const { library, smp, xftp, unknownXftp = xftp } = this.network;
    const core = new PlainCore(
      new NativeTransport({ library, database, key: '', entry }, new SystemClock()),
    );
    this.cores.push(core);
    await core.start({ displayName: name, fullName: '' }, { smp, xftp });
    const shared = { smp, xftp, unknownXftp, relay: noRelay };
    return { core, folder, does: new RealParticipant(name, core, folder, shared) };
  }

  async end(): Promise<void> {
    await Promise.all(this.cores.map((core) => core.close()));
  }
}

function noRelay(): never {
  throw new Error('These people have no channels.');
}
