import { describe, expect, it } from 'vitest';
import type { AuditRecord } from '../../../src/domain/audit/chain.js';
import type { AuditEvent } from '../../../src/domain/audit/event.js';
import {
  changedLog,
  damagedLine,
  damagedLog,
  recordLine,
  unreadableLog,
  unwritableLog,
  verdictLine,
} from '../../../src/domain/audit/text.js';

const SHA = 'ab'.repeat(32);
const line = (event: AuditEvent) =>
  recordLine({
    ...event,
    seq: 12,
    time: '2026-11-30T21:22:09.123Z',
    prev: SHA,
    hash: SHA,
  } as AuditRecord);

describe('a record as people read it', () => {
  it.each<[AuditEvent, string]>([
    [
      { event: 'server-started', version: '0.1.0', mode: 'requests' },
      'server 0.1.0 started, mode requests',
    ],
    [{ event: 'server-stopped', version: '0.1.0' }, 'server 0.1.0 stopped'],
    [
      {
        event: 'action-created',
        action: 5,
        tool: 'send',
        chat: '@4',
        content: { kind: 'image', sha256: SHA, fileSha256: SHA },
      },
      `action 5 created: send @4, image sha256 ${SHA}, file sha256 ${SHA}`,
    ],
    [
      {
        event: 'action-created',
        action: 6,
        tool: 'connect',
        chat: null,
        content: { kind: 'connect', sha256: SHA },
      },
      `action 6 created: connect, connect sha256 ${SHA}`,
    ],
    [{ event: 'card-posted', action: 5, item: 31 }, 'action 5 shown to the owner, item 31'],
    [
      {
        event: 'action-decided',
        action: 5,
        decision: 'approved',
        by: { kind: 'approver', name: 'Ann', memberId: 2 },
      },
      'action 5 approved by "Ann" (member 2)',
    ],
    [
      {
        event: 'action-decided',
        action: 5,
        decision: 'approved',
        by: { kind: 'standing', name: 'Ann', memberId: 2 },
      },
      'action 5 approved by the standing approval of "Ann" (member 2)',
    ],
    [
      { event: 'action-decided', action: 5, decision: 'approved', by: { kind: 'host' } },
      'action 5 approved by mode host',
    ],
    [
      {
        event: 'action-decided',
        action: 5,
        decision: 'rejected',
        by: { kind: 'approver', name: 'Ann', memberId: 2 },
      },
      'action 5 rejected by "Ann" (member 2)',
    ],
    [{ event: 'action-performed', action: 5 }, 'action 5 performed'],
    [{ event: 'action-failed', action: 5 }, 'action 5 failed'],
    [{ event: 'action-expired', action: 5 }, 'action 5 expired'],
    [{ event: 'action-cancelled', action: 5 }, 'action 5 cancelled'],
    [
      { event: 'file-refused', chat: '@4', reason: 'private key' },
      'file for @4 refused: private key',
    ],
    [
      { event: 'owner-command', command: 'approve 5', memberId: 2, name: 'Ann', accepted: true },
      '/approve 5 from "Ann" (member 2), accepted',
    ],
    [
      {
        event: 'owner-command',
        command: 'approve 5',
        memberId: 3,
        name: 'Mallory',
        accepted: false,
      },
      '/approve 5 from "Mallory" (member 3), not accepted',
    ],
    [
      { event: 'standing-approval-given', scope: 'messages', chat: '@4', memberId: 2, name: 'Ann' },
      'standing approval of messages in @4 given by "Ann" (member 2)',
    ],
    [
      {
        event: 'standing-approval-withdrawn',
        scope: 'files',
        chat: '#1',
        memberId: 2,
        name: 'Ann',
      },
      'standing approval of files in #1 withdrawn by "Ann" (member 2)',
    ],
    [
      { event: 'membership-changed', change: 'joined', memberId: 3, name: 'Bob' },
      'control chat, joined: "Bob" (member 3)',
    ],
    [
      { event: 'membership-changed', change: 'lost', memberId: null, name: null },
      'control chat, lost',
    ],
    [
      { event: 'log-repaired', bytes: 41, files: ['audit.partial-12'] },
      'unfinished record set aside, 41 bytes in audit.partial-12',
    ],
  ])('of %j', (event, text) => {
    expect(line(event)).toBe(`2026-11-30 21:22:09 UTC  12  ${text}`);
  });

  it('stays on one line and in one direction whatever a name holds', () => {
    const name = 'A\n2026-11-30 21:22:10 UTC  13  action 6 performed\u202e\u001b[2J';
    expect(line({ event: 'membership-changed', change: 'joined', memberId: 3, name })).toBe(
      '2026-11-30 21:22:09 UTC  12  control chat, joined: "A 2026-11-30 21:22:10 UTC  13  action 6 performed[U+202E][U+001B][2J" (member 3)',
    );
  });

  it('of a newer version is shown as it is', () => {
    expect(line({ event: 'new-thing', x: 1 } as unknown as AuditEvent)).toBe(
      `2026-11-30 21:22:09 UTC  12  {"event":"new-thing","x":1,"seq":12,"time":"2026-11-30T21:22:09.123Z","prev":"${SHA}","hash":"${SHA}"}`,
    );
  });

  it('that lacks a field is shown as it is', () => {
    expect(line({ event: 'action-created', action: 5 } as unknown as AuditEvent)).toContain(
      '12  {"event":"action-created","action":5,',
    );
  });

  it('that is none is named by its line', () => {
    expect(damagedLine(4)).toBe('Line 4 is not a record.');
  });
});

describe('the verdict of audit --verify', () => {
  const path = '/d/audit.jsonl';
  it.each([
    [undefined, 'No audit log at /d/audit.jsonl.'],
    [
      { kind: 'intact', head: { seq: 1, hash: 'aa' } },
      '✓ /d/audit.jsonl: 1 record, the chain is whole. The last hash is aa.',
    ],
    [
      { kind: 'intact', head: { seq: 9, hash: 'aa' } },
      '✓ /d/audit.jsonl: 9 records, the chain is whole. The last hash is aa.',
    ],
    [
      { kind: 'broken', seq: 3, reason: 'not-a-record' },
      '✗ /d/audit.jsonl: record 3 does not have the form of a record.',
    ],
    [{ kind: 'broken', seq: 3, reason: 'edited' }, '✗ /d/audit.jsonl: record 3 was edited.'],
    [
      { kind: 'broken', seq: 3, reason: 'out-of-order' },
      '✗ /d/audit.jsonl: record 3 has not this number: a record was removed, added or moved.',
    ],
    [
      { kind: 'broken', seq: 3, reason: 'unchained' },
      '✗ /d/audit.jsonl: record 3 does not follow the record before it.',
    ],
    [
      { kind: 'broken', seq: 3, reason: 'incomplete' },
      '✗ /d/audit.jsonl: record 3 has no end: it is being written now, or a crash cut it.',
    ],
    [
      { kind: 'broken', seq: 3, reason: 'missing' },
      '✗ /d/audit.jsonl: record 3 and all after it were removed.',
    ],
    [
      { kind: 'broken', seq: 3, reason: 'replaced' },
      '✗ /d/audit.jsonl: record 3 is not the record that was written.',
    ],
  ] as const)('%j', (verdict, text) => {
    expect(verdictLine(path, verdict)).toBe(text);
  });
});

describe('the error that stops new actions', () => {
  it('says what is wrong with the log and what to do', () => {
    expect(damagedLog('/d/audit.jsonl', { kind: 'broken', seq: 3, reason: 'edited' })).toBe(
      'The audit log /d/audit.jsonl is damaged: record 3 was edited. Move it and audit.head to a safe place; a new log is started then.',
    );
    expect(changedLog('/d/audit.jsonl')).toBe(
      'The audit log /d/audit.jsonl was changed or moved by another program. Restart the server.',
    );
    expect(unwritableLog('/d/audit.jsonl', 'ENOSPC')).toBe(
      "The audit log /d/audit.jsonl can't be written: ENOSPC.",
    );
    expect(unreadableLog('/d/audit.jsonl', 'EACCES')).toBe(
      "The audit log /d/audit.jsonl can't be read: EACCES.",
    );
  });
});
