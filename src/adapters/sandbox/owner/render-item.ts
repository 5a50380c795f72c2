import { oneLine } from '../../../domain/text/line.js';
import { sizeText } from '../../../domain/text/quantity.js';
import type { OwnerChange, OwnerItem } from './owner-item.js';

const ansi = { bold: '1', dim: '2', command: '1;36', code: '33' } as const;

type Style = keyof typeof ansi;
type Paint = (style: Style, text: string) => string;

/** An item of the control chat as lines of a terminal, as the app shows it. */
export function renderItem({ kind, item }: OwnerChange, colours: boolean): string {
  const paint: Paint = (style, text) => (colours ? `\u001b[${ansi[style]}m${text}\u001b[0m` : text);
  const mark = kind === 'deleted' ? ' (deleted)' : item.edited ? ' (edited)' : '';
  const head = `${paint('bold', oneLine(item.from))} ${paint('dim', item.time.slice(11, 16) + mark)}`;
  return [head, ...bodyLines(item, colours, paint)]
    .map((line, index) => (index === 0 ? line : `  ${line}`))
    .join('\n');
}

function bodyLines(item: OwnerItem, colours: boolean, paint: Paint): string[] {
  const lines: string[] = [];
  if (item.reply !== undefined) {
    lines.push(paint('dim', `> ${oneLine(item.reply.text.split('\n')[0] ?? '')}`));
  }
  if (item.image) lines.push(paint('dim', '[picture]'));
  if (item.file !== undefined) {
    lines.push(paint('dim', `[file ${oneLine(item.file.name)}, ${sizeText(item.file.size)}]`));
  }
  if (!item.deleted && item.text !== '') {
    for (const line of item.text.split('\n')) lines.push(markup(oneLine(line), colours, paint));
  }
  return lines;
}

/** Code spans, and commands that the app makes tappable: `/'approve 1'` is shown as `/approve 1`. */
function markup(line: string, colours: boolean, paint: Paint): string {
  return line.replace(
    /`([^`]*)`|\/'([^']*)'/g,
    (_whole, code: string | undefined, command: string | undefined) =>
      code === undefined
        ? paint('command', `/${command ?? ''}`)
        : // Without colours the ticks stay, so that nothing in a span looks like a command.
          colours
          ? paint('code', code)
          : `\`${code}\``,
  );
}
