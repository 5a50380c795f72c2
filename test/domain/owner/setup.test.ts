import { describe, expect, it } from 'vitest';
import { decideOwnerSetup } from '../../../src/domain/owner/setup.js';
import { member, owner } from './people.js';

describe('owner setup at start, --owners absent (behaviour 5.2)', () => {
  const policy = { kind: 'absent' } as const;

  it('is ready when a human owner exists', () => {
    expect(decideOwnerSetup(policy, [owner(2, 'alice'), member(3, 'bob')])).toEqual({
      kind: 'ready',
    });
  });

  it('opens a link when nobody is there', () => {
    const link = { kind: 'open-link', role: 'member', ownersGone: false };
    expect(decideOwnerSetup(policy, [])).toEqual(link);
    expect(decideOwnerSetup(policy, [owner(2, 'alice', { status: 'left' })])).toEqual(link);
  });

  it('says that there are no owners, and opens a link, when only others are there', () => {
    expect(decideOwnerSetup(policy, [member(3, 'bob', { role: 'admin' })])).toEqual({
      kind: 'open-link',
      role: 'member',
      ownersGone: true,
    });
  });
});

describe('owner setup at start, --owners without a list (behaviour 5.2)', () => {
  const policy = { kind: 'unlisted' } as const;

  it('opens a link for observers when nobody is there', () => {
    expect(decideOwnerSetup(policy, [member(2, 'alice', { status: 'left' })])).toEqual({
      kind: 'open-link',
      role: 'observer',
      ownersGone: false,
    });
  });

  it('announces the IDs of those who are there', () => {
    const members = [owner(2, 'alice'), member(3, 'bob'), member(4, 'carol', { status: 'left' })];
    expect(decideOwnerSetup(policy, members)).toEqual({
      kind: 'announce',
      announcement: {
        chat: 'alice joined (member 2). bob joined (member 3). Restart the server with `--owners 2:alice,3:bob`',
        log: 'alice joined (member 2). bob joined (member 3). Restart the server with --owners 2:alice,3:bob',
      },
    });
  });
});

describe('owner setup at start, --owners ID:NAME,... (behaviour 5.2)', () => {
  const policy = {
    kind: 'listed',
    entries: [
      { memberId: 2, name: 'alice' },
      { memberId: 3, name: 'Ann Lee' },
    ],
  } as const;

  it('makes the listed people owners where they are not, and removes other humans', () => {
    const members = [
      owner(2, 'alice'),
      member(3, 'Ann Lee', { role: 'observer' }),
      owner(4, 'bob'),
      member(5, 'carol', { status: 'invited' }),
    ];
    expect(decideOwnerSetup(policy, members)).toEqual({
      kind: 'apply-list',
      promote: [member(3, 'Ann Lee', { role: 'observer' })],
      remove: [owner(4, 'bob')],
      entries: "2:alice,'3:Ann Lee'",
    });
  });

  it.each([
    ['an ID that is not there', [owner(2, 'alice')]],
    ['a name that differs', [owner(2, 'alice'), owner(3, 'Ann')]],
    ['a member who left', [owner(2, 'alice'), owner(3, 'Ann Lee', { status: 'left' })]],
  ])('refuses to start with %s', (_, members) => {
    expect(decideOwnerSetup(policy, members)).toEqual({
      kind: 'unmatched',
      text: '--owners: member 3:Ann Lee is not in the agent control chat. Start with --reset-owners --owners, or use the IDs of current members.',
    });
  });
});
