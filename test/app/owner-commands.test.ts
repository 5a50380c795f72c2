import { afterEach, describe, expect, it } from 'vitest';
import { ChatError } from '../../src/ports/chat.js';
import { AgentWorld, type WorldOptions } from '../support/agent-world.js';
import { approve, befriend, joinGroup, resultOf, sentBy } from '../support/chats.js';
import { controlConversation, letIn } from '../support/control-room.js';
import type { RunningCall } from '../support/fakes.js';

let world: AgentWorld;

afterEach(async () => {
  await world.stop();
  await world.remove();
});

async function start(options: WorldOptions = {}): Promise<void> {
  world = await AgentWorld.withOwner(options);
}

/** What the agent posted since the owner wrote `text`. */
async function replies(text: string): Promise<string[]> {
  const before = new Set(world.owner.items().map(({ id }) => id));
  await world.say(text);
  return world.owner
    .items()
    .filter((item) => item.byAgent && !before.has(item.id))
    .map((item) => item.text);
}

async function send(text = 'hello', chat = '@4'): Promise<RunningCall> {
  const call = world.call('send', { chat, text, wait: 0 });
  await world.quiet();
  return call;
}

const help =
  'Commands: /approve, /reject, /receive, /forward, /revoke, /leave, /delete, /pending, /list. Each card shows its commands.';

describe('which texts are commands (api 2.1, behaviour 6.5)', () => {
  it.each([
    'hello',
    '',
    'approve 2',
    ' approve 2',
    '/approve 2\n/approve 2',
    'x /approve 2',
    '\n/pending',
  ])('answers nothing to a text that is none: %j', async (text) => {
    await start();
    await befriend(world);
    await send();
    expect(await replies(text)).toEqual([]);
    expect(world.card.text).toContain("/'approve @4 2'");
  });

  it.each([
    '/',
    '/help',
    '/approve',
    '/approve x',
    '/approve 2 3',
    '/leave',
    '/list all',
    '/APPROVE 2',
    '/delete @4',
    '/approve @4 2 all',
  ])('answers the help to one line with a slash that is no request: %j', async (text) => {
    await start();
    expect(await replies(text)).toEqual([help]);
  });

  it.each(['/pending\n', '  /pending', '/pending  ', '/pending\t'])(
    'reads %j as a request',
    async (text) => {
      await start();
      expect(await replies(text)).toEqual(['No pending actions.']);
    },
  );

  it('quotes the command in its reply', async () => {
    await start();
    const item = world.owner.say('/pending');
    await world.quiet();
    expect(world.card).toMatchObject({
      text: 'No pending actions.',
      reply: { id: item, text: '/pending' },
    });
  });

  it('reads no messages of a member chat', async () => {
    await start();
    const owner = world.person('owner');
    owner.messages.say(controlConversation(world), '/pending', { toMember: true });
    await world.quiet();
    expect(world.ownerSees).not.toContain('No pending actions.');
  });

  it('reads no command out of a message that is still typed, nor out of an edit', async () => {
    await start();
    await befriend(world);
    await send();
    const { messages } = world.person('owner');
    const typed = messages.say(controlConversation(world), '/approve 2', { live: true });
    await world.quiet();
    messages.edit(typed, '/approve 2');
    const text = messages.say(controlConversation(world), 'hm');
    await world.quiet();
    messages.edit(text, '/approve 2');
    await world.quiet();
    expect(world.card.text).toContain("/'approve @4 2'");
  });

  it('reads no picture with a command as its caption', async () => {
    await start();
    const { messages } = world.person('owner');
    messages.say(controlConversation(world), '/pending', {
      type: 'image',
      preview: 'data:image/png;base64,',
    });
    await world.quiet();
    expect(world.ownerSees).not.toContain('No pending actions.');
  });

  it("obeys nobody in the agent's other chats", async () => {
    await start();
    const alice = await befriend(world);
    await send();
    alice.person.messages.say(alice.conversation, '/approve 2');
    await world.quiet();
    expect(sentBy(alice)).toEqual([]);
    expect(world.card.text).toContain("/'approve @4 2'");
  });
});

describe('who gives commands (api 2.1, behaviour 5.2)', () => {
  it('answers the help to any member', async () => {
    await start();
    const bob = await letIn(world, 'bob');
    bob.say('/help');
    await world.quiet();
    expect(world.card.text).toBe(help);
  });

  it.each([
    '/approve 2',
    '/reject 2',
    '/approve @4 all',
    '/leave @4',
    '/pending',
    '/list',
    '/revoke @4',
  ])('tells a member who is no owner that only owners approve: %s', async (text) => {
    await start();
    const alice = await befriend(world);
    await send();
    const bob = await letIn(world, 'bob');
    bob.say(text);
    await world.quiet();
    expect(world.card.text).toBe('Only owners approve actions.');
    expect(sentBy(alice)).toEqual([]);
    expect((await resultOf(world.call('list')))['actions']).toMatchObject([{ state: 'pending' }]);
  });

  it('names --owners where it was given', async () => {
    world = await AgentWorld.start({ settings: { owners: { kind: 'unlisted' } } });
    await world.join(world.owner);
    world.network.world.group(controlConversation(world)).members[1]!.role = 'member';
    expect(await replies('/pending')).toEqual([
      'Only the owners listed in --owners approve actions.',
    ]);
  });

  it('obeys a second owner, and shows who decided', async () => {
    await start();
    await befriend(world);
    const bob = await letIn(world, 'bob');
    world.owner.setRole('bob', 'owner');
    await world.quiet();
    const call = await send();
    bob.say('/reject 2');
    await world.quiet();
    expect(await resultOf(call)).toMatchObject({ status: 'rejected' });
    expect(world.card.text).toContain('Rejected by bob.');
  });

  it('does not obey somebody who was an owner', async () => {
    await start();
    const alice = await befriend(world);
    const bob = await letIn(world, 'bob');
    world.owner.setRole('bob', 'owner');
    await world.quiet();
    await send();
    world.owner.setRole('bob', 'member');
    bob.say('/approve 2');
    await world.quiet();
    expect(world.card.text).toBe('Only owners approve actions.');
    expect(sentBy(alice)).toEqual([]);
  });

  it('records each request with who made it and whether it was accepted', async () => {
    await start();
    await befriend(world);
    const bob = await letIn(world, 'bob');
    bob.say('/approve 2');
    await world.say('/approve @4 all');
    const commands = world.audit.events.filter(({ event }) => event === 'owner-command');
    expect(commands.slice(1)).toMatchObject([
      { command: 'approve 2', name: 'bob', accepted: false },
      { command: 'approve-all @4', name: 'owner', memberId: 2, accepted: true },
    ]);
  });
});

describe('/approve, /reject, /receive and /forward with N (api 2.1)', () => {
  it.each([
    '/approve 9',
    '/reject 9',
    '/receive 9',
    '/forward 9',
    '/approve @4 9',
    '/receive @4 9 all',
  ])('an action that is not there: %s', async (text) => {
    await start();
    await befriend(world);
    expect(await replies(text)).toEqual(['Action 9 is not pending.']);
  });

  it('an action that was decided', async () => {
    await start();
    await befriend(world);
    const call = await send();
    call.abort();
    await world.say('/reject 2');
    expect(await replies('/approve 2')).toEqual(['Action 2 is not pending.']);
    expect(await replies('/reject 2')).toEqual(['Action 2 is not pending.']);
  });

  it('an action that is performed', async () => {
    await start();
    const alice = await befriend(world);
    await send();
    const hold = world.network.hold('send');
    await world.say('/approve 2');
    world.owner.say('/reject 2');
    await world.quiet();
    hold.release();
    await world.quiet();
    expect(world.ownerSees.at(-1)).toBe('Action 2 is not pending.');
    expect(sentBy(alice)).toEqual(['hello']);
  });

  it('an action whose card is still being posted', async () => {
    await start();
    const alice = await befriend(world);
    const hold = world.network.hold('send');
    await send();
    world.owner.say('/approve 2');
    await world.quiet();
    hold.release();
    await world.quiet();
    expect(world.ownerSees).toContain('Action 2 is not pending.');
    expect(sentBy(alice)).toEqual([]);
  });

  it.each(['/approve @5 2', '/reject #2 2', '/receive @5 2', '/receive @5 2 all', '/forward #1 2'])(
    'an action for another chat: %s',
    async (text) => {
      await start();
      await befriend(world);
      await send();
      const chat = text.split(' ')[1];
      expect(await replies(text)).toEqual([`Action 2 is not for ${chat}.`]);
    },
  );

  it('a connect, which is for no chat', async () => {
    await start();
    world.call('connect', { target: world.person('alice').links.address().short });
    await world.quiet();
    expect(await replies('/approve @4 1')).toEqual(['Action 1 is not for @4.']);
  });

  it.each(['/receive 2', '/receive @4 2', '/forward 2', '/forward @4 2', '/receive @4 2 all'])(
    'an action that is no download: %s',
    async (text) => {
      await start();
      const alice = await befriend(world);
      await send();
      expect(await replies(text)).toEqual(['Action 2 is not a download.']);
      expect(sentBy(alice)).toEqual([]);
      expect((await world.chats.chat('@4')).customData).toBeUndefined();
    },
  );

  it('a download, which is not approved but received', async () => {
    await start();
    const alice = await befriend(world);
    await world.until(
      alice.person.files.send(alice.conversation, {
        name: 'notes.txt',
        bytes: Buffer.from('hello'),
      }),
    );
    await world.quiet();
    const { items } = await world.chats.items('@4', { kind: 'last', count: 1 });
    const call = world.call('download', { chat: '@4', item: items[0]!.itemId });
    await world.quiet();
    expect(await replies('/approve 2')).toEqual([
      "Action 2 is a download: /'receive @4 2', /'receive @4 2 all', /'forward @4 2' or /'reject @4 2'.",
    ]);
    await world.say('/reject 2');
    expect(await resultOf(call)).toEqual({ action: 2, status: 'rejected' });
  });

  it.each(['/approve 2', '/approve @4 2'])('accepted: no reply, %s', async (text) => {
    await start();
    const alice = await befriend(world);
    const call = await send();
    expect(await replies(text)).toEqual([]);
    expect(await resultOf(call)).toMatchObject({ status: 'done' });
    expect(sentBy(alice)).toEqual(['hello']);
  });

  it.each(['/reject 2', '/reject @4 2'])('accepted: no reply, %s', async (text) => {
    await start();
    const call = await befriend(world).then(() => send());
    expect(await replies(text)).toEqual([]);
    expect(await resultOf(call)).toEqual({ action: 2, status: 'rejected' });
  });
});

describe('/approve CHAT all and /revoke CHAT (api 2.1)', () => {
  it('in mode host: nothing is stored, whatever the chat', async () => {
    await start({ settings: { mode: 'host' } });
    expect(await replies('/approve @99 all')).toEqual([
      'Approvals apply in mode requests; this server runs in mode host.',
    ]);
  });

  it.each(['@99', '#99', '#1'])('%s is no chat', async (chat) => {
    await start();
    expect(await replies(`/approve ${chat} all`)).toEqual([
      `No chat ${chat}. /list shows the agent's chats.`,
    ]);
  });

  it('approves the pending sends of the chat that have a card, and no others', async () => {
    await start();
    const alice = await befriend(world);
    const bob = await befriend(world, 'bob');
    await send('one');
    await send('two');
    await send('three', '@5');
    const leave = world.call('leave', { chat: '@4' });
    await world.quiet();
    expect(await replies('/approve @4 all')).toEqual([
      "Approved for contact alice (@4) by owner. /'revoke @4'",
    ]);
    expect(sentBy(alice)).toEqual(['one', 'two']);
    expect(sentBy(bob)).toEqual([]);
    expect((await resultOf(world.call('list')))['actions']).toMatchObject([
      { action: 5, state: 'pending' },
      { action: 6, state: 'pending' },
    ]);
    leave.abort();
  });

  it('leaves a send whose card is still being posted pending', async () => {
    await start();
    const alice = await befriend(world);
    const hold = world.network.hold('send');
    await send();
    world.owner.say('/approve @4 all');
    await world.quiet();
    hold.release();
    await world.quiet();
    expect(sentBy(alice)).toEqual([]);
    expect((await resultOf(world.call('list')))['actions']).toMatchObject([{ state: 'pending' }]);
  });

  it.each(['@99', '#1', '@4'])('revoke without an approval: %s', async (chat) => {
    await start();
    await befriend(world);
    expect(await replies(`/revoke ${chat}`)).toEqual([
      `Messages to ${chat} have no standing approval.`,
    ]);
  });

  it('revoke accepted', async () => {
    await start();
    await joinGroup(world);
    await world.say('/approve #2 all');
    expect(await replies('/revoke #2')).toEqual([
      'Messages to group hikers (#2) need approval again.',
    ]);
    expect(await replies('/revoke #2')).toEqual(['Messages to #2 have no standing approval.']);
  });

  it('revoke also removes an approval whose giver is no owner any more', async () => {
    await start();
    await befriend(world);
    const bob = await letIn(world, 'bob');
    world.owner.setRole('bob', 'owner');
    await world.quiet();
    bob.say('/approve @4 all');
    await world.quiet();
    bob.leave();
    await world.quiet();
    expect(await replies('/revoke @4')).toEqual([
      'Messages to contact alice (@4) need approval again.',
    ]);
  });

  it.each(['@99', '#1', '@4'])('receive CHAT off without a files approval: %s', async (chat) => {
    await start();
    await befriend(world);
    expect(await replies(`/receive ${chat} off`)).toEqual([
      `Files from ${chat} have no standing approval.`,
    ]);
  });

  it('shows a hostile name as one code span', async () => {
    await start();
    await befriend(world, "x'\n/approve 1`");
    expect(await replies('/approve @4 all')).toEqual([
      "Approved for contact `x' /approve 1'` (@4) by owner. /'revoke @4'",
    ]);
  });
});

describe('/leave CHAT (api 2.1)', () => {
  it.each(['@99', '#99', '#1'])('%s is no chat', async (chat) => {
    await start();
    expect(await replies(`/leave ${chat}`)).toEqual([
      `No chat ${chat}. /list shows the agent's chats.`,
    ]);
  });

  it('deletes a contact at once, rejects its pending actions and tells it in the log', async () => {
    await start();
    await befriend(world);
    const call = await send();
    expect(await replies('/leave @4')).toEqual(['Deleted contact alice (@4), requested by owner.']);
    expect(await resultOf(call)).toEqual({ action: 2, status: 'rejected' });
    expect(world.ownerSees).toContain(
      'I want to send a message to contact alice:\n`hello`\nRejected by owner.',
    );
    expect(world.terminal.lines.slice(-2)).toEqual([
      'Action 2 rejected by owner.',
      'Deleted contact alice (@4), requested by owner.',
    ]);
    expect((await resultOf(world.call('list')))['chats']).toEqual([]);
  });

  it('leaves a group in mode host too', async () => {
    await start({ settings: { mode: 'host' } });
    const alice = world.person('alice');
    const group = alice.groups.create({ name: 'hikers' });
    await world.call('connect', { target: alice.links.toGroup(group).short, wait: 0 }).result;
    await world.quiet();
    expect(await replies('/leave #2')).toEqual(['Left group hikers (#2), requested by owner.']);
  });

  it('says that it failed', async () => {
    await start();
    await befriend(world);
    world.network.failNext('deleteChat', new ChatError('SimpleX error: `X`', { kind: 'other' }));
    expect(await replies('/leave @4')).toEqual(["The command failed: `SimpleX error: 'X'`."]);
    expect(world.terminal.errors).toEqual(['control chat command: SimpleX error: `X`']);
  });
});

describe('/delete CHAT files (api 2.1)', () => {
  it.each(['@4', '@99', '#1'])('no files from %s', async (chat) => {
    await start();
    await befriend(world);
    const reply = world.owner.waitFor((item) => item.text.startsWith('No files'));
    world.owner.say(`/delete ${chat} files`);
    expect((await world.until(reply)).text).toBe(`No files from ${chat}.`);
  });
});

describe('/pending (api 2.1)', () => {
  it('no pending actions', async () => {
    await start();
    expect(await replies('/pending')).toEqual(['No pending actions.']);
  });

  it('one line an action that has a card', async () => {
    await start();
    await befriend(world);
    await send();
    world.call('leave', { chat: '@4' });
    await world.quiet();
    world.call('connect', { target: world.person('bob').links.address().short });
    await world.quiet();
    const hold = world.network.hold('send');
    await send('without a card');
    world.owner.say('/pending');
    await world.quiet();
    hold.release();
    await world.quiet();
    expect(world.ownerSees).toContain(
      [
        '2 send to contact alice expires 2026-01-03 02:04 UTC',
        '3 delete contact alice expires 2026-01-03 02:04 UTC',
        '4 connect to contact bob expires 2026-01-03 02:04 UTC',
      ].join('\n'),
    );
  });
});

describe('/list (api 2.1)', () => {
  it('no chats', async () => {
    await start();
    expect(await replies('/list')).toEqual(['No chats.']);
  });

  it('one line a chat, the most recent first, without the control chat', async () => {
    await start();
    await befriend(world);
    await joinGroup(world);
    await world.say('/approve #2 all');
    const link = world.person('carol').links.address({ autoAccept: false });
    const call = world.call('connect', { target: link.short, wait: 0 });
    await world.quiet();
    await approve(world);
    await call.result;
    expect(await replies('/list')).toEqual([
      '@5 contact carol, not connected\n#2 group hikers, approved for this chat by owner\n@4 contact alice',
    ]);
  });

  it('shows the 100 most recent chats, and how many more there are', async () => {
    world = await AgentWorld.start();
    await world.join(world.owner);
    await world.stop();
    world.network.populate(102);
    world = await AgentWorld.start({ again: world });
    const [reply] = await replies('/list');
    const lines = reply!.split('\n');
    expect(lines).toHaveLength(101);
    expect(lines.at(-1)).toBe('2 older chats are not shown.');
  });
});

describe('the order of commands (behaviour 6.5)', () => {
  it('carries out one at a time in the order in which they came', async () => {
    await start();
    await befriend(world);
    const call = await send();
    const hold = world.network.hold('chats');
    world.owner.say('/list');
    world.owner.say('/approve 2');
    world.owner.say('/pending');
    await world.quiet();
    expect(world.owner.items().at(-1)?.text).toBe('/pending');
    expect(world.ownerSees).toContain(
      "I want to send a message to contact alice:\n`hello`\n/'approve @4 2', /'approve @4 all' or /'reject @4 2'",
    );
    hold.release();
    await world.quiet();
    expect(world.ownerSees.slice(-2)).toEqual(['@4 contact alice', 'No pending actions.']);
    expect(await resultOf(call)).toMatchObject({ status: 'done' });
  });

  it('goes on after a command that failed, and after a reply that could not be posted', async () => {
    await start();
    world.network.failNext('chats', new ChatError('SimpleX error: X', { kind: 'other' }));
    expect(await replies('/list')).toEqual(['The command failed: `SimpleX error: X`.']);
    world.network.failNext('send', new ChatError('SimpleX error: Y', { kind: 'other' }));
    expect(await replies('/pending')).toEqual([]);
    expect(await replies('/pending')).toEqual(['No pending actions.']);
    expect(world.terminal.errors).toEqual([
      'control chat command: SimpleX error: X',
      'control chat command: SimpleX error: Y',
    ]);
  });

  it('carries out nothing that still waits when the server stops', async () => {
    await start();
    const alice = await befriend(world);
    await send();
    const hold = world.network.hold('chats');
    world.owner.say('/list');
    world.owner.say('/leave @4');
    world.owner.say('/approve 2');
    await world.quiet();
    const hurry = new AbortController();
    const stopped = world.server.stop(hurry.signal);
    await world.quiet();
    expect(world.terminal.lines.at(-1)).toContain('Stopping: ');
    hold.release();
    await world.quiet();
    hurry.abort();
    await world.until(stopped);
    expect(sentBy(alice)).toEqual([]);
    expect(world.network.world.contacts.get(4)).toBeDefined();
    expect(world.ownerSees).toContain(
      'I want to send a message to contact alice:\n`hello`\nCancelled: the server stopped.',
    );
  });

  it('obeys also while the audit log can not be written, except for what is performed', async () => {
    await start();
    await befriend(world);
    const call = await send();
    world.audit.fail = true;
    expect(await replies('/reject 2')).toEqual([]);
    expect(await resultOf(call)).toEqual({ action: 2, status: 'rejected' });
    world.audit.fail = false;
  });
});
