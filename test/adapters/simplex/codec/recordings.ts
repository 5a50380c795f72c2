import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { CoreReply } from '../../../../src/adapters/simplex/transport.js';

/** One line of a recording of a real core (7.0.0.6). */
export interface Line {
  readonly file: string;
  /** From 1. */
  readonly number: number;
  readonly core: string;
  readonly dir: 'migrate' | 'command' | 'response' | 'event';
  readonly body: unknown;
}

const folder = new URL('../../../fixtures/core-traces/', import.meta.url);

/** Names of the recordings without `.jsonl.gz`. */
export const recordings: readonly string[] = readdirSync(folder)
  .map((name) => name.replace('.jsonl.gz', ''))
  .sort();

const read = new Map<string, Line[]>();

/** All lines of a recording, in order. */
export function lines(file: string): readonly Line[] {
  const known = read.get(file) ?? readLines(file);
  read.set(file, known);
  return known;
}

function readLines(file: string): Line[] {
  const text = gunzipSync(readFileSync(new URL(`${file}.jsonl.gz`, folder))).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => toLine(file, index + 1, JSON.parse(line) as Record<string, unknown>));
}

function toLine(file: string, number: number, record: Record<string, unknown>): Line {
  const body: unknown = record['body'];
  const dir = record['dir'] as Line['dir'];
  const parsed: unknown =
    dir !== 'command' && typeof body === 'string' && body.startsWith('{') ? JSON.parse(body) : body;
  return { file, number, core: String(record['core']), dir, body: parsed };
}

/** The line at a number, from 1. */
export function line(file: string, number: number): Line {
  return lines(file)[number - 1]!;
}

/** A response or event as a transport gives it: of the C interface, or of the WebSocket. */
export function reply(of: Line): CoreReply {
  const body = of.body as Record<string, unknown>;
  if ('result' in body) return { kind: 'result', value: body['result'] };
  if ('error' in body) return { kind: 'error', value: body['error'] };
  if (body['type'] === 'chatCmdError' || body['type'] === 'chatError') {
    return { kind: 'error', value: body['chatError'] };
  }
  return { kind: 'result', value: body };
}
