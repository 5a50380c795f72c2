import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { ChatError } from '../../../ports/chat.js';
import type { Keeper } from '../model/keeper.js';

interface Waiter {
  readonly wanted: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Keeps the state in `state.json` and the bytes of files beside it. Changes of one moment are written together. */
export class DiskKeeper implements Keeper {
  private readonly folder: string;
  private readonly text: () => string;
  /** Number of the newest change, and of the newest one on the disk. */
  private newest = 0;
  private written = 0;
  private writing = false;
  private waiters: Waiter[] = [];

  constructor(folder: string, text: () => string) {
    this.folder = folder;
    this.text = text;
  }

  changed(): void {
    this.newest += 1;
    if (this.writing) return;
    this.writing = true;
    setImmediate(() => {
      void this.write();
    });
  }

  saved(): Promise<void> {
    if (this.written === this.newest) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.waiters.push({ wanted: this.newest, resolve, reject });
      // After a failed write nothing is under way: it is tried again.
      if (!this.writing) {
        this.writing = true;
        void this.write();
      }
    });
  }

  private async write(): Promise<void> {
    const path = join(this.folder, 'state.json');
    while (this.written < this.newest) {
      const now = this.newest;
      try {
        await replaceFile(path, this.text());
      } catch (cause) {
        this.writing = false;
        const text = `The sandbox's state ${path} can't be written.`;
        this.settle(now, new ChatError(text, { kind: 'store' }, { cause }));
        return;
      }
      this.written = now;
      this.settle(now);
    }
    this.writing = false;
  }

  private settle(upTo: number, error?: Error): void {
    const ready = this.waiters.filter((waiter) => waiter.wanted <= upTo);
    this.waiters = this.waiters.filter((waiter) => waiter.wanted > upTo);
    for (const waiter of ready) {
      if (error === undefined) waiter.resolve();
      else waiter.reject(error);
    }
  }

  private path(offer: number): string {
    return join(this.folder, 'files', String(offer));
  }

  async writeBytes(offer: number, bytes: Uint8Array): Promise<void> {
    await writeFile(this.path(offer), bytes, { mode: 0o600 });
  }

  readBytes(offer: number): Promise<Uint8Array> {
    return readFile(this.path(offer));
  }

  dropBytes(offer: number): Promise<void> {
    return rm(this.path(offer), { force: true });
  }
}

/** Puts a file with the text at `path`, whole or not at all, on the disk before it resolves. */
async function replaceFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.new`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}
