import { describe, expect, it } from 'vitest';
import type { DownloadProblem } from '../../../src/domain/core/library.js';
import {
  downloadedText,
  downloadingText,
  installedAlready,
  libraryLines,
  libraryText,
  loadedLines,
  notLoadedLines,
  nothingInstalledLines,
  probeFolderText,
  progressBar,
} from '../../../src/domain/core/library-text.js';

const build = { tag: 'v7.0.2', url: 'https://x.example/libs.zip', folder: '/cache/v7.0.2/sqlite' };
const byHand =
  'By hand: download https://x.example/libs.zip and put the files of its folder libs into /cache/v7.0.2/sqlite, or ' +
  'anywhere and give that place with --core-lib PATH.';

describe('why there is no libsimplex', () => {
  it.each([
    [
      { kind: 'given-missing', source: '--core-lib', path: '/a', name: 'libsimplex.so' },
      '--core-lib: no libsimplex.so at /a.',
    ],
    [
      { kind: 'no-build', system: 'linux-arm64', name: 'libsimplex.so' },
      'No build of libsimplex for linux-arm64 is known to this program. Build it from the sources of simplex-chat ' +
        'and give it with --core-lib PATH, where PATH is libsimplex.so or its folder.',
    ],
    [
      { kind: 'not-installed', build },
      'libsimplex is not on this computer, and it is not downloaded while --socks-proxy is given, since the ' +
        `download would not go through the proxy. Run simplex-mcp core install first. ${byHand}`,
    ],
    [
      { kind: 'unsafe', path: '/cache/x' },
      '/cache/x is not used: another user owns it, or every user may write to it. Remove it, or give the library ' +
        'with --core-lib PATH.',
    ],
    [
      { kind: 'folder-taken', folder: '/cache/x', name: 'libsimplex.so' },
      '/cache/x is there without libsimplex.so. Remove the folder and try again.',
    ],
    [{ kind: 'disk', folder: '/cache/x', detail: 'ENOSPC' }, "/cache/x can't be written: ENOSPC."],
  ] as const)('%j', (failure, text) => {
    expect(libraryText(failure)).toBe(text);
  });

  it.each<[DownloadProblem, string]>([
    [{ kind: 'unreachable', detail: 'ENOTFOUND' }, 'ENOTFOUND'],
    [{ kind: 'status', status: 403 }, 'the server answered 403'],
    [{ kind: 'insecure-redirect' }, 'it was redirected to an address that is not https'],
    [{ kind: 'too-many-redirects' }, 'it was redirected too often'],
    [{ kind: 'too-large', limit: 200_000_000 }, 'it is larger than 200.0 MB'],
    [{ kind: 'stalled', seconds: 30 }, 'nothing came for 30 seconds'],
    [{ kind: 'too-slow', seconds: 900 }, 'it was not complete after 900 seconds'],
    [{ kind: 'cut-off' }, 'the connection ended too early'],
    [
      { kind: 'other-file', expected: 'aa', got: 'bb' },
      'it is not the file that this program expects (SHA-256 bb and not aa), and nothing was unpacked',
    ],
    [{ kind: 'bad-archive', detail: 'it is encrypted' }, "it can't be unpacked: it is encrypted"],
  ])('download: %j', (problem, words) => {
    expect(libraryText({ kind: 'download', build, problem })).toBe(
      `libsimplex was not downloaded from https://x.example/libs.zip: ${words}. ${byHand}`,
    );
  });
});

describe('the progress of a download', () => {
  it('begins and ends with a line', () => {
    expect(downloadingText(build)).toBe(
      'Downloading the SimpleX core v7.0.2 from https://x.example/libs.zip',
    );
    expect(downloadedText(build)).toBe('Installed in /cache/v7.0.2/sqlite');
  });

  it.each([
    [0, 43_000_000, '[------------------------------] 0% 0 bytes of 43.0 MB'],
    [21_500_000, 43_000_000, '[###############---------------] 50% 21.5 MB of 43.0 MB'],
    [42_999_999, 43_000_000, '[#############################-] 99% 43.0 MB of 43.0 MB'],
    [50_000_000, 43_000_000, '[##############################] 100% 50.0 MB of 43.0 MB'],
    [21_500_000, undefined, '21.5 MB'],
    [5, 0, '5 bytes'],
  ])('is a bar: %d of %s', (received, total, bar) => {
    expect(progressBar(received, total)).toBe(bar);
    expect(bar.length).toBeLessThan(80);
  });
});

describe('simplex-mcp core', () => {
  it.each([
    ['--core-lib', 'From: the option --core-lib'],
    ['SIMPLEX_MCP_CORE_LIB', 'From: the environment variable SIMPLEX_MCP_CORE_LIB'],
    ['SIMPLEX_LIBS_DIR', 'From: the environment variable SIMPLEX_LIBS_DIR'],
    ['cache', 'From: the cache'],
  ] as const)('says where the library is from: %s', (source, line) => {
    expect(libraryLines('/a/libsimplex.so', source)).toEqual(['Library: /a/libsimplex.so', line]);
  });

  it('says whether it loads', () => {
    expect(loadedLines('7.0.2.0')).toEqual(['Loads: yes', 'Version: 7.0.2.0']);
    expect(notLoadedLines('It is none.')).toEqual(['Loads: no', 'It is none.']);
    expect(probeFolderText('/tmp')).toBe("The library can't be tried: /tmp can't be written.");
  });

  it('says that there is none, and that there is nothing to install', () => {
    expect(nothingInstalledLines(build)).toEqual([
      'Library: none. serve downloads v7.0.2 when it is first needed, or run simplex-mcp core install.',
      'Download: https://x.example/libs.zip',
      'Folder: /cache/v7.0.2/sqlite',
    ]);
    expect(installedAlready('/a/libsimplex.so', 'cache')).toBe(
      'Installed already: /a/libsimplex.so',
    );
    expect(installedAlready('/a/libsimplex.so', 'SIMPLEX_LIBS_DIR')).toBe(
      'Nothing to install: /a/libsimplex.so is used, from the environment variable SIMPLEX_LIBS_DIR.',
    );
  });
});
