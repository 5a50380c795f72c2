import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cutToBytes,
  cutToJsonBytes,
  firstCodePoints,
  jsonBytes,
  utf8Bytes,
} from '../../../src/domain/text/measure.js';

const wellFormed = fc.string({ unit: 'grapheme', maxLength: 40 });

describe('bytes of a text', () => {
  it('counts as UTF-8 is written', () => {
    expect(utf8Bytes('aé€\u{1F600}')).toBe(10);
    fc.assert(
      fc.property(wellFormed, (text) => {
        expect(utf8Bytes(text)).toBe(Buffer.byteLength(text, 'utf8'));
      }),
    );
  });
});

describe('JSON-escaped bytes of a text (api 1.9)', () => {
  it.each([
    ['a quote', '"', 2],
    ['a backslash', '\\', 2],
    ['a newline', '\n', 2],
    ['a carriage return', '\r', 2],
    ['a tab', '\t', 2],
    ['another control character', '\u0001', 6],
    ['a backspace, which has no short escape in the core', '\b', 6],
    ['a delete', '\u007F', 1],
    ['a euro sign', '€', 3],
    ['an emoji', '\u{1F600}', 4],
    ['a lone surrogate', '\uD800', 6],
    ['nothing', '', 0],
  ])('counts %s', (_, text, bytes) => {
    expect(jsonBytes(text)).toBe(bytes);
  });

  it('is what JSON takes, for texts without control characters', () => {
    fc.assert(
      fc.property(wellFormed, (text) => {
        expect(jsonBytes(text)).toBe(Buffer.byteLength(JSON.stringify(text), 'utf8') - 2);
      }),
    );
  });
});

describe('cutting texts', () => {
  it('takes code points, not halves of them', () => {
    expect(firstCodePoints('\u{1F600}\u{1F601}\u{1F602}', 2)).toBe('\u{1F600}\u{1F601}');
    expect(firstCodePoints('ab', 5)).toBe('ab');
  });

  it('cuts to bytes with an ellipsis within them', () => {
    expect(cutToBytes('abcdef', 6)).toBe('abcdef');
    expect(cutToBytes('abcdefg', 6)).toBe('abc…');
    expect(cutToBytes('€€€', 8)).toBe('€…');
    expect(cutToBytes('ab\u{1F600}c', 6)).toBe('ab…');
  });

  it('cuts to JSON-escaped bytes', () => {
    expect(cutToJsonBytes('"""', 6)).toBe('"""');
    expect(cutToJsonBytes('""""', 6)).toBe('"…');
  });

  it('never takes more bytes than it may, and never splits a character', () => {
    fc.assert(
      fc.property(wellFormed, fc.integer({ min: 3, max: 60 }), (text, limit) => {
        const cut = cutToBytes(text, limit);
        expect(Buffer.byteLength(cut, 'utf8')).toBeLessThanOrEqual(limit);
        expect(cut === text || text.startsWith(cut.slice(0, -1))).toBe(true);
        expect(cut).not.toMatch(/\p{Surrogate}/u);
      }),
    );
  });
});
