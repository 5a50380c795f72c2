import { describe, expect, it } from 'vitest';

import type { MakeWorld } from './chat-port.js';
import { textOf } from './agent.js';
import { TestWorld } from './use-world.js';

/** Links, plans and joins. */
export function connectionContract(makeWorld: MakeWorld): void {
  describe('links that lead nowhere', () => {
    const world = new TestWorld(makeWorld);

    for (const target of ['hello', 'https://example.com/', 'simplex:/contact#bad']) {
      it(`refuses ${target}`, async () => {
        const agent = await world.agent();
        await expect(agent.chat.planConnection(target)).rejects.toMatchObject({
          failure: { kind: 'invalid-link' },
        });
      });
    }

    for (const name of ['@nosuchname.simplex', '#nosuchname.simplex']) {
      it(`finds nothing behind ${name}`, async () => {
        const agent = await world.agent();
        await expect(agent.chat.planConnection(name)).rejects.toMatchObject({
          failure: { kind: 'other' },
        });
      });
    }
  });

  describe('a contact address', () => {
    const world = new TestWorld(makeWorld);

    it('is planned with its data, joined with a message, and known then', async () => {
      const agent = await world.agent();
      const bot = await world.now.other('echo');
      const { short } = await bot.createAddress({ welcome: 'Welcome to echo!' });
      const plan = await agent.chat.planConnection(short);
      expect(plan).toMatchObject({
        linkType: 'address',
        state: 'ok',
        stateWord: 'ok',
        business: false,
        channel: false,
        data: { name: 'echo', welcome: 'Welcome to echo!', commands: [] },
      });
      expect(plan.chat).toBeUndefined();

      const joined = await agent.chat.join(
        { kind: 'prepare-contact', handle: plan.handle },
        { incognito: false, message: 'Hello, I am an agent' },
      );
      expect(joined.chat).toMatchObject({ kind: 'contact', name: 'echo', prepared: false });
      const sent = await agent.events.next((event) =>
        event.kind === 'items-added'
          ? event.items.find((item) => item.content.kind === 'sent')
          : undefined,
      );
      expect(textOf(sent)).toBe('Hello, I am an agent');
      const chat = await agent.connected();
      expect(chat).toMatchObject({
        ref: joined.chat?.ref,
        connected: true,
        prepared: false,
        incognito: false,
      });
      const other = await bot.agentContact();
      expect(await bot.receives(other, 'Hello, I am an agent')).toMatchObject({ edited: false });

      const known = await agent.chat.planConnection(short);
      expect(known).toMatchObject({
        linkType: 'address',
        state: 'known',
        chat: { ref: chat.ref, connected: true },
      });
    });

    it('puts the welcome message into the chat, unread, before the first message', async () => {
      const agent = await world.agent();
      const bot = await world.now.other('echo');
      const { short } = await bot.createAddress({ welcome: 'Welcome to echo!' });
      const { ref } = await agent.join(short, { incognito: false, message: 'Hello' });
      const read = await agent.chat.items(ref, { kind: 'initial', count: 100 });
      const messages = read.items.filter(({ content }) => content.kind !== 'other');
      expect(messages.map((item) => [textOf(item), item.unread])).toEqual([
        ['Welcome to echo!', true],
        ['Hello', false],
      ]);
      expect(read.unread).toBe(1);
    });

    it('has items of the core that are no messages', async () => {
      const agent = await world.agent();
      const bot = await world.now.other('echo');
      const { short } = await bot.createAddress();
      const { ref } = await agent.join(short);
      const { items } = await agent.chat.items(ref, { kind: 'last', count: 100 });
      const tags = items.map(({ content }) => (content.kind === 'other' ? content.tag : 'message'));
      expect(tags.slice(0, 7)).toEqual([
        'chatBanner',
        'rcvDirectE2EEInfo',
        'rcvChatFeature',
        'rcvChatFeature',
        'rcvChatFeature',
        'rcvChatFeature',
        'rcvChatFeature',
      ]);
    });
  });

  describe('a one-time link', () => {
    const world = new TestWorld(makeWorld);

    it('connects incognito under a random name', async () => {
      const agent = await world.agent();
      const alice = await world.now.other('alice');
      const { short } = await alice.createInvitation();
      const plan = await agent.chat.planConnection(short);
      expect(plan).toMatchObject({ linkType: 'invitation', state: 'ok', data: { name: 'alice' } });
      const chat = await agent.join(short, { incognito: true });
      expect(chat).toMatchObject({ kind: 'contact', incognito: true, connected: true });
      const name = await agent.chat.incognitoName(Number(chat.ref.slice(1)));
      expect(name).toMatch(/^\S+$/);
      expect(name).not.toBe('agent');
    });

    it('is known once it was used by the agent', async () => {
      const agent = await world.agent();
      const alice = await world.now.other('alice');
      const { short } = await alice.createInvitation();
      const chat = await agent.join(short);
      expect(await agent.chat.planConnection(short)).toMatchObject({
        linkType: 'invitation',
        state: 'known',
        chat: { ref: chat.ref },
      });
    });

    it('in its full form has no data, and the contact is recognised when it comes', async () => {
      const agent = await world.agent();
      const alice = await world.now.other('alice');
      const { full } = await alice.createInvitation();
      const plan = await agent.chat.planConnection(full);
      expect(plan).toMatchObject({ linkType: 'invitation', state: 'ok' });
      expect(plan.data).toBeUndefined();
      const joined = await agent.chat.join(
        { kind: 'link', handle: plan.handle },
        { incognito: false },
      );
      expect(joined.chat).toBeUndefined();
      expect(joined.connectionId).toBeTypeOf('number');
      const connected = await agent.events.next((event) =>
        event.kind === 'chat-connected' ? event : undefined,
      );
      expect(connected.connectionId).toBe(joined.connectionId);
      expect(connected.chat).toMatchObject({ kind: 'contact', name: 'alice', connected: true });
    });
  });

  describe('a business address', () => {
    const world = new TestWorld(makeWorld);

    it('makes a group chat', async () => {
      const agent = await world.agent();
      const shop = await world.now.other('shop');
      const { short } = await shop.createAddress({
        welcome: 'Welcome to the shop',
        business: true,
      });
      const plan = await agent.chat.planConnection(short);
      expect(plan).toMatchObject({
        linkType: 'address',
        state: 'ok',
        business: true,
        data: { name: 'shop', welcome: 'Welcome to the shop' },
      });
      const chat = await agent.join(short, { incognito: false, message: 'I would like to order' });
      expect(chat).toMatchObject({
        kind: 'group',
        groupType: 'business',
        name: 'shop',
        connected: true,
        membership: { role: 'member', status: 'connected' },
      });
      expect(await agent.chat.planConnection(short)).toMatchObject({
        linkType: 'group',
        state: 'known',
        business: true,
        chat: { ref: chat.ref },
      });
      const members = await agent.chat.members(Number(chat.ref.slice(1)));
      expect(members).toMatchObject([{ name: 'shop', role: 'owner', status: 'connected' }]);
    });
  });

  describe('contacts that end', () => {
    const world = new TestWorld(makeWorld);

    it('are shown as not connected when the other side deleted the contact', async () => {
      const agent = await world.agent();
      const alice = await world.now.other('alice');
      const { ref } = await agent.join((await alice.createInvitation()).short);
      await alice.deleteContact(await alice.agentContact());
      await agent.events.next((event) =>
        event.kind === 'items-added' &&
        event.items.some(
          ({ content }) => content.kind === 'other' && content.tag === 'rcvDirectEvent',
        )
          ? true
          : undefined,
      );
      expect(await agent.chat.chat(ref)).toMatchObject({ connected: false, prepared: false });
      await expect(agent.send(ref, 'anyone?')).rejects.toMatchObject({
        failure: { kind: 'other' },
      });
    });

    it('are gone when the agent deletes the chat', async () => {
      const agent = await world.agent();
      const alice = await world.now.other('alice');
      const { ref } = await agent.join((await alice.createInvitation()).short);
      await agent.chat.deleteChat(ref);
      await expect(agent.chat.chat(ref)).rejects.toMatchObject({
        failure: { kind: 'store', notFound: 'contact' },
      });
      expect((await agent.chat.chats()).map(({ chat }) => chat.ref)).not.toContain(ref);
    });
  });
}
