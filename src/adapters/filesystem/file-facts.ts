import type { BigIntStats } from 'node:fs';
import { realpath, type FileHandle } from 'node:fs/promises';
import type { FileFacts, PathFacts } from '../../ports/file-store.js';
import { openRegular, readExactly } from './regular-file.js';
import { errorCode, isMissing } from './store-error.js';

const headBytes = 4096;
/** A path that changes at each look is given up. */
const looks = 3;

/** What is at `path` after symbolic links, with the facts of a file taken from one open handle. */
export async function inspectPath(path: string): Promise<PathFacts> {
  let realPath: string | undefined;
  try {
    for (let look = 0; look < looks; look++) {
      realPath = await realpath(path);
      const opened = await openRegular(realPath);
      if (opened.kind === 'not-a-file') return { kind: 'not-a-file', realPath };
      if (opened.kind === 'moved') continue;
      try {
        return { kind: 'file', file: await readFacts(opened.handle, opened.stats, realPath) };
      } finally {
        await opened.handle.close();
      }
    }
  } catch (error) {
    if (isMissing(error)) return { kind: 'missing' };
  }
  return { kind: 'unreadable', ...(realPath !== undefined && { realPath }) };
}

async function readFacts(
  handle: FileHandle,
  stats: BigIntStats,
  realPath: string,
): Promise<FileFacts> {
  const head = new Uint8Array(headBytes);
  let length = 0;
  while (length < headBytes) {
    const { bytesRead } = await handle.read(head, length, headBytes - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return {
    realPath,
    size: Number(stats.size),
    device: String(stats.dev),
    inode: String(stats.ino),
    changeTime: String(stats.ctimeNs),
    head: head.subarray(0, length),
  };
}

function isUnchanged(stats: BigIntStats, facts: FileFacts): boolean {
  return (
    String(stats.dev) === facts.device &&
    String(stats.ino) === facts.inode &&
    String(stats.ctimeNs) === facts.changeTime &&
    stats.size === BigInt(facts.size)
  );
}

/**
 * Gives the content of the file that `facts` describe to `take`, through one handle that is checked before and after.
 * `false` when the file changed, is gone or can't be read any more: what was taken is then worth nothing.
 */
export async function readUnchanged(
  facts: FileFacts,
  take: (bytes: Uint8Array) => Promise<void> | void,
): Promise<boolean> {
  const opened = await openRegular(facts.realPath).catch((error: unknown) => {
    if (isMissing(error) || ['ELOOP', 'EACCES', 'EPERM'].includes(errorCode(error))) return;
    throw error;
  });
  if (opened?.kind !== 'file') return false;
  const { handle, stats } = opened;
  try {
    return (
      isUnchanged(stats, facts) &&
      (await readExactly(handle, facts.size, take)) &&
      isUnchanged(await handle.stat({ bigint: true }), facts)
    );
  } finally {
    await handle.close();
  }
}
