import { afterEach, describe, expect, it } from 'vitest';
import { ChatError } from '../../src/ports/chat.js';
import { AgentWorld, type WorldOptions } from '../support/agent-world.js';
import {
  approve,
  befriend,
  connectTo,
  joinGroup,
  resultOf,
  type Fields,
} from '../support/chats.js';

let world: AgentWorld;

afterEach(async () => {
  await world.stop();
  await world.remove();
});

async function start(options: WorldOptions = {}): Promise<void> {
  world = await AgentWorld.withOwner(options);
}

function list(): Promise<Fields> {
  return resultOf(world.call('list'));
}

describe('list: chats (api 1.6)', () => {
  it('is empty at first: the control chat is no chat of the agent', async () => {
    await start();
    expect(await list()).toEqual({ chats: [], actions: [] });
  });

  it('shows the fields of each kind of chat, the most recent first', async () => {
    await start();
    const bot = world.network.person('weather', { peerType: 'bot' });
    await connectTo(world, bot.links.address({ name: '@weather.simplex' }).short);
    const group = await joinGroup(world);
    const channel = group.person.groups.create({ name: 'news', type: 'channel' });
    await connectTo(world, group.person.links.toGroup(channel).short);
    await connectTo(world, world.person('shop').links.address({ business: true }).short);
    await connectTo(world, world.person('bob').links.address().short, { incognito: true });
    const pending = world.person('carol').links.address({ autoAccept: false });
    await connectTo(world, pending.short);
    const unread = expect.any(Number) as number;
    expect((await list())['chats']).toEqual([
      {
        chat: '@6',
        type: 'contact',
        name: 'carol',
        incognito: false,
        connected: false,
        unread: 0,
      },
      {
        chat: '@5',
        type: 'contact',
        name: 'bob',
        incognito: true,
        known_as: await world.chats.incognitoName(5),
        connected: true,
        unread,
      },
      { chat: '#4', type: 'business', name: 'shop', incognito: false, connected: true, unread },
      { chat: '#3', type: 'channel', name: 'news', incognito: false, connected: true, unread },
      { chat: '#2', type: 'group', name: 'hikers', incognito: false, connected: true, unread },
      {
        chat: '@4',
        type: 'contact',
        name: 'weather',
        simplex_name: '@weather.simplex',
        peer_type: 'bot',
        incognito: false,
        connected: true,
        unread,
      },
    ]);
  });

  it('counts unread items', async () => {
    await start();
    const alice = await befriend(world);
    await resultOf(world.call('receive', { chat: alice.chat }));
    alice.person.messages.say(alice.conversation, 'one');
    alice.person.messages.say(alice.conversation, 'two');
    await world.quiet();
    expect(await list()).toMatchObject({ chats: [{ chat: '@4', unread: 2 }] });
  });

  it('shows `approved` only in mode requests, while the approver is an owner', async () => {
    await start();
    await befriend(world);
    await world.say('/approve @4 all');
    expect(await list()).toMatchObject({ chats: [{ approved: true }] });
    await world.stop();
    world = await AgentWorld.start({ again: world, settings: { mode: 'host' } });
    const [chat] = (await list())['chats'] as object[];
    expect(chat).not.toHaveProperty('approved');
  });

  it('shows no `approved` after the approver left', async () => {
    await start();
    await befriend(world);
    await world.say('/approve @4 all');
    world.owner.leave();
    await world.quiet();
    const [chat] = (await list())['chats'] as object[];
    expect(chat).not.toHaveProperty('approved');
  });

  it('shows an error of the core', async () => {
    await start();
    world.network.failNext('chats', new ChatError('SimpleX error: X', { kind: 'other' }));
    expect(await world.call('list').result).toEqual({ kind: 'error', text: 'SimpleX error: X' });
  });

  it('asks the core once, however many chats there are', async () => {
    world = await AgentWorld.start();
    await world.stop();
    world.network.populate(10_000);
    world = await AgentWorld.start({ again: world });
    const calls: string[] = [];
    for (const point of ['chats', 'chat', 'items', 'incognitoName', 'members'] as const) {
      const method = world.chats[point].bind(world.chats) as (...args: unknown[]) => unknown;
      Object.assign(world.chats, {
        [point]: (...args: unknown[]) => {
          calls.push(point);
          return method(...args);
        },
      });
    }
    expect((await list())['chats']).toHaveLength(10_000);
    expect(calls).toEqual(['chats']);
  });
});

describe('list: actions (api 1.6)', () => {
  it('shows every action in memory with the input of the call that made it', async () => {
    await start();
    await befriend(world);
    const open = world.call('send', { chat: '@4', text: 'hello', wait: 5 });
    await world.quiet();
    const cut = world.call('leave', { chat: '@4' });
    await world.quiet();
    cut.abort();
    await world.quiet();
    expect((await list())['actions']).toEqual([
      {
        action: 2,
        tool: 'send',
        input: { chat: '@4', text: 'hello', wait: 5, idle: 30, limit: 50 },
        state: 'pending',
        open: true,
      },
      { action: 3, tool: 'leave', input: { chat: '@4' }, state: 'pending' },
    ]);
    open.abort();
  });

  it('keeps a decided action until a call returns it, or until it is due (behaviour 5.6)', async () => {
    await start({ settings: { expireHours: 1 } });
    await befriend(world);
    const cut = world.call('send', { chat: '@4', text: 'hello', wait: 0 });
    await world.quiet();
    cut.abort();
    await approve(world);
    expect((await list())['actions']).toMatchObject([{ action: 2, state: 'done' }]);
    await world.clock.advance(3_600_000 - 60_000);
    expect((await list())['actions']).toMatchObject([{ action: 2, state: 'done' }]);
    await world.clock.advance(120_000);
    expect((await list())['actions']).toEqual([]);
  });

  it('keeps an action that is due while a call waits for messages', async () => {
    await start({ settings: { expireHours: 1 } });
    await befriend(world);
    const call = world.call('send', { chat: '@4', text: 'hello', wait: 7200 });
    await world.quiet();
    await approve(world);
    await world.clock.advance(3_600_000 + 120_000);
    expect((await list())['actions']).toMatchObject([{ action: 2, state: 'done', open: true }]);
    await world.clock.advance(3_600_000);
    expect(await resultOf(call)).toMatchObject({ action: 2, status: 'done' });
  });

  it('forgets an action when its result is returned', async () => {
    await start();
    await befriend(world);
    const call = world.call('send', { chat: '@4', text: 'hello', wait: 0 });
    await world.quiet();
    await world.say('/reject 2');
    await call.result;
    expect((await list())['actions']).toEqual([]);
  });

  it.each(['rejected', 'failed'])(
    'shows the state of one that was %s without a call',
    async (state) => {
      await start();
      await befriend(world);
      const cut = world.call('send', { chat: '@4', text: 'hello', wait: 0 });
      await world.quiet();
      cut.abort();
      if (state === 'failed') {
        world.network.failNext('send', new ChatError('SimpleX error: X', { kind: 'other' }));
      }
      await world.say(state === 'failed' ? '/approve 2' : '/reject 2');
      expect((await list())['actions']).toMatchObject([{ action: 2, state }]);
    },
  );
});
