import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { ActionOutput } from '../../src/app/actions/output.js';
import { PictureFitter } from '../../src/app/actions/picture.js';
import type { ActionRecord, Performed } from '../../src/app/actions/record.js';
import { ActionRegistry } from '../../src/app/actions/registry.js';
import { ControlChat } from '../../src/app/control/control-chat.js';
import { Log } from '../../src/app/log.js';
import type { ActionState } from '../../src/domain/action/action.js';
import { isDecided } from '../../src/domain/action/machine.js';
import type { AuditEvent } from '../../src/domain/audit/event.js';
import type { CustomData, Group } from '../../src/domain/chat/chat.js';
import type { Item } from '../../src/domain/chat/item.js';
import type { OutgoingMessage } from '../../src/domain/chat/outgoing.js';
import type { ApprovalMode } from '../../src/domain/owner/standing.js';
import { ChatError, type ChatPort } from '../../src/ports/chat.js';
import { AgentWorld } from '../support/agent-world.js';
import { befriend, type Friend } from '../support/chats.js';
import { FakeClock, settle } from '../support/fake-clock.js';
import { FakeTerminal, NoMedia, type RunningCall } from '../support/fakes.js';

const hour = 3_600_000;

const openCard = /\n\/'approve [^\n]*' or \/'reject [^\n]*'$/;

/** What may happen to an action at any moment. */
const contenders = ['approve', 'reject', 'expire', 'lose', 'stop'] as const;
type Contender = (typeof contenders)[number];

const group: Group = {
  kind: 'group',
  ref: '#1',
  groupType: 'group',
  name: 'demo',
  fullName: '',
  commands: [],
  incognito: false,
  connected: true,
  prepared: false,
  membership: { memberId: 1, role: 'owner', status: 'creator', name: 'demo' },
  customData: { simplexMcp: { control: true, nextAction: 1 } },
};
const owner = { memberId: 2, name: 'owner', role: 'owner', status: 'connected' } as const;

/** A registry whose every call of the core and of the disk ends when the scheduler says so. */
class Race {
  readonly cards = new Map<number, string>();
  readonly counters: number[] = [];
  readonly recorded: AuditEvent[] = [];
  readonly performs = new Map<number, number>();
  readonly unapproved: number[] = [];
  readonly history = new Map<number, ActionState[]>();
  readonly records: ActionRecord[] = [];
  readonly registry: ActionRegistry;
  readonly control: ControlChat;
  readonly clock = new FakeClock();
  lost = false;
  private customData: CustomData | undefined = group.customData;
  private failures: ReadonlySet<string> = new Set();

  constructor(
    private readonly scheduler: fc.Scheduler,
    mode: ApprovalMode,
    failures: readonly string[],
  ) {
    this.failures = new Set(failures);
    const log = new Log(new FakeTerminal());
    const audit = {
      append: async (event: AuditEvent) => {
        await this.step('record');
        this.recorded.push(event);
      },
      close: () => Promise.resolve(),
    };
    this.control = new ControlChat(this.chats(), group, { kind: 'absent' });
    this.registry = new ActionRegistry(
      { mode, expireHours: 1, firstNumber: 1 },
      this.control,
      new ActionOutput(this.control, new PictureFitter(new NoMedia(), log), audit, log),
      this.clock,
    );
  }

  private async step(label: string): Promise<void> {
    await this.scheduler.schedule(Promise.resolve(), label);
    if (this.failures.has(label)) throw new ChatError(`${label} failed`, { kind: 'other' });
  }

  private chats(): ChatPort {
    let items = 0;
    const chats: Partial<ChatPort> = {
      members: () => Promise.resolve([owner]),
      chat: async () => {
        await this.step('read');
        return { ...group, ...(this.customData && { customData: this.customData }) };
      },
      setCustomData: async (_, data) => {
        await this.step('counter');
        this.customData = data;
        this.counters.push((data?.['simplexMcp'] as { nextAction: number }).nextAction);
      },
      send: async (_, { content }) => {
        await this.step('post');
        items += 1;
        this.cards.set(items, content.text);
        return { itemId: items } as Item;
      },
      edit: async (_, itemId, { content }) => {
        await this.scheduler.schedule(Promise.resolve(), 'edit');
        this.cards.set(itemId, content.text);
      },
    };
    return chats as ChatPort;
  }

  create(): void {
    const chat = `@${this.records.length + 1}` as const;
    const made = this.registry.create({
      key: chat,
      request: { tool: 'leave', chat, subject: { kind: 'contact', name: 'alice' } },
      input: { chat },
      content: { kind: 'leave', sha256: '' },
      perform: (record) => this.perform(record),
    });
    if (made.kind === 'refused') return;
    this.follow(made.record);
  }

  /** Keeps every state that the action takes. */
  private follow(record: ActionRecord): void {
    let { action } = record;
    const states = [action.status];
    this.history.set(record.number, states);
    this.records.push(record);
    Object.defineProperty(record, 'action', {
      get: () => action,
      set: (next: typeof action) => {
        action = next;
        states.push(next.status);
      },
    });
  }

  private async perform({ number }: ActionRecord): Promise<Performed> {
    this.performs.set(number, (this.performs.get(number) ?? 0) + 1);
    const approved = this.recorded.some(
      (event) =>
        event.event === 'action-decided' &&
        event.action === number &&
        event.decision === 'approved',
    );
    // An error here would be taken for a perform that failed.
    if (!approved) this.unapproved.push(number);
    await this.step('perform');
    return { tool: 'leave' };
  }

  /** What the owner, the clock, the network and the person at the keyboard do. */
  act(contender: Contender): void {
    const { registry } = this;
    switch (contender) {
      case 'approve':
      case 'reject':
        for (const record of this.records) {
          if (!record.awaitsDecision || registry.stopping) continue;
          if (contender === 'approve') registry.approve(record, { kind: 'approver', ...owner });
          else registry.reject(record, owner.name, owner.memberId);
        }
        return;
      case 'expire': {
        const due = this.clock.now() + hour;
        this.clock.now = () => due;
        registry.expireDue();
        return;
      }
      case 'lose':
        this.lost = true;
        this.control.markLost();
        registry.loseControl();
        return;
      case 'stop':
        void registry.stop();
    }
  }

  check(): void {
    expect(this.unapproved).toEqual([]);
    for (const record of this.records) {
      const states = this.history.get(record.number) ?? [];
      const decided = states.findIndex(isDecided);
      if (decided >= 0) expect(states).toHaveLength(decided + 1);
      expect(this.performs.get(record.number) ?? 0).toBeLessThanOrEqual(1);
    }
    for (const { number } of this.records) {
      const [first] = this.recorded.filter((event) => 'action' in event && event.action === number);
      expect(first?.event ?? 'action-created').toBe('action-created');
    }
    expect(this.counters).toEqual([...this.counters].sort((one, other) => one - other));
  }

  /** When nothing more happens: what was created and ended has both on record. */
  checkRecorded(): void {
    for (const { number, action, onRecord } of this.records) {
      const ended = this.recorded.some(
        (event) =>
          'action' in event &&
          event.action === number &&
          (event.event === 'action-decided'
            ? event.decision === 'rejected'
            : !['action-created', 'card-posted'].includes(event.event)),
      );
      expect([action.status.state, ended]).toEqual([
        action.status.state,
        onRecord && (isDecided(action.status) || isInterrupted(action.status)),
      ]);
    }
  }

  /** When nothing more happens: a card asks only for what can still be decided. */
  checkCards(): void {
    if (this.lost) return;
    for (const record of this.records) {
      if (record.cardItem === undefined) continue;
      const text = this.cards.get(record.cardItem) ?? '';
      const { status } = record.action;
      const undecided = status.state === 'pending' && !status.interrupted;
      if (status.state !== 'performing' || status.interrupted) {
        expect([text, openCard.test(text)]).toEqual([text, undecided]);
      }
    }
    for (const [item, text] of this.cards) {
      const known = this.records.some(({ cardItem }) => cardItem === item);
      if (!known) expect(text).not.toMatch(openCard);
    }
  }
}

function isInterrupted(status: ActionState): boolean {
  return 'interrupted' in status && status.interrupted;
}

describe('races on an action (behaviour 5.3)', () => {
  it('are decided once, perform at most once and only what is approved, and close their cards', async () => {
    const property = fc.asyncProperty(
      fc.scheduler(),
      fc.constantFrom<ApprovalMode>('requests', 'host'),
      fc.array(fc.constantFrom(...contenders), { minLength: 1, maxLength: 5 }),
      fc.subarray(['counter', 'record', 'post', 'perform']),
      async (scheduler, mode, events, failures) => {
        const race = new Race(scheduler, mode, failures);
        await race.control.refreshMembers();
        race.create();
        race.create();
        for (const event of events) {
          void scheduler.schedule(Promise.resolve(), event).then(() => {
            race.act(event);
          });
        }
        await scheduler.waitIdle();
        race.check();
        race.checkRecorded();
        race.checkCards();
      },
    );
    await fc.assert(property, { numRuns: 200 });
  });

  it('a stop ends with every card closed, whatever came before it', async () => {
    const property = fc.asyncProperty(
      fc.scheduler(),
      fc.constantFrom<ApprovalMode>('requests', 'host'),
      fc.array(fc.constantFrom<Contender>('approve', 'reject', 'expire'), { maxLength: 3 }),
      async (scheduler, mode, events) => {
        const race = new Race(scheduler, mode, []);
        await race.control.refreshMembers();
        race.create();
        race.create();
        let atStop: string[] | undefined;
        for (const event of events) {
          void scheduler.schedule(Promise.resolve(), event).then(() => {
            race.act(event);
          });
        }
        void scheduler.schedule(Promise.resolve(), 'stop').then(async () => {
          await race.registry.stop();
          atStop = [...race.cards.values()];
        });
        await scheduler.waitIdle();
        expect(atStop).toBeDefined();
        for (const text of atStop ?? []) expect(text).not.toMatch(openCard);
        // What ends later changes no card.
        expect([...race.cards.values()]).toEqual(atStop);
        race.check();
      },
    );
    await fc.assert(property, { numRuns: 150 });
  });
});

type Step =
  | { readonly do: 'send' | 'abort' | 'approve' | 'reject'; readonly which: number }
  | { readonly do: 'advance'; readonly minutes: number }
  | { readonly do: 'hold' | 'release' | 'fail'; readonly point: Point }
  | { readonly do: 'all' | 'revoke' | 'restart' | 'settle' };

const points = ['send', 'setCustomData', 'edit', 'chat'] as const;
type Point = (typeof points)[number];

const which = fc.nat({ max: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('send', 'approve', 'reject', 'abort'),
      which,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('advance'), minutes: fc.constantFrom(1, 61) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('hold', 'release'),
      point: fc.constantFrom(...points),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('fail'),
      point: fc.constantFrom<Point>('send', 'setCustomData'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('all', 'revoke', 'restart', 'settle') }),
  },
);

/** An agent with an owner and alice, to whom it sends; it is watched from outside. */
class Life {
  readonly calls: RunningCall[] = [];
  readonly results: string[] = [];
  private readonly unapproved: string[] = [];
  private readonly sends = new Map<string, number>();
  private readonly holds = new Map<Point, { release(): void }>();

  private constructor(
    public world: AgentWorld,
    readonly alice: Friend,
  ) {
    this.watch();
  }

  static async start(): Promise<Life> {
    const world = await AgentWorld.withOwner({ settings: { expireHours: 1 } });
    return new Life(world, await befriend(world));
  }

  /** Everything that leaves for alice has an approval of its own, which is on record before. */
  private watch(): void {
    const { world } = this;
    const send = world.chats.send.bind(world.chats);
    world.chats.send = (ref, message) => {
      if (ref === this.alice.chat) {
        const content = digest(message);
        this.sends.set(content, (this.sends.get(content) ?? 0) + 1);
        // An error here would be taken for a send that failed.
        if (this.approvals(content) < (this.sends.get(content) ?? 0)) {
          this.unapproved.push(message.content.text);
        }
      }
      return send(ref, message);
    };
  }

  /** How many actions with this content were approved. */
  private approvals(content: string): number {
    const { events } = this.world.audit;
    const actions = events.filter(
      (event) => event.event === 'action-created' && event.content.sha256 === content,
    );
    return actions.filter((created) =>
      events.some(
        (event) =>
          event.event === 'action-decided' &&
          event.decision === 'approved' &&
          'action' in created &&
          event.action === created.action,
      ),
    ).length;
  }

  async take(one: Step): Promise<void> {
    const { world } = this;
    switch (one.do) {
      case 'send': {
        const call = world.call('send', { chat: this.alice.chat, text: `t${one.which}`, wait: 0 });
        this.calls.push(call);
        void call.result.then((outcome) => this.results.push(outcome.kind));
        return;
      }
      case 'abort':
        this.calls.at(-1 - one.which)?.abort();
        return;
      case 'approve':
      case 'reject':
        world.owner.say(`/${one.do} ${this.newest - one.which}`);
        return;
      case 'all':
        world.owner.say(`/approve ${this.alice.chat} all`);
        return;
      case 'revoke':
        world.owner.say(`/revoke ${this.alice.chat}`);
        return;
      case 'advance':
        await world.clock.advance(one.minutes * 60_000);
        return;
      case 'hold':
        if (!this.holds.has(one.point)) this.holds.set(one.point, world.network.hold(one.point));
        return;
      case 'release':
        this.release(one.point);
        return;
      case 'fail':
        world.network.failNext(one.point, new ChatError('SimpleX error: X', { kind: 'other' }));
        return;
      case 'settle':
        await world.quiet();
        return;
      case 'restart':
        await this.stop();
        this.world = await AgentWorld.start({ again: world, settings: { expireHours: 1 } });
        this.watch();
    }
  }

  private release(point: Point): void {
    this.holds.get(point)?.release();
    this.holds.delete(point);
  }

  private get newest(): number {
    const numbers = this.world.audit.events.map((event) =>
      event.event === 'action-created' ? event.action : 1,
    );
    return Math.max(1, ...numbers);
  }

  /** Stops while calls of the core are still held, which end then. */
  async stop(): Promise<void> {
    const { world } = this;
    const stopped = world.server.stop(AbortSignal.abort());
    await settle(5);
    for (const point of points) this.release(point);
    await world.until(stopped);
    // Failures that nobody met are for nobody.
    for (const point of ['send', 'setCustomData'] as const) {
      while (world.network.world.faults.take(point) !== undefined);
    }
  }

  /** The stopped agent leaves nothing open. */
  check(): void {
    expect(this.unapproved).toEqual([]);
    expect(this.results).toHaveLength(this.calls.length);
    for (const text of this.world.ownerSees) expect(text).not.toMatch(openCard);
    const numbers = this.world.audit.events.flatMap((event) =>
      event.event === 'action-created' ? [event.action] : [],
    );
    expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
    for (const number of numbers) this.checkRecord(number);
  }

  /** One way through the states, and nothing after the last of them. */
  private checkRecord(number: number): void {
    const words = this.world.audit.events.flatMap((event) => {
      if (!('action' in event) || event.action !== number) return [];
      if (event.event === 'card-posted') return [];
      return [event.event === 'action-decided' ? event.decision : event.event.slice(7)];
    });
    expect(words.join(' ')).toMatch(
      /^created( (rejected|expired|cancelled|failed)| approved( (performed|failed|cancelled))?)?$/,
    );
  }
}

function digest(message: OutgoingMessage): string {
  return createHash('sha256')
    .update(JSON.stringify(['@4', message]))
    .digest('hex');
}

describe('the life of actions over restarts (behaviour 4.3, 5.3, 5.7)', () => {
  let life: Life | undefined;

  afterEach(async () => {
    await life?.world.remove();
  });

  it('sends only what was approved, once, reuses no number and leaves no card open', async () => {
    const property = fc.asyncProperty(
      fc.array(fc.tuple(step, fc.nat({ max: 12 })), { minLength: 5, maxLength: 30 }),
      async (steps) => {
        life = await Life.start();
        for (const [one, turns] of steps) {
          await life.take(one);
          await settle(turns);
        }
        await life.stop();
        await life.world.quiet();
        life.check();
        await life.world.remove();
      },
    );
    await fc.assert(property, { numRuns: 25 });
  });
});
