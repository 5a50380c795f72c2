import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DataFolder } from '../../../src/adapters/filesystem/data-folder.js';
import { FileStoreError } from '../../../src/ports/file-store.js';
import { asOrdinaryUser, temporaryFolder, tinyDisk } from './places.js';

const modeOf = (path: string) => statSync(path).mode & 0o777;
const onUnix = process.platform !== 'win32';

async function prepared(pid = process.pid): Promise<DataFolder> {
  const store = new DataFolder(join(temporaryFolder(), 'agent'), '/home/nobody', pid);
  await store.prepare();
  return store;
}

describe('prepare (behaviour 3.3: DATA)', () => {
  it('makes the data folder with tmp and files, and the folders above it', async () => {
    const data = join(temporaryFolder(), 'deep', 'agent');
    await new DataFolder(data).prepare();
    expect(readdirSync(data).sort()).toEqual(['files', 'tmp']);
  });

  it.runIf(onUnix)('sets the modes again at every start, whatever the umask', async () => {
    const data = join(temporaryFolder(), 'agent');
    const before = process.umask(0o000);
    try {
      await new DataFolder(data).prepare();
      expect(modeOf(data)).toBe(0o700);
      chmodSync(data, 0o755);
      chmodSync(join(data, 'tmp'), 0o777);
      chmodSync(join(data, 'files'), 0o777);
      await new DataFolder(data).prepare();
    } finally {
      process.umask(before);
    }
    expect([data, join(data, 'tmp'), join(data, 'files')].map(modeOf)).toEqual([
      0o700, 0o700, 0o700,
    ]);
  });

  it('says what to do when the data folder is a file', async () => {
    const data = join(temporaryFolder(), 'agent');
    writeFileSync(data, 'text');
    await expect(new DataFolder(data).prepare()).rejects.toThrow(
      new FileStoreError(
        `${data} is a file where a folder is needed. Move it away, or use another folder.`,
      ),
    );
    expect(readFileSync(data, 'utf8')).toBe('text');
  });

  it('says what to do when a folder above it is a file', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    const data = join(file, 'agent');
    await expect(new DataFolder(data).prepare()).rejects.toThrow(
      new FileStoreError(
        `${data} is a file where a folder is needed. Move it away, or use another folder.`,
      ),
    );
  });

  it.runIf(onUnix)('says what to do when the folder may not be made', async () => {
    const parent = temporaryFolder();
    chmodSync(parent, 0o755);
    const locked = join(parent, 'locked');
    mkdirSync(locked, { mode: 0o555 });
    const data = join(locked, 'agent');
    const refusal = asOrdinaryUser(() => new DataFolder(data).prepare());
    await expect(refusal).rejects.toThrow(
      new FileStoreError(
        `${data}: permission denied. Give the user who runs the server the right to read and write it.`,
      ),
    );
  });
});

describe('acquireLock and releaseLock (behaviour 4.4)', () => {
  const lockOf = (store: DataFolder) => join(store.dataFolder, 'lock');

  it('writes the PID and a newline, mode 0600', async () => {
    const store = await prepared();
    expect(await store.acquireLock()).toEqual({ kind: 'acquired' });
    expect(readFileSync(lockOf(store), 'utf8')).toBe(`${process.pid}\n`);
    if (onUnix) expect(modeOf(lockOf(store))).toBe(0o600);
  });

  it('names the running process that holds it', async () => {
    const store = await prepared();
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
    writeFileSync(lockOf(store), `${child.pid}\n`);
    try {
      expect(await store.acquireLock()).toEqual({ kind: 'held', pid: child.pid });
      await store.releaseLock();
      expect(readFileSync(lockOf(store), 'utf8')).toBe(`${child.pid}\n`);
    } finally {
      child.stdin.end();
      await once(child, 'exit');
    }
    expect(await store.acquireLock()).toEqual({ kind: 'acquired' });
  });

  it.runIf(onUnix)('takes a process of another user as running', async () => {
    const store = await prepared();
    chmodSync(join(store.dataFolder, '..'), 0o777);
    chmodSync(store.dataFolder, 0o777);
    writeFileSync(lockOf(store), '1\n');
    const result = await asOrdinaryUser(() => store.acquireLock());
    expect(result).toEqual({ kind: 'held', pid: 1 });
  });

  it.each([
    ['of a dead process', '2147483646\n'],
    ['with a PID that no process can have', '9999999999\n'],
    ['of our own PID, left before a restart of the computer', `${process.pid}\n`],
    ['that is empty', ''],
    ['with zero', '0\n'],
    ['with a negative number', '-1\n'],
    ['with other text', 'none'],
  ])('replaces a lock %s', async (_, text) => {
    const store = await prepared();
    writeFileSync(lockOf(store), text);
    expect(await store.acquireLock()).toEqual({ kind: 'acquired' });
    expect(readFileSync(lockOf(store), 'utf8')).toBe(`${process.pid}\n`);
    expect(readdirSync(store.dataFolder).sort()).toEqual(['files', 'lock', 'tmp']);
  });

  it('is taken by one of two that start at once over a stale lock', async () => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
    const first = await prepared();
    const second = new DataFolder(first.dataFolder, '/home/nobody', child.pid!);
    try {
      for (let round = 0; round < 50; round++) {
        writeFileSync(lockOf(first), '2147483646\n');
        const results = await Promise.all([first.acquireLock(), second.acquireLock()]);
        const winner = results[0].kind === 'acquired' ? process.pid : child.pid;
        expect(results.map((result) => result.kind).sort()).toEqual(['acquired', 'held']);
        expect(readFileSync(lockOf(first), 'utf8')).toBe(`${winner}\n`);
      }
    } finally {
      child.stdin.end();
      await once(child, 'exit');
    }
  });

  it('is gone after the release, and released once', async () => {
    const store = await prepared();
    await store.acquireLock();
    await store.releaseLock();
    expect(existsSync(lockOf(store))).toBe(false);
    writeFileSync(lockOf(store), '4321\n');
    await store.releaseLock();
    expect(readFileSync(lockOf(store), 'utf8')).toBe('4321\n');
  });

  it("leaves a lock that became another process's", async () => {
    const store = await prepared();
    await store.acquireLock();
    writeFileSync(lockOf(store), '4321\n');
    await store.releaseLock();
    expect(readFileSync(lockOf(store), 'utf8')).toBe('4321\n');
  });

  it('deletes what a write that was cut off left in the data folder', async () => {
    const store = await prepared();
    const left = '.simplex-mcp-0b0b0b0b-0000-4000-8000-000000000000.tmp';
    writeFileSync(join(store.dataFolder, left), 'secret');
    await store.acquireLock();
    expect(readdirSync(store.dataFolder).sort()).toEqual(['files', 'lock', 'tmp']);
  });
});

describe('state files (behaviour 3.3: token, headers.json, server.json)', () => {
  it('gives back what was written, and undefined when nothing was', async () => {
    const store = await prepared();
    expect(await store.readState('token')).toBeUndefined();
    await store.writeState('token', 'ábc\n');
    expect(await store.readState('token')).toBe('ábc\n');
  });

  it.runIf(onUnix)('sets mode 0600 at every write', async () => {
    const store = await prepared();
    const token = join(store.dataFolder, 'token');
    writeFileSync(token, 'old', { mode: 0o644 });
    chmodSync(token, 0o644);
    await store.writeState('token', 'new');
    expect(modeOf(token)).toBe(0o600);
    const before = process.umask(0o777);
    try {
      await store.writeState('token', 'newer');
    } finally {
      process.umask(before);
    }
    expect(modeOf(token)).toBe(0o600);
  });

  it('replaces the file, so that a reader sees the old or the new one whole', async () => {
    const store = await prepared();
    await store.writeState('server.json', 'old');
    const inode = statSync(join(store.dataFolder, 'server.json')).ino;
    await store.writeState('server.json', 'new');
    expect(statSync(join(store.dataFolder, 'server.json')).ino).not.toBe(inode);
    expect(readdirSync(store.dataFolder).sort()).toEqual(['files', 'server.json', 'tmp']);
  });

  it('keeps the last of several writes at once', async () => {
    const store = await prepared();
    const texts = Array.from({ length: 20 }, (_, n) => `text ${n}`);
    await Promise.all(texts.map((text) => store.writeState('server.json', text)));
    expect(await store.readState('server.json')).toBe('text 19');
  });

  it('goes on writing after a write that failed', async () => {
    const store = await prepared();
    mkdirSync(join(store.dataFolder, 'token'));
    const failed = store.writeState('token', 'text');
    const next = store.writeState('server.json', 'text');
    await expect(failed).rejects.toThrow(FileStoreError);
    await next;
    expect(await store.readState('server.json')).toBe('text');
    expect(readdirSync(store.dataFolder).sort()).toEqual(['files', 'server.json', 'tmp', 'token']);
  });

  it.runIf(onUnix)('writes over a symbolic link, not through it', async () => {
    const store = await prepared();
    const outside = join(temporaryFolder(), 'outside');
    writeFileSync(outside, 'theirs');
    symlinkSync(outside, join(store.dataFolder, 'token'));
    await store.writeState('token', 'secret');
    expect(readFileSync(outside, 'utf8')).toBe('theirs');
    expect(await store.readState('token')).toBe('secret');
  });

  it.runIf(onUnix)('refuses a pipe without waiting for it', async () => {
    const store = await prepared();
    const path = join(store.dataFolder, 'token');
    execFileSync('mkfifo', [path]);
    await expect(store.readState('token')).rejects.toThrow(
      new FileStoreError(`${path} is not a regular file, and one is needed there. Move it away.`),
    );
  });

  it('refuses a file of more than 1 MiB', async () => {
    const store = await prepared();
    const path = join(store.dataFolder, 'server.json');
    writeFileSync(path, Buffer.alloc(1024 * 1024 + 1));
    await expect(store.readState('server.json')).rejects.toThrow(
      new FileStoreError(`${path} is too large to be a state file of the server. Move it away.`),
    );
  });

  it('keeps the old file when the disk is full', async (context) => {
    const disk = tinyDisk(64);
    if ('reason' in disk) return context.skip(disk.reason);
    const store = new DataFolder(join(disk.path, 'agent'));
    await store.prepare();
    await store.writeState('server.json', 'old');
    const path = join(store.dataFolder, 'server.json');
    await expect(store.writeState('server.json', 'x'.repeat(100_000))).rejects.toThrow(
      new FileStoreError(`No space is left to write ${path}. Free some space, then try again.`),
    );
    expect(await store.readState('server.json')).toBe('old');
    expect(readdirSync(store.dataFolder).sort()).toEqual(['files', 'server.json', 'tmp']);
  });
});

describe('setAside', () => {
  it('numbers what it sets aside and never replaces another', async () => {
    const store = await prepared();
    const path = join(store.dataFolder, 'server.json');
    writeFileSync(path, 'first');
    expect(await store.setAside('server.json')).toBe(`${path}.corrupt-1`);
    writeFileSync(path, 'second');
    expect(await store.setAside('server.json')).toBe(`${path}.corrupt-2`);
    expect(readFileSync(`${path}.corrupt-1`, 'utf8')).toBe('first');
    expect(readFileSync(`${path}.corrupt-2`, 'utf8')).toBe('second');
    expect(existsSync(path)).toBe(false);
  });

  it('leaves nothing when there is no file to set aside', async () => {
    const store = await prepared();
    const path = join(store.dataFolder, 'server.json');
    await expect(store.setAside('server.json')).rejects.toThrow(
      new FileStoreError(`${path} does not exist.`),
    );
    expect(readdirSync(store.dataFolder).sort()).toEqual(['files', 'tmp']);
  });
});
