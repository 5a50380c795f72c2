import jsonc, { type Node } from 'jsonc-parser';

// SyntaxKind of jsonc-parser is a const enum, which does not exist at run time.
const COMMA = 5;
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const SPACE = 15;
const END = 17;

/** How the file is laid out. */
interface Layout {
  readonly unit: string;
  readonly newline: string;
}

/** Adds a property after the last one of an object, laid out as the file is. */
export function insertProperty(text: string, object: Node, key: string, value: unknown): string {
  const layout = layoutOf(text);
  const open = object.offset + 1;
  const close = object.offset + object.length - 1;
  const inside = text.slice(open, close);
  const last = object.children?.at(-1);
  const outer = indentAt(text, object.offset);
  if (!last) {
    const indent = outer + layout.unit;
    const property = `${layout.newline}${indent}${propertyText(key, value, layout, indent)}`;
    const tail = inside.includes('\n') ? inside : `${inside.trimEnd()}${layout.newline}${outer}`;
    return text.slice(0, open) + property + tail + text.slice(close);
  }
  const end = last.offset + last.length;
  const comma = commaAfter(text, end);
  if (!inside.includes('\n')) {
    const property = `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
    return comma === undefined
      ? `${text.slice(0, end)}, ${property}${text.slice(end)}`
      : `${text.slice(0, comma + 1)} ${property},${text.slice(comma + 1)}`;
  }
  const indent = indentAt(text, last.offset) || outer + layout.unit;
  const property = `${layout.newline}${indent}${propertyText(key, value, layout, indent)}`;
  if (comma !== undefined) {
    const line = endOfLine(text, comma + 1);
    return `${text.slice(0, line)}${property},${text.slice(line)}`;
  }
  const line = endOfLine(text, end);
  return `${text.slice(0, end)},${text.slice(end, line)}${property}${text.slice(line)}`;
}

/** Replaces a value by another, in the lines or the line that the old one has. */
export function replaceValue(text: string, node: Node, value: unknown): string {
  const inline = !text.slice(node.offset, nodeEnd(node)).includes('\n');
  const written = inline
    ? JSON.stringify(value)
    : valueText(value, layoutOf(text), indentAt(text, node.offset));
  return text.slice(0, node.offset) + written + text.slice(nodeEnd(node));
}

/** Removes the property of which `value` is the value, with its comma and its own lines; comments stay. */
export function removeProperty(text: string, value: Node): string {
  const property = value.parent;
  const object = property?.parent;
  if (!property || !object) throw new Error('The root of a config is no property.');
  const siblings = object.children ?? [];
  const index = siblings.indexOf(property);
  const before = siblings[index - 1];
  const start = startWithIndent(text, property.offset);
  const ownComma = commaAfter(text, nodeEnd(property));
  if (ownComma !== undefined) return collapse(text, object, start, ownComma + 1);
  const comma = before && commaAfter(text, nodeEnd(before));
  if (comma === undefined) return collapse(text, object, start, nodeEnd(property));
  return text.slice(0, comma) + text.slice(comma + 1, start) + text.slice(nodeEnd(property));
}

/** Removes a range of an object; an object with nothing left in it becomes `{}`. */
function collapse(text: string, object: Node, start: number, end: number): string {
  const open = object.offset + 1;
  const close = nodeEnd(object) - 1;
  const left = text.slice(open, start) + text.slice(end, close);
  return text.slice(0, open) + (left.trim() === '' ? '' : left) + text.slice(close);
}

function nodeEnd(node: Node): number {
  return node.offset + node.length;
}

/** The offset of the line break before an indented property, or of the property. */
function startWithIndent(text: string, offset: number): number {
  const blank = /(\r?\n)?[ \t]*$/.exec(text.slice(0, offset));
  return offset - (blank?.[0].length ?? 0);
}

/** The offset of the next comma when only spaces and comments are before it. */
function commaAfter(text: string, offset: number): number | undefined {
  const scanner = jsonc.createScanner(text, true);
  scanner.setPosition(offset);
  return Number(scanner.scan()) === COMMA ? scanner.getTokenOffset() : undefined;
}

/** The end of the comments that follow on the same line. */
function endOfLine(text: string, offset: number): number {
  const scanner = jsonc.createScanner(text, false);
  scanner.setPosition(offset);
  let end = offset;
  for (let token = Number(scanner.scan()); token !== END; token = Number(scanner.scan())) {
    if (token === LINE_COMMENT || token === BLOCK_COMMENT)
      end = scanner.getTokenOffset() + scanner.getTokenLength();
    else if (token !== SPACE) break;
  }
  return end;
}

/** Spaces and tabs at the start of the line of an offset. */
function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

function layoutOf(text: string): Layout {
  const unit = /\n([ \t]+)["/]/.exec(text)?.[1] ?? '  ';
  return { unit, newline: text.includes('\r\n') ? '\r\n' : '\n' };
}

function propertyText(key: string, value: unknown, layout: Layout, indent: string): string {
  return `${JSON.stringify(key)}: ${valueText(value, layout, indent)}`;
}

function valueText(value: unknown, layout: Layout, indent: string): string {
  return JSON.stringify(value, null, layout.unit).replaceAll('\n', layout.newline + indent);
}
