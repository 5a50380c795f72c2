import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { afterEach } from 'vitest';

const made: string[] = [];

afterEach(() => {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
});

export function temporaryFolder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'simplex-mcp-media-')));
  made.push(path);
  return path;
}

/** Writes a file with that name into a folder of its own. */
export function written(name: string, bytes: Uint8Array | string): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, bytes);
  return path;
}

/** One color; `alpha` below 1 makes it transparent. */
export function flat(width: number, height: number, alpha = 1): Sharp {
  const background = { r: 30, g: 90, b: 200, alpha };
  return sharp({ create: { width, height, channels: 4, background } });
}

/** Noise, as hard to compress as a photo at its worst. */
export function noise(width: number, height: number): Sharp {
  const spread = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#888888', noise: spread } });
}

/** Red at the left half, blue at the right half. */
export async function redAndBlue(width: number, height: number): Promise<Sharp> {
  const half = { width: Math.floor(width / 2), height, channels: 3 as const };
  const red = await sharp({ create: { ...half, background: '#ff0000' } })
    .png()
    .toBuffer();
  const blue = sharp({ create: { ...half, width, background: '#0000ff' } });
  return sharp(
    await blue
      .composite([{ input: red, left: 0, top: 0 }])
      .png()
      .toBuffer(),
  );
}

/** The color at a place, as `red`, `blue` or its numbers. */
export async function colorAt(bytes: Uint8Array, x: number, y: number): Promise<string> {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * info.channels;
  const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3);
  if (r > 200 && b < 60) return 'red';
  if (b > 200 && r < 60) return 'blue';
  return `${r},${g},${b}`;
}

/** A PNG that claims any size: a small file that needs much memory to decode. */
export function bombPng(width: number, height: number, interlaced: boolean): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, interlaced ? 1 : 0], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const data = deflateSync(Buffer.alloc(100_000));
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND')]);
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  whole.set(body, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

export function pictureOf(dataUrl: string): Buffer {
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
}
