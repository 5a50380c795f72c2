import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { counted, sizeText, timeText } from '../../../src/domain/text/quantity.js';

describe('SIZE (api 2.1)', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1.0 KB'],
    [1449, '1.4 KB'],
    [999_949, '999.9 KB'],
    [999_950, '1.0 MB'],
    [1_000_000, '1.0 MB'],
    [12_340_000, '12.3 MB'],
    [999_950_000, '1.0 GB'],
    [1_073_741_824, '1.1 GB'],
    [5_000_000_000_000, '5000.0 GB'],
  ])('writes %d bytes as %s', (bytes, text) => {
    expect(sizeText(bytes)).toBe(text);
  });
});

describe('times (api 2.1)', () => {
  it.each([
    [0, '1970-01-01 00:00 UTC'],
    [951_782_399_999, '2000-02-28 23:59 UTC'],
    [951_782_400_000, '2000-02-29 00:00 UTC'],
    [1_709_210_096_789, '2024-02-29 12:34 UTC'],
    [1_735_689_599_999, '2024-12-31 23:59 UTC'],
    [4_107_542_400_000, '2100-03-01 00:00 UTC'],
  ])('writes %d as %s', (ms, text) => {
    expect(timeText(ms)).toBe(text);
  });

  it('agrees with the calendar of the runtime for every day until the year 3000', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 32_503_679_999_999 }), (ms) => {
        const iso = new Date(ms).toISOString();
        expect(timeText(ms)).toBe(`${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`);
      }),
    );
  });
});

describe('counts', () => {
  it('has a plural for all but one', () => {
    expect([0, 1, 2].map((n) => counted(n, 'file'))).toEqual(['0 files', '1 file', '2 files']);
  });
});
