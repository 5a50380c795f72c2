import type { SendFile } from '../../domain/action/request.js';
import type { Chat } from '../../domain/chat/chat.js';
import type { OutgoingContent } from '../../domain/chat/outgoing.js';
import type { CardPicture } from '../actions/record.js';

/** A file that a send is to attach, as it was when the agent asked. */
export interface CheckedFile {
  readonly file: SendFile;
  /** Name as the other side sees it. */
  readonly name: string;
  /** Picture of the card. */
  readonly picture?: CardPicture;
  /** Hex SHA-256 of the file. */
  readonly sha256: string;
  /** Content of the message, with `text` as the caption. */
  content(text: string): OutgoingContent;
  /**
   * Path of a private copy of exactly the checked file, for the core to read. Rejects with
   * `file: PATH changed after the request.` when another file or content is there now (api 1.3).
   */
  copyToSend(): Promise<string>;
  /** Deletes the private copy, for a send that failed; a sent copy is deleted when its upload ends. */
  discardCopy(): Promise<void>;
}

export type FileCheck =
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'checked'; readonly file: CheckedFile };

/** The files that leave the computer. */
export interface OutgoingFiles {
  /** Checks a path in the order of api 1.3; a file that is never sent is posted to the control chat and logged. */
  check(path: string, asFile: boolean, chat: Chat): Promise<FileCheck>;
}
