import { sizeText } from '../text/quantity.js';
import type { DownloadProblem, LibraryBuild, LibraryFailure, LibrarySource } from './library.js';

/** What the person who starts the server reads when there is no libsimplex to use, and what to do. */
export function libraryText(failure: LibraryFailure): string {
  switch (failure.kind) {
    case 'given-missing':
      return `${failure.source}: no ${failure.name} at ${failure.path}.`;
    case 'no-build':
      return (
        `No build of libsimplex for ${failure.system} is known to this program. Build it from the sources of ` +
        `simplex-chat and give it with --core-lib PATH, where PATH is ${failure.name} or its folder.`
      );
    case 'not-installed':
      return (
        'libsimplex is not on this computer, and it is not downloaded while --socks-proxy is given, since the ' +
        `download would not go through the proxy. Run simplex-mcp core install first. ${byHand(failure.build)}`
      );
    case 'unsafe':
      return (
        `${failure.path} is not used: another user owns it, or every user may write to it. Remove it, or give the ` +
        'library with --core-lib PATH.'
      );
    case 'folder-taken':
      return `${failure.folder} is there without ${failure.name}. Remove the folder and try again.`;
    case 'disk':
      return `${failure.folder} can't be written: ${failure.detail}.`;
    case 'download':
      return `libsimplex was not downloaded from ${failure.build.url}: ${problemText(failure.problem)}. ${byHand(failure.build)}`;
  }
}

function problemText(problem: DownloadProblem): string {
  switch (problem.kind) {
    case 'unreachable':
      return problem.detail;
    case 'status':
      return `the server answered ${problem.status}`;
    case 'insecure-redirect':
      return 'it was redirected to an address that is not https';
    case 'too-many-redirects':
      return 'it was redirected too often';
    case 'too-large':
      return `it is larger than ${sizeText(problem.limit)}`;
    case 'stalled':
      return `nothing came for ${problem.seconds} seconds`;
    case 'too-slow':
      return `it was not complete after ${problem.seconds} seconds`;
    case 'cut-off':
      return 'the connection ended too early';
    case 'other-file':
      return (
        `it is not the file that this program expects (SHA-256 ${problem.got} and not ${problem.expected}), and ` +
        'nothing was unpacked'
      );
    case 'bad-archive':
      return `it can't be unpacked: ${problem.detail}`;
  }
}

function byHand({ url, folder }: LibraryBuild): string {
  return (
    `By hand: download ${url} and put the files of its folder libs into ${folder}, or anywhere and give that place ` +
    'with --core-lib PATH.'
  );
}

export function downloadingText({ url, tag }: LibraryBuild): string {
  return `Downloading the SimpleX core ${tag} from ${url}`;
}

export function downloadedText({ folder }: LibraryBuild): string {
  return `Installed in ${folder}`;
}

const BAR_WIDTH = 30;

/** A bar of one line, under 80 columns. `total` is unknown when the server does not say it. */
export function progressBar(received: number, total: number | undefined): string {
  if (total === undefined || total <= 0) return sizeText(received);
  const part = Math.min(received / total, 1);
  const done = Math.floor(part * BAR_WIDTH);
  const bar = `${'#'.repeat(done)}${'-'.repeat(BAR_WIDTH - done)}`;
  return `[${bar}] ${Math.floor(part * 100)}% ${sizeText(received)} of ${sizeText(total)}`;
}

/** `Library: ...` and `From: ...` of `simplex-mcp core`. */
export function libraryLines(path: string, source: LibrarySource): readonly string[] {
  return [`Library: ${path}`, `From: ${sourceText(source)}`];
}

function sourceText(source: LibrarySource): string {
  switch (source) {
    case '--core-lib':
      return 'the option --core-lib';
    case 'SIMPLEX_MCP_CORE_LIB':
    case 'SIMPLEX_LIBS_DIR':
      return `the environment variable ${source}`;
    case 'cache':
      return 'the cache';
  }
}

/** Last lines of `simplex-mcp core`, with what was found when the library was loaded. */
export function loadedLines(version: string): readonly string[] {
  return ['Loads: yes', `Version: ${version}`];
}

export function notLoadedLines(reason: string): readonly string[] {
  return ['Loads: no', reason];
}

/** `simplex-mcp core` where nothing is installed yet. */
export function nothingInstalledLines(build: LibraryBuild): readonly string[] {
  return [
    `Library: none. serve downloads ${build.tag} when it is first needed, or run simplex-mcp core install.`,
    `Download: ${build.url}`,
    `Folder: ${build.folder}`,
  ];
}

/** `simplex-mcp core install` where there is nothing to do. */
export function installedAlready(path: string, source: LibrarySource): string {
  return source === 'cache'
    ? `Installed already: ${path}`
    : `Nothing to install: ${path} is used, from ${sourceText(source)}.`;
}

export function probeTimeText(seconds: number): string {
  return `The library did not answer within ${seconds} seconds.`;
}

export const probeSilentText = 'The library did not tell its version.';

export function probeFolderText(folder: string): string {
  return `The library can't be tried: ${folder} can't be written.`;
}
