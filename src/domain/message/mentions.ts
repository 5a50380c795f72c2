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

// What may take a mention after it into formatting or a command: then it counts as missing. A telephone number ends
// within a word, so markup may follow its digits.
const FORMATTING = /(?:^| |\d\)?)[`*_~#![]|[@/]'/u;
const QUOTED_MENTION = /(?<=^| )@'[^'\s#@][^']*'/gu;

function mentions(text: string, name: string): boolean {
  return text.split('\n').some((line) => {
    const found = mentionPattern(name).exec(line);
    return (
      found !== null && !FORMATTING.test(line.slice(0, found.index).replace(QUOTED_MENTION, ''))
    );
  });
}

/** A mention is a word of its own, in quotes or not, and punctuation may follow. */
function mentionPattern(name: string): RegExp {
  const escaped = escapeForPattern(name);
  const bare = mentionMarkup(name) === `@${name}` ? `|@${escaped}(?=\\p{P}*(?:\\s|$))` : '';
  return new RegExp(`(?<=^| )(?:@'${escaped}'${bare})`, 'u');
}

function escapeForPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, (character) =>
    character === '-' ? '\\x2d' : `\\${character}`,
  );
}
