import { createHash } from 'node:crypto';
import {
  access,
  chmod,
  constants,
  mkdir,
  realpath,
  rename,
  rm,
  stat,
  unlink,
} from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type {
  FileFacts,
  FileStorePort,
  FolderSize,
  LockResult,
  PathFacts,
  StateFile,
} from '../../ports/file-store.js';
import { inspectPath, readUnchanged } from './file-facts.js';
import { filesBelow, lookAt } from './folder-tree.js';
import { ProcessLock } from './process-lock.js';
import { openRegular, readExactly } from './regular-file.js';
import { StateFiles } from './state-files.js';
import { errorCode, isMissing, storeError, withStoreErrors } from './store-error.js';
import { onWindows, writeAll, writeBytes, writeWhole } from './whole-file.js';

/** The data folder on the disk, and the files of this computer. */
export class DataFolder implements FileStorePort {
  readonly dataFolder: string;
  readonly homeFolder: string;
  readonly #lock: ProcessLock;
  readonly #state: StateFiles;

  /** `dataFolder`: absolute path. */
  constructor(dataFolder: string, homeFolder: string = homedir(), pid: number = process.pid) {
    this.dataFolder = dataFolder;
    this.homeFolder = homeFolder;
    this.#state = new StateFiles(dataFolder);
    this.#lock = new ProcessLock(join(dataFolder, 'lock'), pid);
  }

  async prepare(): Promise<void> {
    for (const name of ['.', 'tmp', 'files']) {
      const path = join(this.dataFolder, name);
      await withStoreErrors(path, async () => {
        await mkdir(path, { recursive: true, mode: 0o700 });
        if (!onWindows) await chmod(path, 0o700);
        await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
      });
    }
  }

  async acquireLock(): Promise<LockResult> {
    const result = await withStoreErrors(join(this.dataFolder, 'lock'), () => this.#lock.acquire());
    if (result.kind === 'acquired') await this.#state.removeLeftovers();
    return result;
  }

  async releaseLock(): Promise<void> {
    await withStoreErrors(join(this.dataFolder, 'lock'), () => this.#lock.release());
  }

  async readState(file: StateFile): Promise<string | undefined> {
    return this.#state.read(file);
  }

  async writeState(file: StateFile, text: string): Promise<void> {
    await this.#state.write(file, text);
  }

  async setAside(file: StateFile): Promise<string> {
    return this.#state.setAside(file);
  }

  async inspect(path: string): Promise<PathFacts> {
    return inspectPath(path);
  }

  async copyUnchanged(facts: FileFacts, to: string): Promise<boolean> {
    return withStoreErrors(to, () =>
      writeWhole(to, (target) => readUnchanged(facts, (bytes) => writeAll(target, bytes))),
    );
  }

  async digest(facts: FileFacts): Promise<string | undefined> {
    return withStoreErrors(facts.realPath, async () => {
      const hash = createHash('sha256');
      const unchanged = await readUnchanged(facts, (bytes) => {
        hash.update(bytes);
      });
      return unchanged ? hash.digest('hex') : undefined;
    });
  }

  async folderHolds(folder: string, facts: FileFacts, except?: string): Promise<boolean> {
    return withStoreErrors(folder, async () => {
      for await (const { stats } of filesBelow(folder, except)) {
        if (String(stats.ino) === facts.inode && String(stats.dev) === facts.device) return true;
      }
      return false;
    });
  }

  async realFolder(path: string): Promise<string | undefined> {
    return withStoreErrors(path, async () => {
      try {
        const realPath = await realpath(path);
        return (await stat(realPath)).isDirectory() ? realPath : undefined;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    });
  }

  async fileSize(path: string): Promise<number | undefined> {
    return withStoreErrors(path, async () => {
      const stats = await lookAt(path);
      return stats?.isFile() ? Number(stats.size) : undefined;
    });
  }

  async makeFolder(path: string): Promise<void> {
    await withStoreErrors(path, async () => {
      if ((await lookAt(path))?.isSymbolicLink()) throw storeError(path, 'link-in-the-way');
      await mkdir(path, { recursive: true, mode: 0o700 });
      if (!onWindows) await chmod(path, 0o700);
    });
  }

  async writeFile(path: string, bytes: Uint8Array): Promise<void> {
    await withStoreErrors(path, () => writeBytes(path, bytes));
  }

  async moveFile(from: string, to: string): Promise<void> {
    await withStoreErrors(from, async () => {
      await requireFile(from);
      try {
        await rename(from, to);
      } catch (error) {
        if (errorCode(error) === 'ENOENT') throw storeError(to, 'no-folder', error);
        if (errorCode(error) !== 'EXDEV') throw error;
        await this.copyFile(from, to);
        await unlink(from);
      }
    });
  }

  async copyFile(from: string, to: string): Promise<void> {
    await withStoreErrors(from, async () => {
      await requireFile(from);
      const opened = await openRegular(await realpath(from));
      if (opened.kind !== 'file') throw storeError(from, 'changing');
      try {
        const size = Number(opened.stats.size);
        const whole = await withStoreErrors(to, () =>
          writeWhole(to, (target) =>
            readExactly(opened.handle, size, (bytes) => writeAll(target, bytes)),
          ),
        );
        if (!whole) throw storeError(from, 'changing');
      } finally {
        await opened.handle.close();
      }
    });
  }

  async deleteFile(path: string): Promise<void> {
    await withStoreErrors(path, async () => {
      try {
        await unlink(path);
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    });
  }

  async measureFolder(path: string): Promise<FolderSize> {
    return withStoreErrors(path, async () => {
      let files = 0;
      let bytes = 0;
      for await (const { stats } of filesBelow(path)) {
        files += 1;
        bytes += Number(stats.size);
      }
      return { files, bytes };
    });
  }

  async deleteFolder(path: string): Promise<FolderSize> {
    const held = await this.measureFolder(path);
    await withStoreErrors(path, () => rm(path, { recursive: true, force: true }));
    return held;
  }
}

/** A link is no file of the data folder: it could lead to any other. */
async function requireFile(path: string): Promise<void> {
  const stats = await lookAt(path);
  if (stats === undefined) throw storeError(path, 'missing');
  if (!stats.isFile()) throw storeError(path, 'folder-in-the-way');
}
