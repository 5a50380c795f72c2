import type { ChatError } from '../../ports/chat.js';
import type { ClockPort } from '../../ports/clock.js';
import { listInhabitants, settle, wake, type Inhabitant } from './inhabitants/inhabitants.js';
import { resumeNetwork } from './model/resume.js';
import type { FaultPoint, Hold } from './model/faults.js';
import { World, noLatency, type Latency } from './model/world.js';
import type { Profile } from './model/rows.js';
import { Participant } from './people/participant.js';
import { populate } from './populate.js';
import { DiskKeeper } from './storage/disk-keeper.js';
import { loadState, stateText } from './storage/state-file.js';

export interface NetworkOptions {
  readonly clock: ClockPort;
  /** Nothing takes time by default. */
  readonly latency?: Latency;
  /** Chance comes out the same for the same seed. */
  readonly seed?: number;
  /** The core gives its preset contacts to a new user, as the real one does; `false` for tests of counts. */
  readonly presetContacts?: boolean;
  /** A new network has inhabitants: bots, people, a group, a channel and a business. */
  readonly inhabitants?: boolean;
  /** Folder for the state and the files, made when missing; without it nothing outlives the process. */
  readonly folder?: string;
}

/** A SimpleX network in memory: the agent's core is `SandboxChat`, everybody else a `Participant`. */
export class SandboxNetwork {
  /** The state; for the parts of the sandbox only. */
  readonly world: World;
  private readonly participants = new Map<number, Participant>();
  private readonly folder: string | undefined;
  private readonly settles: boolean;
  private loading: Promise<void> | undefined;

  constructor(options: NetworkOptions) {
    this.world = new World(options.clock, options.latency ?? noLatency, options.seed ?? 1);
    this.world.presetContacts = options.presetContacts ?? true;
    this.folder = options.folder;
    this.settles = options.inhabitants ?? false;
  }

  /**
   * Reads the state, or begins a new one. The agent's core does it when it opens; a second call waits for the first.
   * Rejects with ChatError `store`: a damaged state is moved aside, one of a newer version is left as it is.
   */
  load(): Promise<void> {
    this.loading ??= this.read();
    return this.loading;
  }

  private async read(): Promise<void> {
    const { world, folder } = this;
    const found = folder !== undefined && (await loadState(folder, world));
    if (folder !== undefined) world.keeper = new DiskKeeper(folder, () => stateText(world));
    if (!found && this.settles) settle(world);
    wake(world);
    resumeNetwork(world);
    if (!found) world.keeper.changed();
    await world.saved();
  }

  /** Writes what is not written yet. */
  close(): Promise<void> {
    return this.world.saved();
  }

  /** Who lives here, with the links and names that lead to them. */
  inhabitants(): readonly Inhabitant[] {
    return listInhabitants(this.world);
  }

  /** The person with this name, who is made when there is none. */
  person(name: string, profile: Omit<Profile, 'name'> = {}): Participant {
    const row = this.world.people.find((other) => other.profile.name === name);
    return this.participant(row?.id ?? this.addPerson({ name, ...profile }));
  }

  private addPerson(profile: Profile): number {
    const id = this.world.next('network');
    return this.world.people.add({ id, profile }).id;
  }

  participant(id: number): Participant {
    const known = this.participants.get(id) ?? new Participant(this.world, id);
    this.participants.set(id, known);
    return known;
  }

  /** The next call of `point` fails with `error`, and is not carried out. */
  failNext(point: FaultPoint, error: ChatError): void {
    this.world.faults.failNext(point, error);
  }

  /** Calls of `point` stop before they are carried out, or after it and before they answer. */
  hold(point: FaultPoint, moment: 'before' | 'after' = 'before'): Hold {
    return this.world.faults.hold(point, moment);
  }

  /** Makes `count` contacts with a message each, for measurements; before the agent's core opens. */
  populate(count: number): void {
    populate(this.world, count);
  }

  /** Resolves when nothing more happens without the clock. */
  async settled(): Promise<void> {
    for (let quiet = 0; quiet < 3; quiet += 1) {
      await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
      if (this.world.busy) quiet = -1;
    }
  }
}
