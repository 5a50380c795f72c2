import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LocalCoreLibrary } from '../../../../src/adapters/simplex/library/local-core-library.js';
import { cacheFolder } from '../../../../src/adapters/simplex/library/places.js';
import { buildFor, pinnedRelease } from '../../../../src/adapters/simplex/library/release.js';
import type { LibraryFound } from '../../../../src/ports/core-library.js';
import { FakeClock } from '../../../support/fake-clock.js';

const userId = process.getuid?.();

describe('where libsimplex is found', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'simplex-mcp-places-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function library(...parts: string[]): Promise<string> {
    const path = join(folder, ...parts);
    await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
    await writeFile(path, 'library', { mode: 0o600 });
    return path;
  }

  function find(
    given: string | undefined,
    env: NodeJS.ProcessEnv = {},
    user = userId,
  ): Promise<LibraryFound> {
    const output = { write: () => expect.fail('a download was begun') };
    const surroundings = { platform: 'linux', arch: 'x64', home: folder, userId: user } as const;
    return new LocalCoreLibrary({ ...surroundings, env, output }, new FakeClock()).find(given);
  }

  it('looks at --core-lib, then at the environment, then in the cache', async () => {
    const option = await library('option', 'libsimplex.so');
    const own = await library('own', 'libsimplex.so');
    const shared = await library('shared', 'libsimplex.so');
    const cached = await library('.cache/simplex-chat/v7.0.2/sqlite/libsimplex.so');
    const env = { SIMPLEX_MCP_CORE_LIB: own, SIMPLEX_LIBS_DIR: join(folder, 'shared') };
    expect(await find(option, env)).toEqual({
      kind: 'library',
      path: option,
      source: '--core-lib',
    });
    expect(await find(undefined, env)).toEqual({
      kind: 'library',
      path: own,
      source: 'SIMPLEX_MCP_CORE_LIB',
    });
    expect(await find(undefined, { ...env, SIMPLEX_MCP_CORE_LIB: '' })).toEqual({
      kind: 'library',
      path: shared,
      source: 'SIMPLEX_LIBS_DIR',
    });
    expect(await find(undefined)).toEqual({ kind: 'library', path: cached, source: 'cache' });
  });

  it('takes the file, its folder or the folder of an unpacked zip file', async () => {
    const path = await library('a', 'libsimplex.so');
    expect(await find(path)).toMatchObject({ path });
    expect(await find(join(folder, 'a'))).toMatchObject({ path });
    const unpacked = await library('b', 'libs', 'libsimplex.so');
    expect(await find(join(folder, 'b'))).toMatchObject({ path: unpacked });
  });

  it.each([
    ['--core-lib', '/nowhere/libsimplex.so', {}],
    ['SIMPLEX_MCP_CORE_LIB', undefined, { SIMPLEX_MCP_CORE_LIB: '/nowhere/libsimplex.so' }],
    ['SIMPLEX_LIBS_DIR', undefined, { SIMPLEX_LIBS_DIR: '/nowhere/libsimplex.so' }],
  ])('says that %s names nothing, and looks no further', async (source, given, env) => {
    await library('.cache/simplex-chat/v7.0.2/sqlite/libsimplex.so');
    await expect(find(given, env)).rejects.toMatchObject({
      name: 'CoreLibraryError',
      message: `${source}: no libsimplex.so at /nowhere/libsimplex.so.`,
    });
  });

  it('names what would be downloaded when there is none', async () => {
    expect(await find(undefined)).toMatchObject({
      kind: 'none',
      build: {
        tag: 'v7.0.2',
        url: 'https://github.com/simplex-chat/simplex-chat-libs/releases/download/v7.0.2/simplex-chat-libs-linux-x86_64.zip',
        folder: join(folder, '.cache/simplex-chat/v7.0.2/sqlite'),
      },
    });
  });

  it.skipIf(userId === undefined)(
    'does not take from the cache what every user may write (POSIX modes)',
    async () => {
      const path = await library('.cache/simplex-chat/v7.0.2/sqlite/libsimplex.so');
      for (const open of [path, join(folder, '.cache/simplex-chat/v7.0.2')]) {
        await chmod(open, 0o777);
        await expect(find(undefined)).rejects.toMatchObject({
          message: `${open} is not used: another user owns it, or every user may write to it. Remove it, or give the library with --core-lib PATH.`,
        });
        await chmod(open, 0o700);
      }
    },
  );

  it.skipIf(userId !== 0)(
    'does not take from the cache what another user owns (needs root to make such a file)',
    async () => {
      const { chown } = await import('node:fs/promises');
      const path = await library('.cache/simplex-chat/v7.0.2/sqlite/libsimplex.so');
      await chown(path, 12_345, 12_345);
      await expect(find(undefined, {}, 999)).rejects.toMatchObject({
        failure: { kind: 'unsafe', path },
      });
    },
  );

  it.each([
    ['linux', {}, '/home/a/.cache/simplex-chat/v7.0.2/sqlite'],
    ['linux', { XDG_CACHE_HOME: '/cache' }, '/cache/simplex-chat/v7.0.2/sqlite'],
    ['darwin', { XDG_CACHE_HOME: '/cache' }, '/home/a/Library/Caches/simplex-chat/v7.0.2/sqlite'],
    ['win32', { LOCALAPPDATA: '/local' }, '/local/simplex-chat/v7.0.2/sqlite'],
    ['win32', {}, '/home/a/AppData/Local/simplex-chat/v7.0.2/sqlite'],
  ] as const)('has its cache on %s with %j in %s', (platform, env, path) => {
    const surroundings = { platform, arch: 'x64', env, home: '/home/a', userId: undefined };
    expect(cacheFolder(surroundings, 'v7.0.2')).toBe(path);
  });
});

describe('the pinned builds', () => {
  it.each([
    [
      'linux',
      'x64',
      'linux-x86_64',
      '235e8afc1942f098e6ad27b7e2947eced0a670e2ed35f064d802b71bbcfc1610',
    ],
    [
      'darwin',
      'arm64',
      'macos-aarch64',
      '2d21e5972ac39d3c8492d045055edfb2fcd80d58272a56d4034d00c162afdefe',
    ],
    [
      'darwin',
      'x64',
      'macos-x86_64',
      '86f712af5515d8789248c7be47929ac6f104d0619cb45ec8aa11975b618961fe',
    ],
    [
      'win32',
      'x64',
      'windows-x86_64',
      'cced05429faa370f69d606161c2d65c8093438803e9d6a56e0765d6e0dbfbdca',
    ],
  ] as const)('for %s %s is %s', (platform, arch, name, sha256) => {
    expect(buildFor(pinnedRelease, { platform, arch })).toEqual({
      url: `https://github.com/simplex-chat/simplex-chat-libs/releases/download/v7.0.2/simplex-chat-libs-${name}.zip`,
      sha256,
    });
  });

  it.each([
    ['linux', 'arm64', 'libsimplex.so'],
    ['win32', 'arm64', 'libsimplex.dll'],
    ['freebsd', 'x64', 'libsimplex.so'],
  ] as const)('are none for %s %s, which is said with what to do', async (platform, arch, name) => {
    const core = new LocalCoreLibrary(
      {
        platform,
        arch,
        env: {},
        home: '/nowhere',
        userId: undefined,
        output: { write: () => true },
      },
      new FakeClock(),
    );
    const message =
      `No build of libsimplex for ${platform}-${arch} is known to this program. Build it from the sources of ` +
      `simplex-chat and give it with --core-lib PATH, where PATH is ${name} or its folder.`;
    await expect(core.find(undefined)).rejects.toMatchObject({ message });
    await expect(core.provide(undefined, true)).rejects.toMatchObject({ message });
  });
});
