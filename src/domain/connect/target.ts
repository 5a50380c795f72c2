import { isSimplexName } from '../card/subject.js';

/** Whether a target can't be a link or name: it holds whitespace (api 1.2). */
export function hasWhitespace(target: string): boolean {
  return /\s/u.test(target);
}

/** Whether a target is written as a name rather than a link. */
export function isNameTarget(target: string): boolean {
  return isSimplexName(target);
}

export function notTargetText(target: string): string {
  return `Not a SimpleX link or name: ${target}`;
}
