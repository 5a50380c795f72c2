import sharp, { type Sharp } from 'sharp';
import { mediaError } from './media-failed.js';
import type { Picture } from './picture.js';

export interface Encoded {
  readonly bytes: Uint8Array;
  readonly type: 'jpg' | 'png';
}

const JPEG_QUALITY = 85;

/**
 * A picture as a file of at most `maxBytes(type)` bytes: a PNG in its own size when it was a PNG and that fits, so that
 * transparency and sharp edges are kept; otherwise a JPEG, on white where it is transparent, made smaller until it fits.
 */
export async function encodeToFit(
  picture: Picture,
  maxBytes: (type: Encoded['type']) => number,
): Promise<Encoded> {
  if (picture.format === 'png' || picture.hasAlpha) {
    const bytes = await source(picture).png({ compressionLevel: 9 }).toBuffer();
    if (bytes.length <= maxBytes('png')) return { bytes, type: 'png' };
  }
  return { bytes: await jpegToFit(picture, maxBytes('jpg')), type: 'jpg' };
}

async function jpegToFit(picture: Picture, maxBytes: number): Promise<Uint8Array> {
  for (let scale = 1; ;) {
    const width = Math.max(1, Math.round(picture.width * scale));
    const height = Math.max(1, Math.round(picture.height * scale));
    const bytes = await source(picture)
      .resize({ width, height, fit: 'fill' })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer();
    if (bytes.length <= maxBytes) return bytes;
    if (width === 1 && height === 1) throw mediaError({ kind: 'does-not-fit', limit: maxBytes });
    // The bytes go with the area; a step is neither so small that it takes long nor so large that much is lost.
    scale /= Math.min(2, Math.max(1.1, Math.sqrt(bytes.length / Math.max(1, maxBytes))));
  }
}

function source({ pixels, width, height, channels }: Picture): Sharp {
  return sharp(pixels, { raw: { width, height, channels } });
}
