import { LINE_BREAK } from '../text/invisible.js';
import { mentionMarkup } from '../text/name.js';

/**
 * The text of a message with the mentioned names in it: those that it does not mention are put before it (api 1.3).
 * `null` stays `null` when nobody is mentioned.
 */
export function withMentions(text: string | null, names: readonly string[]): string | null {
  const missing = names.filter((name) => !mentions(text ?? '', name)).map(mentionMarkup);
  if (missing.length === 0) return text;
  return [...missing, ...(text === null || text === '' ? [] : [text])].join(' ');
}

// Where formatting starts before a mention, the core may not read the mention: it counts as missing.
const FORMATTING = /[`*_~#![]/;

function mentions(text: string, name: string): boolean {
  return text.split(LINE_BREAK).some((line) => {
    const found = mentionPattern(name).exec(line);
    return found !== null && !FORMATTING.test(line.slice(0, found.index));
  });
}

/** A mention is a word of its own, in quotes or not, and punctuation may follow. */
function mentionPattern(name: string): RegExp {
  const escaped = escapeForPattern(name);
  const bare = mentionMarkup(name) === `@${name}` ? `|@${escaped}(?=\\p{P}*(?: |$))` : '';
  return new RegExp(`(?<=^| )(?:@'${escaped}'${bare})`, 'u');
}

function escapeForPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, (character) =>
    character === '-' ? '\\x2d' : `\\${character}`,
  );
}
