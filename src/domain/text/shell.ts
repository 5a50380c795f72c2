/** A text as one word of a POSIX shell, in single quotes. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A text as one word of a POSIX shell: quoted only when a character in it needs that. */
export function shellWord(text: string): string {
  return /^[\p{L}\p{N}_./:@%+=-]+$/u.test(text) ? text : shellQuoted(text);
}
