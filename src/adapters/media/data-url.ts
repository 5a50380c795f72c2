import type { Encoded } from './fit.js';
import { mediaError } from './media-failed.js';

/** No preview in a message is as long: a message has at most 15602 bytes. */
const MAX_LENGTH = 1024 * 1024;

const FORM = /^data:image\/(?:jpg|jpeg|png|gif|webp);base64,([A-Za-z0-9+/]+={0,2})$/;

/** As the SimpleX apps write previews: `image/jpg`, not `image/jpeg`. */
export function toDataUrl({ bytes, type }: Encoded): string {
  return prefix(type) + Buffer.from(bytes).toString('base64');
}

/** The most bytes of a picture whose data URL has at most `length` characters. */
export function bytesWithin(length: number, type: Encoded['type']): number {
  return Math.floor(Math.max(0, length - prefix(type).length) / 4) * 3;
}

export function fromDataUrl(url: string): Uint8Array {
  const base64 = url.length <= MAX_LENGTH ? FORM.exec(url)?.[1] : undefined;
  if (base64 === undefined) throw mediaError({ kind: 'not-a-data-url' });
  return Buffer.from(base64, 'base64');
}

function prefix(type: Encoded['type']): string {
  return `data:image/${type};base64,`;
}
