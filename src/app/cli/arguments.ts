/** How an option takes its value. */
export type OptionKind =
  | 'value'
  /** May be given several times. */
  | 'values'
  /** The value may be absent: the next argument is missing or starts with `--`. */
  | 'optional-value'
  | 'flag';

export interface OptionRule {
  readonly kind: OptionKind;
  /** Name of the value in the help. */
  readonly value?: string;
  readonly describe: string;
}

export type OptionRules = Readonly<Record<string, OptionRule>>;

/** Values of the options that were given, by name without dashes; `true` for flags and absent optional values. */
export type OptionValues = Readonly<Record<string, string | true | readonly string[]>>;

/** Wrong arguments: exit code 2, with what to do (api 3.3). */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The value of an option, or `undefined` when it was not given. */
export function valueOf(options: OptionValues, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

export function valuesOf(options: OptionValues, name: string): readonly string[] {
  const value = options[name];
  return Array.isArray(value) ? (value as readonly string[]) : [];
}

export function isGiven(options: OptionValues, name: string): boolean {
  return options[name] !== undefined;
}

/** The one word after a command: the NAME of the agent (api 3). */
export function agentName(words: readonly string[]): string {
  const [name, extra] = words;
  if (name === undefined || extra !== undefined) throw new UsageError(usageText);
  if (!/^(?=.{1,32}$)[a-z0-9]+(-[a-z0-9]+)*-?$/.test(name)) {
    throw new UsageError(
      'NAME: 1 to 32 lowercase letters, digits and single hyphens, starting with a letter or digit.',
    );
  }
  return name;
}

export const usageText =
  'Usage: simplex-mcp serve NAME [options] or simplex-mcp register NAME [options]. Run simplex-mcp --help.';

/** A whole number in a range; UsageError `--OPTION: WHAT from MIN to MAX expected, got VALUE`. */
export function wholeNumber(
  options: OptionValues,
  name: string,
  what: string,
  range: { readonly min: number; readonly max: number; readonly fallback: number },
): number {
  const text = valueOf(options, name);
  if (text === undefined) return range.fallback;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= range.min && value <= range.max) return value;
  throw new UsageError(
    `--${name}: ${what} from ${range.min} to ${range.max} expected, got ${text}`,
  );
}

/** One of a few words; UsageError `--OPTION: A or B expected, got VALUE`. */
export function oneOf<T extends string>(
  options: OptionValues,
  name: string,
  words: readonly [T, ...T[]],
): T {
  const text = valueOf(options, name);
  if (text === undefined) return words[0];
  const found = words.find((word) => word === text);
  if (found !== undefined) return found;
  throw new UsageError(`--${name}: ${words.join(' or ')} expected, got ${text}`);
}
