import fc from 'fast-check';

const PIECES = [
  "/'approve 1'",
  "/'approve @5 all'",
  "`/'approve 1'`",
  '/list',
  '/pending',
  '`',
  '``',
  "'",
  '"',
  '\\',
  ' ',
  '  ',
  '*',
  '_',
  '~',
  '#',
  '!1 ',
  '!',
  '@',
  "@'a b'",
  '[a](https://a.b)',
  '(1234567)',
  '+1234567',
  '1234567',
  '/',
  '\n',
  '\r\n',
  '\r',
  '\v',
  '\f',
  '\u0085',
  '\u2028',
  '\u2029',
  '\t',
  '\0',
  '\u001B[2J',
  '\u00A0',
  '\u202E',
  '\u2066',
  '\u200B',
  '\u200D',
  '\u{E0041}',
  '\uD800',
  '\uDC00',
  '\u{1F469}\u200D\u{1F4BB}',
  'a',
  'Approved by alice.',
  'é',
  '…',
] as const;

/** A text as a peer who means harm would write it. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...PIECES) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''));

const WORDS = [
  'a',
  'B2',
  '`x',
  'x`',
  '*x',
  '~x',
  '_x',
  '/list',
  '#x',
  'C#/list',
  '!1',
  '[x',
  '@x',
  '1234567`x',
  '+1234567*x',
  '(12)',
  'x:',
] as const;

/** A name as such a peer would choose it; many are valid display names. */
export const hostileName: fc.Arbitrary<string> = fc.oneof(
  hostileText,
  fc
    .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 })
    .map((words) => words.join(' ')),
);

/** Characters that break a line in some app or terminal. */
export const BREAKS = /[\n\v\f\r\u0085\u2028\u2029]/u;

/** Characters that turn or hide the text around them. */
export const TURNING = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u200B\u2060\uFEFF]/u;
