import { constants, copyFile, link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { LockResult } from '../../ports/file-store.js';
import { errorCode } from './store-error.js';

/** Whether a process has this PID: a process of another user refuses the signal with EPERM. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** The file that says which process uses a data folder (behaviour 4.4). */
export class ProcessLock {
  readonly #path: string;
  readonly #pid: number;
  #held = false;

  constructor(path: string, pid: number) {
    this.#path = path;
    this.#pid = pid;
  }

  /** Rejects with the error of the operating system. */
  async acquire(): Promise<LockResult> {
    if (await this.#create()) return { kind: 'acquired' };
    const holder = await this.#holder();
    if (this.#isLive(holder)) return { kind: 'held', pid: holder };
    await this.#removeStale();
    if (await this.#create()) return { kind: 'acquired' };
    return { kind: 'held', pid: (await this.#holder()) ?? 0 };
  }

  /** Removes the lock, unless it is another process's by now. */
  async release(): Promise<void> {
    if (!this.#held) return;
    this.#held = false;
    if ((await this.#holder()) === this.#pid) await rm(this.#path, { force: true });
  }

  #isLive(holder: number | undefined): holder is number {
    return holder !== undefined && holder !== this.#pid && isRunning(holder);
  }

  /**
   * Makes the lock with its PID in it, if there is none: a link never replaces a file, and a start that looks
   * meanwhile never sees a lock without its PID.
   */
  async #create(): Promise<boolean> {
    const written = `${this.#path}.${this.#pid}.new`;
    try {
      await writeFile(written, `${this.#pid}\n`, { mode: 0o600 });
      await this.#linkOrCopy(written);
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return false;
      throw error;
    } finally {
      await rm(written, { force: true });
    }
    this.#held = true;
    return true;
  }

  /** Some file systems have no hard links. */
  async #linkOrCopy(written: string): Promise<void> {
    try {
      await link(written, this.#path);
    } catch (error) {
      if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EINVAL'].includes(errorCode(error))) throw error;
      await copyFile(written, this.#path, constants.COPYFILE_EXCL);
    }
  }

  async #holder(path = this.#path): Promise<number | undefined> {
    try {
      const text = (await readFile(path, 'utf8')).trim();
      return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  /**
   * Two starts can find the same stale lock: the later one would remove the new lock of the earlier. So the lock is
   * moved aside first, and put back when it is not the stale one.
   */
  async #removeStale(): Promise<void> {
    const aside = `${this.#path}.${this.#pid}.old`;
    try {
      await rename(this.#path, aside);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return;
      throw error;
    }
    if (this.#isLive(await this.#holder(aside))) await rename(aside, this.#path);
    else await rm(aside, { force: true });
  }
}
