import { chmod, mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LocalComputer } from '../../../src/adapters/doctor/local-computer.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doctor-'));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

describe('the data folder', () => {
  it.skipIf(process.platform === 'win32')(
    'is told with its files, their modes and times',
    async () => {
      await chmod(folder, 0o750);
      await writeFile(join(folder, 'token'), 'x');
      await chmod(join(folder, 'token'), 0o640);
      await utimes(join(folder, 'token'), 100, 200);
      await mkdir(join(folder, 'files'));
      await symlink('nowhere', join(folder, 'link'));
      expect(await new LocalComputer(folder).folder()).toEqual({
        kind: 'folder',
        mode: 0o750,
        files: [{ name: 'token', mode: 0o640, changed: 200_000 }],
      });
    },
  );

  it('has no modes on Windows', async () => {
    await writeFile(join(folder, 'token'), 'x');
    const facts = await new LocalComputer(folder, 'win32').folder();
    expect(facts).toEqual({
      kind: 'folder',
      files: [{ name: 'token', changed: expect.any(Number) as number }],
    });
  });

  it('may be missing, or be no folder', async () => {
    expect(await new LocalComputer(join(folder, 'none')).folder()).toEqual({ kind: 'missing' });
    await writeFile(join(folder, 'file'), '');
    expect(await new LocalComputer(join(folder, 'file')).folder()).toEqual({
      kind: 'unreadable',
      code: 'ENOTDIR',
    });
  });

  it('tells what is free beside it', async () => {
    expect(await new LocalComputer(folder).freeBytes()).toBeGreaterThan(0);
    expect(await new LocalComputer(join(folder, 'none')).freeBytes()).toBeUndefined();
  });
});

describe('a port', () => {
  it('is free when nothing listens on it', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const computer = new LocalComputer(folder);
    expect(await computer.portIsFree(port)).toBe(false);
    await new Promise((resolve) => server.close(resolve));
    expect(await computer.portIsFree(port)).toBe(true);
  });
});

describe('ffmpeg', () => {
  it.skipIf(process.platform === 'win32').each([
    ['echo "ffmpeg version 6.1-deb Copyright"', { kind: 'found', version: '6.1-deb' }],
    ['echo hello', { kind: 'found', version: 'unknown' }],
    ['exit 3', { kind: 'broken', reason: 'exit 3' }],
  ])('that runs %j', async (script, facts) => {
    await writeFile(join(folder, 'ffmpeg'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    vi.stubEnv('PATH', folder);
    expect(await new LocalComputer(folder).ffmpeg()).toEqual(facts);
  });

  it('may be missing', async () => {
    vi.stubEnv('PATH', folder);
    expect(await new LocalComputer(folder).ffmpeg()).toEqual({ kind: 'missing' });
  });
});

describe('the rest', () => {
  it('is the version of Node.js, and whether files are there', async () => {
    const computer = new LocalComputer(folder);
    expect(computer.nodeVersion).toBe(process.versions.node);
    expect(await computer.fileExists(folder)).toBe(true);
    expect(await computer.fileExists(join(folder, 'none'))).toBe(false);
  });
});
