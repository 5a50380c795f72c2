import { afterEach, describe, expect, it } from 'vitest';
import { SandboxOwner } from '../../src/adapters/sandbox/owner/sandbox-owner.js';
import type { ServeSettings } from '../../src/app/settings.js';
import { ChatError } from '../../src/ports/chat.js';
import { AgentWorld } from '../support/agent-world.js';
import { befriend, sentBy, type Friend } from '../support/chats.js';
import { controlConversation, letIn } from '../support/control-room.js';

let world: AgentWorld;

afterEach(async () => {
  await world.stop();
  await world.remove();
});

const lost =
  'The agent lost its control chat. The person who runs it has to restart it with --reset-owners.';
const lostLine = 'The agent lost its control chat. Restart the server with --reset-owners.';
const noOwner =
  'The agent has no owner. The person who runs it has to join its control chat with the link the server printed.';

async function restart(settings: Partial<ServeSettings>): Promise<void> {
  await world.stop();
  world = await AgentWorld.start({ again: world, settings });
  await world.quiet();
}

/** An agent with an owner, and bob in its control chat. */
async function withBob(): Promise<SandboxOwner> {
  world = await AgentWorld.withOwner();
  return letIn(world, 'bob');
}

/** The same, restarted with both listed in --owners. */
async function listed(...names: ('owner' | 'bob')[]): Promise<SandboxOwner> {
  const bob = await withBob();
  const ids = { owner: 2, bob: 3 };
  const entries = names.map((name) => ({ memberId: ids[name], name }));
  await restart({ owners: { kind: 'listed', entries } });
  return bob;
}

function send(): Promise<unknown> {
  return world.call('send', { chat: '@4', text: 'x', wait: 0 }).result;
}

describe('the control chat is lost (behaviour 5.2)', () => {
  async function pending(): Promise<{ alice: Friend; call: Promise<unknown> }> {
    world = await AgentWorld.withOwner();
    const alice = await befriend(world);
    const call = world.call('send', { chat: '@4', text: 'hello' }).result;
    await world.quiet();
    return { alice, call };
  }

  it.each([
    [
      'the agent is removed',
      (owner: SandboxOwner) => {
        owner.removeAgent();
      },
    ],
    [
      'the group is deleted',
      (owner: SandboxOwner) => {
        owner.deleteGroup();
      },
    ],
    [
      'the agent is admin',
      (owner: SandboxOwner) => {
        owner.demoteAgent('admin');
      },
    ],
    [
      'the agent is observer',
      (owner: SandboxOwner) => {
        owner.demoteAgent('observer');
      },
    ],
  ])('when %s: pending actions fail, cards stay, new actions are refused', async (_, lose) => {
    const { call } = await pending();
    const card = world.card.text;
    lose(world.owner);
    await world.quiet();
    expect(await call).toEqual({
      kind: 'result',
      result: { action: 2, status: 'failed', error: lost },
    });
    expect(world.ownerSees.filter((text) => text === card)).toHaveLength(1);
    expect(world.terminal.lines.filter((line) => line === lostLine)).toHaveLength(1);
    expect(world.audit.events).toContainEqual({ event: 'action-failed', action: 2 });
    expect(await send()).toEqual({ kind: 'error', text: lost });
  });

  it('is noticed also when the members can not be read', async () => {
    const { call } = await pending();
    world.network.failNext('members', new ChatError('SimpleX error: X', { kind: 'store' }));
    world.owner.deleteGroup();
    await world.quiet();
    expect(await call).toMatchObject({ result: { status: 'failed', error: lost } });
    expect(world.terminal.errors).toEqual([
      'groupDeleted in the agent control chat: SimpleX error: X',
    ]);
  });

  it('leaves the card of a perform that goes on as it is', async () => {
    const { alice, call } = await pending();
    const hold = world.network.hold('send');
    await world.say('/approve 2');
    world.owner.demoteAgent();
    await world.quiet();
    const seen = world.ownerSees;
    hold.release();
    await world.clock.advance(61_000);
    expect(await call).toMatchObject({ result: { action: 2, status: 'done' } });
    expect(sentBy(alice)).toEqual(['hello']);
    expect(world.ownerSees).toEqual(seen);
    expect(world.terminal.lines.at(-1)).toBe('Action 2 approved by owner: sent.');
  });

  it('posts no card that was still to be posted', async () => {
    world = await AgentWorld.withOwner();
    await befriend(world);
    const hold = world.network.hold('setCustomData');
    const call = world.call('send', { chat: '@4', text: 'hello' }).result;
    await world.quiet();
    world.owner.demoteAgent();
    await world.quiet();
    hold.release();
    await world.quiet();
    expect(await call).toMatchObject({ result: { status: 'failed', error: lost } });
    expect(world.ownerSees.join()).not.toContain('hello');
  });

  it('ends a standing approval too', async () => {
    world = await AgentWorld.withOwner();
    const alice = await befriend(world);
    await world.say('/approve @4 all');
    world.owner.demoteAgent();
    await world.quiet();
    expect(await send()).toEqual({ kind: 'error', text: lost });
    expect(sentBy(alice)).toEqual([]);
  });

  it('says nothing more of what happens in it', async () => {
    const bob = await withBob();
    world.owner.setRole('bob', 'owner');
    await world.quiet();
    world.owner.demoteAgent();
    await world.quiet();
    const lines = world.terminal.lines.length;
    world.owner.leave();
    bob.leave();
    await world.quiet();
    expect(world.terminal.lines).toHaveLength(lines);
  });
});

describe('approvers drop to zero, --owners absent (behaviour 5.2)', () => {
  it('says so and prints a new link with role member; the next who joins becomes the owner', async () => {
    world = await AgentWorld.withOwner();
    await befriend(world);
    const old = world.link;
    world.owner.leave();
    await world.quiet();
    const { link } = world;
    expect(link).not.toBe(old);
    expect(world.terminal.lines.slice(-6)).toEqual([
      'No owners in the agent control chat.',
      'Join the agent control chat in the SimpleX app. The link works once:',
      `[small QR code of ${link}]`,
      link,
      'If the QR code does not scan, restart with --qr-code large, or paste the link into the app.',
      'The person who joins becomes the owner of the agent.',
    ]);
    expect(await send()).toEqual({ kind: 'error', text: noOwner });
    const carol = new SandboxOwner(world.network, 'carol');
    await world.join(carol);
    expect(world.terminal.lines.slice(-3)).toEqual([
      'carol joined (member 3) and is now an owner. The link is deleted.',
      'Add the agent to Claude Code:',
      ' simplex-mcp register demo',
    ]);
    const call = world.call('send', { chat: '@4', text: 'hello' });
    await world.quiet();
    carol.say('/reject 2');
    await world.quiet();
    expect(await call.result).toMatchObject({ result: { status: 'rejected' } });
  });

  it('keeps pending actions for the next owner', async () => {
    world = await AgentWorld.withOwner();
    const alice = await befriend(world);
    const call = world.call('send', { chat: '@4', text: 'hello', wait: 0 });
    await world.quiet();
    world.owner.leave();
    await world.quiet();
    const carol = new SandboxOwner(world.network, 'carol');
    await world.join(carol);
    carol.say('/approve 2');
    await world.quiet();
    expect(await call.result).toMatchObject({ result: { action: 2, status: 'done' } });
    expect(sentBy(alice)).toEqual(['hello']);
    expect(carol.items().map(({ text }) => text)).toContain(
      'I sent a message to contact alice:\n`hello`\nApproved by carol.',
    );
  });

  it('lets the owner who left join again', async () => {
    world = await AgentWorld.withOwner();
    await befriend(world);
    world.owner.leave();
    await world.quiet();
    await world.join(world.owner);
    expect(world.owner.members().map(({ role }) => role)).toEqual(['owner', 'owner']);
    world.call('send', { chat: '@4', text: 'hello' });
    await world.quiet();
    expect(world.card.text).toContain("/'approve @4 2'");
  });

  it('prints nothing while another owner is there', async () => {
    await withBob();
    world.owner.setRole('bob', 'owner');
    await world.quiet();
    const lines = world.terminal.lines.length;
    world.owner.leave();
    await world.quiet();
    expect(world.terminal.lines).toHaveLength(lines);
  });

  it('counts an owner who is made a member as gone', async () => {
    const bob = await withBob();
    world.owner.setRole('bob', 'owner');
    await world.quiet();
    bob.setRole('owner', 'member');
    await world.quiet();
    bob.leave();
    await world.quiet();
    expect(world.terminal.lines).toContain('No owners in the agent control chat.');
  });

  it('logs a link that can not be made', async () => {
    world = await AgentWorld.withOwner();
    world.network.failNext('createGroupLink', new ChatError('no network', { kind: 'other' }));
    world.owner.leave();
    await world.quiet();
    expect(world.terminal.errors).toEqual(['leftMember in the agent control chat: no network']);
  });

  it('announces nobody: a second member and a second owner change nothing', async () => {
    const bob = await withBob();
    const posts = world.ownerSees.length;
    world.owner.setRole('bob', 'owner');
    await world.quiet();
    world.owner.setRole('bob', 'member');
    await world.quiet();
    bob.leave();
    await world.quiet();
    expect(world.ownerSees).toHaveLength(posts);
  });
});

describe('a human becomes an owner outside the list (behaviour 5.2)', () => {
  it('is told in the chat and the log, and approves nothing', async () => {
    await listed('owner');
    await letIn(world, "d'Arc");
    const alice = await befriend(world);
    world.owner.setRole("d'Arc", 'owner');
    await world.quiet();
    const start =
      "(member 4) is now an owner and can't approve actions yet. Restart the server with";
    expect(world.ownerSees.at(-1)).toBe(`\`d'Arc\` ${start} \`--owners 2:owner,'4:d'\\''Arc'\``);
    expect(world.terminal.lines.at(-1)).toBe(`d'Arc ${start} --owners 2:owner,'4:d'\\''Arc'`);
    world.call('send', { chat: '@4', text: 'hello' });
    await world.quiet();
    world.person("d'Arc").messages.say(controlConversation(world), '/approve 2');
    await world.quiet();
    expect(world.card.text).toBe('Only the owners listed in --owners approve actions.');
    expect(sentBy(alice)).toEqual([]);
  });

  it('logs the name folded to one line', async () => {
    await listed('owner');
    await letIn(world, 'x\nOwners: evil');
    world.owner.setRole('x\nOwners: evil', 'owner');
    await world.quiet();
    expect(world.terminal.lines.at(-1)).toMatch(/^x Owners: evil \(member 4\) is now an owner/);
  });
});

describe('a listed owner stops being a human owner (behaviour 5.2)', () => {
  it('is told with the owners that remain', async () => {
    const bob = await listed('owner', 'bob');
    bob.leave();
    await world.quiet();
    expect(world.ownerSees.at(-1)).toBe(
      'bob (member 3) is no longer an owner. Restart the server with `--owners 2:owner`',
    );
    expect(world.terminal.lines.at(-1)).toBe(
      'bob (member 3) is no longer an owner. Restart the server with --owners 2:owner',
    );
  });

  it('is told when the role is taken away', async () => {
    await listed('owner', 'bob');
    world.owner.setRole('bob', 'member');
    await world.quiet();
    expect(world.terminal.lines.at(-1)).toBe(
      'bob (member 3) is no longer an owner. Restart the server with --owners 2:owner',
    );
  });

  it('says that none remains, and opens no link', async () => {
    await listed('owner');
    await befriend(world);
    world.owner.leave();
    await world.quiet();
    expect(world.terminal.lines.at(-1)).toBe(
      'owner (member 2) is no longer an owner. No owners remain: restart the server with --reset-owners --owners',
    );
    expect(await send()).toEqual({
      kind: 'error',
      text: 'The agent has no approving owner. The person who runs it has to restart it with the --owners options it printed.',
    });
  });
});

describe('membership changes in order (behaviour 4.2)', () => {
  it('deals with one at a time, also when one fails', async () => {
    const bob = await withBob();
    world.network.failNext('members', new ChatError('SimpleX error: X', { kind: 'other' }));
    world.owner.setRole('bob', 'owner');
    await world.quiet();
    expect(world.terminal.errors).toEqual([
      'memberRole in the agent control chat: SimpleX error: X',
    ]);
    world.owner.leave();
    await world.quiet();
    expect(world.terminal.lines).not.toContain('No owners in the agent control chat.');
    bob.leave();
    await world.quiet();
    expect(world.terminal.lines).toContain('No owners in the agent control chat.');
  });

  it('does not wait for owner commands', async () => {
    world = await AgentWorld.withOwner();
    const hold = world.network.hold('chats');
    world.owner.say('/list');
    world.owner.leave();
    await world.quiet();
    expect(world.terminal.lines).toContain('No owners in the agent control chat.');
    hold.release();
  });

  it('leaves the rest of a change alone when the server stops meanwhile', async () => {
    await withBob();
    const hold = world.network.hold('members');
    world.owner.leave();
    await world.quiet();
    const stopped = world.server.stop(AbortSignal.abort());
    await world.quiet();
    hold.release();
    await world.until(stopped);
    await world.quiet();
    expect(world.audit.events.at(-1)).toEqual({ event: 'server-stopped', version: '1.2.3' });
    expect(world.terminal.lines.at(-1)).toBe('Stopped.');
  });

  it('ignores the members of other groups', async () => {
    world = await AgentWorld.withOwner();
    const alice = world.person('alice');
    const group = alice.groups.create({ name: 'hikers' });
    const call = world.call('connect', { target: alice.links.toGroup(group).short, wait: 0 });
    await world.quiet();
    await world.say('/approve 1');
    await call.result;
    const lines = world.terminal.lines.length;
    alice.groups.delete(group);
    await world.quiet();
    expect(world.terminal.lines).toHaveLength(lines);
  });
});
