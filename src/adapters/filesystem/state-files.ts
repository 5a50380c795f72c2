import { open, readdir, realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { StateFile } from '../../ports/file-store.js';
import { lookAt } from './folder-tree.js';
import { openRegular } from './regular-file.js';
import { errorCode, storeError, withStoreErrors } from './store-error.js';
import { isTemporaryName, writeBytes } from './whole-file.js';

/** State files are a few lines. */
const maxBytes = 1024 * 1024;

/** The state files of a data folder (behaviour 3.3), each a whole or not at all. */
export class StateFiles {
  readonly #folder: string;
  #writes: Promise<void> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async read(file: StateFile): Promise<string | undefined> {
    const path = join(this.#folder, file);
    return withStoreErrors(path, async () => {
      if ((await lookAt(path)) === undefined) return undefined;
      const opened = await openRegular(await realpath(path));
      if (opened.kind !== 'file') throw storeError(path, 'folder-in-the-way');
      try {
        if (opened.stats.size > maxBytes) throw storeError(path, 'too-large');
        return await opened.handle.readFile('utf8');
      } finally {
        await opened.handle.close();
      }
    });
  }

  /** Writes are done in the order of the calls. */
  async write(file: StateFile, text: string): Promise<void> {
    const path = join(this.#folder, file);
    const write = this.#writes.then(() =>
      withStoreErrors(path, () => writeBytes(path, new TextEncoder().encode(text))),
    );
    this.#writes = write.catch(() => undefined);
    await write;
  }

  async setAside(file: StateFile): Promise<string> {
    const path = join(this.#folder, file);
    return withStoreErrors(path, async () => {
      for (let n = 1; ; n++) {
        const aside = `${path}.corrupt-${n}`;
        if (!(await claimName(aside))) continue;
        try {
          await rename(path, aside);
        } catch (error) {
          await rm(aside, { force: true });
          throw error;
        }
        return aside;
      }
    });
  }

  /** A write that the end of a process cut off leaves its temporary file, perhaps with a secret. */
  async removeLeftovers(): Promise<void> {
    await withStoreErrors(this.#folder, async () => {
      const names = await readdir(this.#folder);
      for (const name of names.filter(isTemporaryName)) {
        await rm(join(this.#folder, name), { force: true });
      }
    });
  }
}

/** Takes a name that no file has, so that a rename to it replaces nothing; `false` when it is taken. */
async function claimName(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}
