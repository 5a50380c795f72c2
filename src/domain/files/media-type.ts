import type { SendFileType } from '../action/request.js';

/** What is done with a file that is sent, by its extension (api 1.3). */
export type SendMedia =
  /** Sent as an image, resized and without its metadata. */
  | 'resized-image'
  /** Sent as an image, unchanged. */
  | 'image'
  | 'video'
  | 'file';

const MEDIA: Readonly<Record<string, SendMedia>> = {
  '.jpg': 'resized-image',
  '.jpeg': 'resized-image',
  '.png': 'resized-image',
  '.gif': 'image',
  '.webp': 'image',
  '.mp4': 'video',
  '.mov': 'video',
};

/** `asFile`: `as: "file"` was given. */
export function sendMedia(path: string, asFile: boolean): SendMedia {
  const extension = /[^/\\](\.[a-z0-9]+)$/.exec(path.toLowerCase())?.[1];
  if (asFile || extension === undefined || !Object.hasOwn(MEDIA, extension)) return 'file';
  return MEDIA[extension] ?? 'file';
}

/** The TYPE of the card and of the message. */
export function sendFileType(media: SendMedia): SendFileType {
  return media === 'resized-image' ? 'image' : media;
}
