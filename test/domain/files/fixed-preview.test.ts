import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { FIXED_PREVIEW } from '../../../src/domain/files/fixed-preview.js';

describe('the fixed preview (api 1.3)', () => {
  it('is a mid-gray PNG of 16 × 9 pixels', async () => {
    const [form, base64] = FIXED_PREVIEW.split(',');
    expect(form).toBe('data:image/png;base64');
    const { data, info } = await sharp(Buffer.from(base64!, 'base64'))
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([16, 9]);
    expect(new Set(data)).toEqual(new Set([128]));
  });
});
