import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeLines, codeSpan, cutCodeSpan, oneLine } from '../../../src/domain/text/line.js';
import { jsonBytes } from '../../../src/domain/text/measure.js';
import { appParts } from './app-markup.js';
import { BREAKS, hostileText } from './hostile.js';

describe('folding to one line (behaviour 6.3)', () => {
  it.each([
    ['a newline', 'a\nb', 'a b'],
    ['a run of line breaks and tabs', 'a\r\n\t\u2028\u2029b', 'a b'],
    ['a vertical tab and a form feed', 'a\v\fb', 'a b'],
    ['a next-line character', 'a\u0085b', 'a b'],
    ['spaces, which stay', ' a  b ', ' a  b '],
    ['a plain text', 'Alice Smith', 'Alice Smith'],
  ])('folds %s', (_, text, line) => {
    expect(oneLine(text)).toBe(line);
  });

  it('holds no line break, for any text', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(oneLine(text)).not.toMatch(BREAKS);
      }),
    );
  });
});

describe('code spans (behaviour 6.3)', () => {
  it.each([
    ['a plain text', '/home/me/a.txt', '`/home/me/a.txt`'],
    ['backticks', 'a`b`', "`a'b'`"],
    ['a leading space', ' a', '`\u00A0a`'],
    ['a trailing space', 'a ', '`a\u00A0`'],
    ['a single space', ' ', '`\u00A0`'],
    ['line breaks', 'a\nb', '`a b`'],
    ['a command', "/'approve 1'", "`/'approve 1'`"],
  ])('shows %s', (_, text, span) => {
    expect(codeSpan(text)).toBe(span);
  });

  it('can’t be broken out of, by any text', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const parts = appParts(`${codeSpan(text)}.`);
        const kind = text === '' ? 'plain' : 'code';
        expect(parts.map((part) => part.kind)).toEqual([kind, 'plain']);
        expect(parts[1]?.text).toBe('.');
      }),
    );
  });
});

describe('code lines (behaviour 6.3)', () => {
  it('makes one code span of each line', () => {
    expect(codeLines('one\ntwo\r\nthree\u2028four')).toEqual([
      '`one`',
      '`two`',
      '`three`',
      '`four`',
    ]);
  });

  it('leaves blank lines empty', () => {
    expect(codeLines('one\n\n  \ntwo\n')).toEqual(['`one`', '', '', '`two`', '']);
  });

  it('keeps tabs and inner spaces', () => {
    expect(codeLines('\tif  x:')).toEqual(['`\tif  x:`']);
  });

  it('makes of any text only code spans and empty lines', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        for (const line of codeLines(text)) {
          expect(line).not.toMatch(BREAKS);
          const parts = appParts(line);
          expect(parts.map((part) => part.kind)).toEqual(line === '' ? [] : ['code']);
        }
      }),
    );
  });
});

describe('cutting a code span (api 1.9)', () => {
  it('keeps a span that fits', () => {
    expect(cutCodeSpan('`abc`', 5)).toBe('`abc`');
  });

  it('ends a cut span in an ellipsis inside its ticks', () => {
    expect(cutCodeSpan('`abcdef`', 7)).toBe('`ab…`');
  });

  it('counts escaped characters', () => {
    expect(cutCodeSpan('`""""`', 9)).toBe('`""…`');
  });

  it('is empty without room for the ellipsis', () => {
    expect(cutCodeSpan('`abcdef`', 5)).toBe('`…`');
    expect(cutCodeSpan('`abcdef`', 4)).toBe('');
  });

  it('stays within its bytes and is one code span, for any text', () => {
    fc.assert(
      fc.property(hostileText, fc.integer({ min: 5, max: 60 }), (text, limit) => {
        const span = cutCodeSpan(codeSpan(`x${text}`), limit);
        expect(jsonBytes(span)).toBeLessThanOrEqual(limit);
        expect(appParts(span).map((part) => part.kind)).toEqual(['code']);
      }),
    );
  });
});
