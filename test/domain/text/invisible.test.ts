import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { showInvisible } from '../../../src/domain/text/invisible.js';
import { hostileText, TURNING } from './hostile.js';

describe('invisible characters in peers’ text (behaviour 6.3)', () => {
  it.each([
    ['a right-to-left override', 'gpj\u202Eexe', 'gpj[U+202E]exe'],
    ['an isolate', '\u2066a\u2069', '[U+2066]a[U+2069]'],
    ['a zero-width space', 'a\u200Bb', 'a[U+200B]b'],
    ['a zero-width joiner between letters', 'a\u200Db', 'a[U+200D]b'],
    ['a tag character, in which text can be smuggled', 'a\u{E0041}', 'a[U+E0041]'],
    ['a variation selector, in which bytes can be smuggled', 'a\u{E0101}', 'a[U+E0101]'],
    ['a variation selector after a letter', 'a\uFE0F', 'a[U+FE0F]'],
    ['a soft hyphen', 'a\u00ADb', 'a[U+00AD]b'],
    ['a Hangul filler', '\u3164', '[U+3164]'],
    ['an escape, as terminals read it', '\u001B[2J', '[U+001B][2J'],
    ['a null', '\0', '[U+0000]'],
    ['a delete', '\u007F', '[U+007F]'],
  ])('shows %s by its code', (_, text, shown) => {
    expect(showInvisible(text)).toBe(shown);
  });

  it.each([
    ['an emoji of several', '\u{1F469}\u200D\u{1F4BB}'],
    ['an emoji of several with a skin tone', '\u{1F469}\u{1F3FD}\u200D\u{1F680}'],
    ['a heart as an emoji', '\u2764\uFE0F'],
    ['a rainbow flag', '\u{1F3F3}\uFE0F\u200D\u{1F308}'],
    ['a Persian word with its non-joiner', 'می\u200Cخواهم'],
    ['a tab', 'a\tb'],
    ['accents', 'e\u0301'],
  ])('keeps %s', (_, text) => {
    expect(showInvisible(text)).toBe(text);
  });

  it('replaces a lone surrogate, which can’t be sent', () => {
    expect(showInvisible('a\uD800b')).toBe('a\uFFFDb');
  });

  it('leaves nothing that turns or hides text, for any text', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(showInvisible(text)).not.toMatch(TURNING);
      }),
    );
  });

  it('changes nothing in what it has shown', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(showInvisible(showInvisible(text))).toBe(showInvisible(text));
      }),
    );
  });
});
