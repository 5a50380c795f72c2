import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CHAIN_START, checkLine, sealRecord } from '../../../src/domain/audit/chain.js';

const sha256 = (bytes: string) => createHash('sha256').update(bytes, 'latin1').digest('hex');
const TIME = '2026-11-30T21:22:09.000Z';

describe('a sealed record', () => {
  it('is one line of ASCII with its number, time, the hash before it and its own', () => {
    const { line, head } = sealRecord(
      CHAIN_START,
      TIME,
      { event: 'membership-changed', change: 'joined', memberId: 3, name: 'Zoë\u202e\u007f' },
      sha256,
    );
    const body =
      '{"seq":1,"time":"2026-11-30T21:22:09.000Z",' +
      '"prev":"0000000000000000000000000000000000000000000000000000000000000000",' +
      '"event":"membership-changed","change":"joined","memberId":3,"name":"Zo\\u00eb\\u202e\\u007f"}';
    expect(line).toBe(`${body.slice(0, -1)},"hash":"${sha256(body)}"}`);
    expect(head).toEqual({ seq: 1, hash: sha256(body) });
  });

  it('reads back as the event with its place in the chain', () => {
    const first = sealRecord(CHAIN_START, TIME, { event: 'action-performed', action: 7 }, sha256);
    expect(checkLine(CHAIN_START, first.line, sha256)).toEqual({
      kind: 'intact',
      head: first.head,
      record: {
        seq: 1,
        time: TIME,
        prev: CHAIN_START.hash,
        event: 'action-performed',
        action: 7,
        hash: first.head.hash,
      },
    });
  });
});

describe('a line that does not continue the chain', () => {
  const first = sealRecord(CHAIN_START, TIME, { event: 'action-performed', action: 7 }, sha256);
  const second = sealRecord(first.head, TIME, { event: 'action-expired', action: 8 }, sha256);
  const other = sealRecord(CHAIN_START, TIME, { event: 'action-failed', action: 7 }, sha256);

  it.each([
    ['is empty', '', 'not-a-record'],
    ['is no JSON', '{"seq":1,"hash":"' + '0'.repeat(64) + '"}x', 'not-a-record'],
    ['lacks a field of a record', '{"seq":2,"hash":"' + '0'.repeat(64) + '"}', 'not-a-record'],
    ['has another text', second.line.replace('"action":8', '"action":9'), 'edited'],
    ['has another number', first.line, 'out-of-order'],
    [
      'follows another record',
      sealRecord(other.head, TIME, { event: 'action-expired', action: 8 }, sha256).line,
      'unchained',
    ],
  ])('is broken when it %s', (_, line, reason) => {
    expect(checkLine(first.head, line, sha256)).toMatchObject({ kind: 'broken', reason });
  });
});
