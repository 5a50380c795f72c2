/** A range of a TOML text. */
export interface Block {
  readonly start: number;
  readonly end: number;
}

/**
 * The tables at `path` and below it, from the line of the header to the end of the last line that is neither blank
 * nor a comment: comments before the next header belong to it. The text must be valid TOML.
 */
export function tableBlocks(text: string, path: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  let open: { start: number; end: number } | undefined;
  for (const line of lines(text)) {
    if (line.header) {
      if (open) blocks.push(open);
      const ours = path.every((key, index) => line.header?.[index] === key);
      open = ours ? { start: line.start, end: line.end } : undefined;
    } else if (open && !line.blank) {
      open.end = line.end;
    }
  }
  if (open) blocks.push(open);
  return blocks;
}

/** The table whose header is exactly `path`. */
export function findTable(text: string, path: readonly string[]): Block | undefined {
  return tableBlocks(text, path).find(({ start }) => {
    const [header] = lines(text.slice(start));
    return header?.header?.length === path.length;
  });
}

/** Sets a key of the table to a value that is TOML; a key that has no statement gets one after the last. */
export function setKey(text: string, table: Block, key: string, value: string): string {
  const block = text.slice(table.start, table.end);
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const statement = [...lines(block)].find((line) => line.key === key);
  if (statement) {
    const start = table.start + statement.start;
    const indent = /^[ \t]*/.exec(text.slice(start))?.[0] ?? '';
    const ended = block.slice(0, statement.end).endsWith('\n') ? newline : '';
    const rest = text.slice(table.start + statement.end);
    return `${text.slice(0, start)}${indent}${key} = ${value}${ended}${rest}`;
  }
  const gap = block.endsWith('\n') ? '' : newline;
  return `${text.slice(0, table.end)}${gap}${key} = ${value}${newline}${text.slice(table.end)}`;
}

interface TomlLine {
  readonly start: number;
  /** After its line break. */
  readonly end: number;
  /** Keys of a table's header. */
  readonly header?: readonly string[];
  /** The key that the statement sets, when it is a plain one. */
  readonly key?: string;
  /** Nothing but spaces and a comment. */
  readonly blank: boolean;
}

const HEADER = /^[ \t]*\[\[?((?:[^"'\]#]|"(?:[^"\\]|\\.)*"|'[^']*')*)\]\]?[ \t]*(?:#.*)?$/;

const KEY = /^[ \t]*([A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')[ \t]*=/;

/** Lines of the text; a value over several lines, as strings and lists may be, makes them one. */
function* lines(text: string): Generator<TomlLine> {
  let start = 0;
  while (start < text.length) {
    const end = endOfStatement(text, start);
    const line = text.slice(start, end).replace(/\r?\n$/, '');
    const header = HEADER.exec(line)?.[1];
    const key = KEY.exec(line)?.[1];
    yield {
      start,
      end,
      blank: /^[ \t]*(#.*)?$/.test(line),
      ...(header === undefined ? {} : { header: keys(header) }),
      ...(key === undefined ? {} : { key: keys(key)[0] ?? '' }),
    };
    start = end;
  }
}

/** After the line break that ends the statement at `start`. */
function endOfStatement(text: string, start: number): number {
  const tokens = new RegExp(TOKEN, 'y');
  let depth = 0;
  let at = start;
  while (at < text.length) {
    tokens.lastIndex = at;
    const token = tokens.exec(text)?.[0] ?? text.charAt(at);
    at += token.length;
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    else if (token === '\n' && depth === 0) break;
  }
  return at;
}

// Strings of several lines, strings of one line, comments: what is in them has no meaning here.
const TOKEN =
  /(?:"""(?:[^\\]|\\[^])*?"{3,5}|'''[^]*?'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|[^"'#[\]{}\n]+)/;

function keys(header: string): readonly string[] {
  const parts = header.match(/"(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_-]+/g) ?? [];
  return parts.map((part) => {
    if (part.startsWith("'")) return part.slice(1, -1);
    return part.startsWith('"') ? unquoted(part) : part;
  });
}

/** Headers with escapes that JSON has not are never ours. */
function unquoted(part: string): string {
  try {
    return JSON.parse(part) as string;
  } catch {
    return part;
  }
}
