import { describe, expect, it } from 'vitest';
import {
  membershipChanges,
  type MembershipFacts,
} from '../../../src/domain/owner/membership-change.js';
import { controlGroup, member, owner } from './people.js';

const base: MembershipFacts = {
  policy: { kind: 'absent' },
  linkOpen: false,
  event: 'memberRole',
  group: controlGroup(),
  before: [],
  after: [],
};

const changes = (change: Partial<MembershipFacts>) => membershipChanges({ ...base, ...change });

const listed = {
  kind: 'listed',
  entries: [
    { memberId: 2, name: 'alice' },
    { memberId: 3, name: 'bob' },
  ],
} as const;

describe('loss of the control chat (behaviour 5.2)', () => {
  it.each([
    ['the agent is removed', { event: 'deletedMemberUser' }],
    ['the group is deleted', { event: 'groupDeleted' }],
    [
      'the agent’s role is below owner',
      {
        group: controlGroup({
          membership: { memberId: 1, role: 'admin', status: 'creator', name: 'demo' },
        }),
      },
    ],
  ] as const)('is told when %s, whatever else happened', (_, change) => {
    const after = [owner(2, 'alice')];
    for (const policy of [base.policy, { kind: 'unlisted' } as const, listed]) {
      expect(changes({ ...change, policy, linkOpen: true, after })).toEqual([
        { kind: 'control-lost' },
      ]);
    }
  });
});

describe('first join by the link, --owners absent (behaviour 5.2)', () => {
  const join = { linkOpen: true, event: 'joinedGroupMember' } as const;

  it('makes the person an owner', () => {
    expect(changes({ ...join, after: [member(2, 'alice')] })).toEqual([
      { kind: 'link-used' },
      { kind: 'make-owner', member: member(2, 'alice') },
    ]);
  });

  it('waits until the person is connected', () => {
    expect(changes({ ...join, after: [member(2, 'alice', { status: 'accepted' })] })).toEqual([]);
    expect(
      changes({
        ...join,
        before: [member(2, 'alice', { status: 'accepted' })],
        after: [member(2, 'alice')],
      }),
    ).toEqual([{ kind: 'link-used' }, { kind: 'make-owner', member: member(2, 'alice') }]);
  });

  it('makes only the first of two an owner', () => {
    expect(changes({ ...join, after: [member(3, 'bob'), member(2, 'alice')] })).toEqual([
      { kind: 'link-used' },
      { kind: 'make-owner', member: member(2, 'alice') },
    ]);
  });

  it('does not make those owners who were there before', () => {
    const before = [member(2, 'bob')];
    expect(changes({ ...join, before, after: [member(2, 'bob'), member(3, 'alice')] })).toEqual([
      { kind: 'link-used' },
      { kind: 'make-owner', member: member(3, 'alice') },
    ]);
  });

  it('does nothing for those who join while there is no link', () => {
    expect(changes({ ...join, linkOpen: false, after: [member(2, 'alice')] })).toEqual([]);
  });
});

describe('first join by the link, --owners without a list (behaviour 5.2)', () => {
  it('announces the person and the restart command', () => {
    const alice = member(2, 'alice', { role: 'observer' });
    expect(
      changes({
        policy: { kind: 'unlisted' },
        linkOpen: true,
        event: 'joinedGroupMember',
        after: [alice],
      }),
    ).toEqual([
      { kind: 'link-used' },
      {
        kind: 'announce',
        announcement: {
          chat: 'alice joined (member 2). Restart the server with `--owners 2:alice`',
          log: 'alice joined (member 2). Restart the server with --owners 2:alice',
        },
      },
    ]);
  });
});

describe('approvers drop to zero, --owners absent (behaviour 5.2)', () => {
  it.each([
    ['leaves', owner(2, 'alice', { status: 'left' })],
    ['is removed', owner(2, 'alice', { status: 'removed' })],
    ['loses the role', member(2, 'alice', { role: 'admin' })],
  ])('is told when the last owner %s', (_, alice) => {
    const others = [member(3, 'bob')];
    expect(changes({ before: [owner(2, 'alice'), ...others], after: [alice, ...others] })).toEqual([
      { kind: 'owners-gone' },
    ]);
  });

  it('is told when the last owner is in the list no more', () => {
    expect(changes({ event: 'leftMember', before: [owner(2, 'alice')], after: [] })).toEqual([
      { kind: 'owners-gone' },
    ]);
  });

  it('is not told while an owner remains, or when there was none', () => {
    const bob = owner(3, 'bob');
    expect(changes({ before: [owner(2, 'alice'), bob], after: [bob] })).toEqual([]);
    expect(changes({ before: [member(2, 'alice')], after: [] })).toEqual([]);
  });

  it('is not told with another --owners', () => {
    const gone = { before: [owner(9, 'eve')], after: [] };
    expect(changes({ ...gone, policy: { kind: 'unlisted' } })).toEqual([]);
    expect(changes({ ...gone, policy: listed })).toEqual([]);
  });
});

describe('a human becomes owner outside the list (behaviour 5.2)', () => {
  const announcement = {
    kind: 'announce',
    announcement: {
      chat: "carol (member 4) is now an owner and can't approve actions yet. Restart the server with `--owners 2:alice,4:carol`",
      log: "carol (member 4) is now an owner and can't approve actions yet. Restart the server with --owners 2:alice,4:carol",
    },
  };

  it('is told once', () => {
    const before = [owner(2, 'alice'), member(4, 'carol')];
    const after = [owner(2, 'alice'), owner(4, 'carol')];
    expect(changes({ policy: listed, before, after })).toEqual([announcement]);
    expect(changes({ policy: listed, before: after, after })).toEqual([]);
  });

  it('is told when an owner connects', () => {
    const before = [owner(2, 'alice'), owner(4, 'carol', { status: 'announced' })];
    const after = [owner(2, 'alice'), owner(4, 'carol')];
    expect(changes({ policy: listed, before, after })).toEqual([announcement]);
  });

  it('is told when a listed owner takes another name', () => {
    const before = [owner(2, 'alice')];
    expect(changes({ policy: listed, before, after: [owner(2, 'Alice')] })).toEqual([
      {
        kind: 'announce',
        announcement: {
          chat: "Alice (member 2) is now an owner and can't approve actions yet. Restart the server with `--owners 2:Alice`",
          log: "Alice (member 2) is now an owner and can't approve actions yet. Restart the server with --owners 2:Alice",
        },
      },
    ]);
  });

  it('is not told of a listed owner', () => {
    expect(changes({ policy: listed, before: [], after: [owner(2, 'alice')] })).toEqual([]);
  });
});

describe('a listed owner stops being a human owner (behaviour 5.2)', () => {
  const before = [owner(2, 'alice'), owner(3, 'bob')];
  const told = [
    {
      kind: 'announce',
      announcement: {
        chat: 'bob (member 3) is no longer an owner. Restart the server with `--owners 2:alice`',
        log: 'bob (member 3) is no longer an owner. Restart the server with --owners 2:alice',
      },
    },
  ];

  it.each([
    ['leaves', [owner(2, 'alice'), owner(3, 'bob', { status: 'left' })]],
    ['is no longer in the list', [owner(2, 'alice')]],
    ['loses the role', [owner(2, 'alice'), member(3, 'bob')]],
  ])('is told when the owner %s', (_, after) => {
    expect(changes({ policy: listed, before, after })).toEqual(told);
  });

  it('is told with the way out when no owners remain', () => {
    expect(changes({ policy: listed, before: [owner(3, 'bob')], after: [] })).toEqual([
      {
        kind: 'announce',
        announcement: {
          chat: 'bob (member 3) is no longer an owner. No owners remain: restart the server with `--reset-owners --owners`',
          log: 'bob (member 3) is no longer an owner. No owners remain: restart the server with --reset-owners --owners',
        },
      },
    ]);
  });

  it('is not told of an owner who is not listed', () => {
    expect(
      changes({ policy: listed, before: [...before, owner(9, 'eve')], after: before }),
    ).toEqual([]);
  });
});
