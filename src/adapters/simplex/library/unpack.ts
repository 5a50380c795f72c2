import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Entry, type ZipFile, openPromise } from 'yauzl';
import { DownloadError } from './download-error.js';

/** The folder in the zip file that holds the library and what it needs. */
const FOLDER = 'libs/';
const MAX_ENTRIES = 5000;
const MAX_BYTES = 1_000_000_000;
/** One part of a path: no separators, no `..`, nothing that a file system reads in a way of its own. */
const PART = /^(?!\.{1,2}$)[A-Za-z0-9._+-]{1,200}$/;

const TYPE_MASK = 0o170_000;
const FILE = 0o100_000;
const DIRECTORY = 0o040_000;

/**
 * Unpacks the folder `libs` of a zip file into a new folder. Plain files and folders only: a link, another path or
 * too many bytes end it. Rejects with DownloadError `bad-archive`; what was written by then is the caller's to delete.
 */
export async function unpack(zip: string, folder: string): Promise<void> {
  const file = await reading(() => openPromise(zip, { lazyEntries: true, strictFileNames: true }));
  try {
    if (file.entryCount > MAX_ENTRIES) throw bad('it has too many files');
    await mkdir(folder, { mode: 0o700 });
    await unpackEntries(file, folder);
  } finally {
    file.close();
  }
}

async function unpackEntries(file: ZipFile, folder: string): Promise<void> {
  let bytes = 0;
  const entries = file.eachEntry();
  for (;;) {
    const next = await reading(() => entries.next());
    if (next.done === true) return;
    const entry = next.value as Entry;
    bytes += entry.uncompressedSize;
    if (bytes > MAX_BYTES) throw bad('it is too large');
    const path = pathOf(entry);
    if (path === undefined) continue;
    await mkdir(join(folder, dirname(path)), { recursive: true, mode: 0o700 });
    const stream = await reading(() => file.openReadStreamPromise(entry));
    const out = createWriteStream(join(folder, path), { flags: 'wx', mode: 0o600, flush: true });
    await reading(() => pipeline(stream, out));
  }
}

/** Where an entry goes; `undefined` for folders and what is outside `libs`. */
function pathOf(entry: Entry): string | undefined {
  const name = entry.fileName;
  const type = (entry.externalFileAttributes >>> 16) & TYPE_MASK;
  if (type !== 0 && type !== FILE && type !== DIRECTORY) throw bad('it has a link or special file');
  if (entry.isEncrypted()) throw bad('it is encrypted');
  if (name.endsWith('/') || !name.startsWith(FOLDER)) return undefined;
  if (type === DIRECTORY) throw bad('it has a folder with the name of a file');
  const path = name.slice(FOLDER.length);
  if (!path.split('/').every((part) => PART.test(part))) throw bad('it has a file of an odd name');
  return path;
}

/** Failures of the archive; those of the disk pass. */
async function reading<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (
      error instanceof Error &&
      'syscall' in error &&
      (error as NodeJS.ErrnoException).code !== 'EEXIST'
    ) {
      throw error;
    }
    // Texts of the zip library quote file names.
    throw bad('it is damaged or not safe', error);
  }
}

function bad(detail: string, cause?: unknown): DownloadError {
  return new DownloadError({ kind: 'bad-archive', detail }, { cause });
}
