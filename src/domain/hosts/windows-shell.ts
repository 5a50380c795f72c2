/**
 * A text as one argument of a Windows program, by the rules of the C runtime: in double quotes, with backslashes
 * doubled before a quote.
 */
export function windowsArgument(text: string): string {
  return `"${text.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`;
}

/** A path as one word of `cmd.exe`: in double quotes, which a path can't hold. */
export function windowsPath(path: string): string {
  return `"${path}"`;
}

/** A text as one word that a person types in PowerShell or `cmd.exe`: quoted only when a character in it needs that. */
export function windowsWord(text: string): string {
  return /^[\p{L}\p{N}_.\\/:@+=-]+$/u.test(text) ? text : windowsArgument(text);
}

/**
 * A command line of `cmd.exe` that runs a `.cmd` file with arguments. The file hands its arguments to a second
 * command line, so characters with a meaning there are escaped twice.
 */
export function cmdLine(file: string, args: readonly string[]): string {
  const words = args.map((arg) => escaped(escaped(windowsArgument(arg))));
  return [escaped(windowsArgument(file)), ...words].join(' ');
}

function escaped(word: string): string {
  return word.replace(/[()\][%!^"`<>&|;, *?]/g, '^$&');
}
