import { afterEach, describe, expect, it } from 'vitest';
import { ChatError } from '../../src/ports/chat.js';
import type { FaultPoint } from '../../src/adapters/sandbox/model/faults.js';
import { AgentWorld, type WorldOptions } from '../support/agent-world.js';
import { approve, befriend, connectTo, joinGroup, resultOf, sentBy } from '../support/chats.js';
import type { RunningCall } from '../support/fakes.js';

let world: AgentWorld;

afterEach(async () => {
  await world.stop();
  await world.remove();
});

async function start(options: WorldOptions = {}): Promise<void> {
  world = await AgentWorld.withOwner(options);
}

async function leave(chat: string): Promise<RunningCall> {
  const call = world.call('leave', { chat });
  await world.quiet();
  return call;
}

/** Calls of the core from now on. */
function coreCalls(...points: ('leaveGroup' | 'deleteChat')[]): string[] {
  const calls: string[] = [];
  for (const point of points) {
    const method = world.chats[point].bind(world.chats) as (...args: unknown[]) => unknown;
    Object.assign(world.chats, {
      [point]: (...args: unknown[]) => {
        calls.push(point);
        return method(...args);
      },
    });
  }
  return calls;
}

function failNext(point: FaultPoint): void {
  world.network.failNext(point, new ChatError('SimpleX error: X', { kind: 'other' }));
}

describe('leave: a contact (api 1.7)', () => {
  it('deletes the chat once the owner approves', async () => {
    await start();
    await befriend(world);
    const call = await leave('@4');
    expect(world.card.text).toBe(
      "I want to delete contact alice (@4).\n/'approve @4 2' or /'reject @4 2'",
    );
    const calls = coreCalls('leaveGroup', 'deleteChat');
    await approve(world);
    expect(await resultOf(call)).toEqual({ action: 2, status: 'done', chat: '@4' });
    expect(calls).toEqual(['deleteChat']);
    expect(world.card.text).toBe('I deleted contact alice (@4).\nApproved by owner.');
    expect(world.terminal.lines.slice(-2)).toEqual([
      'Action 2: delete contact alice (@4)',
      'Action 2 approved by owner: deleted.',
    ]);
    expect((await resultOf(world.call('list')))['chats']).toEqual([]);
  });

  it('keeps it when the owner rejects', async () => {
    await start();
    await befriend(world);
    const call = await leave('@4');
    await world.say('/reject @4 2');
    expect(await resultOf(call)).toEqual({ action: 2, status: 'rejected' });
    expect((await resultOf(world.call('list')))['chats']).toHaveLength(1);
  });
});

describe('leave: a group (api 1.7)', () => {
  it('leaves it, then deletes the chat', async () => {
    await start();
    const group = await joinGroup(world);
    const call = await leave('#2');
    expect(world.card.text).toBe(
      "I want to leave group hikers (#2).\n/'approve #2 2' or /'reject #2 2'",
    );
    const calls = coreCalls('leaveGroup', 'deleteChat');
    await approve(world);
    expect(await resultOf(call)).toEqual({ action: 2, status: 'done', chat: '#2' });
    expect(calls).toEqual(['leaveGroup', 'deleteChat']);
    expect(world.card.text).toBe('I left group hikers (#2).\nApproved by owner.');
    expect(world.terminal.lines.at(-1)).toBe('Action 2 approved by owner: left.');
    const { members } = world.network.world.sharedGroup(group.conversation);
    expect(members.find(({ who }) => who === 0)?.status).toBe('left');
  });

  it.each([
    ['introduced', ['leaveGroup', 'deleteChat']],
    ['intro-inv', ['leaveGroup', 'deleteChat']],
    ['accepted', ['leaveGroup', 'deleteChat']],
    ['announced', ['leaveGroup', 'deleteChat']],
    ['connected', ['leaveGroup', 'deleteChat']],
    ['complete', ['leaveGroup', 'deleteChat']],
    ['creator', ['leaveGroup', 'deleteChat']],
    ['pending_approval', ['leaveGroup', 'deleteChat']],
    ['pending_review', ['leaveGroup', 'deleteChat']],
    ['rejected', ['deleteChat']],
    ['removed', ['deleteChat']],
    ['left', ['deleteChat']],
    ['deleted', ['deleteChat']],
    ['unknown', ['deleteChat']],
    ['invited', ['deleteChat']],
    ['of-a-newer-core', ['deleteChat']],
  ])('with the membership status %s calls %j', async (status, expected) => {
    await start();
    await joinGroup(world);
    const call = await leave('#2');
    // The status when it is performed counts.
    const { chat } = world.chats;
    world.chats.chat = async (ref) => {
      const found = await chat.call(world.chats, ref);
      if (found.kind !== 'group' || found.ref !== '#2') return found;
      return { ...found, membership: { ...found.membership, status } };
    };
    const calls = coreCalls('leaveGroup', 'deleteChat');
    await approve(world);
    await call.result;
    expect(calls).toEqual(expected);
  });

  it('deletes a group that removed the agent', async () => {
    await start();
    const group = await joinGroup(world);
    group.person.groups.remove(group.conversation, 0);
    await world.quiet();
    const call = await leave('#2');
    await approve(world);
    expect(await resultOf(call)).toEqual({ action: 2, status: 'done', chat: '#2' });
  });

  it('can be done again when only the deletion failed', async () => {
    await start();
    await joinGroup(world);
    const call = await leave('#2');
    failNext('deleteChat');
    await approve(world);
    expect(await resultOf(call)).toEqual({
      action: 2,
      status: 'failed',
      error: 'SimpleX error: X',
    });
    const calls = coreCalls('leaveGroup', 'deleteChat');
    const again = await leave('#2');
    await approve(world);
    expect(await resultOf(again)).toMatchObject({ action: 3, status: 'done' });
    expect(calls).toEqual(['deleteChat']);
  });
});

describe('leave: other actions of the chat, whose number the core may give again', () => {
  const failed = { status: 'failed', error: "No chat @4. list shows the agent's chats." };

  it('fails those that are pending, so that no open card offers commands for another chat', async () => {
    await start();
    await befriend(world);
    const send = world.call('send', { chat: '@4', text: 'for alice' });
    await world.quiet();
    const card = world.owner.items().length - 1;
    const call = await leave('@4');
    await approve(world);
    expect(await resultOf(call)).toMatchObject({ status: 'done' });
    expect(await resultOf(send)).toEqual({ action: 2, ...failed });
    await world.quiet();
    expect(world.ownerSees[card]).toBe(
      "I want to send a message to contact alice:\n`for alice`\nFailed: `No chat @4. list shows the agent's chats.`.",
    );
    expect(world.ownerSees.join('\n')).not.toContain("/'approve");
    expect(world.terminal.lines).toContain(
      "Action 2: failed: No chat @4. list shows the agent's chats..",
    );
    expect(world.audit.events).toContainEqual({ event: 'action-failed', action: 2 });
    await world.say('/receive @4 2 all');
    expect(world.card.text).toBe('Action 2 is not pending.');
  });

  it('fails one that was approved while its chat was being left', async () => {
    await start();
    await befriend(world);
    const send = world.call('send', { chat: '@4', text: 'for alice' });
    await world.quiet();
    const call = await leave('@4');
    const { append } = world.audit;
    let record = (): void => undefined;
    const recorded = new Promise<void>((resolve) => (record = resolve));
    world.audit.append = async (event) => {
      if (event.event === 'action-decided' && event.action === 2) await recorded;
      return append.call(world.audit, event);
    };
    await world.say('/approve @4 2');
    await world.say('/approve @4 3');
    expect(await resultOf(call)).toMatchObject({ status: 'done' });
    world.network.world.contacts.nextId = () => 4;
    const bob = await befriend(world, 'bob');
    expect(bob.chat).toBe('@4');
    record();
    expect(await resultOf(send)).toEqual({ action: 2, ...failed });
    expect(sentBy(bob)).toEqual([]);
  });

  it('keeps those of other chats', async () => {
    await start();
    await befriend(world);
    const bob = await befriend(world, 'bob');
    const send = world.call('send', { chat: bob.chat, text: 'for bob', wait: 0 });
    await world.quiet();
    const call = await leave('@4');
    await world.say('/approve @4 4');
    expect(await resultOf(call)).toMatchObject({ status: 'done' });
    await world.say('/approve 3');
    expect(await resultOf(send)).toMatchObject({ status: 'done' });
    expect(sentBy(bob)).toEqual(['for bob']);
  });
});

describe('leave: tool errors (api 1.7)', () => {
  it.each(['@99', '#99', '#1', 'alice'])('knows no chat %s', async (chat) => {
    await start();
    expect(await (await leave(chat)).result).toEqual({
      kind: 'error',
      text: `No chat ${chat}. list shows the agent's chats.`,
    });
  });

  it('attaches to an action in memory also when its chat is gone', async () => {
    await start();
    await befriend(world);
    const cut = await leave('@4');
    cut.abort();
    await approve(world);
    expect(await (await leave('@4')).result).toEqual({
      kind: 'result',
      result: { action: 2, status: 'done', chat: '@4' },
    });
    expect(await (await leave('@4')).result).toEqual({
      kind: 'error',
      text: "No chat @4. list shows the agent's chats.",
    });
  });

  it('shows another error of the core', async () => {
    await start();
    await befriend(world);
    failNext('chat');
    expect(await (await leave('@4')).result).toEqual({ kind: 'error', text: 'SimpleX error: X' });
  });
});

describe('leave in mode host (behaviour 5.1)', () => {
  it('leaves at once and posts the outcome', async () => {
    await start({ settings: { mode: 'host' } });
    const call = world.call('connect', {
      target: world.person('alice').links.address().short,
      wait: 0,
    });
    await world.quiet();
    await call.result;
    expect(await resultOf(await leave('@4'))).toMatchObject({ action: 2, status: 'done' });
    expect(world.card.text).toBe(
      'I deleted contact alice (@4).\nPerformed without approval (mode host).',
    );
  });
});

describe('a standing approval of messages (behaviour 5.5)', () => {
  it('does not let the agent leave without a card', async () => {
    await start();
    await connectTo(world, world.person('alice').links.address().short);
    await world.say('/approve @4 all');
    const call = await leave('@4');
    expect(world.card.text).toContain("/'approve @4 2'");
    call.abort();
  });
});
