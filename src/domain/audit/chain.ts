import { jsonObject } from '../text/json-object.js';
import type { AuditEvent } from './event.js';

/** Hex SHA-256 of a text of which every character is one byte (Latin-1). */
export type Sha256 = (bytes: string) => string;

/** The last record of a log: its sequence number and hash. */
export interface ChainHead {
  readonly seq: number;
  readonly hash: string;
}

/** The head of an empty log. */
export const CHAIN_START: ChainHead = { seq: 0, hash: '0'.repeat(64) };

/** A record as it is kept: the event with its place in the chain. */
export type AuditRecord = AuditEvent & {
  /** 1 for the first record, then one more each. */
  readonly seq: number;
  /** ISO 8601, UTC, milliseconds. */
  readonly time: string;
  /** Hash of the record before. */
  readonly prev: string;
  /** Hash of this record's line without this field. */
  readonly hash: string;
};

/** Why a line does not continue the chain. */
export type BreakReason =
  /** The line does not have the form of a record. */
  | 'not-a-record'
  /** The line's own hash is not that of its text. */
  | 'edited'
  /** A record was removed, added or moved before this one. */
  | 'out-of-order'
  /** The record before is not the one that this was written after. */
  | 'unchained'
  /** The line has no end: being written now, or left by a crash. */
  | 'incomplete'
  /** The log ends before the last record that it is known to have had. */
  | 'missing'
  /** The record is not the one that it is known to have been. */
  | 'replaced';

export type LineCheck =
  | { readonly kind: 'intact'; readonly record: AuditRecord; readonly head: ChainHead }
  | { readonly kind: 'broken'; readonly reason: BreakReason; readonly record?: AuditRecord };

/** What a walk over the whole log found; `seq` is the first broken record. */
export type ChainVerdict =
  | { readonly kind: 'intact'; readonly head: ChainHead }
  | { readonly kind: 'broken'; readonly seq: number; readonly reason: BreakReason };

/** The line (ASCII, without its newline) that records `event` after `head`, and the new head. */
export function sealRecord(
  head: ChainHead,
  time: string,
  event: AuditEvent,
  sha256: Sha256,
): { readonly line: string; readonly head: ChainHead } {
  const seq = head.seq + 1;
  const body = ascii(JSON.stringify({ seq, time, prev: head.hash, ...event }));
  const hash = sha256(body);
  return { line: `${body.slice(0, -1)},"hash":"${hash}"}`, head: { seq, hash } };
}

/** Checks that `line` (one character a byte) is the record that follows `head`. */
export function checkLine(head: ChainHead, line: string, sha256: Sha256): LineCheck {
  const sealed = /^(\{.*),"hash":"([0-9a-f]{64})"\}$/.exec(line);
  if (!sealed) return { kind: 'broken', reason: 'not-a-record' };
  const record = parseRecord(line);
  if (!record) return { kind: 'broken', reason: 'not-a-record' };
  if (sha256(`${sealed[1]}}`) !== sealed[2]) return { kind: 'broken', reason: 'edited', record };
  if (record.seq !== head.seq + 1) return { kind: 'broken', reason: 'out-of-order', record };
  if (record.prev !== head.hash) return { kind: 'broken', reason: 'unchained', record };
  return { kind: 'intact', record, head: { seq: record.seq, hash: record.hash } };
}

function parseRecord(line: string): AuditRecord | undefined {
  const value = jsonObject(line) as Partial<AuditRecord> | undefined;
  const { seq, time, prev, event, hash } = value ?? {};
  const whole =
    typeof seq === 'number' &&
    [time, prev, event, hash].every((field) => typeof field === 'string');
  return whole ? (value as AuditRecord) : undefined;
}

/** Escapes all but printable ASCII, so that a line shows no peer's control characters and is one byte a character. */
function ascii(json: string): string {
  return json.replace(
    /[^\x20-\x7e]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
