import { describe, expect, it } from 'vitest';
import { core, coreInstall } from '../../../src/app/commands/core.js';
import {
  CoreLibraryError,
  type CoreLibraryPort,
  type LibraryFound,
  type LibraryProbe,
} from '../../../src/ports/core-library.js';

const build = { tag: 'v7.0.2', url: 'https://x.example/libs.zip', folder: '/cache' };

/** A library that is found, downloaded and loaded as the test says. */
class FakeLibrary implements CoreLibraryPort {
  readonly calls: string[] = [];
  found: LibraryFound | CoreLibraryError = { kind: 'none', build };
  provided: string | CoreLibraryError = '/cache/libsimplex.so';
  probed: LibraryProbe = { kind: 'loads', version: '7.0.2.0' };

  find(given: string | undefined): Promise<LibraryFound> {
    this.calls.push(`find ${given}`);
    return settled(this.found);
  }
  provide(given: string | undefined, download: boolean): Promise<string> {
    this.calls.push(`provide ${given} ${download}`);
    return settled(this.provided);
  }
  probe(path: string): Promise<LibraryProbe> {
    this.calls.push(`probe ${path}`);
    return Promise.resolve(this.probed);
  }
}

function settled<T>(value: T | CoreLibraryError): Promise<T> {
  return value instanceof CoreLibraryError ? Promise.reject(value) : Promise.resolve(value);
}

type Command = typeof core;

async function run(
  command: Command,
  library: FakeLibrary,
  given?: string,
): Promise<{ exitCode: number; out: string[]; err: string[] }> {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = {
    out: (line: string) => void out.push(line),
    err: (line: string) => void err.push(line),
    qrCode: () => Promise.resolve(),
  };
  const { exitCode } = await command({ library, terminal }, given);
  return { exitCode, out, err };
}

describe('simplex-mcp core', () => {
  it('shows the library, where it is from, that it loads and its version', async () => {
    const library = new FakeLibrary();
    library.found = { kind: 'library', path: '/a/libsimplex.so', source: '--core-lib' };
    expect(await run(core, library, '/a')).toEqual({
      exitCode: 0,
      out: [
        'Library: /a/libsimplex.so',
        'From: the option --core-lib',
        'Loads: yes',
        'Version: 7.0.2.0',
      ],
      err: [],
    });
    expect(library.calls).toEqual(['find /a', 'probe /a/libsimplex.so']);
  });

  it('fails when it does not load', async () => {
    const library = new FakeLibrary();
    library.found = { kind: 'library', path: '/a/libsimplex.so', source: 'cache' };
    library.probed = { kind: 'fails', reason: 'The SimpleX core ended by itself (SIGSEGV).' };
    expect(await run(core, library)).toEqual({
      exitCode: 1,
      out: [
        'Library: /a/libsimplex.so',
        'From: the cache',
        'Loads: no',
        'The SimpleX core ended by itself (SIGSEGV).',
      ],
      err: [],
    });
  });

  it('says that there is none, and downloads nothing', async () => {
    const library = new FakeLibrary();
    expect(await run(core, library)).toEqual({
      exitCode: 1,
      out: [
        'Library: none. serve downloads v7.0.2 when it is first needed, or run simplex-mcp core install.',
        'Download: https://x.example/libs.zip',
        'Folder: /cache',
      ],
      err: [],
    });
    expect(library.calls).toEqual(['find undefined']);
  });

  it('says that a given place has none', async () => {
    const library = new FakeLibrary();
    library.found = new CoreLibraryError({
      kind: 'given-missing',
      source: '--core-lib',
      path: '/b',
      name: 'libsimplex.so',
    });
    expect(await run(core, library, '/b')).toEqual({
      exitCode: 1,
      out: [],
      err: ['--core-lib: no libsimplex.so at /b.'],
    });
  });
});

describe('simplex-mcp core install', () => {
  it('downloads and loads the library', async () => {
    const library = new FakeLibrary();
    expect(await run(coreInstall, library)).toEqual({
      exitCode: 0,
      out: ['Library: /cache/libsimplex.so', 'From: the cache', 'Loads: yes', 'Version: 7.0.2.0'],
      err: [],
    });
    expect(library.calls).toEqual([
      'find undefined',
      'provide undefined true',
      'probe /cache/libsimplex.so',
    ]);
  });

  it('says that it is installed already', async () => {
    const library = new FakeLibrary();
    library.found = { kind: 'library', path: '/cache/libsimplex.so', source: 'cache' };
    expect(await run(coreInstall, library)).toEqual({
      exitCode: 0,
      out: ['Installed already: /cache/libsimplex.so', 'Loads: yes', 'Version: 7.0.2.0'],
      err: [],
    });
  });

  it('fails with the address and the way by hand', async () => {
    const library = new FakeLibrary();
    library.provided = new CoreLibraryError({
      kind: 'download',
      build,
      problem: { kind: 'unreachable', detail: 'ENOTFOUND' },
    });
    expect(await run(coreInstall, library)).toEqual({
      exitCode: 1,
      out: [],
      err: [
        'libsimplex was not downloaded from https://x.example/libs.zip: ENOTFOUND. By hand: download ' +
          'https://x.example/libs.zip and put the files of its folder libs into /cache, or anywhere and give that ' +
          'place with --core-lib PATH.',
      ],
    });
  });
});
