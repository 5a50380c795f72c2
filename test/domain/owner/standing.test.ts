import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hasApproval,
  standingApproval,
  withApproval,
  withoutApproval,
} from '../../../src/domain/owner/standing.js';
import { owner } from './people.js';

const alice = owner(2, 'alice');
const messages = { simplexMcp: { approvedBy: 'alice', approvedById: 2, approvedAt: 1000 } };
const files = { simplexMcpFiles: { approvedBy: 'Ann Lee', approvedById: 2, approvedAt: 1000 } };

describe('standing approvals, use (behaviour 5.5)', () => {
  it('is in force in mode requests while the one who gave it is an approver', () => {
    expect(standingApproval(messages, 'messages', 'requests', [alice])).toEqual({
      kind: 'standing',
      name: 'alice',
      memberId: 2,
    });
    expect(standingApproval(files, 'files', 'requests', [alice])).toEqual({
      kind: 'standing',
      name: 'Ann Lee',
      memberId: 2,
    });
  });

  it('is not in force in mode host', () => {
    expect(standingApproval(messages, 'messages', 'host', [alice])).toBeUndefined();
  });

  it('is not in force when the one who gave it is no approver', () => {
    expect(standingApproval(messages, 'messages', 'requests', [owner(3, 'alice')])).toBeUndefined();
    expect(standingApproval(messages, 'messages', 'requests', [])).toBeUndefined();
  });

  it('covers its scope only', () => {
    expect(standingApproval(messages, 'files', 'requests', [alice])).toBeUndefined();
    expect(standingApproval(files, 'messages', 'requests', [alice])).toBeUndefined();
  });

  it.each([
    ['no data', undefined],
    ['no key', { other: 1 }],
    ['null', { simplexMcp: null }],
    ['a list', { simplexMcp: ['alice', 2] }],
    ['a text', { simplexMcp: 'alice' }],
    ['no name', { simplexMcp: { approvedById: 2 } }],
    ['a name that is no text', { simplexMcp: { approvedBy: {}, approvedById: 2 } }],
    ['an ID that is a text', { simplexMcp: { approvedBy: 'alice', approvedById: '2' } }],
    ['the marker of a control chat', { simplexMcp: { control: true, nextAction: 3 } }],
  ])('is no approval: %s', (_, data) => {
    expect(standingApproval(data, 'messages', 'requests', [alice])).toBeUndefined();
  });

  it('never fails, for any data', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('simplexMcp', 'x'), fc.anything()), (data) => {
        const found = standingApproval(data, 'messages', 'requests', [alice]);
        expect(found === undefined || typeof found.name === 'string').toBe(true);
      }),
    );
  });
});

describe('standing approvals, storage (behaviour 3.2, 5.5)', () => {
  it('adds its key and keeps the others', () => {
    expect(withApproval({ other: [1], ...files }, 'messages', alice, 1000)).toEqual({
      other: [1],
      ...files,
      ...messages,
    });
    expect(withApproval(undefined, 'files', owner(2, 'Ann Lee'), 1000)).toEqual(files);
  });

  it('removes its key and keeps the others', () => {
    expect(withoutApproval({ other: 1, ...messages, ...files }, 'messages')).toEqual({
      other: 1,
      ...files,
    });
    expect(withoutApproval({ other: 1, ...messages, ...files }, 'files')).toEqual({
      other: 1,
      ...messages,
    });
  });

  it('removes the data when nothing else is in it', () => {
    expect(withoutApproval(messages, 'messages')).toBeUndefined();
    expect(withoutApproval(undefined, 'messages')).toBeUndefined();
  });

  it('tells whether one is stored, also one that is not in force', () => {
    expect(hasApproval(messages, 'messages')).toBe(true);
    expect(hasApproval(messages, 'files')).toBe(false);
    expect(hasApproval(undefined, 'files')).toBe(false);
    expect(hasApproval({ simplexMcp: null }, 'messages')).toBe(false);
    expect(hasApproval({ simplexMcp: { control: true, nextAction: 3 } }, 'messages')).toBe(false);
  });
});
