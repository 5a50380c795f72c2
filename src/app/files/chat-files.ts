import type { ChatLabel } from '../../domain/card/subject.js';
import type { ChatEvent } from '../../domain/chat/event.js';
import type { Item } from '../../domain/chat/item.js';
import type { ChatRef } from '../../domain/chat/ref.js';
import type { FileField } from '../../domain/message/message-object.js';
import type { FolderSize } from '../../ports/file-store.js';
import type { ActionRecord } from '../actions/record.js';

/** What the rest of the app asks of the files of chats. */
export interface ChatFiles {
  /** The file field of a received message; `undefined` for items without a file. */
  fileField(item: Item): Promise<FileField | undefined>;
  /** Starts to post the file of a pending download to the control chat; the card stays pending (api 2.1). */
  forward(record: ActionRecord): void;
  /** After a chat was left: deletes its forwarded files, and posts what is kept of the received ones (api 2.3). */
  afterLeave(chat: ChatLabel): Promise<void>;
  /** `/delete CHAT files`: ends the transfers of a current or left chat and deletes its files (api 2.1). */
  deleteFiles(chat: ChatRef): Promise<FolderSize>;
  /** Follows the transfers. */
  onEvent(event: ChatEvent): Promise<void>;
}
