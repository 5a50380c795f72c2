import { constants } from 'node:fs';
import { open, readdir, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { sealRecord, type ChainHead } from '../../domain/audit/chain.js';
import { damagedLog } from '../../domain/audit/text.js';
import { AuditError } from '../../ports/audit.js';
import { sha256 } from './lines.js';
import type { AuditPaths } from './paths.js';
import { readHead, walkChain } from './walk.js';

/** A log whose chain is whole, ready for the next record. */
export interface OpenLog {
  readonly file: FileHandle;
  readonly head: ChainHead;
  /** Bytes. */
  readonly size: number;
}

const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;

/**
 * Opens the log for appending. An unfinished record is moved to a file beside it, which the next record names; that
 * record is also written when a crash came between the two. `time` is ISO 8601.
 */
export async function openLog(paths: AuditPaths, time: string): Promise<OpenLog> {
  const file = await open(
    paths.log,
    constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | NO_FOLLOW,
    0o600,
  );
  try {
    await file.chmod(0o600);
    const walk = await walkChain(file, await readHead(paths.head));
    if (walk.verdict.kind === 'broken' && walk.verdict.reason !== 'incomplete')
      throw new AuditError(damagedLog(paths.log, walk.verdict));
    const { size } = await file.stat();
    if (size > walk.end) await setAside(file, walk.end, paths, walk.head.seq + 1);
    await syncFolder(dirname(paths.log));
    return await noteRepair({ file, head: walk.head, size: walk.end }, paths, time);
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Copies the bytes from `end` on to a new file, then cuts them off. */
async function setAside(
  file: FileHandle,
  end: number,
  paths: AuditPaths,
  seq: number,
): Promise<void> {
  const { size } = await file.stat();
  const rest = Buffer.alloc(size - end);
  await file.read(rest, 0, rest.length, end);
  const aside = await createPartial(paths, seq);
  try {
    await aside.write(rest);
    await aside.sync();
  } finally {
    await aside.close();
  }
  await syncFolder(dirname(paths.log));
  await file.truncate(end);
  await file.sync();
}

async function createPartial(paths: AuditPaths, seq: number): Promise<FileHandle> {
  for (let copy = 1; ; copy += 1) {
    try {
      return await open(paths.partial(seq, copy), 'wx', 0o600);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Writes the record that names the files set aside before it, when there are any. */
async function noteRepair(log: OpenLog, paths: AuditPaths, time: string): Promise<OpenLog> {
  const first = basename(paths.partial(log.head.seq + 1, 1));
  const folder = dirname(paths.log);
  const files = (await readdir(folder))
    .filter((name) => name === first || name.startsWith(`${first}-`))
    .sort();
  if (files.length === 0) return log;
  let bytes = 0;
  for (const name of files) bytes += (await stat(`${folder}/${name}`)).size;
  const sealed = sealRecord(log.head, time, { event: 'log-repaired', bytes, files }, sha256);
  const line = Buffer.from(`${sealed.line}\n`, 'latin1');
  await log.file.write(line);
  await log.file.sync();
  return { file: log.file, head: sealed.head, size: log.size + line.length };
}

/** Makes new names in a folder last; folders can't be flushed on Windows. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
