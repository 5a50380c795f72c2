import sharp, { type Metadata, type SharpOptions } from 'sharp';
import { mediaError } from './media-failed.js';

// Only these decoders: libvips knows many more formats, some of which read other files or run programs.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Nsgif', 'Webp'].map((name) => `VipsForeignLoad${name}Buffer`),
});
// Pictures come one at a time and from strangers: nothing of them is kept.
sharp.cache(false);

export type PictureFormat = 'jpeg' | 'png' | 'gif' | 'webp';

/** Pixels in memory: upright, sRGB, 8 bits a channel, and nothing else of the file, so no metadata. */
export interface Picture {
  readonly format: PictureFormat;
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 2 | 3 | 4;
  readonly hasAlpha: boolean;
}

// Decoded row by row, these need little memory whatever their size.
const STREAMED_PIXELS = 268_402_689;
// Decoded whole: progressive JPEG, interlaced PNG, GIF and WebP.
const WHOLE_PIXELS = 64_000_000;
const SECONDS = 20;

/**
 * The first frame of a picture, no larger than `maxSide` pixels on a side. Rejects with MediaError for other formats
 * than `formats`, for more pixels than the limits, and for a broken picture.
 */
export async function decode(
  bytes: Uint8Array,
  formats: readonly PictureFormat[],
  maxSide: number,
): Promise<Picture> {
  const header = await readHeader(bytes, formats);
  const whole =
    header.isProgressive === true || header.format === 'gif' || header.format === 'webp';
  const limit = whole ? WHOLE_PIXELS : STREAMED_PIXELS;
  if (header.width * header.height > limit) throw mediaError({ kind: 'too-many-pixels', limit });
  try {
    const { data, info } = await sharp(bytes, { ...options, limitInputPixels: limit })
      .timeout({ seconds: SECONDS })
      .autoOrient()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return {
      format: header.format,
      pixels: data,
      width: info.width,
      height: info.height,
      channels: info.channels,
      hasAlpha: header.hasAlpha && !(await isOpaque(data, info)),
    };
  } catch (error) {
    throw decodeError(error);
  }
}

const options: SharpOptions = {
  failOn: 'error',
  sequentialRead: true,
  pages: 1,
  unlimited: false,
};

type Header = Metadata & { readonly format: PictureFormat };

async function readHeader(bytes: Uint8Array, formats: readonly PictureFormat[]): Promise<Header> {
  let header: Metadata;
  try {
    header = await sharp(bytes, { ...options, limitInputPixels: false }).metadata();
  } catch (error) {
    throw mediaError({ kind: 'not-a-picture', formats: formats.map(shown) }, error);
  }
  const format = formats.find((candidate) => candidate === header.format);
  if (format === undefined)
    throw mediaError({ kind: 'not-a-picture', formats: formats.map(shown) });
  return { ...header, format };
}

function shown(format: PictureFormat): string {
  return format === 'webp' ? 'WebP' : format.toUpperCase();
}

async function isOpaque(
  pixels: Uint8Array,
  { width, height, channels }: { width: number; height: number; channels: 1 | 2 | 3 | 4 },
): Promise<boolean> {
  const { isOpaque: opaque } = await sharp(pixels, { raw: { width, height, channels } }).stats();
  return opaque;
}

function decodeError(error: unknown): Error {
  const timedOut = error instanceof Error && error.message.includes('timeout');
  return mediaError(timedOut ? { kind: 'time', seconds: SECONDS } : { kind: 'broken' }, error);
}
