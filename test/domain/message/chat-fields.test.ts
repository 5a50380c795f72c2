import { describe, expect, it } from 'vitest';
import {
  chatFields,
  listedChatFields,
  unknownChatFields,
} from '../../../src/domain/message/chat-fields.js';
import { barePlan, contact, group, plan, weatherData } from '../connect/plans.js';

describe('chat fields of connect, contact (api 1.2)', () => {
  it('has what is always present', () => {
    expect(chatFields(contact())).toEqual({
      chat: '@5',
      type: 'contact',
      name: 'bob',
      connected: true,
    });
  });

  it('has what the profile and the plan tell', () => {
    const bot = contact({
      simplexName: '@bob.simplex',
      peerType: 'bot',
      shortDescription: 'A bot',
      commands: [
        { type: 'command', keyword: 'help', label: 'Help' },
        {
          type: 'menu',
          label: 'More',
          commands: [{ type: 'command', keyword: 'say', label: 'Say', params: '<text>' }],
        },
      ],
      incognito: true,
      connected: false,
    });
    expect(chatFields(bot, plan(), 'QuietFox')).toEqual({
      chat: '@5',
      type: 'contact',
      name: 'bob',
      simplex_name: '@bob.simplex',
      peer_type: 'bot',
      description: 'A bot',
      welcome: 'Say a town',
      commands: [
        { keyword: 'help', label: 'Help' },
        { label: 'More', commands: [{ keyword: 'say', label: 'Say', params: '<text>' }] },
      ],
      known_as: 'QuietFox',
      connected: false,
    });
  });

  it('has no other name where the agent is not incognito', () => {
    expect(chatFields(contact(), undefined, 'QuietFox')).not.toHaveProperty('known_as');
  });
});

describe('chat fields of connect, group, business chat or channel (api 1.2)', () => {
  it.each(['group', 'business', 'channel'] as const)('has type %s and the role', (groupType) => {
    expect(chatFields(group({ groupType }))).toEqual({
      chat: '#7',
      type: groupType,
      name: 'Book club',
      role: 'member',
      connected: true,
    });
  });

  it('has the group’s texts and the peer type of the plan', () => {
    const club = group({
      simplexName: '#club.simplex',
      shortDescription: 'Books',
      welcome: 'Hi all',
      incognito: true,
      knownAs: 'QuietFox',
      membership: { memberId: 70, role: 'observer', status: 'connected', name: 'QuietFox' },
    });
    expect(chatFields(club, plan())).toEqual({
      chat: '#7',
      type: 'group',
      name: 'Book club',
      simplex_name: '#club.simplex',
      peer_type: 'bot',
      description: 'Books',
      welcome: 'Hi all',
      known_as: 'QuietFox',
      role: 'observer',
      connected: true,
    });
  });

  it('has no welcome that only the plan tells', () => {
    expect(chatFields(group(), plan())).not.toHaveProperty('welcome');
  });
});

describe('connect that is done while the chat is unknown (api 1.2)', () => {
  it('has the plan fields', () => {
    const data = {
      ...weatherData,
      commands: [{ type: 'command', keyword: 'help', label: 'Help' }] as const,
    };
    expect(unknownChatFields(plan({ data }), 'QuietFox')).toEqual({
      type: 'contact',
      connected: false,
      name: 'weather',
      peer_type: 'bot',
      description: 'Weather of every town',
      welcome: 'Say a town',
      commands: [{ keyword: 'help', label: 'Help' }],
      known_as: 'QuietFox',
    });
  });

  it.each([
    ['contact', barePlan()],
    ['contact', barePlan({ linkType: 'invitation' })],
    ['business', barePlan({ business: true })],
    ['group', barePlan({ linkType: 'group' })],
    ['channel', barePlan({ linkType: 'group', channel: true })],
  ] as const)('has only the type %s and no connection without link data', (type, of) => {
    expect(unknownChatFields(of)).toEqual({ type, connected: false });
  });
});

describe('chats of list (api 1.6)', () => {
  it('has what is always present', () => {
    expect(listedChatFields(contact(), 0, false)).toEqual({
      chat: '@5',
      type: 'contact',
      name: 'bob',
      incognito: false,
      connected: true,
      unread: 0,
    });
  });

  it('has what is present sometimes', () => {
    const chat = contact({ simplexName: '@bob.simplex', peerType: 'agent', incognito: true });
    expect(listedChatFields(chat, 3, true, 'QuietFox')).toEqual({
      chat: '@5',
      type: 'contact',
      name: 'bob',
      simplex_name: '@bob.simplex',
      peer_type: 'agent',
      incognito: true,
      known_as: 'QuietFox',
      connected: true,
      unread: 3,
      approved: true,
    });
  });
});
