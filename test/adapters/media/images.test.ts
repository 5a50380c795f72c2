import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { MediaAdapter } from '../../../src/adapters/media/media-adapter.js';
import { FIXED_PREVIEW } from '../../../src/domain/files/fixed-preview.js';
import { MediaError } from '../../../src/ports/media.js';
import {
  bombPng,
  colorAt,
  flat,
  noise,
  pictureOf,
  redAndBlue,
  temporaryFolder,
  written,
} from './pictures.js';

const media = new MediaAdapter('');
const onUnix = process.platform !== 'win32';

const exif = {
  IFD0: { Artist: 'SECRET-ARTIST', Make: 'SECRET-CAMERA' },
  IFD2: { UserComment: 'SECRET-COMMENT' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '51/1 30/1 3230/100',
    GPSLongitudeRef: 'E',
    GPSLongitude: '0/1 7/1 4366/100',
  },
};
const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><photo place="SECRET-PLACE"/></x:xmpmeta>';

async function expectClean(bytes: Uint8Array): Promise<void> {
  const header = await sharp(bytes).metadata();
  const { exif, xmp, iptc, icc, orientation, comments } = header;
  expect({ exif, xmp, iptc, icc, orientation, comments }).toEqual({});
  const text = Buffer.from(bytes).toString('latin1');
  for (const word of ['Exif', 'GPS', 'SECRET', 'xmpmeta', 'eXIf', 'iTXt', 'tEXt', 'ICC_PROFILE']) {
    expect([word, text.includes(word)]).toEqual([word, false]);
  }
}

describe('resizeImage (api 1.3: the sent file of .jpg, .jpeg and .png)', () => {
  it('makes a photo a JPEG of at most 261120 bytes, with its proportions', async () => {
    const path = written('a.jpg', await noise(3000, 2000).jpeg({ quality: 95 }).toBuffer());
    const { bytes, extension } = await media.resizeImage(path);
    const { format, width, height } = await sharp(bytes).metadata();
    expect([extension, format]).toEqual(['.jpg', 'jpeg']);
    expect(bytes.length).toBeLessThanOrEqual(261_120);
    expect(bytes.length).toBeGreaterThan(60_000);
    expect(width / height).toBeCloseTo(1.5, 1);
  });

  it('keeps the size of a small photo', async () => {
    const path = written('a.jpeg', await noise(300, 200).jpeg().toBuffer());
    const { bytes } = await media.resizeImage(path);
    expect(await sharp(bytes).metadata()).toMatchObject({
      format: 'jpeg',
      width: 300,
      height: 200,
    });
  });

  it('keeps a PNG with its transparency when it fits', async () => {
    const path = written('a.png', await flat(500, 400, 0.5).png().toBuffer());
    const { bytes, extension } = await media.resizeImage(path);
    expect(extension).toBe('.png');
    expect(await sharp(bytes).metadata()).toMatchObject({
      format: 'png',
      width: 500,
      height: 400,
      hasAlpha: true,
    });
  });

  it('makes a PNG that does not fit a JPEG, on white where it is transparent', async () => {
    const pixels = Buffer.alloc(1200 * 900 * 4, 0);
    let seed = 1;
    for (let n = 0; n < pixels.length; n += 4) {
      // Noise in the colors, transparent all over.
      for (let c = 0; c < 3; c++) pixels[n + c] = (seed = (seed * 48271) % 2147483647) & 255;
    }
    const raw = { width: 1200, height: 900, channels: 4 as const };
    const path = written('a.png', await sharp(pixels, { raw }).png().toBuffer());
    const { bytes, extension } = await media.resizeImage(path);
    expect(extension).toBe('.jpg');
    expect(bytes.length).toBeLessThanOrEqual(261_120);
    expect(await colorAt(bytes, 5, 5)).toBe('255,255,255');
  });

  it('bounds the sides of a flat picture of few bytes', async () => {
    const path = written('a.png', await flat(9000, 3000).png().toBuffer());
    const { bytes } = await media.resizeImage(path);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 4096, height: 1365 });
  });

  it('goes by the content, not by the name', async () => {
    const path = written('a.jpg', await flat(20, 10).png().toBuffer());
    expect((await media.resizeImage(path)).extension).toBe('.png');
  });

  it('turns a picture upright and drops its metadata: EXIF, GPS, XMP, color profile', async () => {
    const photo = await (
      await redAndBlue(600, 400)
    )
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExifMerge(exif)
      .withXmp(xmp)
      .withIccProfile('p3')
      .toBuffer();
    const before = await sharp(photo).metadata();
    expect(before.orientation).toBe(6);
    expect(photo.toString('latin1')).toContain('SECRET-ARTIST');
    expect(photo.toString('latin1')).toContain('SECRET-PLACE');
    expect(before.icc).toBeDefined();

    const { bytes } = await media.resizeImage(written('a.jpg', photo));
    await expectClean(bytes);
    const { width, height } = await sharp(bytes).metadata();
    expect([width, height]).toEqual([400, 600]);
    expect([await colorAt(bytes, 200, 50), await colorAt(bytes, 200, 550)]).toEqual([
      'red',
      'blue',
    ]);
  });

  it('drops the metadata of a PNG', async () => {
    const picture = await (
      await redAndBlue(60, 40)
    )
      .png()
      .withMetadata()
      .withExifMerge(exif)
      .withXmp(xmp)
      .toBuffer();
    expect(picture.toString('latin1')).toContain('SECRET-ARTIST');
    const { bytes, extension } = await media.resizeImage(written('a.png', picture));
    expect(extension).toBe('.png');
    await expectClean(bytes);
  });

  it('drops what is appended to a picture', async () => {
    const photo = Buffer.concat([await flat(60, 40).jpeg().toBuffer(), Buffer.from('SECRET-TAIL')]);
    const { bytes } = await media.resizeImage(written('a.jpg', photo));
    expect(Buffer.from(bytes).toString('latin1')).not.toContain('SECRET');
  });

  it('takes CMYK, gray, 16-bit and one-pixel pictures', async () => {
    const cmyk = await flat(40, 30).toColourspace('cmyk').jpeg().toBuffer();
    const gray = await flat(40, 30).toColourspace('b-w').png().toBuffer();
    const deep = await flat(40, 30).toColourspace('rgb16').png().toBuffer();
    expect((await sharp(deep).metadata()).depth).toBe('ushort');
    const pixel = await flat(1, 1).png().toBuffer();
    for (const [name, picture] of Object.entries({ 'a.jpg': cmyk, 'b.png': gray, 'c.png': deep })) {
      const { bytes } = await media.resizeImage(written(name, picture));
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 40, depth: 'uchar' });
    }
    expect((await media.resizeImage(written('d.png', pixel))).bytes.length).toBeGreaterThan(0);
  });
});

describe('imagePreview (api 1.3: preview)', () => {
  it.each(['jpeg', 'png', 'gif', 'webp'] as const)(
    'of a %s is a data URL of at most 14000 characters',
    async (format) => {
      const path = written('a', await noise(600, 450).toFormat(format, { effort: 1 }).toBuffer());
      const preview = await media.imagePreview(path);
      expect(preview).toMatch(/^data:image\/jpg;base64,[A-Za-z0-9+/]+=*$/);
      expect(preview.length).toBeLessThanOrEqual(14_000);
      const { format: shown, width, height } = await sharp(pictureOf(preview)).metadata();
      expect([shown, width / height]).toEqual(['jpeg', expect.closeTo(4 / 3, 1)]);
    },
  );

  it('of a transparent picture is a PNG', async () => {
    for (const format of ['png', 'gif', 'webp'] as const) {
      const path = written('a', await flat(200, 100, 0).toFormat(format).toBuffer());
      expect(await media.imagePreview(path)).toMatch(/^data:image\/png;base64,/);
    }
  });

  it.each(['gif', 'webp'] as const)('of an animated %s is its first frame', async (format) => {
    const frames = [];
    for (const color of ['#ff0000', '#0000ff', '#00ff00']) {
      frames.push(
        await sharp({ create: { width: 40, height: 30, channels: 3, background: color } })
          .png()
          .toBuffer(),
      );
    }
    const animation = await sharp(frames, { join: { animated: true } })
      .toFormat(format)
      .toBuffer();
    expect((await sharp(animation).metadata()).pages).toBe(3);
    const picture = pictureOf(await media.imagePreview(written('a', animation)));
    expect(await sharp(picture).metadata()).toMatchObject({ width: 40, height: 30 });
    expect(await colorAt(picture, 20, 15)).toBe('red');
  });

  it('has no metadata', async () => {
    const photo = await noise(600, 400).jpeg().withExif(exif).withXmp(xmp).toBuffer();
    await expectClean(pictureOf(await media.imagePreview(written('a.jpg', photo))));
  });
});

describe('fitPreview (api 2.2: the preview is resized to fit the card)', () => {
  it.each([14_000, 6_000, 1_500])('makes a data URL of at most %d bytes', async (limit) => {
    const whole = await noise(300, 200).jpeg({ quality: 95 }).toBuffer();
    const url = `data:image/jpg;base64,${whole.toString('base64')}`;
    expect(url.length).toBeGreaterThan(14_000);
    const fitted = await media.fitPreview(url, limit);
    expect(fitted.length).toBeLessThanOrEqual(limit);
    expect(fitted).toMatch(/^data:image\/jpg;base64,/);
    expect((await sharp(pictureOf(fitted)).metadata()).format).toBe('jpeg');
  });

  it('keeps the fixed preview a gray PNG of its size', async () => {
    const fitted = await media.fitPreview(FIXED_PREVIEW, 14_000);
    expect(fitted).toMatch(/^data:image\/png;base64,/);
    expect(await sharp(pictureOf(fitted)).metadata()).toMatchObject({ width: 16, height: 9 });
    expect(await colorAt(pictureOf(fitted), 8, 4)).toBe('128,128,128');
  });

  it("rewrites a peer's picture also when it fits, so that nothing hides in it", async () => {
    const photo = await flat(60, 40).jpeg().withExif(exif).toBuffer();
    const url = `data:image/jpeg;base64,${photo.toString('base64')}`;
    await expectClean(pictureOf(await media.fitPreview(url, 14_000)));
  });

  it('says when no picture is as small', async () => {
    await expect(media.fitPreview(FIXED_PREVIEW, 60)).rejects.toThrow(
      new MediaError("The picture can't be made as small as 27 bytes."),
    );
    await expect(media.fitPreview(FIXED_PREVIEW, 0)).rejects.toThrow(MediaError);
  });

  it.each([
    '',
    'hello',
    'data:image/svg+xml;base64,PHN2Zy8+',
    'data:text/html;base64,PGI+',
    'data:image/jpg;base64,',
    'data:image/jpg;base64,%%%',
    'data:image/jpg,abc',
    `data:image/jpg;base64,${'A'.repeat(1024 * 1024)}`,
    'https://example.org/a.jpg',
    'file:///etc/passwd',
  ])('refuses what is no data URL of a picture', async (url) => {
    await expect(media.fitPreview(url, 14_000)).rejects.toThrow(
      new MediaError('It is not the data URL of a picture.'),
    );
  });

  it('refuses a data URL whose bytes are no picture', async () => {
    await expect(media.fitPreview('data:image/jpg;base64,AAAA', 14_000)).rejects.toThrow(
      new MediaError('It is not a picture in JPEG, PNG, GIF, WebP.'),
    );
  });
});

describe('broken and hostile pictures', () => {
  const both = [
    ['resizeImage', (path: string) => media.resizeImage(path)],
    ['imagePreview', (path: string) => media.imagePreview(path)],
  ] as const;

  describe.each(both)('%s', (name, run) => {
    const formats = name === 'resizeImage' ? 'JPEG, PNG' : 'JPEG, PNG, GIF, WebP';

    it.each([
      ['a text', 'hello'],
      ['nothing', ''],
      ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
      ['an SVG after a byte order mark', '\uFEFF<?xml version="1.0"?><svg width="9" height="9"/>'],
      ['a PDF', '%PDF-1.4\n'],
      ['a PostScript file', '%!PS-Adobe-3.0\n(x) print'],
      ['a table', '1,2\n3,4\n'],
      ['a PPM', 'P3\n1 1\n255\n0 0 0\n'],
    ])('refuses %s named as a picture', async (_, content) => {
      await expect(run(written('a.jpg', content))).rejects.toThrow(
        new MediaError(`It is not a picture in ${formats}.`),
      );
    });

    it('refuses a TIFF', async () => {
      const tiff = await flat(20, 10).tiff().toBuffer();
      await expect(run(written('a.jpg', tiff))).rejects.toThrow(
        new MediaError(`It is not a picture in ${formats}.`),
      );
    });

    it.each(['jpeg', 'png'] as const)('refuses a truncated %s', async (format) => {
      const path = written('a', await noise(400, 300).toFormat(format).toBuffer());
      truncateSync(path, 20_000);
      await expect(run(path)).rejects.toThrow(new MediaError('The picture is broken.'));
    });

    it('refuses a PNG of many pixels by its header, at once', async () => {
      const path = written('a.png', bombPng(20_000, 20_000, false));
      await expect(run(path)).rejects.toThrow(
        new MediaError('A picture of more than 268402689 pixels is not read.'),
      );
    });

    it('refuses a smaller one when it would be decoded whole', async () => {
      const path = written('a.png', bombPng(9_000, 9_000, true));
      await expect(run(path)).rejects.toThrow(
        new MediaError('A picture of more than 64000000 pixels is not read.'),
      );
    });

    it('refuses a picture of more than 128 MiB', async () => {
      const path = written('a.jpg', await flat(20, 10).jpeg().toBuffer());
      truncateSync(path, 128 * 1024 * 1024 + 1);
      await expect(run(path)).rejects.toThrow(
        new MediaError('A picture of more than 128 MiB is not read.'),
      );
    });

    it('says when there is no file', async () => {
      await expect(run(join(temporaryFolder(), 'none.jpg'))).rejects.toThrow(
        new MediaError("The file can't be read: ENOENT."),
      );
    });

    it.runIf(onUnix)('refuses a folder, a pipe, a device and a link, at once', async () => {
      const folder = temporaryFolder();
      const at = (name: string) => join(folder, name);
      mkdirSync(at('folder.jpg'));
      execFileSync('mkfifo', [at('pipe.jpg')]);
      writeFileSync(at('real.jpg'), await flat(20, 10).jpeg().toBuffer());
      symlinkSync('real.jpg', at('link.jpg'));
      for (const path of [at('folder.jpg'), at('pipe.jpg'), '/dev/zero']) {
        await expect(run(path)).rejects.toThrow(new MediaError('It is not a regular file.'));
      }
      await expect(run(at('link.jpg'))).rejects.toThrow(
        new MediaError("The file can't be read: ELOOP."),
      );
    });
  });

  it('go on to the next picture', async () => {
    const bad = written('a.png', 'hello');
    const good = written('b.png', await flat(20, 10).png().toBuffer());
    const results = await Promise.allSettled(
      [bad, good, bad, good].map((path) => media.imagePreview(path)),
    );
    expect(results.map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
  });
});
