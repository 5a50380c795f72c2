import type { Item, ItemSender } from '../../domain/chat/item.js';
import { messageObject, type MessageObject } from '../../domain/message/message-object.js';
import type { ChatFiles } from '../files/chat-files.js';

/** Items as the tools return them (api 1.8). */
export class MessageObjects {
  constructor(
    private readonly files: Pick<ChatFiles, 'fileField'>,
    /** The agent by its own profile. */
    private readonly agent: ItemSender,
  ) {}

  async of(items: readonly Item[]): Promise<readonly MessageObject[]> {
    return Promise.all(
      items.map(async (item) => messageObject(item, this.agent, await this.files.fileField(item))),
    );
  }
}
