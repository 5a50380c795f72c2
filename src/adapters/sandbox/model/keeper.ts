/** Where a network keeps its state and the bytes of files. */
export interface Keeper {
  /** Something changed and is to be saved soon. */
  changed(): void;
  /** Resolves when all changes up to now are on the disk; rejects when they can't be written. */
  saved(): Promise<void>;
  /** Bytes of a file on the file servers. */
  writeBytes(offer: number, bytes: Uint8Array): Promise<void>;
  readBytes(offer: number): Promise<Uint8Array>;
  dropBytes(offer: number): Promise<void>;
}

/** Keeps nothing on the disk: a network that ends with the process. */
export class MemoryKeeper implements Keeper {
  private readonly files = new Map<number, Uint8Array>();

  changed(): void {
    // Nothing to save.
  }

  saved(): Promise<void> {
    return Promise.resolve();
  }

  writeBytes(offer: number, bytes: Uint8Array): Promise<void> {
    this.files.set(offer, bytes);
    return Promise.resolve();
  }

  readBytes(offer: number): Promise<Uint8Array> {
    return Promise.resolve(this.files.get(offer) ?? new Uint8Array());
  }

  dropBytes(offer: number): Promise<void> {
    this.files.delete(offer);
    return Promise.resolve();
  }
}
