import { headOf, type Head } from './content-test.js';
import type { FileFacts } from './facts.js';
import { foldedNames, isBelow, isBelowFolded, pathIn } from './path-text.js';
import { REFUSED_KINDS, type RefusedKind } from './refused-table.js';

/** Why a file is not sent; for the log and the audit, the agent and the owner read one fixed text. */
export interface Refusal {
  readonly id: string;
  readonly why: string;
}

/** Folders of keys and of this server. Each is to be its real path, where it exists. */
export interface GuardedFolders {
  readonly refused: readonly string[];
  /** The agent's received files, which may be sent although they are in a refused folder. */
  readonly allowed: string;
}

const IN_FOLDER: Refusal = {
  id: 'guarded-folder',
  why: "~/.ssh, ~/.gnupg, ~/.simplex-mcp and the agent's data folder outside of its DATA/files/",
};

/** The folders of api 1.3 before their real paths are read; `dataFolder` is absolute. */
export function guardedFolders(homeFolder: string, dataFolder: string): GuardedFolders {
  return {
    refused: [
      pathIn(homeFolder, '.ssh'),
      pathIn(homeFolder, '.gnupg'),
      pathIn(homeFolder, '.simplex-mcp'),
      dataFolder,
    ],
    allowed: pathIn(dataFolder, 'files'),
  };
}

/** The refusal of a file that is another path of one in a guarded folder, as the file store found. */
export function linkedRefusal(): Refusal {
  return { ...IN_FOLDER, id: 'linked-from-guarded-folder' };
}

/**
 * Whether a file is one that the agent may not send (api 1.3, behaviour 6.6): by the folders and names of its real
 * path, in any spelling that a file system could take as the same, and by its first bytes.
 */
export function refusedFile(
  file: Pick<FileFacts, 'realPath' | 'size' | 'head'>,
  folders: GuardedFolders,
): Refusal | undefined {
  const { refused, allowed } = folders;
  const received = isBelow(file.realPath, allowed);
  const guarded = refused
    .filter((folder) => isBelowFolded(file.realPath, folder))
    .some((folder) => !(received && isBelowFolded(allowed, folder)));
  if (guarded) return IN_FOLDER;
  // Below DATA/files/ the names of the folders above are not the file's.
  const path = received ? file.realPath.slice(allowed.length) : file.realPath;
  const names = foldedNames(path);
  const head = headOf(file.head);
  const longer = file.size > file.head.length;
  const kind = REFUSED_KINDS.find((candidate) => isOfKind(candidate, names, head, longer));
  return kind && { id: kind.id, why: kind.why };
}

function isOfKind(
  { files, content }: RefusedKind,
  names: readonly string[],
  head: Head,
  longer: boolean,
): boolean {
  const named = files.some((pattern) => matchesNames(pattern, names));
  if (content === undefined) return named;
  if (files.length === 0) return content.found(head);
  // What may come after the first bytes of a file of that name is taken to be there.
  return named && ((longer && content.anywhere) || content.found(head));
}

function matchesNames(pattern: string, names: readonly string[]): boolean {
  const parts = pattern.split('/').map(nameTest);
  if (!pattern.endsWith('/')) return endsWithParts(parts, names);
  const folder = parts.slice(0, -1);
  return names.some((_, n) => n < names.length - 1 && endsWithParts(folder, names.slice(0, n + 1)));
}

function endsWithParts(parts: readonly RegExp[], names: readonly string[]): boolean {
  const offset = names.length - parts.length;
  return offset >= 0 && parts.every((part, n) => part.test(names[offset + n] ?? ''));
}

function nameTest(part: string): RegExp {
  const escaped = part.split('*').map((text) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${escaped.join('.*')}$`, 's');
}
