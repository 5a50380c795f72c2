import type { Entry } from '../../domain/hosts/entry.js';
import type { ConfigProblem } from '../../domain/hosts/config-target.js';

/** Where an entry is in a config: keys from the top to the table of servers, and the name of the server. */
export interface EntryPlace {
  readonly servers: readonly string[];
  readonly server: string;
}

export type Found =
  | { readonly kind: 'none' }
  | { readonly kind: 'entry'; readonly value: unknown }
  | { readonly kind: 'problem'; readonly problem: ConfigProblem };

export type Edited =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'problem'; readonly problem: ConfigProblem };

/** How the text of a config format is read and edited in place. */
export interface ConfigFormat {
  find(text: string, place: EntryPlace): Found;
  /** The text with the entry set; all other bytes are as they were. */
  set(text: string, place: EntryPlace, entry: Entry): Edited;
  /** The text without the entry; the same text when there is none. */
  remove(text: string, place: EntryPlace): Edited;
}

/** Line and column, from 1, of an offset. */
export function invalidAt(text: string, offset: number): ConfigProblem {
  const before = text.slice(0, offset).split('\n');
  return { kind: 'invalid', line: before.length, column: (before.at(-1) ?? '').length + 1 };
}
