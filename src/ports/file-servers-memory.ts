/** Addresses of the servers of received files, by file ID, oldest first. */
export type FileServers = ReadonlyMap<number, readonly string[]>;

/**
 * Where the servers of offered files are kept over a restart: a core before 7.1 tells them once, when the sender's
 * upload is complete. Rejects with FileStoreError.
 */
export interface FileServersMemory {
  /** What was saved; empty when there is nothing, or nothing that can be read. */
  load(): Promise<FileServers>;
  /** Replaces what was saved. */
  save(servers: FileServers): Promise<void>;
}
