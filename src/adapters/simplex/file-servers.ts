import { z } from 'zod';
import type { FileServers, FileServersMemory } from '../../ports/file-servers-memory.js';
import type { FileStorePort } from '../../ports/file-store.js';

/** The state files of the data folder. */
type StateFiles = Pick<FileStorePort, 'readState' | 'writeState' | 'setAside'>;

const stateFile = 'file-servers.json';

/** Files whose servers are kept, servers of one file, and characters of an address: a sender may offer any number. */
const maxFiles = 1000;
const maxServersOfFile = 100;
const maxAddress = 1000;

const stateSchema = z.object({
  version: z.literal(1),
  files: z.array(z.tuple([z.number(), z.array(z.string())])),
});

/** The servers of files in the data folder. A file that can't be read is set aside, never overwritten. */
export class StoredFileServers implements FileServersMemory {
  readonly #files: StateFiles;

  constructor(files: StateFiles) {
    this.#files = files;
  }

  async load(): Promise<FileServers> {
    const text = await this.#files.readState(stateFile);
    if (text === undefined) return new Map();
    const state = parseState(text);
    if (state !== undefined) return new Map(state.files);
    await this.#files.setAside(stateFile);
    return new Map();
  }

  async save(servers: FileServers): Promise<void> {
    const state: z.input<typeof stateSchema> = {
      version: 1,
      files: [...servers].map(([fileId, addresses]) => [fileId, [...addresses]]),
    };
    await this.#files.writeState(stateFile, `${JSON.stringify(state)}\n`);
  }
}

function isPlausible(addresses: readonly string[]): boolean {
  const { length } = addresses;
  return length > 0 && length <= maxServersOfFile && addresses.every((a) => a.length <= maxAddress);
}

function parseState(text: string): z.output<typeof stateSchema> | undefined {
  try {
    return stateSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The servers of files as this run knows them, saved at each change. */
export class KnownFileServers {
  readonly #memory: FileServersMemory;
  #servers: Promise<Map<number, readonly string[]>> | undefined;

  constructor(memory: FileServersMemory) {
    this.#memory = memory;
  }

  async get(fileId: number): Promise<readonly string[] | undefined> {
    return (await this.#load()).get(fileId);
  }

  /**
   * Keeps the servers of a file and forgets those of the oldest files beyond the limit. More servers than any
   * sender uses are not kept at all: a card must name all or none of them.
   */
  async remember(fileId: number, addresses: readonly string[]): Promise<void> {
    if (!isPlausible(addresses)) return;
    const servers = await this.#load();
    servers.delete(fileId);
    servers.set(fileId, addresses);
    for (const oldest of servers.keys()) {
      if (servers.size <= maxFiles) break;
      servers.delete(oldest);
    }
    await this.#memory.save(servers);
  }

  #load(): Promise<Map<number, readonly string[]>> {
    this.#servers ??= this.#memory.load().then((saved) => new Map(saved));
    return this.#servers;
  }
}
