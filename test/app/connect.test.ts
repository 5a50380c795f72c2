import { afterEach, describe, expect, it } from 'vitest';
import { ChatError } from '../../src/ports/chat.js';
import { AgentWorld, type WorldOptions } from '../support/agent-world.js';
import { approve, befriend, connectTo, echo, resultOf } from '../support/chats.js';
import type { RunningCall } from '../support/fakes.js';

let world: AgentWorld;

afterEach(async () => {
  await world.stop();
  await world.remove();
});

async function start(options: WorldOptions = {}): Promise<void> {
  world = await AgentWorld.withOwner(options);
}

/** A call of `connect`, as far as it comes by itself. */
async function connect(target: string, input: object = {}): Promise<RunningCall> {
  const call = world.call('connect', { target, ...input });
  await world.quiet();
  return call;
}

const anyNumber = expect.any(Number) as number;
const anyTime = expect.any(String) as string;

describe('connect: an error before the action (api 1.2)', () => {
  it('names a target with whitespace, without asking the network', async () => {
    await start();
    const call = await connect('https://smp.example/a#x y');
    expect(await call.result).toEqual({
      kind: 'error',
      text: 'Not a SimpleX link or name: https://smp.example/a#x y',
    });
  });

  it('names a target that is no link', async () => {
    await start();
    const call = await connect('https://example.com/');
    expect(await call.result).toEqual({
      kind: 'error',
      text: 'Not a SimpleX link or name: https://example.com/',
    });
  });

  it("shows the app's text for a name that nobody has", async () => {
    await start();
    const call = await connect('@nobody.simplex');
    expect(await call.result).toEqual({
      kind: 'error',
      text: 'Name not found: This SimpleX name is not registered. Please check the name.',
    });
  });

  it('shows any other error of the plan', async () => {
    await start();
    world.network.failNext(
      'planConnection',
      new ChatError('SimpleX error: X: y', { kind: 'other' }),
    );
    const call = await connect('https://smp.example/a#1');
    expect(await call.result).toEqual({ kind: 'error', text: 'SimpleX error: X: y' });
  });

  it("refuses the agent's own link with the plan's word", async () => {
    world = await AgentWorld.start();
    const { link } = world;
    const call = await connect(link);
    expect(await call.result).toEqual({
      kind: 'error',
      text: `${link} can't be joined now: ownLink.`,
    });
  });

  it.each(['invitation', 'group'] as const)(
    'refuses a message for a link that takes none: %s',
    async (kind) => {
      await start();
      const alice = world.person('alice');
      const { short } =
        kind === 'invitation'
          ? alice.links.invitation()
          : alice.links.toGroup(alice.groups.create({ name: 'hikers' }));
      const call = await connect(short, { message: 'Hello' });
      expect(await call.result).toEqual({
        kind: 'error',
        text: `message: ${short} is not a contact or business address with short link data, or its contact exists without a connection.`,
      });
    },
  );

  it('refuses a message that its card has no room for', async () => {
    await start();
    const { short } = world.person('A'.repeat(6000)).links.address();
    const call = await connect(short, { message: '\u0001'.repeat(2000) });
    expect(await call.result).toEqual({
      kind: 'error',
      text: 'message: too long for its approval card; shorten it.',
    });
  });

  it('makes no action when the call is aborted while it is prepared', async () => {
    await start();
    const hold = world.network.hold('planConnection');
    const call = await connect(world.person('alice').links.address().short);
    call.abort();
    hold.release();
    await world.quiet();
    expect(await call.result).toEqual({ kind: 'error', text: 'Cancelled.' });
    expect(world.terminal.lines.join()).not.toContain('Action 1');
    expect(await world.call('list').result).toEqual({
      kind: 'result',
      result: { chats: [], actions: [] },
    });
  });
});

describe('connect: the result known (api 1.1, 1.2)', () => {
  it('returns the chat fields of a chat that is past the prepared state, without an action', async () => {
    await start();
    const alice = world.network.person('alice', {
      shortDescription: 'Walks',
      peerType: 'bot',
      commands: [{ type: 'command', keyword: 'help', label: 'Help', params: '<topic>' }],
    });
    const { short } = alice.links.address();
    const chat = await connectTo(world, short);
    const cards = world.ownerSees.length;
    const call = await connect(short);
    expect(await resultOf(call)).toEqual({
      status: 'known',
      chat,
      type: 'contact',
      name: 'alice',
      peer_type: 'bot',
      description: 'Walks',
      commands: [{ keyword: 'help', label: 'Help', params: '<topic>' }],
      connected: true,
    });
    expect(world.ownerSees).toHaveLength(cards);
  });

  it('tells the name that the agent has in an incognito contact', async () => {
    await start();
    const { short } = world.person('alice').links.address();
    await connectTo(world, short, { incognito: true });
    const known = await resultOf(await connect(short));
    expect(known['known_as']).toMatch(/^[A-Z][a-z]+[A-Z][a-z]+$/);
    expect(known['known_as']).not.toBe('demo');
  });

  it('is not the answer for a chat that is only prepared: an action is made', async () => {
    await start();
    const { short } = world.person('alice').links.invitation();
    const first = await connect(short);
    const links = world.network.world.links;
    const link = links.find((row) => row.short === short);
    // Somebody else uses the link before the owner approves: the chat is prepared, the join fails.
    links.edit(link!.id).used = true;
    await approve(world);
    expect(await resultOf(first)).toMatchObject({ action: 1, status: 'failed' });
    links.edit(link!.id).used = false;
    const again = await connect(short, { wait: 0 });
    expect(world.card.text).toContain("/'approve 2'");
    await approve(world);
    expect(await resultOf(again)).toMatchObject({ action: 2, status: 'done', chat: '@4' });
  });
});

describe('connect: the result failed (api 1.1)', () => {
  it('has the error of the join, which the card and the log show', async () => {
    await start();
    world.network.failNext('join', new ChatError('SimpleX error: NETWORK', { kind: 'other' }));
    const call = await connect(world.person('alice').links.address().short);
    await approve(world);
    expect(await resultOf(call)).toEqual({
      action: 1,
      status: 'failed',
      error: 'SimpleX error: NETWORK',
    });
    expect(world.card.text).toBe(
      'I want to connect to contact alice, as myself.\nApproved by owner; failed: `SimpleX error: NETWORK`.',
    );
    expect(world.terminal.lines.at(-1)).toBe(
      'Action 1 approved by owner: failed: SimpleX error: NETWORK.',
    );
  });
});

describe('connect: the result done with a known chat (api 1.2)', () => {
  it('returns the fields of a contact and its messages, the welcome among them', async () => {
    await start();
    const alice = world.network.person('alice', { shortDescription: 'Walks' });
    const { short } = alice.links.address({ welcome: 'Welcome!' });
    const call = await connect(short);
    expect(world.card.text).toBe(
      "I want to connect to contact alice, as myself.\n`Walks`\n`Welcome!`\n/'approve 1' or /'reject 1'",
    );
    await approve(world);
    await world.clock.advance(31_000);
    expect(await resultOf(call)).toEqual({
      action: 1,
      status: 'done',
      chat: '@4',
      type: 'contact',
      name: 'alice',
      description: 'Walks',
      welcome: 'Welcome!',
      connected: true,
      messages: [
        {
          chat: '@4',
          item: anyNumber,
          from: 'alice',
          time: anyTime,
          text: 'Welcome!',
          new: true,
          mentions_me: false,
        },
      ],
    });
    expect(world.card.text).toBe(
      'I connected to contact alice, as myself.\n`Walks`\n`Welcome!`\nApproved by owner.',
    );
    expect(world.terminal.lines.slice(-2)).toEqual([
      'Action 1: connect to contact alice, as itself',
      'Action 1 approved by owner: connected.',
    ]);
    expect(await world.call('receive', { chat: '@4' }).result).toMatchObject({
      result: { messages: [] },
    });
  });

  it('returns a group with the role of the agent', async () => {
    await start();
    const alice = world.person('alice');
    const group = alice.groups.create({
      name: 'hikers',
      shortDescription: 'On foot',
      description: 'Be kind',
    });
    alice.messages.say(group, 'old news');
    const call = await connect(alice.links.toGroup(group).short);
    await approve(world);
    await world.clock.advance(31_000);
    expect(await resultOf(call)).toMatchObject({
      chat: '#2',
      type: 'group',
      name: 'hikers',
      description: 'On foot',
      welcome: 'Be kind',
      role: 'member',
      connected: true,
      messages: [{ text: 'Be kind' }, { text: 'old news', from: 'alice', from_member: anyNumber }],
    });
  });

  it('returns a channel, where the agent observes', async () => {
    await start();
    const alice = world.person('alice');
    const channel = alice.groups.create({ name: 'news', type: 'channel' });
    const call = await connect(alice.links.toGroup(channel).short, { wait: 0 });
    expect(world.card.text).toContain('I want to connect to channel news, as myself.');
    await approve(world);
    expect(await resultOf(call)).toMatchObject({ type: 'channel', role: 'observer' });
  });

  it('returns a business with its type and the first message of the agent', async () => {
    await start();
    const shop = world.network.person('shop', { peerType: 'bot' });
    const { short } = shop.links.address({ business: true, welcome: 'How can we help?' });
    const call = await connect(short, { message: 'Do you sell maps?', wait: 10 });
    expect(world.card.text).toContain('With the message:\n`Do you sell maps?`');
    await approve(world);
    await world.clock.advance(11_000);
    const { messages, ...fields } = await resultOf(call);
    expect(fields).toMatchObject({
      chat: '#2',
      type: 'business',
      name: 'shop',
      peer_type: 'bot',
      role: 'member',
      connected: true,
    });
    expect(messages).toMatchObject([
      { text: 'How can we help?' },
      { text: 'Do you sell maps?', from: 'demo' },
    ]);
  });

  it('shows sent messages by the name that the agent has in an incognito chat', async () => {
    await start();
    const { short } = echo(world).links.address();
    const call = await connect(short, { incognito: true, message: 'Hello' });
    expect(world.card.text).toContain('I want to connect to contact echo, incognito.');
    await approve(world);
    await world.clock.advance(31_000);
    const result = await resultOf(call);
    expect(result['known_as']).toMatch(/^[A-Z][a-z]+[A-Z][a-z]+$/);
    expect(result['messages']).toMatchObject([
      { from: result['known_as'], text: 'Hello', new: false },
      { from: 'echo', text: 'answer: Hello', new: true },
    ]);
    expect(world.terminal.lines).toContain('Action 1: connect to contact echo, incognito');
  });

  it('leaves live and deleted messages out, and shows edited ones as they are now', async () => {
    await start();
    const alice = world.person('alice');
    const call = await connect(alice.links.address().short);
    await approve(world);
    const chat = alice.directs()[0]!;
    const edited = alice.messages.say(chat, 'frist');
    alice.messages.say(chat, 'typing', { live: true });
    const deleted = alice.messages.say(chat, 'oops');
    await world.quiet();
    alice.messages.edit(edited, 'first');
    alice.messages.delete(deleted);
    await world.quiet();
    await world.clock.advance(61_000);
    expect((await resultOf(call))['messages']).toMatchObject([{ text: 'first', new: true }]);
    const { messages } = await resultOf(world.call('receive', { chat: '@4' }));
    expect(messages).toEqual([]);
  });

  it('looks at the last 50 items, followed by what was collected before them', async () => {
    await start();
    const alice = world.person('alice');
    const call = await connect(alice.links.address().short);
    await approve(world);
    const chat = alice.directs()[0]!;
    for (let n = 1; n <= 60; n += 1) alice.messages.say(chat, `m${n}`);
    await world.quiet();
    await world.clock.advance(31_000);
    const { messages } = await resultOf(call);
    const texts = (messages as { text: string }[]).map(({ text }) => text);
    expect(texts.slice(0, 2)).toEqual(['m11', 'm12']);
    expect(texts.slice(49)).toEqual(['m60', ...Array.from({ length: 10 }, (_, n) => `m${n + 1}`)]);
  });
});

describe('connect: the wait for the other side and for messages (api 1.2)', () => {
  it('ends when `wait` has passed without an acceptance: requested, not connected', async () => {
    await start();
    const alice = world.person('alice');
    const call = await connect(alice.links.address({ autoAccept: false }).short, { wait: 20 });
    await approve(world);
    await world.clock.advance(19_000);
    expect(world.card.text).toContain("/'approve 1'");
    await world.clock.advance(2_000);
    expect(await resultOf(call)).toMatchObject({
      action: 1,
      status: 'done',
      chat: '@4',
      connected: false,
      messages: [],
    });
    expect(world.card.text).toBe(
      'I asked to connect to contact alice, as myself.\nApproved by owner.',
    );
    expect(world.terminal.lines.at(-1)).toBe('Action 1 approved by owner: connection requested.');
  });

  it('counts `wait` from the approval, not from the call', async () => {
    await start();
    const alice = world.person('alice');
    const call = await connect(alice.links.address({ autoAccept: false }).short, { wait: 20 });
    await world.clock.advance(100_000);
    await approve(world);
    await world.clock.advance(10_000);
    alice.acceptAll();
    await world.quiet();
    await world.clock.advance(31_000);
    expect(await resultOf(call)).toMatchObject({ connected: true });
  });

  it('ends `idle` seconds after the connection when nothing is written', async () => {
    await start();
    const call = await connect(world.person('alice').links.address().short, { idle: 5 });
    await approve(world);
    let done = false;
    void call.result.then(() => (done = true));
    await world.clock.advance(4_000);
    expect(done).toBe(false);
    await world.clock.advance(2_000);
    expect(done).toBe(true);
    expect(call.progress.at(-1)).toBe('Waiting until 2026-01-02 03:05 UTC for messages in @4.');
  });

  it('counts `idle` anew from each message', async () => {
    await start();
    const alice = world.person('alice');
    const call = await connect(alice.links.address().short, { idle: 5 });
    await approve(world);
    let done = false;
    void call.result.then(() => (done = true));
    await world.clock.advance(4_000);
    alice.messages.say(alice.directs()[0]!, 'Hello');
    await world.clock.advance(4_000);
    expect(done).toBe(false);
    await world.clock.advance(2_000);
    expect(await resultOf(call)).toMatchObject({ messages: [{ text: 'Hello' }] });
  });

  it('with a message, waits for the first reply however long nobody writes, then for `idle`', async () => {
    await start();
    const alice = world.person('alice');
    const call = await connect(alice.links.address().short, { message: 'Hi', idle: 5 });
    await approve(world);
    let done = false;
    void call.result.then(() => (done = true));
    await world.clock.advance(40_000);
    expect(done).toBe(false);
    alice.messages.say(alice.directs()[0]!, 'Hello');
    await world.clock.advance(4_000);
    expect(done).toBe(false);
    await world.clock.advance(2_000);
    expect(done).toBe(true);
    expect((await resultOf(call))['messages']).toMatchObject([
      { text: 'Hi', from: 'demo', new: false },
      { text: 'Hello', from: 'alice', new: true },
    ]);
  });

  it('takes a reply that comes before the join has answered as the first reply', async () => {
    await start();
    const hold = world.network.hold('join', 'after');
    const call = await connect(echo(world).links.address().short, { message: 'Hi', idle: 5 });
    await approve(world);
    hold.release();
    await world.quiet();
    await world.clock.advance(6_000);
    expect((await resultOf(call))['messages']).toMatchObject([
      { text: 'Hi' },
      { text: 'answer: Hi' },
    ]);
  });

  it('ends at 23 h 50 min after the action was made, however long `wait` is (behaviour 5.6)', async () => {
    await start();
    const { short } = world.person('alice').links.address({ autoAccept: false });
    const call = await connect(short, { wait: 86_400 });
    await world.clock.advance(22 * 3_600_000);
    await approve(world);
    await world.clock.advance(109 * 60_000);
    expect(world.card.text).toContain("/'approve 1'");
    await world.clock.advance(2 * 60_000);
    expect(await resultOf(call)).toMatchObject({ status: 'done', connected: false });
  });

  it('tells its progress at the start of each wait and every 60 s', async () => {
    await start();
    const { short } = world.person('alice').links.address({ autoAccept: false });
    const call = await connect(short, { wait: 100 });
    await world.clock.advance(60_000);
    await approve(world);
    await world.clock.advance(60_000);
    const pending = "Action 1 waits for the owner's decision until 2026-01-03 02:04 UTC.";
    const performing = 'Action 1 is being performed.';
    expect(call.progress).toEqual([pending, pending, performing, performing]);
    call.abort();
  });
});

describe('connect: the result done with an unknown chat (api 1.2)', () => {
  it('returns what the plan told, and not connected', async () => {
    await start();
    const { full } = world.person('alice').links.address({ autoAccept: false });
    const call = await connect(full, { wait: 5 });
    expect(world.card.text).toContain('I want to connect to an unnamed contact, as myself.');
    await approve(world);
    await world.clock.advance(6_000);
    expect(await resultOf(call)).toEqual({
      action: 1,
      status: 'done',
      type: 'contact',
      connected: false,
    });
  });

  it('knows the chat once the other side has accepted by the connection of the join', async () => {
    await start();
    const alice = world.person('alice');
    const call = await connect(alice.links.address({ autoAccept: false }).full, { idle: 5 });
    await approve(world);
    await world.clock.advance(10_000);
    alice.acceptAll();
    await world.quiet();
    alice.messages.say(alice.directs()[0]!, 'Hello');
    await world.quiet();
    await world.clock.advance(6_000);
    expect(await resultOf(call)).toMatchObject({
      chat: '@4',
      name: 'alice',
      connected: true,
      messages: [{ text: 'Hello' }],
    });
  });

  it('takes no other chat for the one that it waits for', async () => {
    await start();
    const { full } = world.person('alice').links.address({ autoAccept: false });
    const call = await connect(full, { wait: 30 });
    await approve(world);
    await befriend(world, 'bob');
    await world.clock.advance(31_000);
    const result = await resultOf(call);
    expect(result).toMatchObject({ action: 1, connected: false });
    expect(result).not.toHaveProperty('chat');
  });

  it('is returned too when the agent left the chat before a call came for the result', async () => {
    await start();
    const { short } = world.person('alice').links.address();
    const cut = await connect(short, { wait: 0 });
    cut.abort();
    await approve(world);
    await world.say('/leave @4');
    const call = await connect(short, { wait: 0 });
    expect(await resultOf(call)).toMatchObject({ action: 1, status: 'done', connected: false });
    expect(await resultOf(await connectAgain(short))).toMatchObject({ action: 2 });
  });
});

async function connectAgain(short: string): Promise<RunningCall> {
  const call = await connect(short, { wait: 0 });
  await approve(world);
  return call;
}

describe('connect: attachment (api 1.1)', () => {
  it('asks once for the same target, incognito and message, whatever `wait` and `idle` are', async () => {
    await start();
    const { short } = world.person('alice').links.address();
    const one = await connect(short, { wait: 0 });
    const other = await connect(short, { wait: 10, idle: 3 });
    const different = await connect(short, { incognito: true });
    expect(world.ownerSees.filter((text) => text.startsWith('I want'))).toHaveLength(2);
    await world.say('/approve 1');
    expect(await resultOf(one)).toMatchObject({ action: 1, status: 'done' });
    await world.clock.advance(11_000);
    expect(await resultOf(other)).toMatchObject({ action: 1, status: 'done' });
    different.abort();
  });

  it('goes on with the action when its call was aborted, and gives the messages to the next call', async () => {
    await start();
    const alice = world.person('alice');
    const { short } = alice.links.address();
    const cut = await connect(short);
    await approve(world);
    cut.abort();
    await world.quiet();
    expect(await cut.result).toEqual({ kind: 'error', text: 'Cancelled.' });
    alice.messages.say(alice.directs()[0]!, 'Hello');
    await world.quiet();
    const again = await connect(short);
    await world.clock.advance(61_000);
    expect(await resultOf(again)).toMatchObject({
      action: 1,
      messages: [{ text: 'Hello', new: true }],
    });
  });
});

describe('connect in mode host (behaviour 5.1)', () => {
  it('joins at once and posts the outcome', async () => {
    await start({ settings: { mode: 'host' } });
    const call = await connect(world.person('alice').links.address().short, { wait: 0 });
    expect(await resultOf(call)).toMatchObject({ action: 1, status: 'done' });
    expect(world.card.text).toBe(
      'I asked to connect to contact alice, as myself.\nPerformed without approval (mode host).',
    );
  });
});
