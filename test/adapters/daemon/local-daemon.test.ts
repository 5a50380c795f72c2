import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LocalDaemon } from '../../../src/adapters/daemon/local-daemon.js';

let folder: string;
let daemon: LocalDaemon;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daemon-'));
  daemon = new LocalDaemon(folder);
});

afterEach(() => rm(folder, { recursive: true }));

async function write(files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
}

/** PID of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => child.once('close', resolve));
  return child.pid ?? 0;
}

const SERVER = { 'server.json': '{"name":"ann","port":5226,"expireHours":23}', token: 'secret\n' };

describe('the server of a data folder', () => {
  it('runs while a running process holds the lock', async () => {
    await write({ ...SERVER, lock: `${process.pid}\n` });
    expect(await daemon.locate()).toEqual({
      kind: 'running',
      pid: process.pid,
      port: 5226,
      token: 'secret',
    });
  });

  it('is starting while it has not told its port or token', async () => {
    const starting = { kind: 'starting', pid: process.pid };
    await write({ lock: `${process.pid}\n` });
    expect(await daemon.locate()).toEqual(starting);
    await write({ 'server.json': SERVER['server.json'] });
    expect(await daemon.locate()).toEqual(starting);
  });

  it('is stopped without a lock, or with that of a process that has ended', async () => {
    await write(SERVER);
    expect(await daemon.locate()).toEqual({ kind: 'stopped' });
    for (const lock of [`${await deadPid()}\n`, 'x', '', '-1', '0']) {
      await write({ lock });
      expect(await daemon.locate()).toEqual({ kind: 'stopped' });
    }
  });

  it('was never started when nothing tells of it', async () => {
    expect(await daemon.locate()).toEqual({ kind: 'never-started' });
    expect(await new LocalDaemon(join(folder, 'none')).locate()).toEqual({ kind: 'never-started' });
    expect(await readdir(folder)).toEqual([]);
  });
});
