import { execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DataFolder } from '../../../src/adapters/filesystem/data-folder.js';
import { readUnchanged } from '../../../src/adapters/filesystem/file-facts.js';
import { asOrdinaryUser, temporaryFolder } from './places.js';

const onUnix = process.platform !== 'win32';
const onLinux = process.platform === 'linux';
const store = new DataFolder('/nowhere/agent', '/home/nobody');

async function factsOf(path: string) {
  const facts = await store.inspect(path);
  if (facts.kind !== 'file') throw new Error(`${path} is ${facts.kind}`);
  return facts.file;
}

function file(text = 'text', name = 'file'): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, text);
  return path;
}

/** The change time of a file moves in steps of some milliseconds: writes until it moved. */
function rewrite(path: string, text: string): void {
  const before = statSync(path, { bigint: true }).ctimeNs;
  do writeFileSync(path, text);
  while (statSync(path, { bigint: true }).ctimeNs === before);
}

describe('inspect (api 1.3: file, bad input of files)', () => {
  it('tells the facts of a regular file', async () => {
    const path = file('some text');
    const stats = statSync(path, { bigint: true });
    expect(await store.inspect(path)).toEqual({
      kind: 'file',
      file: {
        realPath: path,
        size: 9,
        device: String(stats.dev),
        inode: String(stats.ino),
        changeTime: String(stats.ctimeNs),
        head: new TextEncoder().encode('some text'),
      },
    });
  });

  it('gives the first 4096 bytes at most, and none of an empty file', async () => {
    expect((await factsOf(file('a'.repeat(5000)))).head.length).toBe(4096);
    expect((await factsOf(file(''))).head.length).toBe(0);
  });

  it.runIf(onUnix)('follows symbolic links to the real path, in any part of the path', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'real'));
    writeFileSync(join(folder, 'real', 'file'), 'text');
    symlinkSync('real', join(folder, 'linked'));
    symlinkSync(join('linked', 'file'), join(folder, 'again'));
    const real = join(folder, 'real', 'file');
    expect((await factsOf(join(folder, 'linked', 'file'))).realPath).toBe(real);
    expect((await factsOf(join(folder, 'again'))).realPath).toBe(real);
    expect((await factsOf(`${folder}//linked/../real/./file`)).realPath).toBe(real);
  });

  it.each([
    ['a path without a file', (folder: string) => join(folder, 'none')],
    ['a path below a file', (folder: string) => join(folder, 'file', 'below')],
    ['a path with a NUL character', (folder: string) => join(folder, 'a\0b')],
    ['a name of 256 bytes', (folder: string) => join(folder, 'n'.repeat(256))],
    ['a path longer than the system takes', (folder: string) => folder + '/x'.repeat(5000)],
    ['an empty path', () => ''],
  ])('says missing for %s', async (_, path) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    expect(await store.inspect(path(folder))).toEqual({ kind: 'missing' });
  });

  it.runIf(onUnix)(
    'says missing for a link to nothing, unreadable for a loop of links',
    async () => {
      const folder = temporaryFolder();
      symlinkSync('none', join(folder, 'dangling'));
      symlinkSync('loop', join(folder, 'loop'));
      expect(await store.inspect(join(folder, 'dangling'))).toEqual({ kind: 'missing' });
      expect(await store.inspect(join(folder, 'loop'))).toEqual({ kind: 'unreadable' });
    },
  );

  it('says not-a-file for a folder', async () => {
    const folder = temporaryFolder();
    expect(await store.inspect(folder)).toEqual({ kind: 'not-a-file', realPath: folder });
  });

  it.runIf(onUnix)('says not-a-file for pipes, sockets and devices, at once', async () => {
    const folder = temporaryFolder();
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const socket = join(folder, 'socket');
    const server = createServer().listen(socket);
    await once(server, 'listening');
    symlinkSync('/dev/zero', join(folder, 'innocent.jpg'));
    for (const [path, realPath] of [
      [pipe, pipe],
      [socket, socket],
      ['/dev/null', '/dev/null'],
      ['/dev/tty', '/dev/tty'],
      [join(folder, 'innocent.jpg'), '/dev/zero'],
    ] as const) {
      expect(await store.inspect(path)).toEqual({ kind: 'not-a-file', realPath });
    }
    server.close();
  });

  it.runIf(onUnix)('says unreadable for a file or folder that the user may not read', async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o755);
    const secret = join(folder, 'secret');
    writeFileSync(secret, 'text', { mode: 0o000 });
    const inside = join(folder, 'locked', 'file');
    mkdirSync(join(folder, 'locked'));
    writeFileSync(inside, 'text');
    chmodSync(join(folder, 'locked'), 0o000);
    try {
      await asOrdinaryUser(async () => {
        expect(await store.inspect(secret)).toEqual({ kind: 'unreadable', realPath: secret });
        expect(await store.inspect(inside)).toEqual({ kind: 'unreadable' });
      });
    } finally {
      chmodSync(join(folder, 'locked'), 0o700);
    }
  });

  it.runIf(onLinux)('shows where paths through /proc/self lead', async () => {
    const path = file('text', 'id_rsa');
    const descriptor = openSync(path, 'r');
    const folder = openSync(join(path, '..'), 'r');
    try {
      expect((await factsOf(`/proc/self/root${path}`)).realPath).toBe(path);
      expect((await factsOf(`/proc/self/fd/${descriptor}`)).realPath).toBe(path);
      expect((await factsOf(`/proc/self/fd/${folder}/id_rsa`)).realPath).toBe(path);
      expect((await factsOf('/proc/self/cwd/package.json')).realPath).toBe(
        realpathSync('package.json'),
      );
      expect(await store.inspect('/proc/self/environ')).toMatchObject({
        kind: 'file',
        file: { size: 0 },
      });
    } finally {
      closeSync(descriptor);
      closeSync(folder);
    }
  });

  it.runIf(onUnix).each([
    ['a newline', 'a\nb.png'],
    ['bidi characters', 'photo\u202Egnp.exe'],
    ['255 bytes', 'n'.repeat(255)],
    ['255 bytes of a script of three bytes a letter', '文'.repeat(85)],
    ['backslashes and quotes', 'a\\b"\'`$(x).png'],
    ['a leading dash', '-rf'],
  ])('takes a name with %s as it is', async (_, name) => {
    const path = file('text', name);
    const facts = await factsOf(path);
    expect(facts.realPath).toBe(path);
    const to = join(temporaryFolder(), name);
    expect(await store.copyUnchanged(facts, to)).toBe(true);
    expect(await store.fileSize(to)).toBe(4);
  });
});

describe('digest', () => {
  it('is the SHA-256 of the file', async () => {
    const facts = await factsOf(file('abc'));
    expect(await store.digest(facts)).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it('is that of an empty file too', async () => {
    const facts = await factsOf(file(''));
    expect(await store.digest(facts)).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
  });

  it('is undefined for a file that changed', async () => {
    const path = file('abc');
    const facts = await factsOf(path);
    appendFileSync(path, 'd');
    expect(await store.digest(facts)).toBeUndefined();
  });
});

describe('what counts as a changed file (api 1.3: PATH changed after the request)', () => {
  const changes: readonly [string, (path: string) => void][] = [
    ['grew', (path) => appendFileSync(path, 'more')],
    ['was cut', (path) => truncateSync(path, 2)],
    ['has other content of the same size', (path) => rewrite(path, 'TEXT')],
    ['has another mode', (path) => chmodSync(path, 0o640)],
    [
      'was replaced by a file of the same size',
      (path) => {
        writeFileSync(`${path}.new`, 'TEXT');
        renameSync(`${path}.new`, path);
      },
    ],
    [
      'was replaced by a link to the same content',
      (path) => {
        renameSync(path, `${path}.moved`);
        symlinkSync(`${path}.moved`, path);
      },
    ],
    ['is gone', (path) => renameSync(path, `${path}.gone`)],
    [
      'is a pipe now',
      (path) => {
        renameSync(path, `${path}.gone`);
        execFileSync('mkfifo', [path]);
      },
    ],
    [
      'is a folder now',
      (path) => {
        renameSync(path, `${path}.gone`);
        mkdirSync(path);
      },
    ],
    [
      'is reached through a link to the moved folder',
      (path) => {
        const folder = join(path, '..');
        renameSync(folder, `${folder}-moved`);
        symlinkSync(`${folder}-moved`, folder);
      },
    ],
  ];

  it.runIf(onUnix).each(changes)('a file that %s is not copied', async (_, change) => {
    const folder = join(temporaryFolder(), 'in');
    mkdirSync(folder);
    const path = join(folder, 'file');
    writeFileSync(path, 'text');
    const facts = await factsOf(path);
    const target = temporaryFolder();
    change(path);
    expect(await store.copyUnchanged(facts, join(target, 'copy'))).toBe(false);
    expect((await store.measureFolder(target)).files).toBe(0);
  });

  const big = 'x'.repeat(3 * 1024 * 1024);

  it.each<[string, (path: string) => void]>([
    ['grows', (path) => appendFileSync(path, 'more')],
    ['is cut', (path) => truncateSync(path, 10)],
    ['is written over with the same size', (path) => rewrite(path, big.replaceAll('x', 'y'))],
  ])('a file that %s while it is read is not taken', async (_, change) => {
    const path = file(big);
    const facts = await factsOf(path);
    let pieces = 0;
    const whole = await readUnchanged(facts, () => {
      if (pieces++ === 0) change(path);
    });
    expect(whole).toBe(false);
    expect(pieces).toBeGreaterThan(0);
  });

  it('a file that stays the same is taken whole, in pieces', async () => {
    const facts = await factsOf(file(big));
    const sizes: number[] = [];
    expect(await readUnchanged(facts, (bytes) => void sizes.push(bytes.length))).toBe(true);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(3 * 1024 * 1024);
  });
});

describe('folderHolds', () => {
  it('knows a file of the folder by a hard link outside of it', async () => {
    const secrets = temporaryFolder();
    mkdirSync(join(secrets, 'deep'));
    writeFileSync(join(secrets, 'deep', 'config'), 'secret');
    const outside = join(temporaryFolder(), 'notes.txt');
    linkSync(join(secrets, 'deep', 'config'), outside);
    const facts = await factsOf(outside);
    expect(facts.realPath).toBe(outside);
    expect(await store.folderHolds(secrets, facts)).toBe(true);
    expect(await store.folderHolds(secrets, facts, join(secrets, 'deep'))).toBe(false);
  });

  it('does not know an equal file, and none in a folder that does not exist', async () => {
    const secrets = temporaryFolder();
    writeFileSync(join(secrets, 'config'), 'secret');
    const facts = await factsOf(file('secret', 'config'));
    expect(await store.folderHolds(secrets, facts)).toBe(false);
    expect(await store.folderHolds('/nowhere/at/all', facts)).toBe(false);
  });
});

describe('a folder that is swapped for a link while its file is opened', () => {
  it.runIf(onLinux)(
    'never gives the facts of one file under the real path of another',
    async () => {
      const folder = temporaryFolder();
      for (const [name, text] of [
        ['open', 'innocent'],
        ['secret', 'a secret'],
      ] as const) {
        mkdirSync(join(folder, name));
        writeFileSync(join(folder, name, 'file'), text);
      }
      const swapping = spawn(process.execPath, ['-e', swapFolders, folder]);
      await once(swapping.stdout, 'data');
      const seen = new Set<string>();
      for (let n = 0; n < 2000; n++) {
        const facts = await store.inspect(join(folder, 'open', 'file'));
        if (facts.kind === 'file') {
          seen.add(`${facts.file.realPath.slice(folder.length)}: ${Buffer.from(facts.file.head)}`);
        }
      }
      swapping.kill();
      await once(swapping, 'exit');
      const honest = ['/open/file: innocent', '/secret/file: a secret'];
      expect([...seen].filter((fact) => !honest.includes(fact))).toEqual([]);
      expect(seen.size).toBeGreaterThan(0);
    },
  );
});

/** In turns, `open` is the folder itself and a link to the folder `secret`. */
const swapFolders = `
  const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
  process.chdir(process.argv[1]);
  console.log('ready');
  for (;;) {
    renameSync('open', 'aside');
    symlinkSync('secret', 'open');
    unlinkSync('open');
    renameSync('aside', 'open');
  }
`;
