import { oneLine } from '../text/line.js';

/** One line of `doctor`. */
export type Check =
  | { readonly result: 'good'; readonly text: string }
  /** `fix`: what to do. */
  | { readonly result: 'bad'; readonly text: string; readonly fix: string }
  /** Not checked, or of no harm; `text` says why. */
  | { readonly result: 'note'; readonly text: string };

/** The line as people read it: `✓ TEXT`, `✗ TEXT: FIX` or `– TEXT`. */
export function checkLine(check: Check): string {
  switch (check.result) {
    case 'good':
      return `✓ ${oneLine(check.text)}`;
    case 'bad':
      return `✗ ${oneLine(check.text)}: ${oneLine(check.fix)}`;
    case 'note':
      return `– ${oneLine(check.text)}`;
  }
}

/** Whether anything is wrong. */
export function isHealthy(checks: readonly Check[]): boolean {
  return checks.every(({ result }) => result !== 'bad');
}

export function good(text: string): Check {
  return { result: 'good', text };
}

export function bad(text: string, fix: string): Check {
  return { result: 'bad', text, fix };
}

export function note(text: string): Check {
  return { result: 'note', text };
}
