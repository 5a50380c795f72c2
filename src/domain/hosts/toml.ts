import type { Entry } from './entry.js';

/** An entry as a TOML table, for a config that is edited or for a person to paste; ends with a newline. */
export function tomlTable(path: readonly string[], entry: Entry): string {
  const lines = Object.entries(entry).map(([key, value]) => `${key} = ${tomlValue(value)}`);
  return `[${path.map(tomlKey).join('.')}]\n${lines.join('\n')}\n`;
}

function tomlKey(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : tomlString(key);
}

/** A value of an entry as TOML. */
export function tomlValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(tomlValue).join(', ')}]`;
  if (typeof value === 'string') return tomlString(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Error('Entries hold strings, numbers, booleans and lists of them.');
}

/** JSON's escapes are TOML's, but TOML takes no raw U+007F. */
function tomlString(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007f');
}
