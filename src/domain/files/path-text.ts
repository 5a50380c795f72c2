/** How a computer writes absolute paths. */
export type PathStyle = 'posix' | 'windows';

/** The style of a computer, by one of its absolute paths. */
export function pathStyle(absolute: string): PathStyle {
  return absolute.startsWith('/') ? 'posix' : 'windows';
}

export function isAbsolutePath(path: string, style: PathStyle): boolean {
  return style === 'posix' ? path.startsWith('/') : /^([A-Za-z]:)?[\\/]/.test(path);
}

/** A path below an absolute folder, in the style of that folder. */
export function pathIn(folder: string, ...names: readonly string[]): string {
  const separator = pathStyle(folder) === 'posix' ? '/' : '\\';
  return [folder.replace(/[\\/]+$/, ''), ...names].join(separator);
}

/**
 * The names of a path from its root on, without empty ones and `.`, and with `..` resolved. A backslash parts names
 * too, although it may be a letter of a name: the rules that read this refuse rather once too often.
 */
export function pathNames(path: string): readonly string[] {
  const names: string[] = [];
  for (const name of path.split(/[\\/]/)) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return names;
}

/**
 * A name in the form in which two names that some file system takes as one are equal: case, composed and decomposed
 * letters, characters that HFS+ ignores, dots and spaces at the end that Windows drops, and its streams (`NAME:...`).
 */
export function foldName(name: string): string {
  const folded = foldLetters(name);
  const bare = folded.replace(/(?<=.):.*$/s, '').replace(/(?<![. ])[. ]+$/, '');
  // `C:` is a drive, and a name of dots only is kept: no rule is about it.
  return bare === '' || /^[a-z]:$/.test(folded) ? folded : bare;
}

function foldLetters(name: string): string {
  return name
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC');
}

// On macOS the files of /Users are also below this folder, which is no symbolic link.
const FIRMLINK = ['system', 'volumes', 'data'];

export function foldedNames(path: string): readonly string[] {
  const names = pathNames(path).map(foldName);
  return startsWith(names, FIRMLINK) ? names.slice(FIRMLINK.length) : names;
}

/** Whether `path` is below `folder`, by any spelling of either. Both absolute. */
export function isBelowFolded(path: string, folder: string): boolean {
  const names = foldedNames(path);
  const above = foldedNames(folder);
  return names.length > above.length && startsWith(names, above);
}

/** Whether `path` is below `folder` exactly as written. Both absolute. */
export function isBelow(path: string, folder: string): boolean {
  const separator = pathStyle(folder) === 'posix' ? '/' : '\\';
  return path.startsWith(folder + separator) && !path.split(separator).includes('..');
}

function startsWith(names: readonly string[], above: readonly string[]): boolean {
  return above.every((name, n) => names[n] === name);
}
