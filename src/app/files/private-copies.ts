import { randomUUID } from 'node:crypto';
import type { ChatRef } from '../../domain/chat/ref.js';
import { sentFolder } from '../../domain/files/chat-folder.js';
import type { FileFacts } from '../../domain/files/facts.js';
import { pathIn } from '../../domain/files/path-text.js';
import { copyFolder, lastName, resizedName } from '../../domain/files/sent-copy.js';
import type { FileStorePort } from '../../ports/file-store.js';

/** The files that the core reads to send them: copies that nobody else changes (behaviour 3.3). */
export class PrivateCopies {
  /** Folders of the copies of this run, with the chat that each is sent to. */
  private readonly folders = new Map<string, ChatRef>();

  constructor(private readonly store: FileStorePort) {}

  /** A copy of the file that `facts` describe; `undefined` when it has changed. Rejects with FileStoreError. */
  async ofUnchanged(facts: FileFacts, chat: ChatRef): Promise<string | undefined> {
    return this.make(lastName(facts.realPath), chat, (copy) =>
      this.store.copyUnchanged(facts, copy),
    );
  }

  /** A copy of a file of the data folder, under another name. Rejects with FileStoreError. */
  async of(path: string, name: string, chat: ChatRef): Promise<string> {
    const copy = await this.make(name, chat, async (to) => {
      await this.store.copyFile(path, to);
      return true;
    });
    if (copy === undefined) throw new Error('A copy was not made.');
    return copy;
  }

  /** Puts other content in the place of a copy; returns its path, which has `extension`. */
  async replace(copy: string, bytes: Uint8Array, extension: string): Promise<string> {
    const folder = copyFolder(this.store.dataFolder, copy);
    if (folder === undefined) throw new Error('Not a copy.');
    const path = pathIn(folder, resizedName(lastName(copy), extension));
    await this.store.writeFile(path, bytes);
    if (path !== copy) await this.store.deleteFile(copy);
    return path;
  }

  /** Hex SHA-256 of a copy. */
  async digest(copy: string): Promise<string | undefined> {
    const found = await this.store.inspect(copy);
    return found.kind === 'file' ? this.store.digest(found.file) : undefined;
  }

  /** Deletes a copy, also one of an earlier run; does nothing with any other path. */
  async delete(path: string): Promise<void> {
    const folder = copyFolder(this.store.dataFolder, path);
    if (folder !== undefined) await this.deleteFolder(folder);
  }

  /** Deletes the copies for a chat that was left: the core tells nothing more of them. */
  async deleteOf(chat: ChatRef): Promise<void> {
    for (const [folder, of] of this.folders) if (of === chat) await this.deleteFolder(folder);
  }

  private async make(
    name: string,
    chat: ChatRef,
    fill: (copy: string) => Promise<boolean>,
  ): Promise<string | undefined> {
    const folder = pathIn(sentFolder(this.store.dataFolder), randomUUID());
    this.folders.set(folder, chat);
    let filled = false;
    try {
      await this.store.makeFolder(folder);
      const copy = pathIn(folder, name);
      filled = await fill(copy);
      return filled ? copy : undefined;
    } finally {
      if (!filled) await this.deleteFolder(folder);
    }
  }

  private async deleteFolder(folder: string): Promise<void> {
    this.folders.delete(folder);
    await this.store.deleteFolder(folder);
  }
}
