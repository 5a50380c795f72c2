import { chatId, isContactRef, type ChatRef } from '../chat/ref.js';
import { pathIn } from './path-text.js';

/** FOLDER of a chat: `contact-N` or `group-N` (api 1.5). */
export function chatFolderName(chat: ChatRef): string {
  return `${isContactRef(chat) ? 'contact' : 'group'}-${chatId(chat)}`;
}

/** Where the received files of a chat are: DATA/files/FOLDER. */
export function filesFolder(dataFolder: string, chat: ChatRef): string {
  return pathIn(dataFolder, 'files', chatFolderName(chat));
}

/** Where files are that /forward downloaded: DATA/forwarded/FOLDER, from which nothing is sent. */
export function forwardedFolder(dataFolder: string, chat: ChatRef): string {
  return pathIn(dataFolder, 'forwarded', chatFolderName(chat));
}

/** Where copies are that the core sends: DATA/files/sent. */
export function sentFolder(dataFolder: string): string {
  return pathIn(dataFolder, 'files', 'sent');
}

/** The core's folder for files in transfer: DATA/tmp. */
export function temporaryFolder(dataFolder: string): string {
  return pathIn(dataFolder, 'tmp');
}

/** The two places of a received file; both have one name, of its file ID and extension. */
export interface FilePlaces {
  /** DATA/files/FOLDER/NAME: what the agent gets. */
  readonly download: string;
  /** DATA/forwarded/FOLDER/NAME. */
  readonly forwarded: string;
}

/** `fileName`: as the sender wrote it; only its extension is used. */
export function filePlaces(
  dataFolder: string,
  chat: ChatRef,
  fileId: number,
  fileName: string,
): FilePlaces {
  const name = `${fileId}${safeExtension(fileName)}`;
  return {
    download: pathIn(filesFolder(dataFolder, chat), name),
    forwarded: pathIn(forwardedFolder(dataFolder, chat), name),
  };
}

/** The extension of a peer's file name with its dot, of 1 to 16 ASCII letters and digits, or an empty text. */
export function safeExtension(fileName: string): string {
  return /[^/\\](\.[A-Za-z0-9]{1,16})$/.exec(fileName)?.[1] ?? '';
}
