import type { Contact, Group } from '../../../src/domain/chat/chat.js';
import type { ConnectionPlan, LinkData } from '../../../src/domain/chat/connection.js';

export const weatherData: LinkData = {
  name: 'weather',
  peerType: 'bot',
  shortDescription: 'Weather of every town',
  welcome: 'Say a town',
  commands: [],
};

/** The plan for a contact address without link data. */
export function barePlan(change: Partial<ConnectionPlan> = {}): ConnectionPlan {
  return {
    linkType: 'address',
    state: 'ok',
    stateWord: 'ok',
    business: false,
    channel: false,
    handle: {},
    ...change,
  };
}

/** The same with link data. */
export function plan(change: Partial<ConnectionPlan> = {}): ConnectionPlan {
  return barePlan({ data: weatherData, ...change });
}

export function contact(change: Partial<Contact> = {}): Contact {
  return {
    kind: 'contact',
    ref: '@5',
    name: 'bob',
    commands: [],
    incognito: false,
    connected: true,
    prepared: false,
    ...change,
  };
}

export function group(change: Partial<Group> = {}): Group {
  return {
    kind: 'group',
    groupType: 'group',
    ref: '#7',
    name: 'Book club',
    fullName: '',
    commands: [],
    incognito: false,
    connected: true,
    prepared: false,
    membership: { memberId: 70, role: 'member', status: 'connected', name: 'demo' },
    ...change,
  };
}
