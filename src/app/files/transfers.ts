import type { ChatEvent } from '../../domain/chat/event.js';
import type { Item } from '../../domain/chat/item.js';
import type { ChatRef } from '../../domain/chat/ref.js';
import { checkDownload, DOWNLOAD_CHECK_MS } from '../../domain/files/download-check.js';
import {
  downloadFailureText,
  fileError,
  serversRefusedText,
} from '../../domain/files/download-failure.js';
import { ChatError, type ChatPort } from '../../ports/chat.js';
import type { ClockPort } from '../../ports/clock.js';
import { errorText } from '../errors.js';
import type { Log } from '../log.js';
import type { ReceivedPlaces } from './received-places.js';
import { Transfer, type TransferEnd, type WantedFile } from './transfer.js';

/** The files that downloads and /forward receive now, one transfer a file (api 1.5). */
export class Transfers {
  private readonly running = new Map<number, Transfer>();
  private stopped = false;

  constructor(
    private readonly chats: ChatPort,
    private readonly places: ReceivedPlaces,
    private readonly clock: ClockPort,
    private readonly log: Log,
  ) {}

  /** Receives a file, or joins its transfer; resolves when that ends. Never rejects. */
  async receive(wanted: WantedFile): Promise<TransferEnd> {
    if (this.stopped) return { kind: 'stopped' };
    const known = this.running.get(wanted.fileId);
    if (known !== undefined) return known.ended;
    const transfer = new Transfer(wanted, this.clock.now());
    this.running.set(wanted.fileId, transfer);
    transfer.begun = this.begin(transfer);
    return transfer.ended;
  }

  has(fileId: number): boolean {
    return this.running.has(fileId);
  }

  async onEvent(event: ChatEvent): Promise<void> {
    switch (event.kind) {
      case 'file-received':
        return this.on(event.fileId, (transfer) => this.complete(transfer, event.item));
      case 'file-sender-cancelled':
        return this.on(event.fileId, (transfer) =>
          this.fail(transfer, downloadFailureText({ kind: 'sender-cancelled' })),
        );
      case 'file-receive-failed':
        return this.on(event.fileId, (transfer) => {
          const file = event.item?.file;
          return this.fail(transfer, (file && fileError(file)) ?? event.error);
        });
      case 'item-updated': {
        const fileId = event.item.file?.fileId;
        if (fileId !== undefined) await this.on(fileId, (transfer) => this.check(transfer));
        return;
      }
      default:
    }
  }

  /** Looks at the transfers of a chat now. */
  async checkOf(chat: ChatRef): Promise<void> {
    await Promise.all(this.of(chat).map((transfer) => this.check(transfer)));
  }

  /** The owner deleted the files of a chat: its transfers fail and are cancelled. */
  async deleteOf(chat: ChatRef): Promise<void> {
    const text = downloadFailureText({ kind: 'owner-deleted' });
    await Promise.all(
      this.of(chat).map(async (transfer) => {
        transfer.unwanted = !transfer.accepted;
        await this.fail(transfer, text, transfer.accepted);
        await transfer.begun;
      }),
    );
  }

  /** The server stops: nothing is checked any more. */
  stop(): void {
    this.stopped = true;
    for (const transfer of this.running.values()) {
      if (transfer.close()) this.end(transfer, { kind: 'stopped' });
    }
  }

  private of(chat: ChatRef): readonly Transfer[] {
    return [...this.running.values()].filter(({ wanted }) => wanted.chat === chat);
  }

  private async on(fileId: number, act: (transfer: Transfer) => Promise<void>): Promise<void> {
    const transfer = this.running.get(fileId);
    if (transfer !== undefined) await act(transfer);
  }

  private async begin(transfer: Transfer): Promise<void> {
    try {
      const file = (await this.read(transfer.wanted))?.file;
      if (transfer.over) return;
      const offered = file?.status.kind === 'invited' && fileError(file) === undefined;
      if (offered) await this.accept(transfer);
      else if (file?.path !== undefined) transfer.path = file.path;
      transfer.accepted = true;
      if (transfer.unwanted) await this.cancel(transfer);
      if (transfer.over) return;
      transfer.stopChecks = this.clock.every(DOWNLOAD_CHECK_MS, () => void this.check(transfer));
      // A file that was accepted before may have come to its end already.
      if (!offered) await this.check(transfer);
    } catch (error) {
      await this.fail(transfer, failureText(error));
    }
  }

  private async accept({ wanted, path }: Transfer): Promise<void> {
    await this.places.makeFolder(wanted.chat, path);
    try {
      await this.askCore(wanted, path);
    } catch (error) {
      // The core writes over no file, not even over the empty one that an earlier transfer left.
      const isOther = error instanceof ChatError && error.failure.kind === 'other';
      if (!isOther || !(await this.places.deleteEmpty(path))) throw error;
      await this.askCore(wanted, path);
    }
  }

  private async askCore({ fileId, approveServers }: WantedFile, path: string): Promise<void> {
    try {
      await this.chats.receiveFile(fileId, path, approveServers);
    } catch (error) {
      if (!(error instanceof ChatError)) throw error;
      const { failure } = error;
      if (failure.kind === 'already-receiving') return;
      if (failure.kind !== 'servers-not-approved') throw error;
      throw new Error(serversRefusedText(failure.hosts), { cause: error });
    }
  }

  /** What the core says of it now; an answer that can't be had is awaited at the next check. */
  private async check(transfer: Transfer): Promise<void> {
    if (!transfer.accepted || transfer.over || transfer.checking) return;
    transfer.checking = true;
    try {
      const item = await this.read(transfer.wanted);
      const check = checkDownload(item, transfer.progress, this.clock.now());
      switch (check.kind) {
        case 'continue':
          transfer.progress = check.progress;
          break;
        case 'complete':
          await this.complete(transfer, item);
          break;
        case 'failed':
          await this.fail(transfer, downloadFailureText(check.failure), check.cancel);
          break;
      }
    } catch (error) {
      this.log.error(`download of file ${transfer.wanted.fileId}`, error);
    } finally {
      transfer.checking = false;
    }
  }

  /** `undefined` when there is no such message, contact or group. Rejects with ChatError. */
  private async read({ chat, itemId }: WantedFile): Promise<Item | undefined> {
    try {
      return await this.chats.item(chat, itemId);
    } catch (error) {
      if (isGone(error)) return undefined;
      throw error;
    }
  }

  private async complete(transfer: Transfer, item: Item | undefined): Promise<void> {
    if (!transfer.close()) return;
    if (item !== undefined) await this.places.settle(item, true);
    this.end(transfer, { kind: 'received' });
  }

  private async fail(transfer: Transfer, text: string, cancel = false): Promise<void> {
    if (!transfer.close()) return;
    if (cancel) await this.cancel(transfer);
    // What is there before the core accepts the file is not its part.
    if (transfer.accepted) await this.places.deletePartial(transfer.wanted, transfer.path);
    this.end(transfer, { kind: 'failed', text });
  }

  private async cancel({ wanted: { fileId } }: Transfer): Promise<void> {
    try {
      await this.chats.cancelFile(fileId);
    } catch (error) {
      this.log.error(`cancelling file ${fileId}`, error);
    }
  }

  private end(transfer: Transfer, end: TransferEnd): void {
    this.running.delete(transfer.wanted.fileId);
    transfer.end(end);
  }
}

/** Why the core did not accept a file: one whose message was deleted meanwhile is not known to it. */
function failureText(error: unknown): string {
  const unknown = error instanceof ChatError && notFound(error) === 'file';
  return unknown ? downloadFailureText({ kind: 'deleted' }) : errorText(error);
}

/** The message is not there any more, and not something else that keeps it from being read. */
function isGone(error: unknown): boolean {
  const missing = error instanceof ChatError ? notFound(error) : undefined;
  return missing === 'item' || missing === 'contact' || missing === 'group';
}

function notFound({ failure }: ChatError): string | undefined {
  return failure.kind === 'store' ? failure.notFound : undefined;
}
