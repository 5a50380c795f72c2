import { describe, expect, it } from 'vitest';

import type { ChatRef } from '../../src/domain/chat/ref.js';
import type { Agent } from './agent.js';
import { textOf } from './agent.js';
import type { MakeWorld } from './chat-port.js';
import { TestWorld } from './use-world.js';
import type { OtherChat, OtherParticipant } from './world.js';

interface Lounge {
  readonly agent: Agent;
  readonly host: OtherParticipant;
  readonly bob: OtherParticipant;
  readonly group: OtherChat;
  readonly link: string;
  readonly ref: ChatRef;
  readonly groupId: number;
}

/** A group of a host, of bob, and of the agent who joined last. */
async function lounge(world: TestWorld): Promise<Lounge> {
  const agent = await world.agent();
  const host = await world.now.other('host');
  const bob = await world.now.other('bob');
  const group = await host.createGroup('lounge', { description: 'Be kind.' });
  const link = await host.createGroupLink(group, 'member');
  await bob.joinGroup(link);
  const { ref } = await agent.join(link);
  await host.agentMember(group);
  await agent.membership('connectedToGroupMember');
  return { agent, host, bob, group, link, ref, groupId: Number(ref.slice(1)) };
}

/** Groups and channels of others. */
export function groupContract(makeWorld: MakeWorld): void {
  describe('a group that the agent joins', () => {
    const world = new TestWorld(makeWorld);

    it('is planned with its data and known afterwards', async () => {
      const agent = await world.agent();
      const host = await world.now.other('host');
      const group = await host.createGroup('lounge', { description: 'Be kind.' });
      const link = await host.createGroupLink(group, 'member');
      expect(await agent.chat.planConnection(link)).toMatchObject({
        linkType: 'group',
        state: 'ok',
        business: false,
        channel: false,
        data: { name: 'lounge', welcome: 'Be kind.' },
      });
      const chat = await agent.join(link);
      expect(chat).toMatchObject({
        kind: 'group',
        groupType: 'group',
        name: 'lounge',
        welcome: 'Be kind.',
        description: 'Be kind.',
        connected: true,
        prepared: false,
        incognito: false,
        membership: { role: 'member', status: 'connected', name: 'agent' },
      });
      expect(await agent.chat.planConnection(link)).toMatchObject({
        linkType: 'group',
        state: 'known',
        chat: { ref: chat.ref },
      });
    });

    it('has its other members, with the number that items name', async () => {
      const { agent, bob, group, groupId } = await lounge(world);
      const members = await agent.chat.members(groupId);
      expect(members.map(({ name, role, status }) => ({ name, role, status }))).toEqual([
        { name: 'host', role: 'owner', status: 'connected' },
        { name: 'bob', role: 'member', status: 'connected' },
      ]);
      await bob.send(group, { text: 'hello all' });
      const item = await agent.message('hello all');
      expect(item.direction).toMatchObject({
        kind: 'group-received',
        member: { memberId: members[1]?.memberId, name: 'bob', role: 'member' },
      });
      expect(item.mentionsMe).toBe(false);
    });

    it('shows which messages mention the agent', async () => {
      const { agent, bob, group } = await lounge(world);
      await bob.send(group, { text: 'look @agent', mentionAgent: true });
      expect((await agent.message('look @agent')).mentionsMe).toBe(true);
    });

    it('takes messages that mention a member', async () => {
      const { agent, bob, group, ref, groupId } = await lounge(world);
      const members = await agent.chat.members(groupId);
      const memberId = members.find(({ name }) => name === 'bob')?.memberId ?? 0;
      await agent.chat.send(ref, {
        content: { type: 'text', text: 'hi @bob' },
        mentions: [{ name: 'bob', memberId }],
      });
      expect(await bob.receives(group, 'hi @bob')).toMatchObject({ text: 'hi @bob' });
    });

    it('lets an observer read but not write', async () => {
      const { agent, host, group, ref } = await lounge(world);
      await host.setAgentRole(group, 'observer');
      const changed = await agent.membership('memberRole');
      expect(changed.membership.role).toBe('observer');
      await expect(agent.send(ref, 'may I?')).rejects.toMatchObject({ failure: { kind: 'other' } });
    });

    it('tells who joined later', async () => {
      const { agent, link, groupId } = await lounge(world);
      const carol = await world.now.other('carol');
      await carol.joinGroup(link);
      await agent.membership('joinedGroupMemberConnecting');
      await agent.membership('connectedToGroupMember');
      expect((await agent.chat.members(groupId)).map(({ name }) => name)).toContain('carol');
    });

    it('tells who left', async () => {
      const { agent, bob, group, groupId } = await lounge(world);
      await bob.leaveGroup(group);
      await agent.membership('leftMember');
      const left = (await agent.chat.members(groupId)).find(({ name }) => name === 'bob');
      expect(left?.status).toBe('left');
    });

    it('keeps its chat after the agent left, until it is deleted', async () => {
      const { agent, ref, groupId, link } = await lounge(world);
      await agent.chat.leaveGroup(groupId);
      expect(await agent.chat.chat(ref)).toMatchObject({
        connected: false,
        membership: { status: 'left' },
      });
      await agent.chat.deleteChat(ref);
      await expect(agent.chat.chat(ref)).rejects.toMatchObject({
        failure: { kind: 'store', notFound: 'group' },
      });
      expect(await agent.chat.planConnection(link)).toMatchObject({ state: 'ok' });
    });

    it('can be joined incognito', async () => {
      const agent = await world.agent();
      const host = await world.now.other('host');
      const group = await host.createGroup('lounge');
      const chat = await agent.join(await host.createGroupLink(group, 'member'), {
        incognito: true,
      });
      expect(chat.incognito).toBe(true);
      expect(chat.knownAs).toMatch(/^\S+$/);
      expect(chat.knownAs).not.toBe('agent');
    });

    it('ends when its owner deletes it', async () => {
      const { agent, host, group, ref } = await lounge(world);
      await host.deleteGroup(group);
      const ended = await agent.membership('groupDeleted');
      expect(ended).toMatchObject({ connected: false, membership: { status: 'deleted' } });
      await agent.chat.deleteChat(ref);
      await expect(agent.chat.chat(ref)).rejects.toMatchObject({ failure: { kind: 'store' } });
    });

    it('ends for the agent when it is removed', async () => {
      const { agent, host, group, ref } = await lounge(world);
      await host.removeAgent(group);
      const removed = await agent.membership('deletedMemberUser');
      expect(removed).toMatchObject({ connected: false, membership: { status: 'removed' } });
      await expect(agent.send(ref, 'still here?')).rejects.toMatchObject({
        failure: { kind: 'other' },
      });
    });

    it('keeps its member chat apart from the main conversation', async () => {
      const { agent, host, group, ref } = await lounge(world);
      await host.send(group, { text: 'only between us', toMember: true });
      const item = await agent.message('only between us');
      expect(item.scope).toBe('member');
      const main = await agent.chat.items(ref, { kind: 'initial', count: 100 });
      expect(main.items.map(({ itemId }) => itemId)).not.toContain(item.itemId);
      expect(main.items.filter(({ scope }) => scope === 'member')).toEqual([]);
      expect((await agent.chat.item(ref, item.itemId))?.scope).toBe('member');
    });

    it('lets a member open a direct chat, unasked', async () => {
      const { agent, bob, group } = await lounge(world);
      await bob.writeToMember(group, 'psst');
      const item = await agent.message('psst');
      expect(item.chat).toMatchObject({ kind: 'contact', name: 'bob', connected: false });
      const refs = (await agent.chat.chats()).map(({ chat }) => chat.ref);
      expect(refs[0]).toBe(item.chat.ref);
      await expect(agent.send(item.chat.ref, 'who?')).rejects.toMatchObject({
        failure: { kind: 'other' },
      });
    });
  });

  describe('an invitation to a group', () => {
    const world = new TestWorld(makeWorld);

    it('makes a group that the agent is not a member of, and can leave', async () => {
      const agent = await world.agent();
      const alice = await world.now.other('alice');
      await agent.join((await alice.createInvitation()).short);
      await alice.agentContact();
      await alice.inviteAgent(await alice.createGroup('book club'));
      await agent.events.next((event) =>
        event.kind === 'items-added' &&
        event.items.some(
          ({ content }) => content.kind === 'other' && content.tag === 'rcvGroupInvitation',
        )
          ? true
          : undefined,
      );
      const club = (await agent.chat.chats()).find(({ chat }) => chat.name === 'book club')?.chat;
      expect(club).toMatchObject({ connected: false, membership: { status: 'invited' } });
      const ref = club?.ref ?? '#0';
      await expect(agent.send(ref, 'before joining')).rejects.toMatchObject({
        failure: { kind: 'other' },
      });
      await agent.chat.leaveGroup(Number(ref.slice(1)));
      await agent.chat.deleteChat(ref);
      await expect(agent.chat.chat(ref)).rejects.toMatchObject({ failure: { kind: 'store' } });
    });
  });

  describe('a channel', () => {
    const world = new TestWorld(makeWorld);

    it('is joined as an observer, who reads posts and can not write', async () => {
      const agent = await world.agent();
      const publisher = await world.now.other('publisher');
      const channel = await publisher.createGroup('news', { channel: true });
      const link = await publisher.createGroupLink(channel, 'observer');
      expect(await agent.chat.planConnection(link)).toMatchObject({
        linkType: 'group',
        state: 'ok',
        channel: true,
        data: { name: 'news' },
      });
      const chat = await agent.join(link);
      expect(chat).toMatchObject({
        kind: 'group',
        groupType: 'channel',
        connected: true,
        membership: { role: 'observer' },
      });
      await publisher.send(channel, { text: 'Breaking news', asChannel: true });
      expect((await agent.message('Breaking news')).direction).toEqual({
        kind: 'channel-received',
      });
      await publisher.send(channel, { text: 'signed by a person' });
      const signed = await agent.message('signed by a person');
      expect(signed.direction).toMatchObject({
        kind: 'group-received',
        member: { name: 'publisher', role: 'owner' },
      });
      await expect(agent.send(chat.ref, 'may I?')).rejects.toMatchObject({
        failure: { kind: 'other' },
      });
      await agent.chat.leaveGroup(Number(chat.ref.slice(1)));
      await agent.chat.deleteChat(chat.ref);
    });
  });

  describe('messages of the same group', () => {
    const world = new TestWorld(makeWorld);

    it('mention the agent when they quote what it wrote', async () => {
      const { agent, bob, group, ref } = await lounge(world);
      const sent = await agent.send(ref, 'what do you think?');
      const { message } = await bob.receives(group, 'what do you think?');
      await bob.send(group, { text: 'yes', quote: message });
      const item = await agent.message('yes');
      expect(item.mentionsMe).toBe(true);
      expect(item.quoted?.itemId).toBe(sent.itemId);
      expect(textOf(item)).toBe('yes');
    });
  });
}
