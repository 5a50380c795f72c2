import { afterEach, describe, expect, it } from 'vitest';
import { ChatError } from '../../src/ports/chat.js';
import { AgentWorld, type WorldOptions } from '../support/agent-world.js';
import {
  approve,
  befriend,
  connectTo,
  echo,
  joinGroup,
  resultOf,
  sentBy,
  type Friend,
} from '../support/chats.js';
import type { RunningCall } from '../support/fakes.js';

let world: AgentWorld;

afterEach(async () => {
  await world.stop();
  await world.remove();
});

async function start(options: WorldOptions = {}): Promise<void> {
  world = await AgentWorld.withOwner(options);
}

/** A call of `send`, as far as it comes by itself. */
async function send(input: object): Promise<RunningCall> {
  const call = world.call('send', { ...input });
  await world.quiet();
  return call;
}

async function refusal(input: object): Promise<unknown> {
  const outcome = await (await send(input)).result;
  return outcome.kind === 'error' ? outcome.text : outcome.result;
}

/** An approved send that has its item, while its call waits for responses. */
async function sent(friend: Friend, input: object = {}): Promise<RunningCall> {
  const call = await send({ chat: friend.chat, text: 'hello', ...input });
  await approve(world);
  return call;
}

function texts(messages: unknown): string[] {
  return (messages as { text: string }[]).map(({ text }) => text);
}

describe('send: tool errors (api 1.3)', () => {
  it('text: required without file.', async () => {
    await start();
    const { chat } = await befriend(world);
    expect(await refusal({ chat })).toBe('text: required without file.');
  });

  it('as: applies only with file.', async () => {
    await start();
    const { chat } = await befriend(world);
    expect(await refusal({ chat, text: 'x', as: 'file' })).toBe('as: applies only with file.');
  });

  it.each(['@99', '#99', '#1', '@0', '#18446744073709551617', 'alice', '@4 ', '@-1'])(
    'refuses a chat that is unknown, invalid or the control chat: %s',
    async (chat) => {
      await start();
      await befriend(world);
      expect(await refusal({ chat, text: 'x' })).toBe(
        `No chat ${chat}. list shows the agent's chats.`,
      );
    },
  );

  it('refuses a chat that is not connected', async () => {
    await start();
    const { short } = world.person('alice').links.address({ autoAccept: false });
    const call = world.call('connect', { target: short, wait: 0 });
    await world.quiet();
    await approve(world);
    await call.result;
    expect(await refusal({ chat: '@4', text: 'x' })).toBe(
      "The agent is not connected to @4 and can't post; list shows connected: false.",
    );
  });

  it('refuses a contact that deleted the agent', async () => {
    await start();
    const alice = await befriend(world);
    alice.person.deleteContact(alice.conversation);
    await world.quiet();
    expect(await refusal({ chat: alice.chat, text: 'x' })).toBe(
      "The agent is not connected to @4 and can't post; list shows connected: false.",
    );
  });

  it('refuses a group where the agent observes', async () => {
    await start();
    const alice = world.person('alice');
    const group = alice.groups.create({ name: 'news', type: 'channel' });
    await connectTo(world, alice.links.toGroup(group).short);
    expect(await refusal({ chat: '#2', text: 'x' })).toBe(
      "The agent has role observer in #2 and can't post.",
    );
  });

  it('refuses a reply to an item that the chat does not have', async () => {
    await start();
    const alice = await befriend(world);
    const bob = await befriend(world, 'bob');
    bob.person.messages.say(bob.conversation, 'mine');
    await world.quiet();
    const { items } = await world.chats.items(bob.chat, { kind: 'last', count: 1 });
    const item = items[0]!.itemId;
    expect(await refusal({ chat: alice.chat, text: 'x', reply_to: item })).toBe(
      `reply_to: @4 has no item ${item}.`,
    );
    expect(await refusal({ chat: alice.chat, text: 'x', reply_to: 9999 })).toBe(
      'reply_to: @4 has no item 9999.',
    );
  });

  it('refuses a reply to an event and to a deleted message', async () => {
    await start();
    const alice = await befriend(world);
    const message = alice.person.messages.say(alice.conversation, 'oops');
    await world.quiet();
    alice.person.messages.delete(message);
    await world.quiet();
    const { items } = await world.chats.items(alice.chat, { kind: 'last', count: 50 });
    const event = items.find((item) => item.content.kind === 'other')!.itemId;
    const deleted = items.find((item) => item.deleted)!.itemId;
    for (const item of [event, deleted]) {
      expect(await refusal({ chat: alice.chat, text: 'x', reply_to: item })).toBe(
        `reply_to: item ${item} in @4 is not a message.`,
      );
    }
  });

  it('refuses mentions in a contact chat and of nobody', async () => {
    await start();
    const { chat } = await befriend(world);
    expect(await refusal({ chat, text: 'x', mention: [2] })).toBe(
      'mention: @4 is a contact chat; mentions apply to groups and channels.',
    );
    const group = await joinGroup(world);
    expect(await refusal({ chat: group.chat, text: 'x', mention: [99] })).toBe(
      `mention: ${group.chat} has no member 99.`,
    );
  });

  it('refuses mentions of two members with one name', async () => {
    await start();
    const group = await joinGroup(world);
    const twin = world.network.participant(
      world.network.world.people.add({
        id: world.network.world.next('network'),
        profile: { name: 'alice' },
      }).id,
    );
    twin.groups.join(group.person.links.toGroup(group.conversation).short);
    await world.quiet();
    const members = await world.chats.members(2);
    const ids = members.filter(({ name }) => name === 'alice').map(({ memberId }) => memberId);
    expect(await refusal({ chat: '#2', text: 'x', mention: ids })).toBe(
      `mention: members ${ids[0]} and ${ids[1]} have the same name.`,
    );
  });

  it('refuses a text that its card has no room for', async () => {
    await start();
    const { chat } = await befriend(world);
    expect(await refusal({ chat, text: '€'.repeat(12_000) })).toBe(
      'text: too long for its approval card; shorten it.',
    );
  });

  it('refuses a text that has no room beside its quote', async () => {
    await start();
    const alice = await befriend(world);
    alice.person.messages.say(alice.conversation, 'q'.repeat(9000));
    await world.quiet();
    const { items } = await world.chats.items(alice.chat, { kind: 'last', count: 1 });
    const reply = { chat: alice.chat, text: 'x'.repeat(9000), reply_to: items[0]!.itemId };
    expect(await refusal(reply)).toBe('text: too long for the message with its quote; shorten it.');
  });

  it('shows another error of the core', async () => {
    await start();
    const { chat } = await befriend(world);
    world.network.failNext('chat', new ChatError('SimpleX error: X', { kind: 'other' }));
    expect(await refusal({ chat, text: 'x' })).toBe('SimpleX error: X');
  });

  it('leaves the counter as it is', async () => {
    await start();
    const { chat } = await befriend(world);
    await refusal({ chat });
    await refusal({ chat: '@99', text: 'x' });
    await send({ chat, text: 'hello' });
    expect(world.card.text).toContain("/'approve @4 2'");
  });
});

describe('send: what is sent (api 1.3, 2.2)', () => {
  it('quotes the message that it replies to, and shows it on the card', async () => {
    await start();
    const alice = await befriend(world);
    const question = alice.person.messages.say(alice.conversation, 'How   are\nyou?');
    await world.quiet();
    const { items } = await world.chats.items(alice.chat, { kind: 'last', count: 1 });
    await send({ chat: '@4', text: 'Fine', reply_to: items[0]!.itemId, wait: 0 });
    expect(world.card.text).toBe(
      "I want to send a message to contact alice:\n`Fine`\nreplying to alice: `How are you?`\n/'approve @4 2', /'approve @4 all' or /'reject @4 2'",
    );
    await approve(world);
    expect(alice.person.messages.list(alice.conversation).at(-1)).toMatchObject({
      text: 'Fine',
      quote: question,
      byAgent: true,
    });
  });

  it('shows the name that the agent has in an incognito chat when it replies to itself', async () => {
    await start();
    const alice = await befriend(world, 'alice', { incognito: true });
    await resultOf(await sent(alice, { wait: 0 }));
    const { items } = await world.chats.items(alice.chat, { kind: 'last', count: 1 });
    await send({ chat: '@4', text: 'again', reply_to: items[0]!.itemId });
    const known = await world.chats.incognitoName(4);
    expect(known).toBeDefined();
    expect(world.card.text).toContain(`replying to ${known}: \`hello\``);
    expect(world.card.text).toContain('to contact alice, where I am incognito:');
  });

  it('puts the names of mentioned members before the text, where the owner sees them', async () => {
    await start();
    const group = await joinGroup(world);
    const [alice] = await world.chats.members(2);
    const call = await send({ chat: '#2', text: 'look', mention: [alice!.memberId], wait: 0 });
    expect(world.card.text).toBe(
      "I want to send a message to group hikers:\n`@alice look`\nmentioning @alice\n/'approve #2 2', /'approve #2 all' or /'reject #2 2'",
    );
    await approve(world);
    await call.result;
    expect(group.person.messages.list(group.conversation).at(-1)).toMatchObject({
      text: '@alice look',
      mentions: [group.person.id],
    });
  });

  it('mentions three members without a text', async () => {
    await start();
    const group = await joinGroup(world);
    const link = group.person.links.toGroup(group.conversation).short;
    for (const name of ['bob', 'carol']) world.person(name).groups.join(link);
    await world.quiet();
    const ids = (await world.chats.members(2)).map(({ memberId }) => memberId);
    const call = await send({ chat: '#2', text: 'hi', mention: ids, wait: 0 });
    await approve(world);
    await call.result;
    expect(sentBy(group)).toEqual(['@alice @bob @carol hi']);
  });

  it('fails with the error of the core, which the card and the log show', async () => {
    await start();
    const alice = await befriend(world);
    const call = await send({ chat: alice.chat, text: 'hello' });
    world.network.failNext('send', new ChatError('SimpleX error: `X`', { kind: 'other' }));
    await approve(world);
    expect(await resultOf(call)).toEqual({
      action: 2,
      status: 'failed',
      error: 'SimpleX error: `X`',
    });
    expect(world.card.text).toBe(
      "I want to send a message to contact alice:\n`hello`\nApproved by owner; failed: `SimpleX error: 'X'`.",
    );
    expect(sentBy(alice)).toEqual([]);
  });

  it('fails when the contact deleted the agent before the approval', async () => {
    await start();
    const alice = await befriend(world);
    const call = await send({ chat: alice.chat, text: 'hello' });
    alice.person.deleteContact(alice.conversation);
    await world.quiet();
    await approve(world);
    expect(await resultOf(call)).toMatchObject({ status: 'failed' });
  });

  it('never reaches a chat that got the number of the one that the agent left', async () => {
    await start();
    const alice = await befriend(world);
    const call = await send({ chat: '@4', text: 'for alice' });
    world.call('leave', { chat: '@4' });
    await world.quiet();
    await world.say('/approve @4 3');
    world.network.world.contacts.nextId = () => 4;
    const bob = await befriend(world, 'bob');
    expect(bob.chat).toBe('@4');
    await world.say('/approve @4 2');
    expect(await resultOf(call)).toEqual({
      action: 2,
      status: 'failed',
      error: "No chat @4. list shows the agent's chats.",
    });
    expect(sentBy(bob)).toEqual([]);
    expect(sentBy(alice)).toEqual([]);
  });
});

describe('send: responses and waits (api 1.3)', () => {
  it('returns nothing of a chat that got the number of the one that the agent left', async () => {
    await start();
    const alice = await befriend(world);
    const cut = await sent(alice);
    cut.abort();
    await world.say('/leave @4');
    world.network.world.contacts.nextId = () => 4;
    const bob = await befriend(world, 'bob');
    bob.person.messages.say(bob.conversation, 'from bob');
    await world.quiet();
    const again = await send({ chat: '@4', text: 'hello', wait: 0 });
    expect(await resultOf(again)).toMatchObject({ action: 2, responses: [], more: 0 });
  });

  it('returns after `wait` seconds from the send when nobody answers', async () => {
    await start();
    const alice = await befriend(world);
    const call = await send({ chat: alice.chat, text: 'hello', wait: 20 });
    await world.clock.advance(100_000);
    await approve(world);
    let done = false;
    void call.result.then(() => (done = true));
    await world.clock.advance(19_000);
    expect(done).toBe(false);
    await world.clock.advance(2_000);
    expect(await resultOf(call)).toEqual({
      action: 2,
      status: 'done',
      chat: '@4',
      item: expect.any(Number) as number,
      responses: [],
      more: 0,
    });
  });

  it('returns `idle` seconds after the last response, once one arrived', async () => {
    await start();
    const alice = await befriend(world);
    const call = await sent(alice, { wait: 600, idle: 10 });
    let done = false;
    void call.result.then(() => (done = true));
    await world.clock.advance(100_000);
    expect(done).toBe(false);
    alice.person.messages.say(alice.conversation, 'one');
    await world.clock.advance(8_000);
    alice.person.messages.say(alice.conversation, 'two');
    await world.clock.advance(8_000);
    expect(done).toBe(false);
    await world.clock.advance(3_000);
    expect(texts((await resultOf(call))['responses'])).toEqual(['one', 'two']);
  });

  it('never waits longer than `wait` however much is written', async () => {
    await start();
    const alice = await befriend(world);
    const call = await sent(alice, { wait: 20, idle: 300 });
    for (let n = 1; n <= 5; n += 1) {
      alice.person.messages.say(alice.conversation, `m${n}`);
      await world.clock.advance(5_000);
    }
    expect(texts((await resultOf(call))['responses'])).toHaveLength(4);
  });

  it('counts `wait` from the call when it attaches to a done action', async () => {
    await start();
    const alice = await befriend(world);
    const cut = await sent(alice, { wait: 20 });
    cut.abort();
    await world.clock.advance(100_000);
    const again = await send({ chat: alice.chat, text: 'hello', wait: 20, idle: 5 });
    await world.clock.advance(10_000);
    alice.person.messages.say(alice.conversation, 'late');
    await world.clock.advance(6_000);
    expect(await resultOf(again)).toMatchObject({ action: 2, responses: [{ text: 'late' }] });
  });

  it('does not wait with `wait` 0, and returns what came before the answer of the core', async () => {
    await start();
    const alice = await befriend(world);
    const call = await send({ chat: alice.chat, text: 'hello', wait: 0 });
    const hold = world.network.hold('send', 'after');
    await approve(world);
    alice.person.messages.say(alice.conversation, 'quick');
    await world.quiet();
    hold.release();
    expect(await resultOf(call)).toMatchObject({ responses: [{ text: 'quick' }], more: 0 });
  });

  it('leaves out what arrived before the message itself', async () => {
    await start();
    const alice = await befriend(world);
    const call = await send({ chat: alice.chat, text: 'hello', wait: 0 });
    const hold = world.network.hold('send');
    await approve(world);
    alice.person.messages.say(alice.conversation, 'before');
    await world.quiet();
    hold.release();
    expect(await resultOf(call)).toMatchObject({ responses: [], more: 0 });
  });

  it('leaves out an earlier message whose event comes late', async () => {
    await start();
    const alice = await befriend(world);
    alice.person.messages.say(alice.conversation, 'before');
    await world.quiet();
    const { items } = await world.chats.items(alice.chat, { kind: 'last', count: 1 });
    const call = await sent(alice, { wait: 10 });
    world.chats.events.push({ kind: 'items-added', items });
    await world.clock.advance(11_000);
    expect(await resultOf(call)).toMatchObject({ responses: [], more: 0 });
  });

  it('returns at most `limit` responses and counts the others in `more`', async () => {
    await start();
    const alice = await befriend(world);
    const call = await sent(alice, { limit: 2 });
    for (let n = 1; n <= 5; n += 1) alice.person.messages.say(alice.conversation, `m${n}`);
    const result = await resultOf(call);
    expect(texts(result['responses'])).toEqual(['m1', 'm2']);
    await world.quiet();
    const received = await resultOf(world.call('receive', { chat: alice.chat }));
    expect(texts(received['messages'])).toEqual(['m3', 'm4', 'm5']);
  });

  it('keeps 100 responses whole, and counts what comes beyond in `more`, less what is deleted', async () => {
    await start();
    const alice = await befriend(world);
    const cut = await sent(alice);
    cut.abort();
    const ids: number[] = [];
    for (let n = 1; n <= 130; n += 1) {
      ids.push(alice.person.messages.say(alice.conversation, `m${n}`));
    }
    await world.quiet();
    await world.quiet();
    alice.person.messages.delete(ids[129]!);
    alice.person.messages.delete(ids[0]!);
    await world.quiet();
    const call = await send({ chat: alice.chat, text: 'hello', wait: 0, limit: 100 });
    const result = await resultOf(call);
    expect(texts(result['responses'])).toHaveLength(99);
    expect(texts(result['responses'])[0]).toBe('m2');
    expect(result['more']).toBe(29);
  });

  it('counts a live message in `more` until it is finished, and waits for its end', async () => {
    await start();
    const alice = await befriend(world);
    const call = await sent(alice, { wait: 60, idle: 5 });
    const live = alice.person.messages.say(alice.conversation, 'typ', { live: true });
    await world.clock.advance(20_000);
    alice.person.messages.edit(live, 'typed', { live: true });
    await world.clock.advance(20_000);
    alice.person.messages.edit(live, 'typed out');
    await world.clock.advance(6_000);
    expect(await resultOf(call)).toMatchObject({ responses: [{ text: 'typed out' }], more: 0 });

    const second = await sent(alice, { text: 'more', wait: 10 });
    alice.person.messages.say(alice.conversation, 'typ', { live: true });
    await world.clock.advance(11_000);
    expect(await resultOf(second)).toMatchObject({ responses: [], more: 1 });
  });

  it('returns edited responses as they are now, and no deleted ones', async () => {
    await start();
    const alice = await befriend(world);
    const call = await sent(alice, { wait: 30, idle: 10 });
    const one = alice.person.messages.say(alice.conversation, 'on');
    const two = alice.person.messages.say(alice.conversation, 'two');
    await world.clock.advance(1_000);
    alice.person.messages.edit(one, 'one');
    alice.person.messages.delete(two, { full: true });
    await world.clock.advance(10_000);
    expect(await resultOf(call)).toMatchObject({ responses: [{ text: 'one' }], more: 0 });
  });

  it('leaves out a response that was moderated', async () => {
    await start();
    const group = await joinGroup(world);
    const call = await sent(group, { wait: 10 });
    group.person.messages.say(group.conversation, 'rude');
    await world.quiet();
    const { items } = await world.chats.items(group.chat, { kind: 'last', count: 1 });
    world.chats.events.push({ kind: 'item-updated', item: { ...items[0]!, deleted: true } });
    await world.clock.advance(11_000);
    expect(await resultOf(call)).toMatchObject({ responses: [], more: 0 });
  });

  it('collects from the main conversation only: not from a member chat, nor from other chats', async () => {
    await start();
    const bob = await befriend(world, 'bob');
    const group = await joinGroup(world);
    const call = await sent(group, { wait: 10 });
    group.person.messages.say(group.conversation, 'aside', { toMember: true });
    bob.person.messages.say(bob.conversation, 'elsewhere');
    await world.clock.advance(11_000);
    expect(await resultOf(call)).toMatchObject({ responses: [], more: 0 });
  });

  it('marks what it returned as read, and nothing of an aborted call', async () => {
    await start();
    const alice = await befriend(world);
    const call = await sent(alice, { wait: 60 });
    alice.person.messages.say(alice.conversation, 'answer');
    await world.quiet();
    call.abort();
    expect(await call.result).toEqual({ kind: 'error', text: 'Cancelled.' });
    expect((await world.chats.chats())[0]).toMatchObject({ unread: 1 });
    const again = await send({ chat: alice.chat, text: 'hello', wait: 0 });
    expect(await resultOf(again)).toMatchObject({ responses: [{ text: 'answer', new: true }] });
    expect((await world.chats.chats())[0]).toMatchObject({ unread: 0 });
  });

  it('keeps the action when the call is aborted while the messages are marked as read', async () => {
    await start();
    const alice = await befriend(world);
    const call = await sent(alice, { wait: 60, idle: 5 });
    alice.person.messages.say(alice.conversation, 'answer');
    const hold = world.network.hold('markRead', 'after');
    await world.clock.advance(6_000);
    call.abort();
    hold.release();
    expect(await call.result).toEqual({ kind: 'error', text: 'Cancelled.' });
    const again = await send({ chat: alice.chat, text: 'hello', wait: 0 });
    expect(await resultOf(again)).toMatchObject({ action: 2, responses: [{ text: 'answer' }] });
  });

  it('returns the result also when the messages can not be marked as read', async () => {
    await start();
    const alice = await befriend(world);
    const call = await sent(alice, { wait: 60, idle: 5 });
    alice.person.messages.say(alice.conversation, 'answer');
    world.network.failNext('markRead', new ChatError('SimpleX error: X', { kind: 'other' }));
    await world.clock.advance(6_000);
    expect(await resultOf(call)).toMatchObject({ responses: [{ text: 'answer' }] });
    expect(world.terminal.errors).toEqual(['action 2: SimpleX error: X']);
  });

  it('tells its progress at the start of each wait and every 60 s', async () => {
    await start();
    const alice = await befriend(world);
    const call = await send({ chat: alice.chat, text: 'hello', wait: 100 });
    await world.clock.advance(61_000);
    await approve(world);
    await world.clock.advance(61_000);
    const pending = "Action 2 waits for the owner's decision until 2026-01-03 02:04 UTC.";
    const waiting = 'Waiting until 2026-01-02 03:06 UTC for messages in @4.';
    expect(call.progress.filter((line) => line !== 'Action 2 is being performed.')).toEqual([
      pending,
      pending,
      waiting,
      waiting,
    ]);
    call.abort();
  });
});

describe('send: two calls with the same fields (api 1.1)', () => {
  it('keeps collecting for the call that still waits after the other has its result', async () => {
    await start();
    const alice = await befriend(world);
    const short = await send({ chat: alice.chat, text: 'hello', wait: 0 });
    const long = await send({ chat: alice.chat, text: 'hello', wait: 60, idle: 5 });
    await approve(world);
    expect(await resultOf(short)).toMatchObject({ action: 2, responses: [] });
    await world.clock.advance(10_000);
    alice.person.messages.say(alice.conversation, 'answer');
    await world.clock.advance(6_000);
    expect(await resultOf(long)).toMatchObject({ action: 2, responses: [{ text: 'answer' }] });
  });

  it('makes one action of calls that are prepared at the same time', async () => {
    await start();
    const alice = await befriend(world);
    const hold = world.network.hold('chat');
    const one = await send({ chat: alice.chat, text: 'hello', wait: 0 });
    const other = await send({ chat: alice.chat, text: 'hello', wait: 0 });
    hold.release();
    await world.quiet();
    expect(world.ownerSees.filter((text) => text.startsWith('I want to send'))).toHaveLength(1);
    await approve(world);
    expect(await resultOf(one)).toMatchObject({ action: 2, status: 'done' });
    expect(await resultOf(other)).toMatchObject({ action: 2, status: 'done' });
    expect(sentBy(alice)).toEqual(['hello']);
  });

  it('shows the action as open while its card is posted and a call waits, until the call is aborted', async () => {
    await start();
    const alice = await befriend(world);
    const hold = world.network.hold('send');
    const call = await send({ chat: alice.chat, text: 'hello' });
    const action = {
      action: 2,
      tool: 'send',
      input: { chat: '@4', text: 'hello', wait: 60, idle: 30, limit: 50 },
      state: 'pending',
    };
    expect(await resultOf(world.call('list'))).toMatchObject({
      actions: [{ ...action, open: true }],
    });
    call.abort();
    await world.quiet();
    expect(await call.result).toEqual({ kind: 'error', text: 'Cancelled.' });
    expect((await resultOf(world.call('list')))['actions']).toEqual([action]);
    hold.release();
    await world.quiet();
    expect(world.card.text).toContain("/'approve @4 2'");
  });
});

describe('send under a standing approval (behaviour 5.5)', () => {
  it('reads the approval again after its checks: a /revoke in between counts', async () => {
    await start();
    const alice = await befriend(world);
    alice.person.messages.say(alice.conversation, 'question');
    await world.quiet();
    const { items } = await world.chats.items(alice.chat, { kind: 'last', count: 1 });
    await world.say('/approve @4 all');
    const hold = world.network.hold('items');
    const call = await send({ chat: '@4', text: 'answer', reply_to: items[0]!.itemId });
    await world.say('/revoke @4');
    hold.release();
    await world.quiet();
    expect(world.card.text).toContain("/'approve @4 2'");
    expect(sentBy(alice)).toEqual([]);
    call.abort();
  });

  it('keeps the other keys of the custom data, and is gone with the chat', async () => {
    await start();
    const alice = await befriend(world);
    await world.chats.setCustomData(alice.chat, { other: 1 });
    await world.say('/approve @4 all');
    expect((await world.chats.chat(alice.chat)).customData).toEqual({
      other: 1,
      simplexMcp: { approvedBy: 'owner', approvedById: 2, approvedAt: world.clock.now() },
    });
    await world.say('/revoke @4');
    expect((await world.chats.chat(alice.chat)).customData).toEqual({ other: 1 });
  });

  it('records who gave and withdrew it, and no more of the person than that', async () => {
    await start();
    await befriend(world);
    await world.say('/approve @4 all');
    await world.say('/revoke @4');
    const approvals = world.audit.events.filter(({ event }) => event.startsWith('standing'));
    const who = { scope: 'messages', chat: '@4', memberId: 2, name: 'owner' };
    expect(approvals).toEqual([
      { event: 'standing-approval-given', ...who },
      { event: 'standing-approval-withdrawn', ...who },
    ]);
  });

  it('is withdrawn also while the audit log can not be written', async () => {
    await start();
    await befriend(world);
    await world.say('/approve @4 all');
    world.audit.fail = true;
    await world.say('/revoke @4');
    expect(world.card.text).toBe('Messages to contact alice (@4) need approval again.');
    world.audit.fail = false;
  });

  it('is not given while the audit log can not be written', async () => {
    await start();
    await befriend(world);
    world.audit.fail = true;
    await world.say('/approve @4 all');
    expect(world.card.text).toBe('The command failed: `The audit log can not be written.`.');
    expect((await world.chats.chat('@4')).customData).toBeUndefined();
    world.audit.fail = false;
  });
});

describe('send to a bot that answers', () => {
  it('returns the answers to two sends apart', async () => {
    await start();
    const bot = echo(world);
    const chat = await connectTo(world, bot.links.address().short);
    await world.say(`/approve ${chat} all`);
    const one = await send({ chat, text: 'one', idle: 1 });
    await world.clock.advance(1_500);
    const two = await send({ chat, text: 'two', idle: 1 });
    await world.clock.advance(1_500);
    expect(texts((await resultOf(one))['responses'])).toEqual(['answer: one']);
    expect(texts((await resultOf(two))['responses'])).toEqual(['answer: two']);
  });
});
