const ELLIPSIS = '…';
const ELLIPSIS_BYTES = 3;

/** Bytes of a text in UTF-8. */
export function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const character of text) bytes += characterBytes(character);
  return bytes;
}

/**
 * Bytes of a text inside a JSON string, in UTF-8 (api 1.9): `"`, `\`, `\n`, `\r` and `\t` take 2, other characters
 * below U+0020 take 6, and so does a lone surrogate, which is written as its escape.
 */
export function jsonBytes(text: string): number {
  let bytes = 0;
  for (const character of text) bytes += escapedBytes(character);
  return bytes;
}

/** The first `count` code points. */
export function firstCodePoints(text: string, count: number): string {
  return Array.from(text).slice(0, count).join('');
}

/** A text of at most `limit` bytes of UTF-8: cut between code points, with `…` at its end, when it is longer. */
export function cutToBytes(text: string, limit: number): string {
  return cutBy(text, limit, characterBytes);
}

/** As `cutToBytes`, with the bytes counted as `jsonBytes` counts them. */
export function cutToJsonBytes(text: string, limit: number): string {
  return cutBy(text, limit, escapedBytes);
}

function cutBy(text: string, limit: number, measure: (character: string) => number): string {
  let bytes = 0;
  let kept = '';
  for (const character of text) {
    bytes += measure(character);
    if (bytes > limit) return kept + ELLIPSIS;
    if (bytes <= limit - ELLIPSIS_BYTES) kept += character;
  }
  return text;
}

function characterBytes(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

function escapedBytes(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  switch (character) {
    case '"':
    case '\\':
    case '\n':
    case '\r':
    case '\t':
      return 2;
    default:
      return code < 0x20 || (code >= 0xd800 && code < 0xe000) ? 6 : characterBytes(character);
  }
}
