import { describe, expect, it } from 'vitest';

import { ChatError } from '../../src/ports/chat.js';
import { Agent } from './agent.js';
import type { MakeWorld } from './chat-port.js';
import { TestWorld } from './use-world.js';
import { EventLog } from './world.js';

/** Store, user, start and close. */
export function lifeContract(makeWorld: MakeWorld, givenUser: boolean): void {
  describe('store and user', () => {
    const world = new TestWorld(makeWorld);

    // A program that runs by itself has made its user before.
    it.skipIf(givenUser)(
      'has no user in a new store, and then the one that was created',
      async () => {
        const { chat } = world.now;
        await chat.open();
        expect(await chat.activeUser()).toBeUndefined();
        const user = await chat.createUser('agent');
        expect(user.displayName).toBe('agent');
        expect(['agent', 'bot']).toContain(user.peerType);
        expect(await chat.activeUser()).toEqual(user);
      },
    );

    it('tells the version of the core', async () => {
      const { chat } = world.now;
      await chat.open();
      expect(await chat.version()).toMatch(/^\d+\.\d+\.\d+/);
    });

    it('changes the display name', async () => {
      const agent = await world.agent();
      expect((await agent.chat.updateProfile('agent two')).displayName).toBe('agent two');
      expect((await agent.chat.activeUser())?.displayName).toBe('agent two');
    });

    it('sets private routing', async () => {
      const agent = await world.agent();
      await expect(agent.chat.setPrivateRouting()).resolves.toBeUndefined();
    });

    it('has no connected chat at first', async () => {
      const agent = await world.agent();
      const chats = await agent.chat.chats();
      expect(chats.filter(({ chat }) => chat.connected)).toEqual([]);
    });

    it('ends its events at the close, which may be called twice', async () => {
      const { chat } = world.now;
      const events = new EventLog(chat);
      await chat.open();
      await chat.createUser('agent');
      await chat.start();
      await chat.close();
      await chat.close();
      await events.ended;
      await expect(chat.activeUser()).rejects.toBeInstanceOf(ChatError);
    });

    it('finds user, chats and items again after a restart', async () => {
      const agent = await world.agent();
      const group = await agent.chat.createGroup({
        displayName: 'control',
        description: 'Supervise',
        history: true,
        commands: [{ type: 'command', keyword: 'list', label: 'Chats' }],
      });
      await agent.chat.setCustomData(group.ref, { simplexMcp: { control: true, nextAction: 7 } });
      const sent = await agent.send(group.ref, 'a card');
      const again = new Agent(await world.now.reopen());
      await again.chat.open();
      expect((await again.chat.activeUser())?.displayName).toBe('agent');
      await again.chat.start();
      expect(await again.chat.chat(group.ref)).toMatchObject({
        name: 'control',
        customData: { simplexMcp: { control: true, nextAction: 7 } },
        commands: [{ type: 'command', keyword: 'list', label: 'Chats' }],
      });
      const item = await again.chat.item(group.ref, sent.itemId);
      expect(item?.content).toEqual({ kind: 'sent', message: { type: 'text', text: 'a card' } });
    });

    it('receives what was sent while it was closed', async () => {
      const agent = await world.agent();
      const alice = await world.now.other('alice');
      const { ref } = await agent.join((await alice.createInvitation()).short);
      const chat = await alice.agentContact();
      const port = await world.now.reopen();
      await alice.send(chat, { text: 'while you were away' });
      await alice.send(chat, { text: 'and again' });
      const again = new Agent(port);
      await again.chat.open();
      await again.chat.start();
      expect((await again.message()).content).toMatchObject({
        message: { text: 'while you were away' },
      });
      expect((await again.message()).content).toMatchObject({ message: { text: 'and again' } });
      expect((await again.chat.items(ref, { kind: 'initial', count: 100 })).unread).toBe(2);
    });
  });

  describe('errors of the store', () => {
    const world = new TestWorld(makeWorld);

    it('refuses a contact that does not exist', async () => {
      const agent = await world.agent();
      await expect(agent.chat.chat('@999')).rejects.toMatchObject({
        failure: { kind: 'store', notFound: 'contact' },
      });
      await expect(agent.chat.items('@999', { kind: 'last', count: 1 })).rejects.toMatchObject({
        failure: { kind: 'store', notFound: 'contact' },
      });
    });

    it('refuses a group that does not exist', async () => {
      const agent = await world.agent();
      await expect(agent.chat.chat('#999')).rejects.toMatchObject({
        failure: { kind: 'store', notFound: 'group' },
      });
    });

    it('refuses to edit an item that does not exist', async () => {
      const agent = await world.agent();
      const group = await agent.chat.createGroup({
        displayName: 'control',
        description: '',
        history: true,
        commands: [],
      });
      await expect(
        agent.chat.edit(group.ref, 99999, { content: { type: 'text', text: 'x' } }),
      ).rejects.toMatchObject({ failure: { kind: 'store', notFound: 'item' } });
    });
  });
}
