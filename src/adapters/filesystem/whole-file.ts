import { randomUUID } from 'node:crypto';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode, storeError } from './store-error.js';

export const onWindows = process.platform === 'win32';

const temporaryName = /^\.simplex-mcp-[0-9a-f-]{36}\.tmp$/;

/** Whether `name` is of a temporary file of this program, left when it ended in the middle of a write. */
export function isTemporaryName(name: string): boolean {
  return temporaryName.test(name);
}

/**
 * Makes the file at `path` appear whole or not at all: `fill` writes a temporary file beside it, mode 0600, which
 * is flushed and renamed. With `false` from `fill` nothing is left and nothing is replaced.
 */
export async function writeWhole(
  path: string,
  fill: (file: FileHandle) => Promise<boolean>,
): Promise<boolean> {
  const folder = dirname(path);
  const temporary = join(folder, `.simplex-mcp-${randomUUID()}.tmp`);
  const file = await createFile(temporary, path);
  try {
    const filled = await fillAndFlush(file, fill);
    if (!filled) return false;
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
  await flushFolder(folder);
  return true;
}

async function createFile(temporary: string, path: string): Promise<FileHandle> {
  try {
    return await open(temporary, 'wx', 0o600);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') throw storeError(path, 'no-folder', error);
    throw error;
  }
}

async function fillAndFlush(
  file: FileHandle,
  fill: (file: FileHandle) => Promise<boolean>,
): Promise<boolean> {
  try {
    // The umask can have taken bits from the mode of the creation.
    if (!onWindows) await file.chmod(0o600);
    if (!(await fill(file))) return false;
    await file.sync();
    return true;
  } finally {
    await file.close();
  }
}

/** A rename is on the disk once its folder is flushed; Windows and some file systems have no such call. */
async function flushFolder(path: string): Promise<void> {
  if (onWindows) return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } catch (error) {
    if (!['EINVAL', 'ENOTSUP', 'EBADF'].includes(errorCode(error))) throw error;
  } finally {
    await folder.close();
  }
}

/** Writes all of `bytes`: one write can take only a part of them, on a disk that is nearly full. */
export async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    written += (await file.write(bytes, written, bytes.length - written)).bytesWritten;
  }
}

export async function writeBytes(path: string, bytes: Uint8Array): Promise<void> {
  await writeWhole(path, async (file) => {
    await writeAll(file, bytes);
    return true;
  });
}
