import { isDeepStrictEqual } from 'node:util';
import jsonc, { type Node, type ParseError } from 'jsonc-parser';
import type { ConfigProblem } from '../../domain/hosts/config-target.js';
import { invalidAt, type ConfigFormat, type Edited, type EntryPlace } from './edit.js';
import { insertProperty, replaceValue, removeProperty } from './json-text.js';

const BOM = '\ufeff';

/** JSON, with the comments and trailing commas that hosts take. */
export const jsonConfig: ConfigFormat = {
  find(text, place) {
    const read = parse(text);
    if (read.kind === 'problem') return read;
    const path = [...place.servers, place.server];
    const { node, rest, problem } = descend(read.root, path);
    if (problem) return { kind: 'problem', problem };
    return rest.length > 0 ? { kind: 'none' } : { kind: 'entry', value: jsonc.getNodeValue(node) };
  },

  set(text, place, entry) {
    return edit(text, place, (body, root) => {
      const path = [...place.servers, place.server];
      const { node, rest, problem } = descend(root, path);
      if (problem) return problem;
      const [key, ...inner] = rest;
      if (key !== undefined) {
        const value = inner.reduceRight<unknown>((held, name) => ({ [name]: held }), entry);
        return insertProperty(body, node, key, value);
      }
      if (node.type !== 'object') return { kind: 'unexpected', key: place.server };
      return Object.entries(entry).reduce((held, field) => setField(held, path, field), body);
    });
  },

  remove(text, place) {
    return edit(text, place, (body, root) => {
      const { node, rest, problem } = descend(root, [...place.servers, place.server]);
      if (problem) return problem;
      return rest.length > 0 ? body : removeProperty(body, node);
    });
  },
};

type Read =
  | { readonly kind: 'root'; readonly body: string; readonly root: Node }
  | { readonly kind: 'problem'; readonly problem: ConfigProblem };

function parse(text: string): Read {
  const whole = text.startsWith(BOM) ? text.slice(1) : text;
  const body = whole.trim() === '' ? `{}\n` : whole;
  const errors: ParseError[] = [];
  const root = jsonc.parseTree(body, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error || !root) return { kind: 'problem', problem: invalidAt(body, error?.offset ?? 0) };
  if (root.type !== 'object') return { kind: 'problem', problem: { kind: 'unexpected', key: '' } };
  return { kind: 'root', body, root };
}

/** Sets one field of an entry; what the person added to the entry stays. */
function setField(body: string, path: readonly string[], [key, value]: [string, unknown]): string {
  const root = jsonc.parseTree(body, [], { allowTrailingComma: true });
  if (!root) return body;
  const { node, rest } = descend(root, [...path, key]);
  if (rest.length > 0) return insertProperty(body, node, key, value);
  return isDeepStrictEqual(jsonc.getNodeValue(node), value)
    ? body
    : replaceValue(body, node, value);
}

interface Descent {
  /** The value at the end of the path, or the deepest object on the way. */
  readonly node: Node;
  /** Keys that are missing in `node`. */
  readonly rest: readonly string[];
  readonly problem?: ConfigProblem;
}

function descend(root: Node, path: readonly string[]): Descent {
  let node = root;
  for (const [index, key] of path.entries()) {
    const rest = path.slice(index);
    if (node.type !== 'object')
      return { node, rest, problem: { kind: 'unexpected', key: path[index - 1] ?? '' } };
    const properties = (node.children ?? []).filter(({ children }) => children?.[0]?.value === key);
    // Parsers disagree about which of two equal keys counts.
    if (properties.length > 1) return { node, rest, problem: { kind: 'unexpected', key } };
    const value = properties[0]?.children?.[1];
    if (!value) return { node, rest };
    node = value;
  }
  return { node, rest: [] };
}

function edit(
  text: string,
  place: EntryPlace,
  change: (body: string, root: Node) => string | ConfigProblem,
): Edited {
  const read = parse(text);
  if (read.kind === 'problem') return read;
  const changed = change(read.body, read.root);
  if (typeof changed !== 'string') return { kind: 'problem', problem: changed };
  if (changed === read.body) return { kind: 'text', text };
  checkOthers(read.body, changed, place);
  return { kind: 'text', text: text.startsWith(BOM) ? BOM + changed : changed };
}

/** A config that lost anything but the entry is a bug: it is not written. */
function checkOthers(before: string, after: string, place: EntryPlace): void {
  const read = parse(after);
  const [old, now] = [before, after].map((text) => withoutEntry(jsonc.parse(text), place));
  if (read.kind === 'problem' || !isDeepStrictEqual(old, now))
    throw new Error('The edited config differs from the old one by more than the entry.');
}

/** The value without the entry and without the empty tables around it. */
function withoutEntry(value: unknown, place: EntryPlace): unknown {
  const without = (held: unknown, path: readonly string[]): unknown => {
    const [key, ...rest] = path;
    if (key === undefined || typeof held !== 'object' || held === null) return undefined;
    const copy: Record<string, unknown> = { ...held };
    const inner = key in copy ? without(copy[key], rest) : undefined;
    if (inner === undefined) Reflect.deleteProperty(copy, key);
    else copy[key] = inner;
    return rest.length < place.servers.length && Object.keys(copy).length === 0 ? undefined : copy;
  };
  return without(value, [...place.servers, place.server]) ?? {};
}
