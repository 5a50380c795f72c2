import { describe, expect, it } from 'vitest';
import { ItemWatch } from '../../../src/app/items/item-watch.js';
import type { Contact } from '../../../src/domain/chat/chat.js';
import type { Item } from '../../../src/domain/chat/item.js';
import { FakeClock } from '../../support/fake-clock.js';

function message(ref: `@${number}`, itemId: number, text = 'hello'): Item {
  const chat: Contact = {
    kind: 'contact',
    ref,
    name: 'alice',
    commands: [],
    incognito: false,
    connected: true,
    prepared: false,
  };
  return {
    chat,
    scope: 'main',
    itemId,
    direction: { kind: 'contact-received' },
    content: { kind: 'received', message: { type: 'text', text } },
    time: '2026-01-01T00:00:00Z',
    unread: true,
    live: false,
    deleted: false,
    mentionsMe: false,
  };
}

function arrive(watch: ItemWatch, ...items: Item[]): void {
  watch.onEvent({ kind: 'items-added', items });
}

const ids = (items: readonly Item[]) => items.map(({ itemId }) => itemId);

describe('messages that arrive while a connect joins', () => {
  it('are collected when the join tells their chat, with those that follow', () => {
    const watch = new ItemWatch(new FakeClock());
    const join = watch.watchJoin();
    arrive(watch, message('@4', 1), message('@5', 2));
    const collector = watch.collectJoined('@4', join);
    arrive(watch, message('@4', 3));
    expect(ids(collector.items)).toEqual([1, 3]);
  });

  it('are collected as they were edited, and not when they were deleted', () => {
    const watch = new ItemWatch(new FakeClock());
    const join = watch.watchJoin();
    arrive(watch, message('@4', 1, 'first'), message('@4', 2));
    watch.onEvent({ kind: 'item-updated', item: message('@4', 1, 'edited') });
    watch.onEvent({ kind: 'items-deleted', items: [{ chat: '@4', itemId: 2 }] });
    const { items } = watch.collectJoined('@4', join);
    expect(items).toEqual([message('@4', 1, 'edited')]);
  });

  it('are not those of a chat that had the number before', () => {
    const watch = new ItemWatch(new FakeClock());
    const join = watch.watchJoin();
    arrive(watch, message('@4', 1));
    watch.forget('@4');
    expect(watch.collectJoined('@4', join).items).toEqual([]);
  });

  it('are kept whole up to 100 a chat, however many others write (behaviour 7)', () => {
    const watch = new ItemWatch(new FakeClock());
    const join = watch.watchJoin();
    for (let itemId = 1; itemId <= 5000; itemId += 1) arrive(watch, message('@5', itemId));
    expect([...join.arrived.values()].flatMap(({ items }) => items)).toHaveLength(100);
    expect(watch.collectJoined('@5', join).overflowCount).toBe(4900);
  });

  it('are kept no longer than until the join has told its chat, also when the connect waits on', () => {
    const watch = new ItemWatch(new FakeClock());
    const join = watch.watchJoin();
    watch.collectJoined('@4', join);
    arrive(watch, message('@5', 1));
    expect(join.arrived.size).toBe(0);
  });
});
