import { constants, type BigIntStats } from 'node:fs';
import { lstat, open, readlink, realpath, type FileHandle } from 'node:fs/promises';

const copyBytes = 1024 * 1024;

// Windows has neither flag; its named pipes and devices are not regular files of a folder.
const neverWait = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** An open regular file, or what is at the path instead. */
export type Opened =
  | { readonly kind: 'file'; readonly handle: FileHandle; readonly stats: BigIntStats }
  | { readonly kind: 'not-a-file' }
  /** Another file came to the path while it was opened. */
  | { readonly kind: 'moved' };

/**
 * Opens a regular file at a real path for reading, never waiting for the other end of a pipe or for a device.
 * The caller closes the handle. Rejects with the error of the operating system.
 */
export async function openRegular(realPath: string): Promise<Opened> {
  // A device is not even opened: opening can rewind or start it.
  if (!(await lstat(realPath)).isFile()) return { kind: 'not-a-file' };
  const handle = await open(realPath, neverWait);
  try {
    const stats = await handle.stat({ bigint: true });
    const kind = !stats.isFile() ? 'not-a-file' : await placeOf(handle, stats, realPath);
    if (kind === 'file') return { kind, handle, stats };
    await handle.close();
    return { kind };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * Whether the open file is the one at `realPath`: a folder of the path can be replaced by a symbolic link between
 * the look at the path and the opening. Linux tells where a handle leads.
 */
async function placeOf(
  handle: FileHandle,
  stats: BigIntStats,
  realPath: string,
): Promise<'file' | 'moved'> {
  const place =
    process.platform === 'linux'
      ? await readlink(`/proc/self/fd/${handle.fd}`).catch(() => realpath(realPath))
      : await realpath(realPath);
  const there = await lstat(realPath, { bigint: true });
  return place === realPath && there.dev === stats.dev && there.ino === stats.ino
    ? 'file'
    : 'moved';
}

/**
 * Gives the content of an open file to `take`, piece by piece: exactly `size` bytes. `false` when the file has
 * fewer or more.
 */
export async function readExactly(
  handle: FileHandle,
  size: number,
  take: (bytes: Uint8Array) => Promise<void> | void,
): Promise<boolean> {
  const buffer = new Uint8Array(Math.min(copyBytes, size + 1));
  let position = 0;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
    if (bytesRead === 0) return position === size;
    position += bytesRead;
    if (position > size) return false;
    await take(buffer.subarray(0, bytesRead));
  }
}
