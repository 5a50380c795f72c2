import type { DownloadRequest } from '../../domain/action/request.js';
import { downloadFailureText } from '../../domain/files/download-failure.js';
import { approvesServers } from '../../domain/files/download-request.js';
import { copyName } from '../../domain/files/sent-copy.js';
import { forwardFailedPost } from '../../domain/owner/posts.js';
import type { ApprovalMode } from '../../domain/owner/standing.js';
import type { ChatPort } from '../../ports/chat.js';
import type { ActionRecord } from '../actions/record.js';
import type { ControlChat } from '../control/control-chat.js';
import { errorText } from '../errors.js';
import type { Log } from '../log.js';
import { DownloadFailed } from './download-failed.js';
import { forwardMessage } from './forward-message.js';
import type { PrivateCopies } from './private-copies.js';
import type { ReceivedPlaces } from './received-places.js';
import type { Transfers } from './transfers.js';

/** `/forward`: receives the file of a pending download for the owner, and posts it as a reply to the card (api 2.1). */
export class Forwarding {
  /** The copies that are being made, by file ID. */
  private readonly copying = new Map<number, Promise<void>>();

  constructor(
    private readonly chats: ChatPort,
    private readonly control: ControlChat,
    private readonly transfers: Transfers,
    private readonly places: ReceivedPlaces,
    private readonly copies: PrivateCopies,
    private readonly mode: ApprovalMode,
    private readonly log: Log,
  ) {}

  /** Starts; a failure is posted to the control chat and logged. */
  start(record: ActionRecord): void {
    const { request } = record.action.facts;
    if (request.tool !== 'download') throw new Error('Not a download.');
    const copy = this.copy(request);
    this.track(request.fileId, copy);
    void this.post(record, copy);
  }

  /** Resolves when no copy of the file is being made: it may be moved. */
  async copied(fileId: number): Promise<void> {
    await this.copying.get(fileId);
  }

  private track(fileId: number, copy: Promise<unknown>): void {
    const made = Promise.allSettled([this.copying.get(fileId), copy]).then(() => {
      if (this.copying.get(fileId) === made) this.copying.delete(fileId);
    });
    this.copying.set(fileId, made);
  }

  /** The path of a copy of the received file under its sender's name; `undefined` when the server stops. */
  private async copy(request: DownloadRequest): Promise<string | undefined> {
    const { chat, itemId, fileId, fileName, fileSize } = request;
    const places = this.places.of(request);
    const end = await this.transfers.receive({
      chat,
      itemId,
      fileId,
      fileName,
      size: fileSize,
      path: places.forwarded,
      approveServers: approvesServers(request, this.mode),
    });
    if (end.kind === 'stopped') return undefined;
    if (end.kind === 'failed') throw new DownloadFailed(end.text);
    const onDisk = await this.places.onDisk(places);
    if (!onDisk.download && !onDisk.forwarded) {
      throw new DownloadFailed(downloadFailureText({ kind: 'not-in-folder' }));
    }
    const source = onDisk.download ? places.download : places.forwarded;
    return this.copies.of(source, copyName(fileName), this.control.ref);
  }

  private async post(record: ActionRecord, copy: Promise<string | undefined>): Promise<void> {
    try {
      const path = await copy;
      if (path !== undefined) await this.send(record, path);
    } catch (error) {
      this.log.error(`action ${record.number} file`, error);
      await this.tell(forwardFailedPost(record.number, errorText(error)), record.number);
    }
  }

  private async send(record: ActionRecord, path: string): Promise<void> {
    try {
      await this.chats.send(this.control.ref, forwardMessage(record, path));
    } catch (error) {
      await this.copies.delete(path);
      throw error;
    }
  }

  private async tell(text: string, action: number): Promise<void> {
    if (this.control.lost) return;
    try {
      await this.control.post(text);
    } catch (error) {
      this.log.error(`action ${action} file`, error);
    }
  }
}
