/** What the SimpleX apps make of a part of a text. */
export interface Part {
  readonly kind: 'plain' | 'code' | 'command' | 'mention' | 'secret' | 'styled';
  readonly text: string;
}

const STYLES: Readonly<Record<string, Part['kind']>> = {
  '*': 'styled',
  _: 'styled',
  '~': 'styled',
  '`': 'code',
};

/** A mark that is not closed makes the rest of its line plain in some versions, and is a word in others. */
export type Unclosed = 'line' | 'word';

/** Reads a text as the apps do, as far as it concerns commands, code spans and what can swallow them. */
export function appParts(text: string, unclosed: Unclosed = 'line'): readonly Part[] {
  const lines = text.split('\n');
  const [only = ''] = lines;
  if (lines.length === 1 && /^ *\/./u.test(only)) return [{ kind: 'command', text: only.trim() }];
  return lines.flatMap((line) => lineParts(line, unclosed));
}

/** The commands that a person can tap in a text, without their quotes. */
export function tappable(text: string, unclosed: Unclosed = 'line'): readonly string[] {
  return appParts(text, unclosed)
    .filter(({ kind }) => kind === 'command')
    .map((part) => part.text.replace(/^\/'(.*)'$/u, '/$1'));
}

function lineParts(line: string, unclosed: Unclosed): Part[] {
  const parts: Part[] = [];
  let rest = line;
  while (rest !== '') {
    const part = firstPart(rest, unclosed);
    parts.push(part);
    rest = rest.slice(part.text.length);
  }
  return parts;
}

function firstPart(rest: string, unclosed: Unclosed): Part {
  const first = rest.charAt(0);
  const style = STYLES[first];
  if (first === ' ') return plain(/^ +/.exec(rest)?.[0] ?? first);
  if (style !== undefined) return between(rest, first, style) ?? open(rest, unclosed);
  if (first === '#') return secret(rest) ?? open(rest, unclosed);
  if (first === '/') return reference(rest, 'command') ?? word(rest);
  if (first === '@') return reference(rest, 'mention') ?? word(rest);
  if (first === '!') return styled(rest) ?? word(rest);
  if (first === '[') return link(rest) ?? word(rest);
  return phone(rest) ?? word(rest);
}

const plain = (text: string): Part => ({ kind: 'plain', text });
const word = (rest: string): Part => plain(/^[^ ]*/.exec(rest)?.[0] ?? rest);

function open(rest: string, unclosed: Unclosed): Part {
  return unclosed === 'line' ? plain(rest) : word(rest);
}

function between(rest: string, mark: string, kind: Part['kind']): Part | undefined {
  const end = rest.indexOf(mark, 1);
  if (end < 0) return undefined;
  const inner = rest.slice(1, end);
  const marked = inner !== '' && !inner.startsWith(' ') && !inner.endsWith(' ');
  return { kind: marked ? kind : 'plain', text: rest.slice(0, end + 1) };
}

function secret(rest: string): Part | undefined {
  const [whole = rest, inner = '', end = ''] = /^#+([^#]*)(#*)/.exec(rest) ?? [];
  if (end === '') return undefined;
  const hidden = inner !== '' && !inner.startsWith(' ') && !inner.endsWith(' ');
  return { kind: hidden ? 'secret' : 'plain', text: whole };
}

function reference(rest: string, kind: 'command' | 'mention'): Part | undefined {
  const found = /^[@/](?:'([^'\s#@][^']*)'|([^'\s#@]\S*))/u.exec(rest);
  if (found === null) return undefined;
  const name = found[1] ?? found[2]?.replace(/\p{P}+$/u, '') ?? '';
  if (kind === 'command' && !/^\s*[\p{L}\d_]+(\s|$)/u.test(name)) return undefined;
  return { kind, text: found[0] };
}

function styled(rest: string): Part | undefined {
  const found = /^!(?:-|red|r|green|g|blue|b|yellow|y|cyan|c|magenta|m|[1-6]) [^ !][^!]*!/.exec(
    rest,
  );
  return found === null || found[0].endsWith(' !') ? undefined : { kind: 'styled', text: found[0] };
}

function link(rest: string): Part | undefined {
  const found = /^\[[^\]]+\]\([^)]+\)/.exec(rest);
  return found === null ? undefined : plain(found[0]);
}

function phone(rest: string): Part | undefined {
  const found = /^(?:\+\d+)?(?:[ .-]?\(\d+\))?(?:[ .-]?\d+)*/.exec(rest)?.[0] ?? '';
  return found.length >= 7 && found.length <= 22 ? plain(found) : undefined;
}
