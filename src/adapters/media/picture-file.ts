import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { mediaError } from './media-failed.js';

/** The largest pictures of cameras have some tens of megabytes. */
const MAX_BYTES = 128 * 1024 * 1024;

// Windows has neither flag.
const neverWait = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/**
 * Opens a regular file without waiting on a pipe or device that could have come to its path, and closes it after
 * `use`. `path` is a real path.
 */
export async function withRegularFile<T>(
  path: string,
  use: (file: FileHandle, size: number) => Promise<T>,
): Promise<T> {
  let file: FileHandle;
  try {
    file = await open(path, neverWait);
  } catch (error) {
    throw mediaError({ kind: 'unreadable', code: codeOf(error) }, error);
  }
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw mediaError({ kind: 'not-a-file' });
    return await use(file, stats.size);
  } finally {
    await file.close();
  }
}

/** The bytes of a picture, read here so that the decoder never opens a path. */
export async function readPictureFile(path: string): Promise<Uint8Array> {
  return withRegularFile(path, async (file, size) => {
    if (size > MAX_BYTES) throw mediaError({ kind: 'too-many-bytes', limit: MAX_BYTES });
    const bytes = new Uint8Array(size);
    let length = 0;
    while (length < size) {
      const { bytesRead } = await file.read(bytes, length, size - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return bytes.subarray(0, length);
  });
}

function codeOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  return typeof code === 'string' ? code : 'unexpected error';
}
