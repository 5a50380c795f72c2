import { isReceivedMessage, type Item } from '../../domain/chat/item.js';
import type { ChatRef } from '../../domain/chat/ref.js';
import {
  filePlaces,
  filesFolder,
  forwardedFolder,
  type FilePlaces,
} from '../../domain/files/chat-folder.js';
import { deletesPartial, placeCompleted } from '../../domain/files/completed-file.js';
import { isBelow } from '../../domain/files/path-text.js';
import type { OnDisk } from '../../domain/files/file-field.js';
import type { FileStorePort, FolderSize } from '../../ports/file-store.js';
import type { Log } from '../log.js';
import type { WantedFile } from './transfer.js';

/** Names a received file. */
export interface ReceivedFile {
  readonly chat: ChatRef;
  readonly fileId: number;
  /** As its sender wrote it. */
  readonly fileName: string;
}

/** Where received files are in the data folder (behaviour 3.3, 6.6). */
export class ReceivedPlaces {
  constructor(
    private readonly store: FileStorePort,
    private readonly log: Log,
  ) {}

  of({ chat, fileId, fileName }: ReceivedFile): FilePlaces {
    return filePlaces(this.store.dataFolder, chat, fileId, fileName);
  }

  async onDisk({ download, forwarded }: FilePlaces): Promise<OnDisk> {
    return {
      download: (await this.store.fileSize(download)) !== undefined,
      forwarded: (await this.store.fileSize(forwarded)) !== undefined,
    };
  }

  /** Makes the folder that the core is to write into. Rejects with FileStoreError. */
  async makeFolder(chat: ChatRef, path: string): Promise<void> {
    const { dataFolder } = this.store;
    const forwarded = forwardedFolder(dataFolder, chat);
    await this.store.makeFolder(
      isBelow(path, forwarded) ? forwarded : filesFolder(dataFolder, chat),
    );
  }

  /** Deletes an empty file; `false` when there is none. Rejects with FileStoreError. */
  async deleteEmpty(path: string): Promise<boolean> {
    if ((await this.store.fileSize(path)) !== 0) return false;
    await this.store.deleteFile(path);
    return true;
  }

  /**
   * Moves a file that the core has received into its chat's folder, unless it is in place. `inMemory`: a download or
   * /forward of this run wants it. A failure is logged: the file stays where it is.
   */
  async settle(item: Item, inMemory: boolean): Promise<void> {
    const { file } = item;
    if (!isReceivedMessage(item) || file?.status.kind !== 'complete') return;
    if (file.path === undefined) return;
    const { fileId, name, size, path } = file;
    const chat = item.chat.ref;
    try {
      const placed = placeCompleted({
        places: this.of({ chat, fileId, fileName: name }),
        corePath: path,
        size,
        sizeAtCorePath: await this.store.fileSize(path),
        inMemory,
      });
      if (placed.kind !== 'move') return;
      await this.store.makeFolder(filesFolder(this.store.dataFolder, chat));
      await this.store.moveFile(placed.from, placed.to);
    } catch (error) {
      this.log.error(`moving file ${fileId}`, error);
    }
  }

  /** Moves a file that /forward downloaded to where the agent gets it. Rejects with FileStoreError. */
  async moveToDownload(chat: ChatRef, places: FilePlaces): Promise<void> {
    await this.store.makeFolder(filesFolder(this.store.dataFolder, chat));
    await this.store.moveFile(places.forwarded, places.download);
  }

  /** Deletes what a failed transfer left at one of its places; a failure is logged. */
  async deletePartial(wanted: WantedFile, path: string): Promise<void> {
    const { fileId, size } = wanted;
    const { download, forwarded } = this.of(wanted);
    if (path !== download && path !== forwarded) return;
    try {
      if (!deletesPartial(await this.store.fileSize(path), size, true)) return;
      await this.store.deleteFile(path);
    } catch (error) {
      this.log.error(`file ${fileId}`, error);
    }
  }

  /** The received files of a chat. */
  async kept(chat: ChatRef): Promise<FolderSize & { readonly folder: string }> {
    const folder = filesFolder(this.store.dataFolder, chat);
    return { folder, ...(await this.store.measureFolder(folder)) };
  }

  async deleteForwarded(chat: ChatRef): Promise<FolderSize> {
    return this.store.deleteFolder(forwardedFolder(this.store.dataFolder, chat));
  }

  /** Deletes all files of a chat; returns what there was. */
  async deleteAll(chat: ChatRef): Promise<FolderSize> {
    const received = await this.store.deleteFolder(filesFolder(this.store.dataFolder, chat));
    const forwarded = await this.deleteForwarded(chat);
    return {
      files: received.files + forwarded.files,
      bytes: received.bytes + forwarded.bytes,
    };
  }
}
