import type { ItemFile } from '../chat/item.js';

/** Why a download ended without its file (api 1.5). */
export type DownloadFailure =
  /** `error`: as in the file field. */
  | { readonly kind: 'file-failed'; readonly error: string }
  | { readonly kind: 'sender-cancelled' }
  /** The message, its contact or its group is gone. */
  | { readonly kind: 'deleted' }
  | { readonly kind: 'no-progress' }
  | { readonly kind: 'not-in-folder' }
  /** `/delete CHAT files`. */
  | { readonly kind: 'owner-deleted' }
  /** The core put an accepted file back to its offer. */
  | { readonly kind: 'returned-to-offer' };

/** What the agent reads, and the owner on the card. */
export function downloadFailureText(failure: DownloadFailure): string {
  switch (failure.kind) {
    case 'file-failed':
      return failure.error;
    case 'sender-cancelled':
      return 'The sender cancelled the file.';
    case 'deleted':
      return 'The message or its chat was deleted.';
    case 'no-progress':
      return 'The download made no progress for 30 minutes and was cancelled.';
    case 'not-in-folder':
      return "The received file is not in the agent's files folder.";
    case 'owner-deleted':
      return 'Your owner deleted the files of this chat.';
    case 'returned-to-offer':
      return 'The file is on unknown servers that were not approved.';
  }
}

/** The core refuses the servers of the complete description when the file is accepted: the words of the apps. */
export function serversRefusedText(hosts: readonly string[]): string {
  return `Unknown servers! Without Tor or VPN, your IP address will be visible to these XFTP relays: ${hosts.join(', ')}.`;
}

/** The error of a file that the core can't receive (any more), or `undefined` while it can. */
export function fileError(file: ItemFile): string | undefined {
  if (file.prohibited !== undefined) return file.prohibited;
  switch (file.status.kind) {
    case 'cancelled':
      return 'The file was cancelled.';
    case 'aborted':
      return 'The transfer of the file was aborted.';
    case 'error':
    case 'invalid':
      return file.status.error;
    case 'invited':
    case 'accepted':
    case 'transfer':
    case 'warning':
    case 'complete':
    case 'sent':
      return undefined;
  }
}
