import { afterEach, describe, expect, it } from 'vitest';
import { SandboxOwner } from '../../src/adapters/sandbox/owner/sandbox-owner.js';
import { UsageError } from '../../src/app/cli/arguments.js';
import type { ServeSettings } from '../../src/app/settings.js';
import type { AuditEvent } from '../../src/domain/audit/event.js';
import type { OwnerPolicy } from '../../src/domain/owner/approver.js';
import { ChatError } from '../../src/ports/chat.js';
import { AgentWorld } from '../support/agent-world.js';
import { befriend } from '../support/chats.js';
import { controlConversation, letIn } from '../support/control-room.js';

let world: AgentWorld;

afterEach(async () => {
  await world.stop();
  await world.remove();
});

const unlisted: OwnerPolicy = { kind: 'unlisted' };

function listed(...entries: { memberId: number; name: string }[]): OwnerPolicy {
  return { kind: 'listed', entries };
}

/** The same network and data folder after a stop, started with other options. */
async function restart(settings: Partial<ServeSettings> = {}): Promise<void> {
  await world.stop();
  world = await AgentWorld.start({ again: world, settings });
  await world.quiet();
}

/** Lines of the terminal after the three of the start. */
function lines(): string[] {
  return world.terminal.lines.slice(3);
}

/** Recorded changes of the members. */
function changes(): readonly AuditEvent[] {
  return world.audit.events.filter(({ event }) => event === 'membership-changed');
}

function roles(): Record<string, string> {
  return Object.fromEntries(
    world.owner.members().map(({ name, role, agent }) => [agent ? 'agent' : name, role]),
  );
}

const hint = ['Add the agent to Claude Code:', ' simplex-mcp register demo'];
const listening = 'Listening on http://127.0.0.1:5226/mcp';

describe('--owners absent (behaviour 5.2)', () => {
  it('nobody in the chat: prints a link with role member', async () => {
    world = await AgentWorld.start();
    const { link } = world;
    expect(world.terminal.lines).toEqual([
      'SimpleX MCP server 1.2.3, agent "demo"',
      `Data folder: ${world.dataFolder}`,
      'Approval mode: requests',
      'Agent control chat "demo" created.',
      'Join the agent control chat in the SimpleX app. The link works once:',
      `[small QR code of ${link}]`,
      link,
      'If the QR code does not scan, restart with --qr-code large, or paste the link into the app.',
      'The person who joins becomes the owner of the agent.',
      listening,
    ]);
  });

  it('prints a large QR code without the advice', async () => {
    world = await AgentWorld.start({ settings: { qrCode: 'large' } });
    const { link } = world;
    expect(lines()).toEqual([
      'Agent control chat "demo" created.',
      'Join the agent control chat in the SimpleX app. The link works once:',
      `[large QR code of ${link}]`,
      link,
      'The person who joins becomes the owner of the agent.',
      listening,
    ]);
  });

  it('the first who joins becomes the owner: link deleted, greeting, log line, register hint', async () => {
    world = await AgentWorld.start();
    const { link } = world;
    await world.join(world.owner);
    expect(roles()).toEqual({ agent: 'owner', owner: 'owner' });
    expect(world.ownerSees).toEqual([
      "I'm your agent. I ask here before I connect, send, download a file or leave a chat.",
    ]);
    expect(world.terminal.lines.slice(-3)).toEqual([
      'owner joined (member 2) and is now an owner. The link is deleted.',
      ...hint,
    ]);
    const late = new SandboxOwner(world.network, 'late');
    await expect(late.join(link)).rejects.toThrow('the link leads to no group');
    expect(changes()).toMatchObject([
      { change: 'joinedGroupMember', memberId: 2, name: 'owner' },
      { change: 'memberRole', memberId: 2, name: 'owner' },
    ]);
  });

  it('makes only the first of two who join at the same time an owner', async () => {
    world = await AgentWorld.start();
    const { link } = world;
    const second = new SandboxOwner(world.network, 'second');
    await Promise.all([world.owner.join(link), second.join(link)]);
    await world.quiet();
    expect(roles()).toEqual({ agent: 'owner', owner: 'owner', second: 'member' });
    expect(world.ownerSees.filter((text) => text.startsWith("I'm your agent"))).toHaveLength(1);
  });

  it('makes the first an owner also when the link can not be deleted', async () => {
    world = await AgentWorld.start();
    world.network.failNext('deleteGroupLink', new ChatError('no network', { kind: 'other' }));
    const { link } = world;
    await world.join(world.owner);
    const second = new SandboxOwner(world.network, 'second');
    await world.join(second).catch(() => undefined);
    expect(world.link).toBe(link);
    expect(roles()).toEqual({ agent: 'owner', owner: 'owner', second: 'member' });
    expect(world.terminal.errors).toEqual([
      'joinedGroupMember in the agent control chat: no network',
    ]);
  });

  it('an owner is there: deletes the link that could not be deleted when they joined', async () => {
    world = await AgentWorld.start();
    world.network.failNext('deleteGroupLink', new ChatError('no network', { kind: 'other' }));
    const { link } = world;
    await world.join(world.owner);
    await restart();
    const late = new SandboxOwner(world.network, 'late');
    await expect(late.join(link)).rejects.toThrow('the link leads to no group');
    expect(world.terminal.errors).toEqual([]);
  });

  it('an owner is there: starts also when a link can not be deleted', async () => {
    world = await AgentWorld.withOwner();
    await world.stop();
    const again = await AgentWorld.prepare({ again: world });
    again.network.failNext('deleteGroupLink', new ChatError('no network', { kind: 'other' }));
    world = again;
    await world.begin();
    expect(lines()).toEqual([...hint, listening]);
    expect(world.terminal.errors).toEqual(['control chat: no network']);
  });

  it('an owner is there: prints the register hint and no link', async () => {
    world = await AgentWorld.withOwner();
    await restart();
    expect(lines()).toEqual([...hint, listening]);
    expect(roles()).toEqual({ agent: 'owner', owner: 'owner' });
  });

  it('names the data folder in the hint when it was given', async () => {
    world = await AgentWorld.withOwner();
    await restart({ dataGiven: true });
    expect(lines()[1]).toBe(` simplex-mcp register demo --data ${world.dataFolder}`);
  });

  it('people are there and none is an owner: says so and prints a new link', async () => {
    world = await AgentWorld.withOwner();
    await letIn(world, 'bob');
    world.owner.leave();
    await world.quiet();
    await restart();
    const { link } = world;
    expect(lines()).toEqual([
      'No owners in the agent control chat.',
      'Join the agent control chat in the SimpleX app. The link works once:',
      `[small QR code of ${link}]`,
      link,
      'If the QR code does not scan, restart with --qr-code large, or paste the link into the app.',
      'The person who joins becomes the owner of the agent.',
      listening,
    ]);
  });

  it('replaces the link of the last run, which leads nowhere any more', async () => {
    world = await AgentWorld.start();
    const old = world.link;
    await restart();
    expect(world.link).not.toBe(old);
    await expect(world.owner.join(old)).rejects.toThrow('the link leads to no group');
    await world.join(world.owner);
    expect(roles()).toEqual({ agent: 'owner', owner: 'owner' });
  });
});

describe('--owners without a list (behaviour 5.2)', () => {
  it('nobody in the chat: prints a link with role observer', async () => {
    world = await AgentWorld.start({ settings: { owners: unlisted } });
    expect(lines().slice(-2)).toEqual([
      'The person who joins is an observer until the server is restarted with --owners.',
      listening,
    ]);
  });

  it('the first who joins stays an observer: link deleted, announced with the restart command', async () => {
    world = await AgentWorld.start({ settings: { owners: unlisted } });
    const { link } = world;
    await world.join(world.owner);
    expect(roles()).toEqual({ agent: 'owner', owner: 'observer' });
    expect(world.ownerSees).toEqual([
      'owner joined (member 2). Restart the server with `--owners 2:owner`',
    ]);
    expect(world.terminal.lines.at(-1)).toBe(
      'owner joined (member 2). Restart the server with --owners 2:owner',
    );
    const late = new SandboxOwner(world.network, 'late');
    await expect(late.join(link)).rejects.toThrow('the link leads to no group');
  });

  it('people are there: announces them and opens no link', async () => {
    world = await AgentWorld.withOwner();
    await letIn(world, "bob's");
    await restart({ owners: unlisted });
    const end = "--owners 2:owner,'3:bob'\\''s'";
    expect(lines()).toEqual([
      `owner joined (member 2). bob's joined (member 3). Restart the server with ${end}`,
      listening,
    ]);
    expect(world.ownerSees.at(-1)).toBe(
      "owner joined (member 2). `bob's` joined (member 3). Restart the server with `--owners 2:owner,'3:bob'\\''s'`",
    );
  });

  it('people are there: deletes the link that could not be deleted when they joined', async () => {
    world = await AgentWorld.start({ settings: { owners: unlisted } });
    world.network.failNext('deleteGroupLink', new ChatError('no network', { kind: 'other' }));
    const { link } = world;
    await world.join(world.owner);
    await restart({ owners: unlisted });
    const late = new SandboxOwner(world.network, 'late');
    await expect(late.join(link)).rejects.toThrow('the link leads to no group');
  });

  it('nobody approves, not even an owner: actions are refused', async () => {
    world = await AgentWorld.withOwner();
    await befriend(world);
    await restart({ owners: unlisted });
    expect(await world.call('send', { chat: '@4', text: 'x' }).result).toEqual({
      kind: 'error',
      text: 'The agent has no approving owner. The person who runs it has to restart it with the --owners options it printed.',
    });
  });
});

describe('--owners with a list (behaviour 5.2)', () => {
  it('makes the listed people owners, removes the others, deletes the link, prints owners and hint', async () => {
    world = await AgentWorld.start({ settings: { owners: unlisted } });
    await world.join(world.owner);
    await letIn(world, 'bob', 'observer');
    await letIn(world, 'mallory', 'member');
    const before = changes().length;
    await restart({ owners: listed({ memberId: 2, name: 'owner' }, { memberId: 3, name: 'bob' }) });
    expect(roles()).toEqual({ agent: 'owner', owner: 'owner', bob: 'owner' });
    world.call('connect', { target: world.person('alice').links.address().short });
    await world.quiet();
    expect(world.card.text).toContain("/'approve 1'");
    expect(lines().slice(0, 4)).toEqual(['Owners: 2:owner,3:bob.', ...hint, listening]);
    expect(changes().slice(before)).toEqual([
      { event: 'membership-changed', change: 'memberRole', memberId: 2, name: 'owner' },
      { event: 'membership-changed', change: 'memberRole', memberId: 3, name: 'bob' },
      { event: 'membership-changed', change: 'deletedMember', memberId: 4, name: 'mallory' },
    ]);
  });

  it('keeps owners as they are on the next start with the same list', async () => {
    world = await AgentWorld.withOwner();
    const owners = listed({ memberId: 2, name: 'owner' });
    await restart({ owners });
    const before = changes().length;
    await restart({ owners });
    expect(lines()).toEqual(['Owners: 2:owner.', ...hint, listening]);
    expect(changes()).toHaveLength(before);
  });

  it('removes an owner who is not listed', async () => {
    world = await AgentWorld.withOwner();
    await letIn(world, 'bob', 'member');
    world.owner.setRole('bob', 'owner');
    await world.quiet();
    await restart({ owners: listed({ memberId: 2, name: 'owner' }) });
    expect(roles()).toEqual({ agent: 'owner', owner: 'owner' });
  });

  it('deletes a link that the last run left open', async () => {
    world = await AgentWorld.withOwner();
    await letIn(world, 'bob');
    world.owner.leave();
    await world.quiet();
    const { link } = world;
    await restart({ owners: listed({ memberId: 3, name: 'bob' }) });
    const late = new SandboxOwner(world.network, 'late');
    await expect(late.join(link)).rejects.toThrow('the link leads to no group');
  });

  it('obeys only the listed owners', async () => {
    world = await AgentWorld.withOwner();
    await befriend(world);
    const bob = await letIn(world, 'bob');
    const both = listed({ memberId: 2, name: 'owner' }, { memberId: 3, name: 'bob' });
    await restart({ owners: both });
    const call = world.call('send', { chat: '@4', text: 'hello' });
    await world.quiet();
    bob.say('/reject 2');
    await world.quiet();
    expect(await call.result).toMatchObject({ result: { status: 'rejected' } });
    expect(world.card.text).toContain('Rejected by bob.');
  });

  it.each([
    [{ memberId: 9, name: 'owner' }, '9:owner'],
    [{ memberId: 2, name: 'Owner' }, '2:Owner'],
    [{ memberId: 2, name: 'ow\nner' }, '2:ow ner'],
  ])('exits with code 2 for an entry that is nobody in the chat: %j', async (entry, shown) => {
    world = await AgentWorld.withOwner();
    await world.stop();
    const again = world;
    const failed = AgentWorld.start({ again, settings: { owners: listed(entry) } });
    await expect(failed).rejects.toThrow(UsageError);
    await expect(failed).rejects.toThrow(
      `--owners: member ${shown} is not in the agent control chat. Start with --reset-owners --owners, or use the IDs of current members.`,
    );
    // Nothing changed, and the data folder is free again.
    world = await AgentWorld.start({ again });
    expect(roles()).toEqual({ agent: 'owner', owner: 'owner' });
  });

  it('exits with code 2 for somebody who left', async () => {
    world = await AgentWorld.withOwner();
    await letIn(world, 'bob');
    world.owner.leave();
    await world.quiet();
    await world.stop();
    const again = world;
    const settings = { owners: listed({ memberId: 2, name: 'owner' }) };
    await expect(AgentWorld.start({ again, settings })).rejects.toThrow(UsageError);
    world = await AgentWorld.start({ again });
  });
});

describe('the control chat at start (behaviour 4.1, 5.7)', () => {
  it('is found by its marker and not created again', async () => {
    world = await AgentWorld.withOwner();
    const first = controlConversation(world);
    await restart();
    expect(controlConversation(world)).toBe(first);
    expect(lines().join()).not.toContain('created');
  });

  it('has the profile of api 2.5', async () => {
    world = await AgentWorld.withOwner();
    expect(world.network.world.sharedGroup(controlConversation(world)).profile).toMatchObject({
      displayName: 'demo',
      fullName: '',
      description:
        'Supervise your AI agent here: approve or reject its connections and messages with one tap.',
      history: true,
      commands: [
        { type: 'command', keyword: 'pending', label: 'Pending actions' },
        { type: 'command', keyword: 'list', label: 'Chats and approvals' },
        { type: 'command', keyword: 'leave', label: 'Leave a chat', params: '<chat ID>' },
      ],
    });
    expect((await world.chats.chat('#1')).customData).toEqual({
      simplexMcp: { control: true, nextAction: 1 },
    });
  });

  it('gets the name of the agent when that changed', async () => {
    world = await AgentWorld.withOwner();
    await restart({ displayName: 'Helper' });
    expect(world.owner.groupName).toBe('Helper');
    expect((await world.chats.activeUser())?.displayName).toBe('Helper');
  });

  it('gets its command menu back when somebody changed it', async () => {
    world = await AgentWorld.withOwner();
    world.person('owner').groups.update(controlConversation(world), { commands: [] });
    await world.quiet();
    await restart();
    expect(
      world.network.world.sharedGroup(controlConversation(world)).profile.commands,
    ).toHaveLength(3);
  });

  it('--reset-owners makes a new one, deletes the old one and goes on counting', async () => {
    world = await AgentWorld.withOwner();
    await befriend(world);
    const old = controlConversation(world);
    await restart({ resetOwners: true });
    expect(lines().slice(0, 2)).toEqual([
      'Agent control chat "demo" created.',
      'Join the agent control chat in the SimpleX app. The link works once:',
    ]);
    expect(world.network.world.sharedGroup(old).members.find(({ who }) => who === 0)?.status).toBe(
      'left',
    );
    expect(world.network.world.groups.get(1)).toBeUndefined();
    await world.join(world.owner);
    world.call('send', { chat: '@4', text: 'hello' });
    await world.quiet();
    expect(world.card.text).toContain("/'approve @4 2'");
    expect(await world.call('list').result).toMatchObject({
      result: { chats: [{ chat: '@4' }] },
    });
  });

  it('--reset-owners works for a lost chat, and where there is none', async () => {
    world = await AgentWorld.start({ settings: { resetOwners: true } });
    expect(lines()[0]).toBe('Agent control chat "demo" created.');
    await world.join(world.owner);
    world.owner.removeAgent();
    await world.quiet();
    await restart({ resetOwners: true });
    await world.join(world.owner);
    expect(roles()).toEqual({ agent: 'owner', owner: 'owner' });
  });

  it('deletes the old chat at the next start when the reset was cut short', async () => {
    world = await AgentWorld.withOwner();
    await befriend(world);
    world.network.failNext('leaveGroup', new ChatError('SimpleX error: X', { kind: 'other' }));
    await restart({ resetOwners: true });
    expect(world.terminal.errors).toEqual(['control chat: SimpleX error: X']);
    expect(world.network.world.groups.get(1)).toBeDefined();
    await restart();
    expect(world.network.world.groups.get(1)).toBeUndefined();
    expect((await world.chats.chat('#2')).customData).toEqual({
      simplexMcp: { control: true, nextAction: 2 },
    });
  });

  it.each(['removed', 'demoted', 'deleted'] as const)(
    'lost before the start (%s): told in the log, actions are refused, nothing is posted',
    async (how) => {
      world = await AgentWorld.withOwner();
      await befriend(world);
      await world.stop();
      if (how === 'removed') world.owner.removeAgent();
      else if (how === 'demoted') world.owner.demoteAgent();
      else world.owner.deleteGroup();
      const posts = world.network.world.messages;
      const count = (): number => [...posts.all()].length;
      // The first start learns of it by events, the second finds it so.
      world = await AgentWorld.start({ again: world });
      await world.quiet();
      await restart();
      const before = count();
      expect(lines()).toEqual([
        'The agent lost its control chat. Restart the server with --reset-owners.',
        listening,
      ]);
      expect(await world.call('send', { chat: '@4', text: 'x' }).result).toEqual({
        kind: 'error',
        text: 'The agent lost its control chat. The person who runs it has to restart it with --reset-owners.',
      });
      expect(await world.call('list').result).toMatchObject({ result: { chats: [{}] } });
      await world.stop();
      expect(count()).toBe(before);
      expect(world.terminal.lines.join()).not.toContain('Stopping:');
    },
  );
});
