import { describe, expect, it } from 'vitest';

import type { ChatRef } from '../../src/domain/chat/ref.js';
import type { Agent } from './agent.js';
import { textOf } from './agent.js';
import type { MakeWorld } from './chat-port.js';
import { TestWorld } from './use-world.js';
import type { OtherChat, OtherParticipant } from './world.js';

interface Pair {
  readonly agent: Agent;
  readonly alice: OtherParticipant;
  readonly ref: ChatRef;
  readonly chat: OtherChat;
}

async function pair(world: TestWorld): Promise<Pair> {
  const agent = await world.agent();
  const alice = await world.now.other('alice');
  const { ref } = await agent.join((await alice.createInvitation()).short);
  return { agent, alice, ref, chat: await alice.agentContact() };
}

/** Messages of a contact, pages and read marks. */
export function messageContract(makeWorld: MakeWorld): void {
  describe('received messages', () => {
    const world = new TestWorld(makeWorld);

    it('come in order with rising numbers, unread', async () => {
      const { agent, alice, ref, chat } = await pair(world);
      for (const text of ['first', 'second', 'third']) await alice.send(chat, { text });
      const items = [await agent.message(), await agent.message(), await agent.message()];
      expect(items.map(textOf)).toEqual(['first', 'second', 'third']);
      expect(items[0]).toMatchObject({
        chat: { ref },
        scope: 'main',
        direction: { kind: 'contact-received' },
        unread: true,
        live: false,
        deleted: false,
        mentionsMe: false,
      });
      expect(Number(items[1]?.itemId)).toBeGreaterThan(Number(items[0]?.itemId));
      expect(Number(items[2]?.itemId)).toBeGreaterThan(Number(items[1]?.itemId));
    });

    it('are edited', async () => {
      const { agent, alice, chat } = await pair(world);
      const message = await alice.send(chat, { text: 'first' });
      const { itemId } = await agent.message();
      await alice.edit(chat, message, 'first, edited');
      const updated = await agent.updated();
      expect(updated.itemId).toBe(itemId);
      expect(textOf(updated)).toBe('first, edited');
    });

    it('are deleted', async () => {
      const { agent, alice, ref, chat } = await pair(world);
      const message = await alice.send(chat, { text: 'oops' });
      const { itemId } = await agent.message();
      await alice.deleteMessage(chat, message);
      const deleted = await agent.events.next((event) =>
        event.kind === 'items-deleted' ? event.items : undefined,
      );
      expect(deleted).toEqual([{ chat: ref, itemId }]);
      expect((await agent.chat.item(ref, itemId))?.deleted).toBe(true);
    });

    it('are live until their writer has finished', async () => {
      const { agent, alice, chat } = await pair(world);
      const message = await alice.send(chat, { text: 'typing', live: true });
      expect((await agent.message()).live).toBe(true);
      await alice.edit(chat, message, 'typing more', true);
      expect(await agent.updated()).toMatchObject({ live: true });
      await alice.edit(chat, message, 'typing done');
      const done = await agent.updated();
      expect(done.live).toBe(false);
      expect(textOf(done)).toBe('typing done');
    });

    it('quote what the agent wrote', async () => {
      const { agent, alice, ref, chat } = await pair(world);
      const sent = await agent.send(ref, 'a question');
      const { message } = await alice.receives(chat, 'a question');
      await alice.send(chat, { text: 'an answer', quote: message });
      expect((await agent.message()).quoted).toEqual({ itemId: sent.itemId, text: 'a question' });
    });

    it('may have no text, or any characters', async () => {
      const { agent, alice, chat } = await pair(world);
      for (const text of ['\u202eevil\u202c \u0007bell\u001b[31mred', '👩‍👩‍👧‍👦', 'two\nlines']) {
        await alice.send(chat, { text });
        expect(textOf(await agent.message())).toBe(text);
      }
    });
  });

  describe('sent messages', () => {
    const world = new TestWorld(makeWorld);

    it('reach the other side, also with a quote', async () => {
      const { agent, alice, ref, chat } = await pair(world);
      await alice.send(chat, { text: 'a question' });
      const { itemId } = await agent.message();
      const sent = await agent.chat.send(ref, {
        content: { type: 'text', text: 'a reply' },
        quotedItemId: itemId,
      });
      expect(sent).toMatchObject({
        direction: { kind: 'contact-sent' },
        content: { kind: 'sent', message: { type: 'text', text: 'a reply' } },
        quoted: { itemId, text: 'a question' },
        unread: false,
      });
      expect(await alice.receives(chat, 'a reply')).toMatchObject({ quotedText: 'a question' });
    });

    it('are edited for both sides', async () => {
      const { agent, alice, ref, chat } = await pair(world);
      const { itemId } = await agent.send(ref, 'a card');
      await alice.receives(chat, 'a card');
      await agent.chat.edit(ref, itemId, { content: { type: 'text', text: 'an outcome' } });
      expect(await alice.receives(chat, 'an outcome')).toMatchObject({ edited: true });
      expect(textOf(await agent.chat.item(ref, itemId))).toBe('an outcome');
    });

    it('are refused when they are too large, and leave no item', async () => {
      const { agent, ref } = await pair(world);
      const before = await agent.chat.items(ref, { kind: 'last', count: 1 });
      await expect(agent.send(ref, 'y'.repeat(15_700))).rejects.toMatchObject({
        failure: { kind: 'too-large' },
      });
      const after = await agent.chat.items(ref, { kind: 'last', count: 1 });
      expect(after.items.map(({ itemId }) => itemId)).toEqual(
        before.items.map(({ itemId }) => itemId),
      );
    });

    it('can be nearly as large as the limit', async () => {
      const { agent, ref } = await pair(world);
      const text = 'y'.repeat(15_000);
      expect(textOf(await agent.send(ref, text))).toBe(text);
    });

    it('can have a picture', async () => {
      const { agent, ref } = await pair(world);
      const preview =
        'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
      const sent = await agent.chat.send(ref, {
        content: { type: 'image', text: 'a card with a picture', preview },
      });
      expect(sent.content).toEqual({
        kind: 'sent',
        message: { type: 'image', text: 'a card with a picture', preview },
      });
    });
  });

  describe('pages', () => {
    const world = new TestWorld(makeWorld);

    async function ids(
      agent: Agent,
      ref: ChatRef,
      page: Parameters<Agent['chat']['items']>[1],
    ): Promise<number[]> {
      return (await agent.chat.items(ref, page)).items.map(({ itemId }) => itemId);
    }

    it('show the last items, those around one, those after one, and the first unread', async () => {
      const { agent, alice, ref, chat } = await pair(world);
      const numbers: number[] = [];
      for (let index = 0; index < 12; index += 1) {
        await alice.send(chat, { text: `message ${index}` });
        numbers.push((await agent.message()).itemId);
      }
      const at = (index: number): number => numbers[index] ?? 0;
      expect(await ids(agent, ref, { kind: 'last', count: 3 })).toEqual(numbers.slice(-3));
      expect(await ids(agent, ref, { kind: 'around', itemId: at(5), count: 2 })).toEqual(
        numbers.slice(3, 8),
      );
      expect(await ids(agent, ref, { kind: 'around', itemId: at(5), count: 0 })).toEqual([at(5)]);
      expect(await ids(agent, ref, { kind: 'after', itemId: at(5), count: 3 })).toEqual(
        numbers.slice(6, 9),
      );
      expect(await ids(agent, ref, { kind: 'after', itemId: at(11), count: 3 })).toEqual([]);
      await agent.chat.markRead(ref, numbers.slice(0, 6));
      const initial = await agent.chat.items(ref, { kind: 'initial', count: 100 });
      expect(initial.unread).toBe(6);
      expect(initial.items.filter(({ unread }) => unread).map(({ itemId }) => itemId)).toEqual(
        numbers.slice(6),
      );
    });

    it('begin at the oldest unread item when there are more than a page', async () => {
      const { agent, alice, ref, chat } = await pair(world);
      for (let index = 0; index < 30; index += 1) {
        await alice.send(chat, { text: `message ${index}` });
      }
      const first = await agent.message('message 0');
      await agent.message('message 29');
      const read = await agent.chat.items(ref, { kind: 'initial', count: 10 });
      expect(read.unread).toBe(30);
      expect(read.items.map(({ itemId }) => itemId)).toContain(first.itemId);
      expect(read.items.length).toBeLessThan(30);
      expect(read.items.filter(({ unread }) => unread).length).toBeGreaterThanOrEqual(10);
    });

    it('refuse an item that is not there', async () => {
      const { agent, ref } = await pair(world);
      await expect(
        agent.chat.items(ref, { kind: 'around', itemId: 999_999, count: 2 }),
      ).rejects.toMatchObject({ failure: { kind: 'store', notFound: 'item' } });
      expect(await agent.chat.item(ref, 999_999)).toBeUndefined();
    });

    it('count unread items in the list until they are marked as read', async () => {
      const { agent, alice, ref, chat } = await pair(world);
      const unread = async (): Promise<number | undefined> =>
        (await agent.chat.chats()).find((summary) => summary.chat.ref === ref)?.unread;
      await alice.send(chat, { text: 'one' });
      await alice.send(chat, { text: 'two' });
      const one = await agent.message('one');
      const two = await agent.message('two');
      expect(await unread()).toBe(2);
      await agent.chat.markRead(ref, [one.itemId]);
      expect(await unread()).toBe(1);
      await agent.chat.markRead(ref, [one.itemId, two.itemId]);
      expect(await unread()).toBe(0);
      expect((await agent.chat.item(ref, two.itemId))?.unread).toBe(false);
    });

    it('list the most recent chat first', async () => {
      const { agent, alice, ref, chat } = await pair(world);
      const bob = await world.now.other('bob');
      const second = await agent.join((await bob.createInvitation()).short);
      const order = async (): Promise<string[]> =>
        (await agent.chat.chats())
          .map((summary) => summary.chat.ref)
          .filter((other) => other === ref || other === second.ref);
      await bob.send(await bob.agentContact(), { text: 'newer' });
      await agent.message('newer');
      expect(await order()).toEqual([second.ref, ref]);
      await alice.send(chat, { text: 'newest' });
      await agent.message('newest');
      expect(await order()).toEqual([ref, second.ref]);
    });
  });

  describe('custom data', () => {
    const world = new TestWorld(makeWorld);

    it('is kept with the chat and replaced as a whole', async () => {
      const { agent, ref } = await pair(world);
      const approval = { approvedBy: 'owner', approvedById: 2, approvedAt: '2026-01-01T00:00:00Z' };
      await agent.chat.setCustomData(ref, { other: 1, simplexMcp: approval });
      expect((await agent.chat.chat(ref)).customData).toEqual({ other: 1, simplexMcp: approval });
      await agent.chat.setCustomData(ref, { other: 1 });
      expect((await agent.chat.chat(ref)).customData).toEqual({ other: 1 });
      await agent.chat.setCustomData(ref, undefined);
      expect((await agent.chat.chat(ref)).customData).toBeUndefined();
    });
  });
}
