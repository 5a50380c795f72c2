import type { BigIntStats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from './store-error.js';

/** What is at `path` itself, or `undefined` when there is nothing. */
export async function lookAt(path: string): Promise<BigIntStats | undefined> {
  try {
    return await lstat(path, { bigint: true });
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return undefined;
    throw error;
  }
}

/**
 * The regular files in a folder and below, without following symbolic links; none when `folder` does not exist or
 * is a link. `except` is a folder to leave out.
 */
export async function* filesBelow(
  folder: string,
  except?: string,
): AsyncGenerator<{ readonly path: string; readonly stats: BigIntStats }> {
  if (folder === except || !(await lookAt(folder))?.isDirectory()) return;
  for (const name of await namesIn(folder)) {
    const path = join(folder, name);
    const stats = await lookAt(path);
    if (stats?.isDirectory()) yield* filesBelow(path, except);
    else if (stats?.isFile()) yield { path, stats };
  }
}

/** A folder can be deleted while the tree is walked. */
async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return [];
    throw error;
  }
}
