import type { FileFacts, PathFacts } from './facts.js';
import { isAbsolutePath, pathStyle } from './path-text.js';
import { refusedFile, type GuardedFolders, type Refusal } from './refused-file.js';

/** Whether the file of a `send` may be sent, before its owner is asked (api 1.3). */
export type SendFileCheck =
  | { readonly kind: 'accepted'; readonly file: FileFacts }
  /** `text`: the tool error. */
  | { readonly kind: 'error'; readonly text: string }
  /** The owner is told too; `path` is the real path. */
  | {
      readonly kind: 'refused';
      readonly text: string;
      readonly path: string;
      readonly refusal: Refusal;
    };

/** The tool error of a path that is not absolute; `dataFolder` shows how this computer writes paths. */
export function relativePathError(path: string, dataFolder: string): string | undefined {
  if (isAbsolutePath(path, pathStyle(dataFolder))) return undefined;
  return 'file: an absolute path is expected.';
}

/** Decides by what is at `path`, the first match of the table. */
export function checkSendFile(
  path: string,
  found: PathFacts,
  folders: GuardedFolders,
): SendFileCheck {
  switch (found.kind) {
    case 'missing':
      return { kind: 'error', text: `file: no file at ${path}.` };
    case 'not-a-file':
      return { kind: 'error', text: `file: ${found.realPath} is not a file.` };
    case 'unreadable':
      return { kind: 'error', text: `file: ${found.realPath ?? path} can't be read.` };
    case 'file':
      return checkFile(found.file, folders);
  }
}

function checkFile(file: FileFacts, folders: GuardedFolders): SendFileCheck {
  const refusal = refusedFile(file, folders);
  if (refusal !== undefined) return refuseToSend(file.realPath, refusal);
  if (file.size === 0) return { kind: 'error', text: `file: ${file.realPath} is empty.` };
  return { kind: 'accepted', file };
}

export function refuseToSend(realPath: string, refusal: Refusal): SendFileCheck {
  return {
    kind: 'refused',
    text: `file: ${realPath} is refused: private keys and the server's own files are not sent.`,
    path: realPath,
    refusal,
  };
}

/** The failure of a perform whose file is not the one that was asked for (api 1.3). */
export function fileChanged(realPath: string): string {
  return `file: ${realPath} changed after the request.`;
}
