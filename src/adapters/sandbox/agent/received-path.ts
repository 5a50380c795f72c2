import { open, rm, stat, type FileHandle } from 'node:fs/promises';

import { coreErrors } from '../model/core-errors.js';

/** Makes the empty file that the core puts at a path when it accepts a file; another file there is kept. */
export async function createEmpty(path: string): Promise<void> {
  const there = await stat(path).catch(() => undefined);
  if (there !== undefined) throw coreErrors.fileExists(path);
  try {
    await (await open(path, 'wx', 0o600)).close();
  } catch (error) {
    throw coreErrors.fileWrite(path, error instanceof Error ? error.message : String(error));
  }
}

/** Opens a file that may hold a part already. */
export async function openToWrite(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r+');
  } catch {
    return open(path, 'w', 0o600);
  }
}

/** Deletes what was received so far. */
export async function removePart(path: string | undefined): Promise<void> {
  if (path !== undefined) await rm(path, { force: true });
}
