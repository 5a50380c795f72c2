import { describe, expect, it } from 'vitest';
import { fileFieldType, messageObject } from '../../../src/domain/message/message-object.js';
import { contact, group } from '../connect/plans.js';
import { member } from '../owner/people.js';
import { item } from './items.js';

const agent = { name: 'Demo agent', peerType: 'agent' };

describe('message object (api 1.8)', () => {
  it('of a contact', () => {
    expect(messageObject(item({ unread: true }), agent)).toEqual({
      chat: '@5',
      item: 40,
      from: 'bob',
      from_type: 'bot',
      time: '2024-02-29T12:34:56.789Z',
      text: 'Hello',
      new: true,
      mentions_me: false,
    });
  });

  it('of a group’s member', () => {
    const received = item({
      chat: group(),
      direction: { kind: 'group-received', member: member(71, 'carol', { peerType: 'human' }) },
      mentionsMe: true,
      quoted: { itemId: 39, text: 'What?' },
    });
    expect(messageObject(received, agent)).toEqual({
      chat: '#7',
      item: 40,
      from: 'carol',
      from_member: 71,
      from_type: 'human',
      time: '2024-02-29T12:34:56.789Z',
      text: 'Hello',
      new: false,
      reply_to: { chat: '#7', item: 39 },
      mentions_me: true,
    });
  });

  it('of a channel has no member', () => {
    const received = item({
      chat: group({ groupType: 'channel', name: 'News' }),
      direction: { kind: 'channel-received' },
    });
    expect(messageObject(received, agent)).toMatchObject({ chat: '#7', from: 'News' });
    expect(messageObject(received, agent)).not.toHaveProperty('from_member');
    expect(messageObject(received, agent)).not.toHaveProperty('from_type');
  });

  it('has no peer type where the profile has none', () => {
    expect(messageObject(item({ chat: contact() }), agent)).not.toHaveProperty('from_type');
  });

  it('has no quote of an item that is not in the history', () => {
    const quoting = item({ quoted: { text: 'What?' } });
    expect(messageObject(quoting, agent)).not.toHaveProperty('reply_to');
  });

  it('has the file as it is told', () => {
    const file = { name: 'a.jpg', size: 10, type: 'image', status: 'offered' } as const;
    expect(messageObject(item(), agent, file).file).toEqual({
      name: 'a.jpg',
      size: 10,
      type: 'image',
      status: 'offered',
    });
  });

  it('has no text of a deleted message', () => {
    expect(messageObject(item({ deleted: true }), agent).text).toBe('');
  });
});

describe('message object of a sent item (api 1.8)', () => {
  const content = { kind: 'sent', message: { type: 'text', text: 'Hi' } } as const;

  it('is from the agent by its own profile in a contact', () => {
    const sent = item({ direction: { kind: 'contact-sent' }, content });
    expect(messageObject(sent, agent)).toMatchObject({ from: 'Demo agent', from_type: 'agent' });
  });

  it('is from the agent’s name in a group', () => {
    const sent = item({ chat: group(), direction: { kind: 'group-sent' }, content });
    expect(messageObject(sent, agent)).toMatchObject({ from: 'demo', from_type: 'agent' });
    expect(messageObject(sent, agent)).not.toHaveProperty('from_member');
  });

  it.each([
    contact({ incognito: true, knownAs: 'QuietFox' }),
    group({ incognito: true, knownAs: 'QuietFox' }),
  ])('is from the random name, without a peer type, in an incognito $kind', (chat) => {
    const sent = item({ chat, direction: { kind: 'contact-sent' }, content });
    expect(messageObject(sent, agent).from).toBe('QuietFox');
    expect(messageObject(sent, agent)).not.toHaveProperty('from_type');
  });
});

describe('type of a file (api 1.8)', () => {
  it.each([
    ['image', 'image'],
    ['video', 'video'],
    ['voice', 'voice'],
    ['file', 'file'],
    ['text', 'file'],
    ['link', 'file'],
    ['unknown', 'file'],
  ] as const)('of a message of type %s is %s', (type, expected) => {
    const content = { kind: 'received', message: { type, text: '' } } as const;
    expect(fileFieldType(item({ content }))).toBe(expected);
  });
});
