import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { Place } from '../../e2e/support/place.js';
import { Agent } from './agent.js';
import { realNetwork, type RealNetwork } from './network.js';
import { Owner } from './owner.js';
import { People, type Person } from './people.js';

/** An agent with its owner, and other people. */
export class World {
  readonly people: People;
  private running: Agent;
  private sits: Owner;

  private constructor(
    readonly network: RealNetwork,
    readonly place: Place,
    parts: { readonly people: People; readonly owner: Owner; readonly agent: Agent },
  ) {
    this.people = parts.people;
    this.sits = parts.owner;
    this.running = parts.agent;
  }

  get agent(): Agent {
    return this.running;
  }

  get owner(): Owner {
    return this.sits;
  }

  /** The owner has not joined yet. */
  static async make(network: RealNetwork): Promise<World> {
    const place = await Place.make();
    const people = new People(network, place.root);
    const [agent, [person]] = await Promise.all([Agent.start(network, place), people.add('owner')]);
    return new World(network, place, { people, owner: new Owner(person), agent });
  }

  async ownerJoins(): Promise<void> {
    await this.joins(await this.agent.joinLink());
  }

  /** Somebody joins by the link that was printed after `used`, and is the owner from now on. */
  async ownerFollows(person: Person, used?: string): Promise<void> {
    this.sits = new Owner(person);
    await this.joins(await this.agent.joinLink(used));
  }

  private async joins(link: string): Promise<void> {
    const { name } = this.owner.person.does;
    await this.owner.join(link);
    await this.agent.process.line((line) => line.startsWith(`${name} joined (member `));
  }

  /** The agent's first action: it connects to somebody. Resolves with the chat. */
  async connect({ does }: Person): Promise<string> {
    const { short } = await does.createAddress();
    const call = this.agent.result('connect', { target: short, idle: 1 });
    await this.owner.card(1);
    await this.owner.say('/approve 1');
    return String((await call)['chat']);
  }

  /** Ends the agent by a signal; one that asks it to stop is repeated, which ends its wait for cards. */
  async endAtOnce(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    this.agent.process.signal(signal);
    await this.agent.end(signal);
  }

  async startAgain(options: readonly string[] = []): Promise<void> {
    this.running = await Agent.start(this.network, this.place, options);
  }

  async end(): Promise<void> {
    try {
      await this.agent.end('SIGKILL');
    } finally {
      await this.people.end();
      await this.place.remove();
    }
  }
}

/**
 * The world of a test file; `prepare` adds to it. Where there is no network there is none, and no test runs. The tests
 * of a file are one life of an agent: those after one that failed are skipped.
 */
export function useWorld(prepare: (world: World) => Promise<void>): () => World {
  let world: World | undefined;
  let failed: string | undefined;
  beforeAll(async () => {
    const network = realNetwork();
    if (network === undefined) return;
    world = await World.make(network);
    await prepare(world);
  });
  beforeEach(({ skip }) => {
    if (failed !== undefined) skip(`after "${failed}" failed`);
  });
  afterEach(({ task }) => {
    if (task.result?.state !== 'fail') return;
    failed = task.name;
    process.stderr.write(`The agent wrote:\n${world?.agent.process.text ?? ''}\n`);
  });
  afterAll(() => world?.end());
  return () => {
    if (world === undefined) throw new Error('No world without a network.');
    return world;
  };
}
