import { describe, expect, it } from 'vitest';
import { newlyUnread, parseChats, parseUnread } from '../../../src/domain/bridge/chats.js';
import type { ChatRef } from '../../../src/domain/chat/ref.js';
import { chatUri, chatsUri, unreadUri } from '../../../src/domain/chat/resource-uri.js';

describe('the resources of chats', () => {
  it('have URIs with the name of the agent', () => {
    expect([chatsUri('ann'), chatUri('ann', '@4'), unreadUri('ann', '#7')]).toEqual([
      'simplex://ann/chats',
      'simplex://ann/chat/@4',
      'simplex://ann/chat/#7/unread',
    ]);
  });

  it('are read as far as they have the right form', () => {
    const chat = { chat: '@4', type: 'contact', name: 'Ann', unread: 2 };
    expect(
      parseChats(
        JSON.stringify([
          { ...chat, more: 1 },
          { ...chat, chat: '4' },
          { ...chat, chat: 5 },
          { ...chat, type: 1 },
          { ...chat, name: null },
          { ...chat, unread: 1.5 },
          null,
          'x',
        ]),
      ),
    ).toEqual([chat]);
    expect([parseChats('{'), parseChats('{}'), parseChats('null')]).toEqual([[], [], []]);
  });

  it('tell unread messages', () => {
    const message = { item: 3, from: 'Ann', text: 'hi' };
    expect(
      parseUnread(
        JSON.stringify([
          message,
          { ...message, item: 'x' },
          { ...message, from: 1 },
          { ...message, text: 1 },
        ]),
      ),
    ).toEqual([message]);
  });
});

describe('the chats that a host is told of', () => {
  const chat = (ref: ChatRef, unread: number) => ({
    chat: ref,
    type: 'contact',
    name: 'A',
    unread,
  });
  const refs = (chats: readonly { chat: ChatRef }[]) => chats.map(({ chat: ref }) => ref);

  it.each<[string, number, number | undefined, boolean, boolean]>([
    ['has more unread messages than before', 3, 2, false, true],
    ['is new and unread', 1, undefined, false, true],
    ['is new and read', 0, undefined, false, false],
    ['has as many', 2, 2, false, false],
    ['has fewer: some were read', 1, 2, false, false],
    ['had a new message while others were read', 1, 2, true, true],
    ['had a new message that was read', 0, 2, true, false],
  ])('%s', (_, unread, seen, reported, told) => {
    const before = new Map<ChatRef, number>(seen === undefined ? [] : [['@4', seen]]);
    const news = newlyUnread(
      [chat('@4', unread)],
      before,
      new Set<ChatRef>(reported ? ['@4'] : []),
    );
    expect(refs(news)).toEqual(told ? ['@4'] : []);
  });
});
