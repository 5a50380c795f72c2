import { access, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { LibraryBuild } from '../../../domain/core/library.js';
import type { ClockPort } from '../../../ports/clock.js';
import { CoreLibraryError } from '../../../ports/core-library.js';
import { DownloadError } from './download-error.js';
import { type DownloadOptions, download } from './download.js';
import { unpack } from './unpack.js';

/** Folders in which a build is prepared, beside the one where it goes. */
const PREFIX = '.simplex-mcp-';
const LEFT_BEHIND_MS = 24 * 3_600_000;

/**
 * Downloads a build, checks and unpacks it in a folder of its own, and moves it in place in one step. When another
 * process does the same, the first one's files stay. Rejects with CoreLibraryError.
 */
export async function install(
  build: LibraryBuild & { readonly sha256: string; readonly name: string },
  clock: ClockPort,
  options: DownloadOptions,
): Promise<void> {
  const parent = dirname(build.folder);
  try {
    await mkdir(parent, { recursive: true, mode: 0o700 });
    await removeLeftBehind(parent, clock.now());
    const work = await mkdtemp(join(parent, PREFIX));
    try {
      await prepare(build, join(work, 'libs.zip'), join(work, 'libs'), clock, options);
      await moveInPlace(join(work, 'libs'), build.folder, build.name);
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  } catch (error) {
    if (error instanceof CoreLibraryError) throw error;
    if (error instanceof DownloadError) {
      const { problem } = error;
      throw new CoreLibraryError({ kind: 'download', build, problem }, { cause: error });
    }
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CoreLibraryError(
      { kind: 'disk', folder: parent, detail: code ?? message },
      { cause: error },
    );
  }
}

async function prepare(
  build: LibraryBuild & { readonly sha256: string; readonly name: string },
  zip: string,
  folder: string,
  clock: ClockPort,
  options: DownloadOptions,
): Promise<void> {
  const got = await download(build.url, zip, clock, options);
  if (got !== build.sha256) {
    throw new DownloadError({ kind: 'other-file', expected: build.sha256, got });
  }
  await unpack(zip, folder);
  if (!(await exists(join(folder, build.name)))) {
    throw new DownloadError({ kind: 'bad-archive', detail: `it has no libs/${build.name}` });
  }
}

async function moveInPlace(from: string, folder: string, name: string): Promise<void> {
  try {
    await rename(from, folder);
  } catch (error) {
    // Another process was first (Windows says EPERM): its files are of the same build.
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['EEXIST', 'ENOTEMPTY', 'EPERM', 'ENOTDIR'].includes(code)) throw error;
    if (await exists(join(folder, name))) return;
    throw (await exists(folder))
      ? new CoreLibraryError({ kind: 'folder-taken', folder, name }, { cause: error })
      : error;
  }
}

/** A process that was killed leaves its folder; after a day nobody works in it. */
async function removeLeftBehind(parent: string, now: number): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    const path = join(parent, name);
    const made = await stat(path).catch(() => undefined);
    if (made === undefined || now - made.mtimeMs < LEFT_BEHIND_MS) continue;
    await rm(path, { recursive: true, force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}
