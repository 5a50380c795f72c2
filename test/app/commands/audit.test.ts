import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.js';
import { AuditLogReader } from '../../../src/adapters/audit/log-reader.js';
import { AuditLogWriter } from '../../../src/adapters/audit/log-writer.js';
import { audit, type AuditOptions } from '../../../src/app/commands/audit.js';
import { FakeClock } from '../../support/fake-clock.js';
import { RecordedTerminal } from './setting.js';

let folder: string;
let path: string;
let writer: AuditLogWriter;
const terminal = new RecordedTerminal();
const clock = new FakeClock(Date.UTC(2026, 10, 30, 21, 22, 9));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audit-'));
  path = join(folder, 'audit.jsonl');
  writer = new AuditLogWriter(folder, clock);
});

afterEach(async () => {
  await writer.close();
  await rm(folder, { recursive: true });
});

async function run(options: Partial<AuditOptions> = {}): Promise<[number, ...string[]]> {
  const { exitCode } = await audit(
    { log: new AuditLogReader(folder, clock), terminal },
    { json: false, follow: false, verify: false, signal: new AbortController().signal, ...options },
  );
  return [exitCode, ...terminal.take()];
}

async function fill(): Promise<string> {
  await writer.append({ event: 'action-performed', action: 7 });
  await writer.append({ event: 'action-expired', action: 8 });
  return readFile(path, 'utf8');
}

const LINES = [
  '2026-11-30 21:22:09 UTC  1  action 7 performed',
  '2026-11-30 21:22:09 UTC  2  action 8 expired',
];

describe('simplex-mcp audit', () => {
  it('prints the records for people', async () => {
    await fill();
    expect(await run()).toEqual([0, ...LINES]);
  });

  it('prints the records as they are kept with --json', async () => {
    const text = await fill();
    expect(await run({ json: true })).toEqual([0, ...text.trimEnd().split('\n')]);
  });

  it('says that the chain is whole with --verify', async () => {
    const text = await fill();
    const hash = (JSON.parse(text.trimEnd().split('\n')[1]!) as { hash: string }).hash;
    expect(await run({ verify: true })).toEqual([
      0,
      `✓ ${path}: 2 records, the chain is whole. The last hash is ${hash}.`,
    ]);
    expect(await run({ verify: true, json: true })).toEqual([
      0,
      `{"kind":"intact","head":{"seq":2,"hash":"${hash}"}}`,
    ]);
  });

  it('names the first broken record, also when it prints', async () => {
    const text = await fill();
    await writeFile(path, text.replace('"action":7', '"action":9'));
    const broken = `! ✗ ${path}: record 1 was edited.`;
    expect(await run({ verify: true })).toEqual([1, broken]);
    expect(await run({ verify: true, json: true })).toEqual([
      1,
      '{"kind":"broken","seq":1,"reason":"edited"}',
    ]);
    expect(await run()).toEqual([1, LINES[0]!.replace('7', '9'), LINES[1], broken]);
  });

  it('shows a line that is no record in its place', async () => {
    await fill();
    await appendFile(path, 'oops\n');
    expect(await run()).toEqual([
      1,
      ...LINES,
      '! Line 3 is not a record.',
      `! ✗ ${path}: record 3 does not have the form of a record.`,
    ]);
  });

  it('does not mind a record that is being written', async () => {
    await fill();
    await appendFile(path, '{"seq":3');
    expect(await run()).toEqual([0, ...LINES]);
  });

  it('says that there is no log', async () => {
    expect(await run()).toEqual([1, `! No audit log at ${path}.`]);
    expect(await run({ verify: true })).toEqual([1, `! No audit log at ${path}.`]);
    expect(await run({ verify: true, json: true })).toEqual([1, '{"kind":"none"}']);
  });

  it('follows until it is stopped', async () => {
    await fill();
    const stop = new AbortController();
    const following = run({ follow: true, signal: stop.signal });
    await eventually(() => terminal.lines.length).toBe(2);
    stop.abort();
    expect(await following).toEqual([0, ...LINES]);
  });

  it('does not follow and verify at once', async () => {
    expect(await run({ follow: true, verify: true })).toEqual([
      2,
      '! --follow and --verify are not given together.',
    ]);
  });
});
