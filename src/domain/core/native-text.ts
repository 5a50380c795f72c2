/** Why the core could not open its database. */
export type DatabaseFailure =
  | { readonly kind: 'wrong-key'; readonly file: string }
  | { readonly kind: 'newer-database'; readonly file: string }
  | { readonly kind: 'database'; readonly file: string | undefined; readonly detail: string };

/** How the process of the core ended. */
export interface CoreExit {
  /** `SIGABRT`, for example; or the exit code. */
  readonly how: string | number;
  /** The last words of the Haskell runtime, which never quotes messages. */
  readonly words: string | undefined;
}

const DETAIL_LIMIT = 500;

/** What the person who starts the server reads when the database does not open. */
export function databaseText(failure: DatabaseFailure): string {
  switch (failure.kind) {
    case 'wrong-key':
      return (
        `${failure.file} can't be opened: it is encrypted with a key that this program does not have, or it is not ` +
        'a SimpleX database. It was not changed; move it away, or start an agent of another name.'
      );
    case 'newer-database':
      return (
        `${failure.file} was written by a newer or another version of the SimpleX core than this one. It was not ` +
        'changed; use that version with --core-lib PATH, or restore the backup of before the upgrade.'
      );
    case 'database':
      return `${failure.file ?? 'The database'} can't be opened: ${cut(failure.detail)}`;
  }
}

export function coreEndedText(exit: CoreExit): string {
  const how = typeof exit.how === 'number' ? `exit code ${exit.how}` : exit.how;
  const words = exit.words === undefined ? '' : ` It said: ${cut(exit.words)}`;
  return `The SimpleX core ended by itself (${how}).${words} Start the server again; if it ends again, see simplex-mcp core.`;
}

export function coreBrokenText(detail: string): string {
  return `The SimpleX core stopped working: ${cut(detail)} Start the server again.`;
}

export function cannotLoadText(path: string, detail: string): string {
  return (
    `${path} can't be used as the SimpleX core: ${cut(detail)} It must be libsimplex for this system, with the ` +
    'libraries that came with it in the same folder.'
  );
}

export const coreClosedText = 'The SimpleX core is closed.';
export const coreStoppedText =
  'The SimpleX core was stopped before it answered; the command may or may not have been carried out.';
export const coreMalformedText = 'The SimpleX core answered with something that is not JSON.';

/** One line, ended as a sentence, at most 500 characters. */
function cut(detail: string): string {
  const line = detail.replace(/[\s\p{C}]+/gu, ' ').trim();
  const short = line.length > DETAIL_LIMIT ? `${line.slice(0, DETAIL_LIMIT)}…` : line;
  return /[.!?…]$/.test(short) ? short : `${short}.`;
}
