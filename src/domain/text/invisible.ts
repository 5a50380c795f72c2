const LINE_BREAKS = '\\n\\v\\f\\r\\u0085\\u2028\\u2029';

/** Line breaks of any kind that an app or terminal may show as one. */
export const LINE_BREAK = new RegExp(`\\r\\n|[${LINE_BREAKS}]`, 'u');

/** A run of line breaks and tabs. */
export const FOLDED = new RegExp(`[\\t${LINE_BREAKS}]+`, 'gu');

// Scripts whose letters need joiners to be written right.
const JOINING = ['Arab', 'Syrc', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda']
  .concat(['Mlym', 'Sinh', 'Khmr', 'Mong'])
  .map((script) => `\\p{Script=${script}}`)
  .join('');

// Emoji and such scripts: what their writing needs is kept, everywhere else it is only a hiding place.
const NEEDED = [
  '(?<=\\p{Emoji})[\\uFE0E\\uFE0F]',
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F])\\u200D(?=\\p{Extended_Pictographic})',
  `(?<=[${JOINING}])[\\u200C\\u200D](?=[${JOINING}])`,
].join('|');

const INVISIBLE = '(?!\\t)[\\p{Cc}\\p{Default_Ignorable_Code_Point}\\u2028\\u2029\\uFFF9-\\uFFFB]';

const HIDDEN = new RegExp(`(?:${NEEDED})|(${INVISIBLE})`, 'gu');

const LONE_SURROGATE = /\p{Surrogate}/gu;

/**
 * Shows characters that have no picture of their own, or that turn the order of the text around them, as their
 * code: `[U+202E]`. So a person sees all that a text holds, and in its order. Tabs are kept; a lone surrogate, which
 * can't be sent, becomes U+FFFD.
 */
export function showInvisible(text: string): string {
  return text
    .replace(LONE_SURROGATE, '\uFFFD')
    .replace(HIDDEN, (whole: string, hidden: string | undefined) =>
      hidden === undefined ? whole : codeOf(hidden),
    );
}

function codeOf(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `[U+${hex.padStart(4, '0')}]`;
}
