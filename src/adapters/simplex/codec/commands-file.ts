import { command, type CoreCommand } from './command.js';
import { numberWord, pathWord } from './words.js';

/** The file is written at `path` as it is, not encrypted. */
export const receiveFile = (fileId: number, path: string, approvedRelays: boolean): CoreCommand =>
  command(
    '/freceive',
    ` ${numberWord(fileId)}${approvedRelays ? ' approved_relays=on' : ''} encrypt=off ${pathWord(path)}`,
  );

export const cancelFile = (fileId: number): CoreCommand =>
  command('/fcancel', ' ', numberWord(fileId));
