import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { LibrarySource } from '../../../domain/core/library.js';
import { CoreLibraryError } from '../../../ports/core-library.js';
import type { System } from './release.js';

/** What finding depends on; from `process` and `os`, but for tests. */
export interface Surroundings extends System {
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
  /** Of this process; `undefined` on Windows. */
  readonly userId: number | undefined;
}

/** The cache that programs with libsimplex share: for a tag, `TAG/sqlite` has its files. */
export function cacheFolder({ platform, env, home }: Surroundings, tag: string): string {
  return join(cacheRoot(platform, env, home), 'simplex-chat', tag, 'sqlite');
}

function cacheRoot(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): string {
  if (platform === 'darwin') return join(home, 'Library', 'Caches');
  if (platform === 'win32') return env['LOCALAPPDATA'] || join(home, 'AppData', 'Local');
  return env['XDG_CACHE_HOME'] || join(home, '.cache');
}

/** The library that an option or the environment names; it must be there. */
export async function givenLibrary(
  given: string | undefined,
  env: NodeJS.ProcessEnv,
  name: string,
): Promise<{ readonly path: string; readonly source: LibrarySource } | undefined> {
  const places: readonly (readonly [LibrarySource, string | undefined])[] = [
    ['--core-lib', given],
    ['SIMPLEX_MCP_CORE_LIB', env['SIMPLEX_MCP_CORE_LIB']],
    ['SIMPLEX_LIBS_DIR', env['SIMPLEX_LIBS_DIR']],
  ];
  for (const [source, place] of places) {
    if (place === undefined || place === '') continue;
    const path = await libraryAt(resolve(place), name);
    if (path === undefined) {
      throw new CoreLibraryError({ kind: 'given-missing', source, path: resolve(place), name });
    }
    return { path, source };
  }
  return undefined;
}

/** The library at a path of the file itself, of its folder, or of an unpacked zip file. */
async function libraryAt(place: string, name: string): Promise<string | undefined> {
  for (const path of [place, join(place, name), join(place, 'libs', name)]) {
    if (await isFile(path)) return path;
  }
  return undefined;
}

/** The library in the cache, when it is there and nobody else can have put it there. */
export async function cachedLibrary(
  folder: string,
  name: string,
  userId: number | undefined,
): Promise<string | undefined> {
  const path = join(folder, name);
  if (!(await isFile(path))) return undefined;
  const tag = dirname(folder);
  for (const part of [path, folder, tag, dirname(tag)]) await checkSafe(part, userId);
  return path;
}

/** Code from here runs as the agent: only this user or root may have written it. */
async function checkSafe(path: string, userId: number | undefined): Promise<void> {
  if (userId === undefined) return;
  const { uid, mode } = await stat(path);
  const foreign = uid !== userId && uid !== 0;
  if (foreign || (mode & 0o002) !== 0) throw new CoreLibraryError({ kind: 'unsafe', path });
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
