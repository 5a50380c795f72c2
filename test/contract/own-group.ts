import { describe, expect, it } from 'vitest';

import type { ChatRef } from '../../src/domain/chat/ref.js';
import type { GroupProfile } from '../../src/ports/chat.js';
import type { Agent } from './agent.js';
import type { MakeWorld } from './chat-port.js';
import { TestWorld } from './use-world.js';
import type { OtherChat, OtherParticipant } from './world.js';

const profile: GroupProfile = {
  displayName: 'agent',
  description: 'Supervise your AI agent here.',
  history: true,
  commands: [
    { type: 'command', keyword: 'pending', label: 'Pending actions' },
    { type: 'command', keyword: 'leave', label: 'Leave a chat', params: '<chat ID>' },
  ],
};

interface Control {
  readonly agent: Agent;
  readonly owner: OtherParticipant;
  readonly chat: OtherChat;
  readonly ref: ChatRef;
  readonly groupId: number;
  readonly ownerId: number;
}

/** The agent's own group with an owner who joined by its link. */
async function control(world: TestWorld): Promise<Control> {
  const agent = await world.agent();
  const { ref } = await agent.chat.createGroup(profile);
  const groupId = Number(ref.slice(1));
  const link = await agent.chat.createGroupLink(groupId, 'member');
  const owner = await world.now.other('owner');
  const chat = await owner.joinGroup(link);
  await agent.membership('joinedGroupMember');
  await agent.chat.deleteGroupLink(groupId);
  const [member] = await agent.chat.members(groupId);
  await agent.chat.setMemberRole(groupId, member?.memberId ?? 0, 'owner');
  return { agent, owner, chat, ref, groupId, ownerId: member?.memberId ?? 0 };
}

/** The group that the agent makes: the control chat. */
export function ownGroupContract(makeWorld: MakeWorld): void {
  describe('a group of the agent', () => {
    const world = new TestWorld(makeWorld);

    it('has the agent as its owner and the wanted profile', async () => {
      const agent = await world.agent();
      expect(await agent.chat.createGroup(profile)).toMatchObject({
        kind: 'group',
        groupType: 'group',
        name: 'agent',
        fullName: '',
        description: 'Supervise your AI agent here.',
        commands: profile.commands,
        connected: true,
        prepared: false,
        membership: { role: 'owner', status: 'creator', name: 'agent' },
      });
    });

    it('begins with items of the core that are no messages', async () => {
      const agent = await world.agent();
      const { ref } = await agent.chat.createGroup(profile);
      await agent.events.next((event) =>
        event.kind === 'items-added' && event.items.length === 10 ? true : undefined,
      );
      const { items } = await agent.chat.items(ref, { kind: 'last', count: 100 });
      const tags = items.map(({ content }) => (content.kind === 'other' ? content.tag : 'message'));
      expect(tags).toEqual([
        'chatBanner',
        'sndGroupE2EEInfo',
        ...Array.from({ length: 10 }, () => 'sndGroupFeature'),
      ]);
    });

    it('has a link that leads others in, and that the agent knows as its own', async () => {
      const agent = await world.agent();
      const { ref } = await agent.chat.createGroup(profile);
      const groupId = Number(ref.slice(1));
      const link = await agent.chat.createGroupLink(groupId, 'observer');
      expect(await agent.chat.planConnection(link)).toMatchObject({
        linkType: 'group',
        state: 'own-link',
        stateWord: 'ownLink',
      });
      const owner = await world.now.other('owner');
      await owner.joinGroup(link);
      const group = await agent.membership('joinedGroupMember');
      expect(group.ref).toBe(ref);
      expect(await agent.chat.members(groupId)).toMatchObject([
        { name: 'owner', role: 'observer', status: 'connected' },
      ]);
    });

    it('deletes its link, also when there is none', async () => {
      const agent = await world.agent();
      const { ref } = await agent.chat.createGroup(profile);
      const groupId = Number(ref.slice(1));
      const first = await agent.chat.createGroupLink(groupId, 'member');
      await agent.chat.deleteGroupLink(groupId);
      await agent.chat.deleteGroupLink(groupId);
      expect(await agent.chat.createGroupLink(groupId, 'member')).not.toBe(first);
    });

    it('makes a member an owner', async () => {
      const { agent, groupId, ownerId } = await control(world);
      expect(await agent.chat.members(groupId)).toMatchObject([
        { memberId: ownerId, name: 'owner', role: 'owner', status: 'connected' },
      ]);
    });

    it('carries cards, commands, outcomes and replies', async () => {
      const { agent, owner, chat, ref, ownerId } = await control(world);
      const card = await agent.send(ref, "I want to connect.\n/'approve 1' or /'reject 1'");
      await owner.receives(chat, "I want to connect.\n/'approve 1' or /'reject 1'");
      await owner.send(chat, { text: '/approve 1' });
      const command = await agent.message('/approve 1');
      expect(command.direction).toMatchObject({
        kind: 'group-received',
        member: { memberId: ownerId, name: 'owner', role: 'owner' },
      });
      expect(command.scope).toBe('main');
      await agent.chat.edit(ref, card.itemId, {
        content: { type: 'text', text: 'Approved by owner.' },
      });
      expect(await owner.receives(chat, 'Approved by owner.')).toMatchObject({ edited: true });
      await agent.chat.send(ref, {
        content: { type: 'text', text: 'Action 7 is not pending.' },
        quotedItemId: command.itemId,
      });
      expect(await owner.receives(chat, 'Action 7 is not pending.')).toMatchObject({
        quotedText: '/approve 1',
      });
    });

    it('is renamed by the agent while it is an owner', async () => {
      const { agent, owner, chat, ref, groupId } = await control(world);
      const renamed = await agent.chat.updateGroup(groupId, { ...profile, displayName: 'renamed' });
      expect(renamed).toMatchObject({ ref, name: 'renamed' });
      await owner.setAgentRole(chat, 'admin');
      expect((await agent.membership('memberRole')).membership.role).toBe('admin');
      await expect(agent.chat.updateGroup(groupId, profile)).rejects.toMatchObject({
        failure: { kind: 'other' },
      });
    });

    it('removes a member', async () => {
      const { agent, groupId, ownerId } = await control(world);
      await agent.chat.removeMembers(groupId, [ownerId]);
      expect((await agent.chat.members(groupId))[0]?.status).toBe('removed');
    });

    it('tells when its owner leaves', async () => {
      const { agent, owner, chat, groupId } = await control(world);
      await owner.leaveGroup(chat);
      await agent.membership('leftMember');
      expect(await agent.chat.members(groupId)).toMatchObject([{ role: 'owner', status: 'left' }]);
    });

    it('is lost when an owner removes the agent', async () => {
      const { agent, owner, chat, ref } = await control(world);
      await owner.removeAgent(chat);
      expect((await agent.membership('deletedMemberUser')).connected).toBe(false);
      await expect(agent.send(ref, 'still here?')).rejects.toMatchObject({
        failure: { kind: 'other' },
      });
    });

    it('gives its history to those who join', async () => {
      const agent = await world.agent();
      const { ref } = await agent.chat.createGroup(profile);
      await agent.send(ref, 'an old card');
      const link = await agent.chat.createGroupLink(Number(ref.slice(1)), 'member');
      const owner = await world.now.other('owner');
      const chat = await owner.joinGroup(link);
      expect(await owner.receives(chat, 'an old card')).toMatchObject({ text: 'an old card' });
    });
  });
}
