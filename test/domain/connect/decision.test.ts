import { describe, expect, it } from 'vitest';
import type { ConnectionPlan, LinkType, PlanState } from '../../../src/domain/chat/connection.js';
import { decideConnect, type ConnectArguments } from '../../../src/domain/connect/decision.js';
import { barePlan, contact, group, plan } from './plans.js';

const link: ConnectArguments = {
  target: 'https://smp1.example.org/a#abc',
  incognito: false,
  message: null,
};
const hello: ConnectArguments = { ...link, message: 'Hello' };

const method = (of: ConnectionPlan, args = link) => {
  const decision = decideConnect(args, of);
  return decision.kind === 'join' ? decision.method : decision.kind;
};

describe('plans that can’t be joined (api 1.2)', () => {
  const known = contact();
  it.each<[LinkType, PlanState, string]>([
    ['invitation', 'own-link', 'ownLink'],
    ['invitation', 'connecting', 'connecting'],
    ['invitation', 'connecting-confirm-reconnect', 'connectingConfirmReconnect'],
    ['invitation', 'connecting-prohibit', 'connectingProhibit'],
    ['invitation', 'contact-via-address', 'contactViaAddress'],
    ['invitation', 'other', 'somethingNew'],
    ['address', 'own-link', 'ownLink'],
    ['address', 'connecting', 'connecting'],
    ['address', 'connecting-prohibit', 'connectingProhibit'],
    ['address', 'other', 'somethingNew'],
    ['group', 'own-link', 'ownLink'],
    ['group', 'connecting', 'connecting'],
    ['group', 'connecting-prohibit', 'connectingProhibit'],
    ['group', 'contact-via-address', 'contactViaAddress'],
    ['group', 'other', 'noRelays'],
  ])('refuses %s in state %s', (linkType, state, stateWord) => {
    expect(decideConnect(link, plan({ linkType, state, stateWord, chat: known }))).toEqual({
      kind: 'refused',
      text: `https://smp1.example.org/a#abc can't be joined now: ${stateWord}.`,
    });
  });

  it.each<PlanState>(['known', 'contact-via-address'])(
    'refuses an address in state %s whose chat the core does not tell',
    (state) => {
      expect(method(plan({ state, stateWord: state }))).toBe('refused');
    },
  );
});

describe('known chats (api 1.2)', () => {
  it.each([
    ['an invitation', 'invitation', contact()],
    ['an address', 'address', contact({ connected: false })],
    ['a group link', 'group', group()],
    ['a business address', 'address', group({ groupType: 'business' })],
  ] as const)('is known by %s', (_, linkType, chat) => {
    expect(decideConnect(hello, plan({ linkType, state: 'known', chat }))).toEqual({
      kind: 'known',
      chat,
    });
  });
});

describe('join methods (api 1.2)', () => {
  const handle = {};

  it.each([
    ['an address with link data', plan({ handle }), { kind: 'prepare-contact', handle }],
    [
      'a business address with link data',
      plan({ handle, business: true }),
      { kind: 'prepare-contact', handle },
    ],
    [
      'an invitation with link data',
      plan({ handle, linkType: 'invitation' }),
      { kind: 'prepare-contact', handle },
    ],
    [
      'a group link with link data',
      plan({ handle, linkType: 'group' }),
      { kind: 'prepare-group', handle },
    ],
    [
      'a channel with link data',
      plan({ handle, linkType: 'group', channel: true }),
      { kind: 'prepare-group', handle },
    ],
    ['an address without link data', barePlan({ handle }), { kind: 'link', handle }],
    [
      'an invitation without link data',
      barePlan({ handle, linkType: 'invitation' }),
      { kind: 'link', handle },
    ],
    [
      'a group link without link data',
      barePlan({ handle, linkType: 'group' }),
      { kind: 'link', handle },
    ],
    [
      'an address that is connecting and may be tried again',
      barePlan({ handle, state: 'connecting-confirm-reconnect' }),
      { kind: 'link', handle },
    ],
    [
      'a group link that is connecting and may be tried again',
      barePlan({ handle, linkType: 'group', state: 'connecting-confirm-reconnect' }),
      { kind: 'link', handle },
    ],
    [
      'a prepared contact',
      plan({ state: 'known', chat: contact({ prepared: true }) }),
      { kind: 'prepared-contact', contactId: 5 },
    ],
    [
      'a prepared group',
      plan({ linkType: 'group', state: 'known', chat: group({ prepared: true }) }),
      { kind: 'prepared-group', groupId: 7 },
    ],
    [
      'a contact that exists without a connection',
      plan({ state: 'contact-via-address', chat: contact() }),
      { kind: 'contact-via-address', contactId: 5 },
    ],
  ] as const)('joins %s', (_, of, expected) => {
    expect(method(of)).toEqual(expected);
  });
});

describe('takesMessage (api 1.2)', () => {
  it.each([
    ['a contact address with short link data', plan()],
    ['a business address with short link data', plan({ business: true })],
    ['a known prepared contact', plan({ state: 'known', chat: contact({ prepared: true }) })],
    [
      'a known prepared business group',
      plan({ state: 'known', chat: group({ groupType: 'business', prepared: true }) }),
    ],
  ])('is true for %s', (_, of) => {
    expect(decideConnect(hello, of)).toMatchObject({ kind: 'join', request: { message: 'Hello' } });
  });

  it.each([
    ['an address without link data', barePlan()],
    ['an invitation', plan({ linkType: 'invitation' })],
    ['a group link', plan({ linkType: 'group' })],
    [
      'a known prepared group',
      plan({ linkType: 'group', state: 'known', chat: group({ prepared: true }) }),
    ],
    [
      'a contact that exists without a connection',
      plan({ state: 'contact-via-address', chat: contact() }),
    ],
  ])('is false for %s', (_, of) => {
    expect(decideConnect(hello, of)).toEqual({
      kind: 'refused',
      text: 'message: https://smp1.example.org/a#abc is not a contact or business address with short link data, or its contact exists without a connection.',
    });
  });
});

describe('what the card of a connect shows (api 2.2)', () => {
  const subject = (of: ConnectionPlan, args = link) => {
    const decision = decideConnect(args, of);
    return decision.kind === 'join' ? decision.request.subject : undefined;
  };

  it('has the whole request', () => {
    expect(decideConnect({ ...hello, incognito: true }, plan())).toEqual({
      kind: 'join',
      method: { kind: 'prepare-contact', handle: {} },
      request: {
        tool: 'connect',
        target: 'https://smp1.example.org/a#abc',
        incognito: true,
        message: 'Hello',
        subject: { kind: 'bot', name: 'weather' },
        description: 'Weather of every town',
        welcome: 'Say a town',
      },
    });
  });

  it.each([
    ['contact', plan({ data: { name: 'x', commands: [] } })],
    ['contact', plan({ data: { name: 'x', peerType: 'something new', commands: [] } })],
    ['bot', plan()],
    ['agent', plan({ data: { name: 'x', peerType: 'agent', commands: [] } })],
    ['business', plan({ business: true })],
    ['group', plan({ linkType: 'group' })],
    ['channel', plan({ linkType: 'group', channel: true })],
    ['contact', plan({ state: 'known', chat: contact({ prepared: true }) })],
    ['channel', plan({ state: 'known', chat: group({ groupType: 'channel', prepared: true }) })],
  ] as const)('calls it a %s', (kind, of) => {
    expect(subject(of)?.kind).toBe(kind);
  });

  it('has no name without link data, or with an empty one', () => {
    expect(subject(barePlan())).toEqual({ kind: 'contact' });
    expect(subject(plan({ data: { name: '', commands: [] } }))).toEqual({ kind: 'contact' });
  });

  it('names a target that is a name', () => {
    const args = { ...link, target: '#news.simplex' };
    expect(subject(plan({ linkType: 'group', channel: true }), args)).toEqual({
      kind: 'channel',
      name: 'weather',
      simplexName: '#news.simplex',
    });
  });

  it('takes the texts of a prepared chat where the plan has none', () => {
    const chat = group({ prepared: true, shortDescription: 'Books', welcome: 'Hi' });
    const of = barePlan({ linkType: 'group', state: 'known', chat });
    expect(decideConnect(link, of)).toMatchObject({
      request: {
        description: 'Books',
        welcome: 'Hi',
        subject: { kind: 'group', name: 'Book club' },
      },
    });
  });
});
