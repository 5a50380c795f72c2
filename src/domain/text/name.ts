import { showInvisible } from './invisible.js';
import { codeSpan } from './line.js';

const MAX_NAME = 50;
const MAX_PUNCTUATION = 3;

const SPACE = /^[\t-\r\u00A0\p{Zs}]$/u;
const FIRST = /^[\p{L}\p{N}\p{S}]$/u;
const MARK = /^\p{M}$/u;
const PUNCTUATION = /^\p{P}$/u;

/**
 * The valid display name nearest to a text, by the core's rules: no `'`; a letter, number or symbol first; single
 * spaces; at most three punctuation characters in a row; at most 50 code points, no space at an end. Empty when
 * nothing of the text is valid. A name is valid when it is not empty and `validName` returns it unchanged.
 */
export function validName(text: string): string {
  const kept: string[] = [];
  let previous = '';
  let punctuation = 0;
  for (const character of text) {
    if (!mayFollow(previous, character, punctuation)) continue;
    const space = SPACE.test(character);
    if (PUNCTUATION.test(character)) punctuation += 1;
    else if (!space) punctuation = 0;
    previous = space ? ' ' : character;
    kept.push(previous);
  }
  return kept.slice(0, MAX_NAME).join('').replace(/ +$/, '');
}

function mayFollow(previous: string, character: string, punctuation: number): boolean {
  if (character === "'") return false;
  const first = FIRST.test(character);
  if (previous === '') return first;
  if (previous === ' ') return first || (punctuation === 0 && PUNCTUATION.test(character));
  if (first || SPACE.test(character)) return true;
  if (PUNCTUATION.test(previous)) {
    return punctuation < MAX_PUNCTUATION && PUNCTUATION.test(character);
  }
  return MARK.test(character) || PUNCTUATION.test(character);
}

// A word that starts so is read by the apps as formatting, a command or a mention, up to a place in another's text.
const MARKUP = '`*_~#!@/[';
const MARKUP_WORD = new RegExp(`(?:^| )[${MARKUP.replace('[', '\\[')}]`, 'u');
// A telephone number ends in the middle of a word, so markup may start there.
const NUMBER_WORD = /(?:^| )[+\d]/u;
const ANY_MARKUP = new RegExp(`[${MARKUP.replace('[', '\\[')}]`, 'u');

/**
 * Whether a name can stand among the words of a card: it is a valid display name, it has no invisible characters,
 * and nothing of it is markup.
 */
export function isPlainName(name: string): boolean {
  if (name === '' || validName(name) !== name || showInvisible(name) !== name) return false;
  // A backtick anywhere would leave it open which ticks of the line are pairs.
  if (name.includes('`') || MARKUP_WORD.test(name)) return false;
  return !(NUMBER_WORD.test(name) && ANY_MARKUP.test(name));
}

/** A name on cards, replies and posts (behaviour 6.3): a plain name as it is, others as a code span. */
export function safeName(name: string): string {
  return isPlainName(name) ? name : codeSpan(name);
}

/** A mention as it is written in the text of a message: `@name`, or `@'name'` where the name would not end there. */
export function mentionMarkup(name: string): string {
  return /\s|\p{P}$/u.test(name) ? `@'${name}'` : `@${name}`;
}

/** A mentioned name on a card (behaviour 6.3): a plain name as it is mentioned, others as a code span. */
export function mentionText(name: string): string {
  const mention = mentionMarkup(name);
  return isPlainName(name) ? mention : codeSpan(mention);
}
