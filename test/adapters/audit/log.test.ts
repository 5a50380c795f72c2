import {
  appendFile,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AuditLogReader } from '../../../src/adapters/audit/log-reader.js';
import { AuditLogWriter } from '../../../src/adapters/audit/log-writer.js';
import { openLog } from '../../../src/adapters/audit/open.js';
import type { AuditEvent } from '../../../src/domain/audit/event.js';
import { AuditError, type AuditEntry } from '../../../src/ports/audit.js';
import { FakeClock } from '../../support/fake-clock.js';

let folder: string;
let log: string;
let clock: FakeClock;
let writer: AuditLogWriter;
let reader: AuditLogReader;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audit-'));
  log = join(folder, 'audit.jsonl');
  clock = new FakeClock(Date.UTC(2026, 10, 30, 21, 22, 9, 5));
  writer = new AuditLogWriter(folder, clock);
  reader = new AuditLogReader(folder, clock);
});

afterEach(async () => {
  await writer.close();
  await rm(folder, { recursive: true });
});

const performed = (action: number): AuditEvent => ({ event: 'action-performed', action });

async function records(): Promise<Record<string, unknown>[]> {
  return (await readFile(log, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('the audit log', () => {
  it('keeps each event with its number, time, and the hash of the record before it', async () => {
    await writer.append({ event: 'server-started', version: '0.1.0', mode: 'requests' });
    await clock.advance(1000);
    await writer.append(performed(7));
    const [first, second] = await records();
    expect(first).toMatchObject({
      seq: 1,
      time: '2026-11-30T21:22:09.005Z',
      prev: '0'.repeat(64),
      event: 'server-started',
      version: '0.1.0',
      mode: 'requests',
    });
    expect(second).toMatchObject({
      seq: 2,
      time: '2026-11-30T21:22:10.005Z',
      prev: first?.hash,
      event: 'action-performed',
      action: 7,
    });
  });

  it.skipIf(process.platform === 'win32')(
    'is readable by its owner only, also when it was not',
    async () => {
      await writeFile(log, '', { mode: 0o644 });
      await writer.append(performed(1));
      for (const name of ['audit.jsonl', 'audit.head'])
        expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    },
  );

  it('keeps the order of calls that do not wait for one another', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, index) => writer.append(performed(index))));
    expect((await records()).map(({ action }) => action)).toEqual(
      Array.from({ length: 50 }, (_, index) => index),
    );
    expect(await reader.verify()).toMatchObject({ kind: 'intact', head: { seq: 50 } });
  });

  it('goes on with the chain after a restart', async () => {
    await writer.append(performed(1));
    await writer.close();
    const next = new AuditLogWriter(folder, clock);
    await next.append(performed(2));
    await next.close();
    expect(await reader.verify()).toMatchObject({ kind: 'intact', head: { seq: 2 } });
  });
});

describe('a log that a crash left unfinished', () => {
  it('is cut after its last whole record, and a record names the file with the rest', async () => {
    await writer.append(performed(1));
    await writer.close();
    await appendFile(log, '{"seq":2,"time":');
    expect(await reader.verify()).toEqual({ kind: 'broken', seq: 2, reason: 'incomplete' });
    await writer.append(performed(2));
    expect((await records()).slice(1)).toMatchObject([
      { seq: 2, event: 'log-repaired', bytes: 16, files: ['audit.partial-2'] },
      { seq: 3, event: 'action-performed', action: 2 },
    ]);
    expect(await readFile(join(folder, 'audit.partial-2'), 'utf8')).toBe('{"seq":2,"time":');
    expect(await reader.verify()).toMatchObject({ kind: 'intact' });
  });

  it('is noted also when a second crash came between the cut and its record', async () => {
    await writer.append(performed(1));
    await writer.close();
    await writeFile(join(folder, 'audit.partial-2'), '{"seq":2');
    await appendFile(log, '{"se');
    await writer.append(performed(2));
    expect((await records())[1]).toMatchObject({
      event: 'log-repaired',
      bytes: 12,
      files: ['audit.partial-2', 'audit.partial-2-2'],
    });
  });
});

describe('a log that is not as it was written takes no record', () => {
  beforeEach(async () => {
    for (const action of [1, 2, 3]) await writer.append(performed(action));
  });

  const refusal = async (): Promise<string> => {
    const error: unknown = await writer.append(performed(4)).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(AuditError);
    return (error as AuditError).message;
  };

  it('when a record was edited before the start', async () => {
    await writer.close();
    const text = await readFile(log, 'utf8');
    await writeFile(log, text.replace('"action":2', '"action":9'));
    expect(await refusal()).toBe(
      `The audit log ${log} is damaged: record 2 was edited. Move it and audit.head to a safe place; a new log is started then.`,
    );
  });

  it('when its last record was removed before the start', async () => {
    await writer.close();
    const text = await readFile(log, 'utf8');
    await writeFile(log, text.slice(0, text.lastIndexOf('{')));
    expect(await refusal()).toContain('record 3 and all after it were removed');
  });

  it('when it was moved away while the server runs', async () => {
    await rename(log, join(folder, 'elsewhere'));
    expect(await refusal()).toBe(
      `The audit log ${log} was changed or moved by another program. Restart the server.`,
    );
  });

  it('when it was cut while the server runs', async () => {
    await truncate(log, 10);
    expect(await refusal()).toContain('was changed or moved by another program');
  });

  it('when it is a link', async () => {
    await writer.close();
    await rename(log, join(folder, 'elsewhere'));
    await symlink(join(folder, 'elsewhere'), log);
    expect(await refusal()).toBe(`The audit log ${log} can't be written: ELOOP.`);
  });

  it('until it is put right', async () => {
    await writer.close();
    const text = await readFile(log, 'utf8');
    await writeFile(log, text.replace('"action":2', '"action":9'));
    await refusal();
    await writeFile(log, text);
    await writer.append(performed(4));
    expect(await reader.verify()).toMatchObject({ kind: 'intact', head: { seq: 4 } });
  });
});

describe('a log whose folder is gone', () => {
  it('refuses the record with the reason', async () => {
    const lost = new AuditLogWriter(join(folder, 'gone'), clock);
    await expect(lost.append(performed(1))).rejects.toThrow(
      `The audit log ${join(folder, 'gone', 'audit.jsonl')} can't be written: ENOENT.`,
    );
  });
});

describe('a disk that is full', () => {
  /** A log whose disk takes `room` bytes, and then none until `room` grows. */
  const disk = { room: 0, truncates: true };
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });

  beforeEach(() => {
    Object.assign(disk, { room: 400, truncates: true });
    writer = new AuditLogWriter(folder, clock, async (paths, time) => {
      const log = await openLog(paths, time);
      const file = new Proxy(log.file, {
        get(target, key) {
          if (key === 'write')
            return async (bytes: Buffer, offset: number) => {
              if (disk.room === 0) throw full;
              const length = Math.min(bytes.length - offset, disk.room);
              disk.room -= length;
              return target.write(bytes, offset, length);
            };
          if (key === 'truncate' && !disk.truncates) return () => Promise.reject(full);
          const value: unknown = Reflect.get(target, key);
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        },
      });
      return { ...log, file };
    });
  });

  it('refuses records with the reason, and leaves no part of one in the log', async () => {
    await writer.append(performed(1));
    await expect(writer.append(performed(2))).rejects.toThrow(
      `The audit log ${log} can't be written: ENOSPC.`,
    );
    expect(await reader.verify()).toMatchObject({ kind: 'intact', head: { seq: 1 } });
    disk.room = 1000;
    await writer.append(performed(3));
    expect((await records()).map(({ action }) => action)).toEqual([1, 3]);
    expect(await reader.verify()).toMatchObject({ kind: 'intact', head: { seq: 2 } });
  });

  it('sets a part of a record aside when it can not be cut off', async () => {
    await writer.append(performed(1));
    disk.truncates = false;
    await expect(writer.append(performed(2))).rejects.toThrow(AuditError);
    expect(await reader.verify()).toEqual({ kind: 'broken', seq: 2, reason: 'incomplete' });
    disk.room = 1000;
    await writer.append(performed(3));
    expect((await records()).map(({ event }) => event)).toEqual([
      'action-performed',
      'log-repaired',
      'action-performed',
    ]);
  });
});

describe('any edit of the log', () => {
  it('is found, and the first broken record is named', async () => {
    const events: AuditEvent[] = [
      { event: 'server-started', version: '0.1.0', mode: 'requests' },
      { event: 'membership-changed', change: 'joined', memberId: 3, name: 'Zoë \ufffd' },
      performed(1),
      performed(2),
    ];
    for (const event of events) await writer.append(event);
    await writer.close();
    const whole = await readFile(log);
    const head = await readFile(join(folder, 'audit.head'));
    /** Number of the record that holds the byte at `offset`. */
    const recordAt = (offset: number): number =>
      whole.subarray(0, offset).filter((byte) => byte === 10).length + 1;
    const bytes = fc.uint8Array({ minLength: 0, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length - 1),
        fc.nat(6),
        bytes,
        fc.boolean(),
        async (offset, removed, added, keepHead) => {
          const edited = Buffer.concat([
            whole.subarray(0, offset),
            added,
            whole.subarray(offset + removed),
          ]);
          fc.pre(!edited.equals(whole));
          await writeFile(log, edited);
          if (keepHead) await writeFile(join(folder, 'audit.head'), head);
          else await rm(join(folder, 'audit.head'), { force: true });
          const verdict = await reader.verify();
          expect(verdict?.kind).toBe('broken');
          // Where the same bytes begin earlier, the break may be told at the record that ends there.
          let first = 0;
          while (edited[first] === whole[first]) first += 1;
          expect(verdict).toMatchObject({ seq: recordAt(Math.min(first, whole.length - 1)) });
        },
      ),
      { numRuns: 500 },
    );
  });

  it('that takes whole records from its end is found while audit.head is there', async () => {
    for (const action of [1, 2, 3]) await writer.append(performed(action));
    await writer.close();
    const lines = (await readFile(log, 'utf8')).split('\n');
    for (const kept of [0, 1, 2]) {
      await writeFile(
        log,
        lines
          .slice(0, kept)
          .map((line) => `${line}\n`)
          .join(''),
      );
      expect(await reader.verify()).toEqual({ kind: 'broken', seq: kept + 1, reason: 'missing' });
    }
    await rm(log);
    expect(await reader.verify()).toEqual({ kind: 'broken', seq: 1, reason: 'missing' });
  });

  it('that writes another chain is found while audit.head is there', async () => {
    await writer.append(performed(1));
    await writer.close();
    const head = await readFile(join(folder, 'audit.head'));
    await rm(log);
    await rm(join(folder, 'audit.head'));
    await writer.append(performed(2));
    await writeFile(join(folder, 'audit.head'), head);
    expect(await reader.verify()).toEqual({ kind: 'broken', seq: 1, reason: 'replaced' });
  });
});

describe('reading the log', () => {
  const seen = async (entries: AsyncIterable<AuditEntry>): Promise<unknown[]> => {
    const all: unknown[] = [];
    for await (const entry of entries)
      all.push(entry.kind === 'record' ? entry.record.seq : `damaged ${entry.line}`);
    return all;
  };

  it('of no log finds nothing', async () => {
    expect(await seen(reader.entries())).toEqual([]);
    expect(await reader.verify()).toBeUndefined();
    expect(await readdir(folder)).toEqual([]);
  });

  it('goes on after a line that is no record', async () => {
    await writer.append(performed(1));
    await appendFile(log, 'oops\n');
    await appendFile(log, await readFile(log, 'utf8').then((text) => text.split('\n')[0] + '\n'));
    expect(await seen(reader.entries())).toEqual([1, 'damaged 2', 1]);
  });

  it('follows what is written', async () => {
    await writer.append(performed(1));
    const stop = new AbortController();
    const following = reader.follow(stop.signal);
    const next = async (): Promise<unknown> => {
      const { value } = (await following.next()) as { value: AuditEntry };
      return value.kind === 'record' && value.record.seq;
    };
    expect(await next()).toBe(1);
    const second = next();
    await clock.advance(500);
    await writer.append(performed(2));
    await clock.advance(500);
    expect(await second).toBe(2);
    const end = following.next();
    stop.abort();
    expect((await end).done).toBe(true);
  });

  it('says why a log can not be read', async () => {
    await rm(log, { force: true });
    await writeFile(join(folder, 'file'), '');
    const blocked = new AuditLogReader(join(folder, 'file'), clock);
    await expect(blocked.verify()).rejects.toThrow(
      `The audit log ${join(folder, 'file', 'audit.jsonl')} can't be read: ENOTDIR.`,
    );
  });
});
