/** A word for a POSIX shell: as it is when every character in it is plain, otherwise in single quotes. */
export function shellWord(word: string, plain: RegExp = /^[\p{L}\p{N}_./:@%+=-]+$/u): string {
  return plain.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
