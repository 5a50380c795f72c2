import type { ItemFile } from '../chat/item.js';
import type { FilePlaces } from './chat-folder.js';
import { downloadFailureText, fileError } from './download-failure.js';

/** The status of a received file in the message object (api 1.8), with what belongs to it. */
export type FileField =
  | { readonly status: 'rejected' }
  | { readonly status: 'failed'; readonly error: string }
  | { readonly status: 'received'; readonly path: string }
  | { readonly status: 'offered' };

/** Whether there is a file at each of the places. */
export interface OnDisk {
  readonly download: boolean;
  readonly forwarded: boolean;
}

/**
 * First match. `rejected`: the file ID is in rejected files. A file is received only at the download path, also when
 * the core still names the forwarded path, from which it was moved.
 */
export function fileField(
  file: ItemFile,
  places: FilePlaces,
  onDisk: OnDisk,
  rejected: boolean,
): FileField {
  if (rejected) return { status: 'rejected' };
  const error = fileError(file);
  if (error !== undefined) return { status: 'failed', error };
  if (file.status.kind !== 'complete') return { status: 'offered' };
  if (!onDisk.download && !onDisk.forwarded) {
    return { status: 'failed', error: downloadFailureText({ kind: 'not-in-folder' }) };
  }
  const ours = file.path === places.download || file.path === places.forwarded;
  if (onDisk.download && ours) return { status: 'received', path: places.download };
  return { status: 'offered' };
}
