import { afterEach, describe, expect, it } from 'vitest';
import { ChatError } from '../../src/ports/chat.js';
import { AgentWorld } from '../support/agent-world.js';
import { befriend, joinGroup, resultOf, type Fields, type Friend } from '../support/chats.js';

let world: AgentWorld;

afterEach(async () => {
  await world.stop();
  await world.remove();
});

async function withFriend(): Promise<Friend> {
  world = await AgentWorld.withOwner();
  const friend = await befriend(world);
  // The events of a new connection are read, so that tests count messages only.
  await resultOf(world.call('receive', { chat: friend.chat }));
  return friend;
}

function receive(chat: string, input: object = {}): Promise<Fields> {
  return resultOf(world.call('receive', { chat, ...input }));
}

async function say(friend: Friend, count: number, start = 1): Promise<void> {
  for (let n = start; n < start + count; n += 1) {
    friend.person.messages.say(friend.conversation, `m${n}`);
  }
  await world.quiet();
  await world.quiet();
}

async function unreadOf(chat: string): Promise<number | undefined> {
  return (await world.chats.chats()).find((one) => one.chat.ref === chat)?.unread;
}

function texts(result: Fields): string[] {
  return (result['messages'] as { text: string }[]).map(({ text }) => text);
}

/** Names in order: m1, m2, ... */
function names(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, n) => `m${from + n}`);
}

describe('receive: errors (api 1.4)', () => {
  it.each(['@99', '#99', '#1', '#18446744073709551617', 'alice', ''])(
    'knows no chat that is unknown, invalid or the control chat: %s',
    async (chat) => {
      await withFriend();
      expect(await world.call('receive', { chat }).result).toEqual({
        kind: 'error',
        text: `No chat ${chat}. list shows the agent's chats.`,
      });
    },
  );

  it('shows another error of the first read', async () => {
    await withFriend();
    world.network.failNext('items', new ChatError('SimpleX error: X', { kind: 'other' }));
    expect(await world.call('receive', { chat: '@4' }).result).toEqual({
      kind: 'error',
      text: 'SimpleX error: X',
    });
  });

  it('shows an error of a later page, also one of the store, and marks nothing as read', async () => {
    const alice = await withFriend();
    await say(alice, 150);
    const { items } = world.chats;
    let reads = 0;
    world.chats.items = (...args) => {
      reads += 1;
      if (reads === 2) return Promise.reject(new ChatError('SimpleX error: S', { kind: 'store' }));
      return items.apply(world.chats, args);
    };
    expect(await world.call('receive', { chat: '@4' }).result).toEqual({
      kind: 'error',
      text: 'SimpleX error: S',
    });
    expect(await unreadOf('@4')).toBe(150);
  });
});

describe('receive: unread messages (api 1.4)', () => {
  it('returns all fields, with nothing new', async () => {
    await withFriend();
    expect(await receive('@4')).toEqual({ chat: '@4', messages: [], more: 0 });
  });

  it('returns unread messages in chat order once, and marks them as read', async () => {
    const alice = await withFriend();
    await say(alice, 3);
    expect(await receive('@4')).toEqual({
      chat: '@4',
      messages: names(1, 3).map((text) => ({
        chat: '@4',
        item: expect.any(Number) as number,
        from: 'alice',
        time: '2026-01-02T03:04:05.000Z',
        text,
        new: true,
        mentions_me: false,
      })),
      more: 0,
    });
    expect(await unreadOf('@4')).toBe(0);
    expect(await receive('@4')).toEqual({ chat: '@4', messages: [], more: 0 });
  });

  it('returns at most `limit`, counts the rest in `more`, and returns them by the next calls', async () => {
    const alice = await withFriend();
    await say(alice, 5);
    const first = await receive('@4', { limit: 2 });
    expect([texts(first), first['more']]).toEqual([names(1, 2), 3]);
    const second = await receive('@4', { limit: 2 });
    expect([texts(second), second['more']]).toEqual([names(3, 4), 1]);
    const third = await receive('@4', { limit: 2 });
    expect([texts(third), third['more']]).toEqual([names(5, 5), 0]);
  });

  it('gets through 250 unread messages page by page without losing or repeating one', async () => {
    const alice = await withFriend();
    await say(alice, 250);
    const seen: string[] = [];
    for (const more of [150, 50, 0]) {
      const result = await receive('@4', { limit: 100 });
      expect(result['more']).toBe(more);
      seen.push(...texts(result));
    }
    expect(seen).toEqual(names(1, 250));
    expect(await unreadOf('@4')).toBe(0);
  });

  it('reads events among the messages: they are never returned nor left unread', async () => {
    world = await AgentWorld.withOwner();
    const group = await joinGroup(world);
    const link = group.person.links.toGroup(group.conversation).short;
    await say(group, 60);
    for (const name of ['bob', 'carol', 'dan']) {
      world.person(name).groups.join(link);
      await world.quiet();
    }
    await say(group, 60, 61);
    const first = await receive(group.chat, { limit: 100 });
    expect(texts(first)).toEqual(names(1, 100));
    const rest = await receive(group.chat, { limit: 100 });
    expect([texts(rest), rest['more']]).toEqual([names(101, 120), 0]);
    expect(await unreadOf(group.chat)).toBe(0);
  });

  it('names the member who wrote in a group, the quoted item, and whether the agent is meant', async () => {
    world = await AgentWorld.withOwner();
    const group = await joinGroup(world);
    const question = group.person.messages.say(group.conversation, 'question');
    group.person.messages.say(group.conversation, 'again', { quote: question, mentions: [0] });
    await world.quiet();
    const { messages } = await receive(group.chat);
    const [first] = messages as { item: number }[];
    expect(messages).toMatchObject([
      { from: 'alice', from_member: expect.any(Number) as number, mentions_me: false },
      { reply_to: { chat: '#2', item: first!.item }, mentions_me: true },
    ]);
  });

  it('leaves live messages out, counts them in `more`, and returns them when they are finished', async () => {
    const alice = await withFriend();
    const live = alice.person.messages.say(alice.conversation, 'typ', { live: true });
    await world.quiet();
    expect(await receive('@4')).toEqual({ chat: '@4', messages: [], more: 1 });
    alice.person.messages.edit(live, 'typed');
    await world.quiet();
    expect(texts(await receive('@4'))).toEqual(['typed']);
  });

  it('leaves deleted messages out', async () => {
    const alice = await withFriend();
    const message = alice.person.messages.say(alice.conversation, 'oops');
    await world.quiet();
    alice.person.messages.delete(message);
    await world.quiet();
    expect(await receive('@4')).toEqual({ chat: '@4', messages: [], more: 0 });
    expect(await unreadOf('@4')).toBe(0);
  });

  it('ignores member chats', async () => {
    world = await AgentWorld.withOwner();
    const group = await joinGroup(world);
    await receive(group.chat);
    group.person.messages.say(group.conversation, 'aside', { toMember: true });
    await world.quiet();
    expect(await receive(group.chat)).toEqual({ chat: '#2', messages: [], more: 0 });
  });

  it('needs no approval and makes no action', async () => {
    const alice = await withFriend();
    await say(alice, 1);
    const cards = world.ownerSees.length;
    await receive('@4');
    expect(world.ownerSees).toHaveLength(cards);
    expect((await resultOf(world.call('list')))['actions']).toEqual([]);
  });
});

describe('receive: the wait (api 1.4)', () => {
  it('returns at once when a message is unread', async () => {
    const alice = await withFriend();
    await say(alice, 1);
    expect(texts(await receive('@4', { wait: 60 }))).toEqual(['m1']);
  });

  it('returns the next message as soon as it arrives', async () => {
    const alice = await withFriend();
    const call = world.call('receive', { chat: '@4', wait: 60 });
    await world.clock.advance(30_000);
    await say(alice, 1);
    expect(await resultOf(call)).toMatchObject({ messages: [{ text: 'm1', new: true }], more: 0 });
    expect(await unreadOf('@4')).toBe(0);
    expect(call.progress).toEqual(['Waiting until 2026-01-02 03:05 UTC for messages in @4.']);
  });

  it('returns without a message after `wait` seconds', async () => {
    await withFriend();
    const call = world.call('receive', { chat: '@4', wait: 60 });
    let done = false;
    void call.result.then(() => (done = true));
    await world.clock.advance(59_000);
    expect(done).toBe(false);
    await world.clock.advance(1_000);
    expect(await resultOf(call)).toEqual({ chat: '@4', messages: [], more: 0 });
  });

  it('waits for the end of a live message', async () => {
    const alice = await withFriend();
    const live = alice.person.messages.say(alice.conversation, 'typ', { live: true });
    await world.quiet();
    const call = world.call('receive', { chat: '@4', wait: 60 });
    await world.clock.advance(10_000);
    alice.person.messages.edit(live, 'typed');
    await world.quiet();
    expect(await resultOf(call)).toMatchObject({ messages: [{ text: 'typed' }], more: 0 });
  });

  it('forgets a live message that is deleted during the wait', async () => {
    const alice = await withFriend();
    const live = alice.person.messages.say(alice.conversation, 'typ', { live: true });
    await world.quiet();
    const call = world.call('receive', { chat: '@4', wait: 60 });
    await world.clock.advance(10_000);
    alice.person.messages.delete(live, { full: true });
    await world.clock.advance(50_000);
    expect(await resultOf(call)).toEqual({ chat: '@4', messages: [], more: 0 });
  });

  it('also returns what arrives while it reads the unread ones', async () => {
    const alice = await withFriend();
    await say(alice, 1);
    const hold = world.network.hold('items', 'after');
    const call = world.call('receive', { chat: '@4' });
    await world.quiet();
    await say(alice, 1, 2);
    hold.release();
    expect(texts(await resultOf(call))).toEqual(['m1', 'm2']);
  });

  it('is not woken by another chat', async () => {
    await withFriend();
    const bob = await befriend(world, 'bob');
    const call = world.call('receive', { chat: '@4', wait: 60 });
    await world.quiet();
    await say(bob, 1);
    await world.clock.advance(60_000);
    expect(await resultOf(call)).toMatchObject({ messages: [] });
  });

  it('gives one message to two calls that wait for it', async () => {
    const alice = await withFriend();
    const one = world.call('receive', { chat: '@4', wait: 60 });
    const other = world.call('receive', { chat: '@4', wait: 60, limit: 10 });
    await world.quiet();
    await say(alice, 1);
    expect(texts(await resultOf(one))).toEqual(['m1']);
    expect(texts(await resultOf(other))).toEqual(['m1']);
  });
});

describe('receive: an aborted call (api 1.1)', () => {
  it('ends, and leaves the messages unread', async () => {
    const alice = await withFriend();
    const call = world.call('receive', { chat: '@4', wait: 60 });
    await world.quiet();
    call.abort();
    expect(await call.result).toEqual({ kind: 'error', text: 'Cancelled.' });
    await say(alice, 1);
    expect(texts(await receive('@4'))).toEqual(['m1']);
  });

  it('leaves the messages unread when it is aborted while it reads them', async () => {
    const alice = await withFriend();
    await say(alice, 1);
    const hold = world.network.hold('items', 'after');
    const call = world.call('receive', { chat: '@4' });
    await world.quiet();
    call.abort();
    hold.release();
    expect(await call.result).toEqual({ kind: 'error', text: 'Cancelled.' });
    expect(await unreadOf('@4')).toBe(1);
  });

  it('leaves no timer behind', async () => {
    await withFriend();
    const before = world.clock.waiting;
    const call = world.call('receive', { chat: '@4', wait: 60 });
    await world.quiet();
    expect(world.clock.waiting).toBeGreaterThan(before);
    call.abort();
    await call.result;
    expect(world.clock.waiting).toBe(before);
  });
});
