import type { Group, Member } from '../../../src/domain/chat/chat.js';

/** A connected member of the control chat. */
export function member(memberId: number, name: string, change: Partial<Member> = {}): Member {
  return { memberId, name, role: 'member', status: 'connected', ...change };
}

/** A connected member with role owner. */
export function owner(memberId: number, name: string, change: Partial<Member> = {}): Member {
  return member(memberId, name, { role: 'owner', ...change });
}

/** The control chat of an agent called `demo`. */
export function controlGroup(change: Partial<Group> = {}): Group {
  return {
    kind: 'group',
    groupType: 'group',
    ref: '#1',
    name: 'demo',
    fullName: '',
    commands: [],
    incognito: false,
    connected: true,
    prepared: false,
    membership: { memberId: 1, role: 'owner', status: 'creator', name: 'demo' },
    ...change,
  };
}
