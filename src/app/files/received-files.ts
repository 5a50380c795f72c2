import { stoppingText } from '../../domain/action/refusal.js';
import type { DownloadRequest } from '../../domain/action/request.js';
import type { ChatLabel } from '../../domain/card/subject.js';
import type { ChatEvent } from '../../domain/chat/event.js';
import type { Item } from '../../domain/chat/item.js';
import type { ChatRef } from '../../domain/chat/ref.js';
import { downloadFailureText } from '../../domain/files/download-failure.js';
import { approvesServers, hasReceivedFile } from '../../domain/files/download-request.js';
import { fileField } from '../../domain/files/file-field.js';
import { fileFieldType, type FileField } from '../../domain/message/message-object.js';
import { filesKeptPost } from '../../domain/owner/posts.js';
import type { ApprovalMode } from '../../domain/owner/standing.js';
import type { ChatPort } from '../../ports/chat.js';
import type { FolderSize } from '../../ports/file-store.js';
import type { ActionRecord } from '../actions/record.js';
import type { ControlChat } from '../control/control-chat.js';
import type { Log } from '../log.js';
import type { ChatFiles } from './chat-files.js';
import { filesInTransfer } from './chat-transfers.js';
import { DownloadFailed } from './download-failed.js';
import type { Forwarding } from './forwarding.js';
import type { PrivateCopies } from './private-copies.js';
import type { ReceivedPlaces } from './received-places.js';
import type { Transfers } from './transfers.js';

/** The files that the agent's chats sent it (behaviour 6.6). */
export class ReceivedFiles implements ChatFiles {
  /** Files whose download was rejected or expired, until a download of them is done (api 1.5). */
  private readonly rejected = new Map<number, ChatRef>();

  constructor(
    private readonly chats: ChatPort,
    private readonly control: ControlChat,
    private readonly transfers: Transfers,
    private readonly forwarding: Forwarding,
    private readonly places: ReceivedPlaces,
    private readonly copies: PrivateCopies,
    private readonly mode: ApprovalMode,
    private readonly log: Log,
  ) {}

  async fileField(item: Item): Promise<FileField | undefined> {
    if (!hasReceivedFile(item)) return undefined;
    const { fileId, name, size, status } = item.file;
    const places = this.places.of({ chat: item.chat.ref, fileId, fileName: name });
    const onDisk =
      status.kind === 'complete'
        ? await this.places.onDisk(places)
        : { download: false, forwarded: false };
    const field = fileField(item.file, places, onDisk, this.rejected.has(fileId));
    return { name, size, type: fileFieldType(item), ...field };
  }

  /** The result of a download told that it was rejected or had expired. */
  reject({ fileId, chat }: DownloadRequest): void {
    this.rejected.set(fileId, chat);
  }

  /** A card is needed for it again, also under the files approval. */
  isRejected(fileId: number): boolean {
    return this.rejected.has(fileId);
  }

  /** Performs a download; resolves with the path of the file. Rejects with DownloadFailed or FileStoreError. */
  async download(request: DownloadRequest): Promise<string> {
    const { chat, itemId, fileId, fileName, fileSize } = request;
    const places = this.places.of(request);
    const end = await this.transfers.receive({
      chat,
      itemId,
      fileId,
      fileName,
      size: fileSize,
      path: places.download,
      approveServers: approvesServers(request, this.mode),
    });
    if (end.kind === 'stopped') throw new DownloadFailed(stoppingText);
    if (end.kind === 'failed') throw new DownloadFailed(end.text);
    await this.forwarding.copied(fileId);
    const onDisk = await this.places.onDisk(places);
    if (!onDisk.download) {
      if (!onDisk.forwarded) {
        throw new DownloadFailed(downloadFailureText({ kind: 'not-in-folder' }));
      }
      await this.places.moveToDownload(chat, places);
    }
    this.rejected.delete(fileId);
    return places.download;
  }

  forward(record: ActionRecord): void {
    this.forwarding.start(record);
  }

  async afterLeave(chat: ChatLabel): Promise<void> {
    // The core may give the numbers of a deleted chat's files to others.
    for (const [fileId, of] of this.rejected) if (of === chat.ref) this.rejected.delete(fileId);
    await this.transfers.checkOf(chat.ref);
    await this.copies.deleteOf(chat.ref);
    await this.places.deleteForwarded(chat.ref);
    const { folder, files, bytes } = await this.places.kept(chat.ref);
    if (files === 0 || this.control.lost) return;
    await this.control.post(filesKeptPost(chat, folder, files, bytes));
  }

  async deleteFiles(chat: ChatRef): Promise<FolderSize> {
    await this.transfers.deleteOf(chat);
    for (const fileId of await filesInTransfer(this.chats, chat)) await this.cancel(fileId);
    return this.places.deleteAll(chat);
  }

  async onEvent(event: ChatEvent): Promise<void> {
    switch (event.kind) {
      case 'items-added':
        for (const item of event.items) await this.track(item);
        return;
      case 'item-updated':
      case 'file-received': {
        const wanted = event.item !== undefined && this.isWanted(event.item);
        await this.transfers.onEvent(event);
        if (!wanted && event.item !== undefined) await this.places.settle(event.item, false);
        return;
      }
      default:
        await this.transfers.onEvent(event);
    }
  }

  /** The server stops. */
  stop(): void {
    this.transfers.stop();
  }

  private async track(item: Item): Promise<void> {
    if (!this.isWanted(item)) await this.places.settle(item, false);
  }

  private isWanted({ file }: Item): boolean {
    return file !== undefined && this.transfers.has(file.fileId);
  }

  private async cancel(fileId: number): Promise<void> {
    try {
      await this.chats.cancelFile(fileId);
    } catch (error) {
      this.log.error(`cancelling file ${fileId}`, error);
    }
  }
}
