import type { Item } from '../chat/item.js';
import { fileError, type DownloadFailure } from './download-failure.js';

/** A check every 60 s (behaviour 7). */
export const DOWNLOAD_CHECK_MS = 60_000;
/** Without a rise of the received bytes for this long, a download is cancelled (behaviour 7). */
export const NO_PROGRESS_MS = 30 * 60_000;

/** How far a download was when it last moved. */
export interface DownloadProgress {
  /** Bytes. */
  readonly received: number;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

export function startProgress(now: number): DownloadProgress {
  return { received: 0, since: now };
}

export type DownloadCheck =
  | { readonly kind: 'continue'; readonly progress: DownloadProgress }
  /** The core has received the file. */
  | { readonly kind: 'complete' }
  /** `cancel`: the transfer goes on in the core and is to be cancelled. */
  | { readonly kind: 'failed'; readonly failure: DownloadFailure; readonly cancel: boolean };

/**
 * Decides how an accepted download goes on, by its item as read now: `undefined` when there is no such message,
 * contact or group. An accepted file that is offered again was returned by the core, which found unknown servers in
 * its complete description.
 */
export function checkDownload(
  item: Item | undefined,
  progress: DownloadProgress,
  now: number,
): DownloadCheck {
  const file = item?.file;
  if (file === undefined) return failed({ kind: 'deleted' });
  const error = fileError(file);
  if (error !== undefined) return failed({ kind: 'file-failed', error });
  switch (file.status.kind) {
    case 'complete':
      return { kind: 'complete' };
    case 'invited':
      return failed({ kind: 'returned-to-offer' });
    case 'transfer':
      return goOn(progress, file.status.received, now);
    default:
      return goOn(progress, progress.received, now);
  }
}

function goOn(progress: DownloadProgress, received: number, now: number): DownloadCheck {
  if (received > progress.received) {
    return { kind: 'continue', progress: { received, since: now } };
  }
  if (now - progress.since < NO_PROGRESS_MS) return { kind: 'continue', progress };
  return { kind: 'failed', failure: { kind: 'no-progress' }, cancel: true };
}

function failed(failure: DownloadFailure): DownloadCheck {
  return { kind: 'failed', failure, cancel: false };
}
