import { describe, expect, it } from 'vitest';
import {
  approvers,
  isApprover,
  isHuman,
  isHumanOwner,
  type OwnerPolicy,
} from '../../../src/domain/owner/approver.js';
import { member, owner } from './people.js';

const absent: OwnerPolicy = { kind: 'absent' };
const unlisted: OwnerPolicy = { kind: 'unlisted' };
const listed: OwnerPolicy = {
  kind: 'listed',
  entries: [
    { memberId: 2, name: 'alice' },
    { memberId: 3, name: 'Ann Lee' },
  ],
};

describe('human and human owner (behaviour 5.2)', () => {
  it.each([
    ['connected', true],
    ['complete', true],
    ['accepted', false],
    ['announced', false],
    ['invited', false],
    ['left', false],
    ['removed', false],
    ['pending_approval', false],
    ['a status of a newer core', false],
  ])('takes a member with status %s as human: %s', (status, human) => {
    expect(isHuman(member(2, 'alice', { status }))).toBe(human);
    expect(isHumanOwner(owner(2, 'alice', { status }))).toBe(human);
  });

  it('takes only role owner as owner', () => {
    expect(isHumanOwner(member(2, 'alice', { role: 'admin' }))).toBe(false);
  });
});

describe('approver, --owners absent (behaviour 5.2)', () => {
  it('is a member with role owner', () => {
    expect(isApprover(absent, owner(2, 'alice'))).toBe(true);
    expect(isApprover(absent, owner(2, 'alice', { status: 'announced' }))).toBe(true);
  });

  it.each(['admin', 'moderator', 'member', 'author', 'observer', 'relay', 'a newer role'])(
    'is not a member with role %s',
    (role) => {
      expect(isApprover(absent, member(2, 'alice', { role }))).toBe(false);
    },
  );

  it.each(['left', 'removed', 'rejected', 'deleted', 'unknown', 'invited', 'a newer status'])(
    'is not an owner with status %s',
    (status) => {
      expect(isApprover(absent, owner(2, 'alice', { status }))).toBe(false);
    },
  );
});

describe('approver, --owners without a list (behaviour 5.2)', () => {
  it('is nobody', () => {
    expect(isApprover(unlisted, owner(2, 'alice'))).toBe(false);
  });
});

describe('approver, --owners ID:NAME,... (behaviour 5.2)', () => {
  it('is an owner whose ID and name match an entry', () => {
    expect(isApprover(listed, owner(2, 'alice'))).toBe(true);
    expect(isApprover(listed, owner(3, 'Ann\nLee'))).toBe(true);
  });

  it('is not an owner with the ID of an entry and another name', () => {
    expect(isApprover(listed, owner(2, 'Alice'))).toBe(false);
  });

  it('is not an owner with the name of an entry and another ID', () => {
    expect(isApprover(listed, owner(4, 'alice'))).toBe(false);
    expect(isApprover(listed, owner(3, 'alice'))).toBe(false);
  });

  it('is not a listed member without role owner', () => {
    expect(isApprover(listed, member(2, 'alice', { role: 'admin' }))).toBe(false);
  });
});

describe('approvers among the members', () => {
  it('are those who may approve', () => {
    const members = [owner(2, 'alice'), member(3, 'Ann Lee'), owner(4, 'bob')];
    expect(approvers(absent, members)).toEqual([owner(2, 'alice'), owner(4, 'bob')]);
    expect(approvers(listed, members)).toEqual([owner(2, 'alice')]);
    expect(approvers(unlisted, members)).toEqual([]);
  });
});
