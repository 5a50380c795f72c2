import { FOLDED, LINE_BREAK, showInvisible } from './invisible.js';
import { cutToJsonBytes, jsonBytes } from './measure.js';

/**
 * Folds a text to one line (behaviour 6.3): a run of line breaks and tabs is one space, invisible characters are
 * shown as their codes. For terminal names and errors, and for comparing names with `--owners`.
 */
export function oneLine(text: string): string {
  return showInvisible(text.replace(FOLDED, ' '));
}

/**
 * A text as one code span of the SimpleX apps, folded to one line (behaviour 6.3). Backticks become `'`; a space at
 * an end, where the apps would not read a code span, becomes U+00A0.
 */
export function codeSpan(text: string): string {
  return asCodeSpan(oneLine(text));
}

/** The lines of a text, each as one code span; blank lines are empty (behaviour 6.3). */
export function codeLines(text: string): readonly string[] {
  return text
    .split(LINE_BREAK)
    .map((line) => (line.trim() === '' ? '' : asCodeSpan(showInvisible(line))));
}

/**
 * A code span of at most `limit` JSON-escaped bytes, which ends in `…` inside its ticks when it is cut; empty when
 * the limit leaves no room for that.
 */
export function cutCodeSpan(span: string, limit: number): string {
  if (jsonBytes(span) <= limit) return span;
  return limit < jsonBytes('`…`') ? '' : `\`${cutToJsonBytes(span.slice(1, -1), limit - 2)}\``;
}

function asCodeSpan(line: string): string {
  const inner = line.replaceAll('`', "'").replace(/^ | $/g, '\u00A0');
  return `\`${inner}\``;
}
