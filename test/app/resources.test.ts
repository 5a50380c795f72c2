import { afterEach, describe, expect, it } from 'vitest';
import { AgentWorld } from '../support/agent-world.js';
import { approve, befriend, joinGroup, resultOf, type Friend } from '../support/chats.js';

let world: AgentWorld;

afterEach(async () => {
  await world.stop();
  await world.remove();
});

/** A contact whose first events are read. */
async function withFriend(): Promise<Friend> {
  world = await AgentWorld.withOwner();
  const alice = await befriend(world);
  await resultOf(world.call('receive', { chat: '@4' }));
  return alice;
}

async function say(friend: Friend, text: string): Promise<void> {
  friend.person.messages.say(friend.conversation, text);
  await world.quiet();
}

async function read(uri: string): Promise<unknown> {
  const text = await world.mcp.service?.resources.read(uri);
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}

async function uris(): Promise<string[] | undefined> {
  return (await world.mcp.service?.resources.list())?.map(({ uri }) => uri);
}

/** What subscribers were told since the last look. */
function told(): string[] {
  return world.mcp.updated.splice(0);
}

describe('the list of resources', () => {
  it('has all chats and one a chat, without the control chat and without a text', async () => {
    await withFriend();
    await joinGroup(world);
    expect(await uris()).toEqual([
      'simplex://demo/chats',
      'simplex://demo/chat/#2',
      'simplex://demo/chat/@4',
    ]);
  });

  it('marks what peers wrote as data', async () => {
    await withFriend();
    const entries = (await world.mcp.service?.resources.list()) ?? [];
    for (const { description } of entries) expect(description).toContain('data from peers');
  });
});

describe('simplex://NAME/chats', () => {
  it('tells the unread count of each chat', async () => {
    const alice = await withFriend();
    await say(alice, 'secret one');
    await say(alice, 'secret two');
    expect(await read('simplex://demo/chats')).toEqual([
      { chat: '@4', type: 'contact', name: 'alice', unread: 2 },
    ]);
  });
});

describe('simplex://NAME/chat/CHAT', () => {
  it('tells the unread count and who wrote, each once, and no text', async () => {
    world = await AgentWorld.withOwner();
    const group = await joinGroup(world);
    const bob = world.person('bob');
    bob.groups.join(group.person.links.toGroup(group.conversation).short);
    await world.quiet();
    await resultOf(world.call('receive', { chat: '#2' }));
    await say(group, 'secret one');
    await say(group, 'secret two');
    await say({ ...group, person: bob }, 'secret three');
    expect(await read('simplex://demo/chat/#2')).toEqual({
      chat: '#2',
      type: 'group',
      name: 'hikers',
      unread: 3,
      from: ['alice', 'bob'],
    });
  });

  it('is found by its encoded reference too', async () => {
    await withFriend();
    expect(await read('simplex://demo/chat/%404')).toMatchObject({ chat: '@4', unread: 0 });
  });

  it.each([
    'simplex://demo/chat/#1',
    'simplex://demo/chat/%231/unread',
    'simplex://demo/chat/@99',
    'simplex://demo/chat/@4/read',
    'simplex://demo/chat/@4/unread/unread',
    'simplex://demo/chat/',
    'simplex://other/chat/@4',
    'simplex://demo/chats/',
    'x/simplex://demo/chat/@4',
    'simplex://demo/chat/%E0%A4%A',
  ])('there is none at %s', async (uri) => {
    await withFriend();
    expect(await read(uri)).toBeUndefined();
  });
});

describe('simplex://NAME/chat/CHAT/unread', () => {
  it('tells the texts of unread messages, and marks nothing as read', async () => {
    const alice = await withFriend();
    await say(alice, 'one');
    alice.person.messages.say(alice.conversation, 'typ', { live: true });
    const deleted = alice.person.messages.say(alice.conversation, 'oops');
    await world.quiet();
    alice.person.messages.delete(deleted);
    await world.quiet();
    const item = expect.any(Number) as number;
    const unread = [{ item, from: 'alice', time: '2026-01-02T03:04:05.000Z', text: 'one' }];
    expect(await read('simplex://demo/chat/@4/unread')).toEqual(unread);
    expect(await read('simplex://demo/chat/@4/unread')).toEqual(unread);
    const received = await resultOf(world.call('receive', { chat: '@4' }));
    expect(received['messages']).toMatchObject([{ text: 'one', new: true }]);
    expect(await read('simplex://demo/chat/@4/unread')).toEqual([]);
  });
});

describe('what subscribers are told', () => {
  it('of a new chat: the list, the chat and the counts', async () => {
    world = await AgentWorld.withOwner();
    const call = world.call('connect', {
      target: world.person('alice').links.address().short,
      wait: 0,
    });
    await world.quiet();
    expect(told()).toEqual([]);
    await approve(world);
    await call.result;
    await world.quiet();
    expect(told()).toEqual(['list', 'simplex://demo/chat/@4', 'simplex://demo/chats']);
  });

  it('of a message: the chat and the counts', async () => {
    const alice = await withFriend();
    await uris();
    told();
    await say(alice, 'hello');
    expect(told()).toEqual(['simplex://demo/chat/@4', 'simplex://demo/chats']);
  });

  it('that messages were read', async () => {
    const alice = await withFriend();
    await say(alice, 'hello');
    told();
    await resultOf(world.call('receive', { chat: '@4' }));
    expect(told()).toEqual(['simplex://demo/chat/@4', 'simplex://demo/chats']);
    await resultOf(world.call('receive', { chat: '@4' }));
    expect(told()).toEqual([]);
  });

  it('that a chat is gone, by the agent or its owner', async () => {
    await withFriend();
    await befriend(world, 'bob');
    await uris();
    told();
    await world.say('/leave @4');
    expect(told()).toEqual(['list', 'simplex://demo/chats']);
    const call = world.call('leave', { chat: '@5' });
    await world.quiet();
    await approve(world);
    await call.result;
    expect(told()).toEqual(['list', 'simplex://demo/chats']);
    expect(await uris()).toEqual(['simplex://demo/chats']);
  });

  it('of a new chat that got the number of one that is gone', async () => {
    await withFriend();
    await uris();
    await world.say('/leave @4');
    world.network.world.contacts.nextId = () => 4;
    told();
    await befriend(world, 'bob');
    expect(told()).toContain('list');
  });

  it('nothing of the control chat, of member chats, of events and of what the agent sends', async () => {
    await withFriend();
    const group = await joinGroup(world);
    await world.say('/approve #2 all');
    await world.quiet();
    told();
    await world.say('/pending');
    group.person.messages.say(group.conversation, 'aside', { toMember: true });
    world.person('bob').groups.join(group.person.links.toGroup(group.conversation).short);
    await resultOf(world.call('send', { chat: '#2', text: 'hello', wait: 0 }));
    await world.quiet();
    expect(told()).toEqual([]);
  });

  it('no list again for a chat that was told before the list was read', async () => {
    const alice = await withFriend();
    told();
    await say(alice, 'one');
    await say(alice, 'two');
    expect(told().filter((uri) => uri === 'list')).toEqual([]);
  });

  it('once the list, for a chat that was there before the start', async () => {
    const alice = await withFriend();
    await world.stop();
    world = await AgentWorld.start({ again: world });
    await world.quiet();
    told();
    await say(alice, 'one');
    await say(alice, 'two');
    expect(told().filter((uri) => uri === 'list')).toEqual(['list']);
  });
});
