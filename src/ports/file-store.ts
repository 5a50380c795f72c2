import type { FileFacts, PathFacts } from '../domain/files/facts.js';

export type { FileFacts, PathFacts } from '../domain/files/facts.js';

/** The state files of the data folder (behaviour 3.3). */
export type StateFile = 'token' | 'headers.json' | 'server.json' | 'file-servers.json';

export type LockResult =
  | { readonly kind: 'acquired' }
  /** Another running process holds it. */
  | { readonly kind: 'held'; readonly pid: number };

/** What a folder holds. */
export interface FolderSize {
  readonly files: number;
  /** Bytes. */
  readonly bytes: number;
}

/** A failed operation on files; `message` says what to do and names the path. */
export class FileStoreError extends Error {
  override readonly name = 'FileStoreError';
}

/**
 * The data folder and the files of this computer. Rejects with FileStoreError. Secrets and state are written to a
 * temporary file, flushed and renamed, with mode 0600; folders are made with mode 0700.
 */
export interface FileStorePort {
  /** Absolute path of the data folder. */
  readonly dataFolder: string;
  /** Makes the data folder, sets its mode, makes `tmp` and `files`. */
  prepare(): Promise<void>;
  /** Takes `DATA/lock` (behaviour 4.4); a lock of a dead process is replaced. */
  acquireLock(): Promise<LockResult>;
  releaseLock(): Promise<void>;

  /** Text of a state file, or `undefined` when there is none. */
  readState(file: StateFile): Promise<string | undefined>;
  writeState(file: StateFile, text: string): Promise<void>;
  /** Moves a corrupt state file aside, never over another; returns the new path. */
  setAside(file: StateFile): Promise<string>;

  /** What is at `path`, after symbolic links. Never waits on a pipe or device. */
  inspect(path: string): Promise<PathFacts>;
  /**
   * Copies the file that `facts` describe to `to`, through one open handle that is checked against `facts` before and
   * after the copy. `false` when the file changed; nothing is left at `to` then.
   */
  copyUnchanged(facts: FileFacts, to: string): Promise<boolean>;
  /** Hex SHA-256 of the file that `facts` describe, read through a checked handle; `undefined` when it changed. */
  digest(facts: FileFacts): Promise<string | undefined>;
  /**
   * Whether a file in `folder` or below, but not in `except` or below, is the file that `facts` describe, by whatever
   * path that one was reached: a hard link, a folder mounted twice. Folders by their real paths.
   */
  folderHolds(folder: string, facts: FileFacts, except?: string): Promise<boolean>;
  /** Real path of a folder, or `undefined` when it does not exist. */
  realFolder(path: string): Promise<string | undefined>;
  /** The user's home folder. */
  readonly homeFolder: string;

  /** Size in bytes of a regular file at `path` (no link), or `undefined`. */
  fileSize(path: string): Promise<number | undefined>;
  makeFolder(path: string): Promise<void>;
  writeFile(path: string, bytes: Uint8Array): Promise<void>;
  /** Moves a file, over file systems too; the target appears whole. */
  moveFile(from: string, to: string): Promise<void>;
  copyFile(from: string, to: string): Promise<void>;
  /** Deletes a file; does nothing when there is none. */
  deleteFile(path: string): Promise<void>;
  /** Files in a folder and below; zero when it does not exist. */
  measureFolder(path: string): Promise<FolderSize>;
  /** Deletes a folder with all in it; returns what it held. */
  deleteFolder(path: string): Promise<FolderSize>;
}
