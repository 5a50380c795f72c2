import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPlainName, mentionText, safeName, validName } from '../../../src/domain/text/name.js';
import { appParts } from './app-markup.js';
import { BREAKS, hostileName, hostileText } from './hostile.js';

describe('valid display names (behaviour 7, the rules of the core)', () => {
  it.each([
    ['alice', 'alice'],
    ['алиса', 'алиса'],
    ['Ann Lee', 'Ann Lee'],
    ['A.Lee', 'A.Lee'],
    ['A. Lee', 'A. Lee'],
    ['A ... Lee', 'A ... Lee'],
    ['A .... Lee', 'A ... Lee'],
    ['A . . Lee', 'A . Lee'],
    ['@ann', 'ann'],
    ['#ann', 'ann'],
    ["'ann'", 'ann'],
    ["O'Neil", 'ONeil'],
    ['"ann"', 'ann"'],
    ['.ann', 'ann'],
    [' ann ', 'ann'],
    ['Ann   Lee', 'Ann Lee'],
    ['Ann\tLee\nRoe', 'Ann Lee Roe'],
    ['Ann\u00A0Lee', 'Ann Lee'],
    ['Ann\u3000Lee', 'Ann Lee'],
    ['ann@site.org', 'ann@site.org'],
    ['ann -> lee', 'ann -> lee'],
    ['👍🏽 ok', '👍🏽 ok'],
    ['❤\uFE0F', '❤\uFE0F'],
    ['\u0301ann', 'ann'],
    ['ann\u202Elee', 'annlee'],
    ['ann\u200Blee', 'annlee'],
    ['\0ann', 'ann'],
    ['', ''],
    ['...', ''],
  ])('makes of %j the name %j', (text, name) => {
    expect(validName(text)).toBe(name);
  });

  it('has at most 50 characters, counted as code points', () => {
    expect(validName('😀'.repeat(60))).toBe('😀'.repeat(50));
    expect(validName(`${'a'.repeat(49)} b`)).toBe('a'.repeat(49));
  });

  it('makes of any text an empty or valid name', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(validName(validName(text))).toBe(validName(text));
      }),
    );
  });
});

describe('names on cards, replies and posts (behaviour 6.3)', () => {
  it.each([
    ['a valid name', 'alice', 'alice'],
    ['a valid name with spaces and punctuation', 'J. Doe (work)', 'J. Doe (work)'],
    ['a name with markup inside its words', 'john_doe C# AT&T!', 'john_doe C# AT&T!'],
    ['an emoji', '👍 team', '👍 team'],
    ['a name with a quote', "O'Neil", "`O'Neil`"],
    ['a name with two spaces', 'Ann  Lee', '`Ann  Lee`'],
    ['a name above 50 characters', 'a'.repeat(51), `\`${'a'.repeat(51)}\``],
    ['a name with a line break', 'Ann\nLee', '`Ann Lee`'],
    ['a name with a bidi control', 'ann\u202Eeel', '`ann[U+202E]eel`'],
    ['a name that looks like a command', "/'approve 1'", "`/'approve 1'`"],
    ['an empty name', '', '``'],
    ['a valid name that starts a code span', '`ann', "`'ann`"],
    ['a valid name with a word of markup', 'ann *lee', '`ann *lee`'],
    ['a valid name with a command', 'ann /list', '`ann /list`'],
    ['a valid name with markup after a telephone number', '1234567`ann', "`1234567'ann`"],
    ['a valid name of an invisible letter', '\u3164', '`[U+3164]`'],
  ])('shows %s', (_, name, shown) => {
    expect(safeName(name)).toBe(shown);
  });

  it('is plain words or one code span, after which the card goes on, for any name', () => {
    fc.assert(
      fc.property(hostileName, (name) => {
        const shown = safeName(name);
        expect(shown).not.toMatch(BREAKS);
        const parts = appParts(`by ${shown}: \`x\` /'revoke @5'`);
        expect(parts.slice(-3)).toEqual([
          { kind: 'code', text: '`x`' },
          { kind: 'plain', text: ' ' },
          { kind: 'command', text: "/'revoke @5'" },
        ]);
        const code = parts.slice(0, -3).filter(({ kind }) => kind !== 'plain');
        expect(code).toEqual(
          isPlainName(name) || name === '' ? [] : [{ kind: 'code', text: shown }],
        );
      }),
    );
  });
});

describe('mentioned names on cards (behaviour 6.3)', () => {
  it.each([
    ['a plain name', 'alice', '@alice'],
    ['a name with a space', 'Ann Lee', "@'Ann Lee'"],
    ['a name that ends in punctuation', 'Ann.', "@'Ann.'"],
    ['another name', "O'Neil", "`@O'Neil`"],
    ['a name with a line break', 'a\nb', "`@'a b'`"],
  ])('shows %s', (_, name, shown) => {
    expect(mentionText(name)).toBe(shown);
  });

  it('is one mention or one code span, for any name', () => {
    fc.assert(
      fc.property(hostileName, (name) => {
        const parts = appParts(`mentioning ${mentionText(name)}, ${mentionText('Ann Lee')}`);
        const marked = parts.filter(({ kind }) => kind !== 'plain').map(({ kind }) => kind);
        expect(marked).toEqual([isPlainName(name) ? 'mention' : 'code', 'mention']);
      }),
    );
  });
});
