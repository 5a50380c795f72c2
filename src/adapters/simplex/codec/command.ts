/** One line of text for the core. */
export interface CoreCommand {
  /** Its constant first words, which errors may show: never anything of a caller. */
  readonly name: string;
  readonly text: string;
}

/** A command of constant words and of parts that this module or `words.ts` has made. */
export function command(name: string, ...parts: readonly (string | number)[]): CoreCommand {
  return { name, text: name + parts.join('') };
}

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * The JSON of a command: one line whatever the texts in it hold. Half of a surrogate pair, which is no text and
 * would make the core refuse the whole command, becomes U+FFFD.
 */
export function json(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === 'string') return part.replace(loneSurrogate, '\ufffd');
    return part;
  });
}
