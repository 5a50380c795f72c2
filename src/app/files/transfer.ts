import type { ChatRef } from '../../domain/chat/ref.js';
import { startProgress, type DownloadProgress } from '../../domain/files/download-check.js';
import type { StopTimer } from '../../ports/clock.js';

/** A file that a download or a /forward wants from the core. */
export interface WantedFile {
  readonly chat: ChatRef;
  readonly itemId: number;
  readonly fileId: number;
  /** As its sender wrote it. */
  readonly fileName: string;
  /** Bytes, as the sender said. */
  readonly size: number;
  /** Absolute path where the core is to put it. */
  readonly path: string;
  /** Its unknown servers may see the IP address. */
  readonly approveServers: boolean;
}

export type TransferEnd =
  /** The core has received it. */
  | { readonly kind: 'received' }
  /** `text`: what the agent and the owner read. */
  | { readonly kind: 'failed'; readonly text: string }
  /** The server stops; the core goes on with it at the next start. */
  | { readonly kind: 'stopped' };

/** The reception of one file in memory; it ends once. */
export class Transfer {
  /** The core has accepted it, in this run or before. */
  accepted = false;
  /** Resolves when the core has accepted or refused it. */
  begun: Promise<void> = Promise.resolve();
  progress: DownloadProgress;
  /** Where the core puts it. */
  path: string;
  stopChecks: StopTimer = () => undefined;
  /** A check is under way. */
  checking = false;
  /** To be cancelled as soon as the core has accepted it. */
  unwanted = false;
  readonly ended: Promise<TransferEnd>;
  private resolve: (end: TransferEnd) => void = () => undefined;
  private closing = false;

  constructor(
    readonly wanted: WantedFile,
    now: number,
  ) {
    this.progress = startProgress(now);
    this.path = wanted.path;
    this.ended = new Promise((resolve) => {
      this.resolve = resolve;
    });
  }

  /** It has ended, or is about to. */
  get over(): boolean {
    return this.closing;
  }

  /** Takes the right to end it; `false` when something else has ended it before. */
  close(): boolean {
    if (this.closing) return false;
    this.closing = true;
    this.stopChecks();
    return true;
  }

  end(end: TransferEnd): void {
    this.resolve(end);
  }
}
