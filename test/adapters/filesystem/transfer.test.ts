import { execFileSync } from 'node:child_process';
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
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DataFolder } from '../../../src/adapters/filesystem/data-folder.js';
import { FileStoreError } from '../../../src/ports/file-store.js';
import { asOrdinaryUser, otherDisk, temporaryFolder, tinyDisk } from './places.js';

const onUnix = process.platform !== 'win32';
const modeOf = (path: string) => statSync(path).mode & 0o777;
const store = new DataFolder('/nowhere/agent', '/home/nobody');

function file(text: string | Uint8Array = 'text', folder = temporaryFolder()): string {
  const path = join(folder, 'file');
  writeFileSync(path, text);
  return path;
}

async function factsOf(path: string) {
  const facts = await store.inspect(path);
  if (facts.kind !== 'file') throw new Error(`${path} is ${facts.kind}`);
  return facts.file;
}

describe('copyUnchanged', () => {
  it('copies the bytes, mode 0600', async () => {
    const bytes = new Uint8Array(2_500_000).map((_, n) => n % 251);
    const path = file(bytes);
    chmodSync(path, 0o644);
    const to = join(temporaryFolder(), 'copy');
    expect(await store.copyUnchanged(await factsOf(path), to)).toBe(true);
    expect(Buffer.compare(readFileSync(to), bytes)).toBe(0);
    if (onUnix) expect(modeOf(to)).toBe(0o600);
    expect(readFileSync(path).length).toBe(2_500_000);
  });

  it('says when the folder of the copy does not exist', async () => {
    const facts = await factsOf(file());
    const to = join(temporaryFolder(), 'none', 'copy');
    await expect(store.copyUnchanged(facts, to)).rejects.toThrow(
      new FileStoreError(`The folder of ${to} does not exist.`),
    );
  });
});

describe('a full disk', () => {
  const operations: readonly [string, (from: string, to: string) => Promise<unknown>][] = [
    ['copyUnchanged', async (from, to) => store.copyUnchanged(await factsOf(from), to)],
    ['copyFile', (from, to) => store.copyFile(from, to)],
    ['moveFile', (from, to) => store.moveFile(from, to)],
    ['writeFile', (from, to) => store.writeFile(to, readFileSync(from))],
  ];

  it.for(operations)(
    'ends %s with what to do, and nothing at the target',
    async ([, run], context) => {
      const disk = tinyDisk(64);
      if ('reason' in disk) return context.skip(disk.reason);
      const from = file('x'.repeat(100_000));
      const to = join(disk.path, 'target');
      await expect(run(from, to)).rejects.toThrow(
        new FileStoreError(`No space is left to write ${to}. Free some space, then try again.`),
      );
      expect(readdirSync(disk.path)).toEqual([]);
      expect(statSync(from).size).toBe(100_000);
    },
  );

  it.for(operations)('leaves the file that was at the target of %s', async ([, run], context) => {
    const disk = tinyDisk(64);
    if ('reason' in disk) return context.skip(disk.reason);
    const to = join(disk.path, 'target');
    writeFileSync(to, 'old');
    await expect(run(file('x'.repeat(100_000)), to)).rejects.toThrow(FileStoreError);
    expect(readFileSync(to, 'utf8')).toBe('old');
    expect(readdirSync(disk.path)).toEqual(['target']);
  });
});

describe('moveFile', () => {
  it('moves within a file system, over a file that is there', async () => {
    const folder = temporaryFolder();
    const from = file('new', folder);
    const to = join(folder, 'to');
    writeFileSync(to, 'old');
    await store.moveFile(from, to);
    expect(readFileSync(to, 'utf8')).toBe('new');
    expect(readdirSync(folder)).toEqual(['to']);
  });

  it('moves to another file system', async (context) => {
    const other = otherDisk();
    if ('reason' in other) return context.skip(other.reason);
    const from = file('new');
    const to = join(other.path, 'to');
    expect(statSync(from).dev).not.toBe(statSync(other.path).dev);
    await store.moveFile(from, to);
    expect(readFileSync(to, 'utf8')).toBe('new');
    expect(modeOf(to)).toBe(0o600);
    expect(existsSync(from)).toBe(false);
    expect(readdirSync(other.path)).toEqual(['to']);
  });

  it('says what is missing', async () => {
    const folder = temporaryFolder();
    const from = join(folder, 'none');
    await expect(store.moveFile(from, join(folder, 'to'))).rejects.toThrow(
      new FileStoreError(`${from} does not exist.`),
    );
    const to = join(folder, 'none', 'to');
    const there = file('text', folder);
    await expect(store.moveFile(there, to)).rejects.toThrow(
      new FileStoreError(`The folder of ${to} does not exist.`),
    );
    expect(existsSync(there)).toBe(true);
  });

  it.runIf(onUnix)('refuses what is no regular file, without waiting for it', async () => {
    const folder = temporaryFolder();
    const link = join(folder, 'link');
    symlinkSync(file('text', folder), link);
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    for (const from of [link, pipe, folder]) {
      const refusal = new FileStoreError(
        `${from} is not a regular file, and one is needed there. Move it away.`,
      );
      await expect(store.moveFile(from, join(folder, 'to'))).rejects.toThrow(refusal);
      await expect(store.copyFile(from, join(folder, 'to'))).rejects.toThrow(refusal);
    }
    expect(readdirSync(folder).sort()).toEqual(['file', 'link', 'pipe']);
  });

  it.runIf(onUnix)('says when the user may not write', async () => {
    const folder = temporaryFolder();
    const from = file('text', folder);
    chmodSync(folder, 0o555);
    await asOrdinaryUser(async () => {
      await expect(store.moveFile(from, join(folder, 'to'))).rejects.toThrow(
        new FileStoreError(
          `${from}: permission denied. Give the user who runs the server the right to read and write it.`,
        ),
      );
    });
    chmodSync(folder, 0o755);
    expect(existsSync(from)).toBe(true);
  });
});

describe('copyFile and writeFile', () => {
  it('copy the bytes and keep the source', async () => {
    const from = file('text');
    const to = join(temporaryFolder(), 'copy');
    await store.copyFile(from, to);
    expect(readFileSync(to, 'utf8')).toBe('text');
    expect(readFileSync(from, 'utf8')).toBe('text');
  });

  it.runIf(onUnix)('write with mode 0600', async () => {
    const to = join(temporaryFolder(), 'picture.jpg');
    await store.writeFile(to, new Uint8Array([1, 2, 3]));
    expect([...readFileSync(to)]).toEqual([1, 2, 3]);
    expect(modeOf(to)).toBe(0o600);
  });
});

describe('fileSize', () => {
  it('is of regular files only', async () => {
    const folder = temporaryFolder();
    const path = file('text', folder);
    if (onUnix) symlinkSync(path, join(folder, 'link'));
    expect(await store.fileSize(path)).toBe(4);
    expect(await store.fileSize(join(folder, 'link'))).toBeUndefined();
    expect(await store.fileSize(join(folder, 'none'))).toBeUndefined();
    expect(await store.fileSize(join(path, 'below'))).toBeUndefined();
    expect(await store.fileSize(folder)).toBeUndefined();
  });
});

describe('deleteFile', () => {
  it('deletes a file, or the link and not what it leads to', async () => {
    const folder = temporaryFolder();
    const path = file('text', folder);
    if (onUnix) {
      symlinkSync(path, join(folder, 'link'));
      await store.deleteFile(join(folder, 'link'));
      expect(readdirSync(folder)).toEqual(['file']);
    }
    await store.deleteFile(path);
    await store.deleteFile(path);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('does not delete a folder', async () => {
    const folder = temporaryFolder();
    await expect(store.deleteFile(folder)).rejects.toThrow(FileStoreError);
    expect(existsSync(folder)).toBe(true);
  });
});

describe('folders (behaviour 3.3: DATA/files/FOLDER, mode 0700)', () => {
  it.runIf(onUnix)('are made with mode 0700, which is set again', async () => {
    const folder = join(temporaryFolder(), 'files', 'contact-1');
    await store.makeFolder(folder);
    chmodSync(folder, 0o755);
    await store.makeFolder(folder);
    expect([folder, join(folder, '..')].map(modeOf)).toEqual([0o700, 0o700]);
  });

  it.runIf(onUnix)('are not made where a link leads elsewhere', async () => {
    const elsewhere = temporaryFolder();
    const folder = join(temporaryFolder(), 'contact-1');
    symlinkSync(elsewhere, folder);
    await expect(store.makeFolder(folder)).rejects.toThrow(
      new FileStoreError(`${folder} is a symbolic link where a folder is needed. Move it away.`),
    );
  });

  it('are not made over a file', async () => {
    const path = file();
    await expect(store.makeFolder(path)).rejects.toThrow(
      new FileStoreError(
        `${path} is a file where a folder is needed. Move it away, or use another folder.`,
      ),
    );
  });

  it('are measured with all below them, without following links', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'sub'));
    writeFileSync(join(folder, 'a'), '123');
    writeFileSync(join(folder, 'sub', 'b'), '12345');
    if (onUnix) {
      const outside = temporaryFolder();
      file('x'.repeat(1000), outside);
      symlinkSync(outside, join(folder, 'linked'));
      symlinkSync(join(outside, 'file'), join(folder, 'linked-file'));
      execFileSync('mkfifo', [join(folder, 'pipe')]);
    }
    expect(await store.measureFolder(folder)).toEqual({ files: 2, bytes: 8 });
    expect(await store.measureFolder(join(folder, 'none'))).toEqual({ files: 0, bytes: 0 });
  });

  it('are deleted with all in them, links and not what they lead to', async () => {
    const parent = temporaryFolder();
    const outside = temporaryFolder();
    const kept = file('kept', outside);
    const folder = join(parent, 'contact-1');
    mkdirSync(join(folder, 'sub'), { recursive: true });
    writeFileSync(join(folder, 'a'), '123');
    if (onUnix) {
      symlinkSync(outside, join(folder, 'sub', 'linked'));
      symlinkSync(outside, join(parent, 'contact-2'));
      expect(await store.deleteFolder(join(parent, 'contact-2'))).toEqual({ files: 0, bytes: 0 });
    }
    expect(await store.deleteFolder(folder)).toEqual({ files: 1, bytes: 3 });
    expect(await store.deleteFolder(folder)).toEqual({ files: 0, bytes: 0 });
    expect(readdirSync(parent)).toEqual([]);
    expect(readFileSync(kept, 'utf8')).toBe('kept');
  });
});

describe('realFolder', () => {
  it('is the real path of a folder, and undefined for anything else', async () => {
    const folder = temporaryFolder();
    const path = file('text', folder);
    if (onUnix) {
      symlinkSync(folder, join(folder, 'link'));
      expect(await store.realFolder(join(folder, 'link'))).toBe(folder);
    }
    expect(await store.realFolder(folder)).toBe(folder);
    expect(await store.realFolder(path)).toBeUndefined();
    expect(await store.realFolder(join(folder, 'none'))).toBeUndefined();
  });
});
