import type { ConnectRequest } from '../action/request.js';
import { codeLines, cutCodeSpan } from '../text/line.js';
import { jsonBytes } from '../text/measure.js';

const NEWLINE_BYTES = 2;

/**
 * The description and welcome lines of a connect card that fit in `room` JSON-escaped bytes, their newlines included
 * (api 1.9). The first line that does not fit is cut and ends in `…` inside its code span; later lines are left out.
 */
export function fitLinkTexts(
  { description, welcome }: Pick<ConnectRequest, 'description' | 'welcome'>,
  room: number,
): readonly string[] {
  const kept: string[] = [];
  let left = room;
  for (const line of [...linesOf(description), ...linesOf(welcome)]) {
    const bytes = NEWLINE_BYTES + jsonBytes(line);
    if (bytes > left) {
      const cut = cutCodeSpan(line, left - NEWLINE_BYTES);
      return cut === '' ? kept : [...kept, cut];
    }
    kept.push(line);
    left -= bytes;
  }
  return kept;
}

function linesOf(text: string | undefined): readonly string[] {
  return text === undefined || text === '' ? [] : codeLines(text);
}
