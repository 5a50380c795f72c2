import { isDeepStrictEqual } from 'node:util';
import { parse, TomlError } from 'smol-toml';
import { tomlTable, tomlValue } from '../../domain/hosts/toml.js';
import type { ConfigProblem } from '../../domain/hosts/config-target.js';
import type { ConfigFormat, Edited, EntryPlace } from './edit.js';
import { findTable, setKey, tableBlocks } from './toml-text.js';

type Table = Readonly<Record<string, unknown>>;

/** TOML, edited as text: an entry is a table of its own with its header, and the tables below it. */
export const tomlConfig: ConfigFormat = {
  find(text, place) {
    const read = readToml(text);
    if ('problem' in read) return { kind: 'problem', problem: read.problem };
    const servers = serversOf(read.table, place);
    if (servers === undefined) return { kind: 'none' };
    if (!isTable(servers)) return unexpected(place);
    const value = servers[place.server];
    return value === undefined ? { kind: 'none' } : { kind: 'entry', value };
  },

  set(text, place, entry) {
    const path = [...place.servers, place.server];
    return edit(text, place, entry, () => {
      if (!findTable(text, path)) return append(text, tomlTable(path, entry));
      const found = tomlConfig.find(text, place);
      const old = found.kind === 'entry' && isTable(found.value) ? found.value : {};
      const differing = Object.entries(entry).filter(
        ([key, value]) => !isDeepStrictEqual(old[key], value),
      );
      return differing.reduce((held, [key, value]) => {
        const table = findTable(held, path);
        return table ? setKey(held, table, key, tomlValue(value)) : held;
      }, text);
    });
  },

  remove(text, place) {
    return edit(text, place, undefined, () => {
      const blocks = tableBlocks(text, [...place.servers, place.server]);
      return blocks.reduceRight((rest, { start, end }) => cut(rest, start, end), text);
    });
  },
};

/** Makes a change and checks that it is the one that was meant. */
function edit(
  text: string,
  place: EntryPlace,
  entry: Table | undefined,
  change: () => string,
): Edited {
  const before = readToml(text);
  if ('problem' in before) return { kind: 'problem', problem: before.problem };
  const changed = change();
  const after = readToml(changed);
  // For example the servers are an inline table, which takes no further tables.
  if ('problem' in after) return unexpected(place);
  const old = entryOf(before.table, place);
  const wanted = entry && { ...(isTable(old) ? old : {}), ...entry };
  const others = isDeepStrictEqual(
    withoutEntry(before.table, place),
    withoutEntry(after.table, place),
  );
  return others && isDeepStrictEqual(entryOf(after.table, place), wanted)
    ? { kind: 'text', text: changed }
    : unexpected(place);
}

/** Adds a table at the end, after a blank line. */
function append(text: string, table: string): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = text.trim() === '' ? '' : text.endsWith('\n') ? newline : newline + newline;
  return text + gap + table.replaceAll('\n', newline);
}

/** Removes a range; at the end of the text with the blank line before it, which `append` made. */
function cut(text: string, start: number, end: number): string {
  const before = text.slice(0, start);
  const rest = text.slice(end);
  return rest.trim() === '' ? before.replace(/(\r?\n)\r?\n$/, '$1') + rest : before + rest;
}

function entryOf(table: Table, place: EntryPlace): unknown {
  const servers = serversOf(table, place);
  return isTable(servers) ? servers[place.server] : undefined;
}

/** The config without the entry; a table of servers that is empty then counts as none. */
function withoutEntry(table: Table, place: EntryPlace): Table {
  const key = place.servers[0] ?? '';
  const held = table[key];
  const others = isTable(held) ? omit(held, place.server) : held;
  const none = others === undefined || (isTable(others) && Object.keys(others).length === 0);
  return none ? omit(table, key) : { ...table, [key]: others };
}

function omit(table: Table, key: string): Table {
  return Object.fromEntries(Object.entries(table).filter(([name]) => name !== key));
}

function serversOf(table: Table, place: EntryPlace): unknown {
  return table[place.servers[0] ?? ''];
}

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unexpected(place: EntryPlace): {
  readonly kind: 'problem';
  readonly problem: ConfigProblem;
} {
  return { kind: 'problem', problem: { kind: 'unexpected', key: place.servers[0] ?? '' } };
}

function readToml(text: string): { readonly table: Table } | { readonly problem: ConfigProblem } {
  try {
    // The prototype of its tables is null: a copy compares equal to plain objects.
    return { table: plain(parse(text, { integersAsBigInt: 'asNeeded' })) as Table };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    return { problem: { kind: 'invalid', line: error.line, column: error.column } };
  }
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isTable(value) || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, plain(held)]));
}
