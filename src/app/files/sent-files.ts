import type { ChatEvent } from '../../domain/chat/event.js';
import type { Item } from '../../domain/chat/item.js';
import { chatLabel } from '../../domain/chat/label.js';
import { lastName } from '../../domain/files/sent-copy.js';
import { fileNotSentPost } from '../../domain/owner/posts.js';
import type { ControlChat } from '../control/control-chat.js';
import type { Log } from '../log.js';
import type { PrivateCopies } from './private-copies.js';

/** The ends of uploads: the copy is deleted, and the owner is told of a failed one (behaviour 4.2, api 2.3). */
export class SentFiles {
  constructor(
    private readonly copies: PrivateCopies,
    private readonly control: ControlChat,
    private readonly log: Log,
  ) {}

  async onEvent(event: ChatEvent): Promise<void> {
    switch (event.kind) {
      case 'file-sent':
        return this.deleteCopy(event.fileId, event.path ?? event.item?.file?.path);
      case 'file-send-failed':
        await this.deleteCopy(event.fileId, event.path ?? event.item?.file?.path);
        return this.tell(event.item, event.path, event.error);
      default:
    }
  }

  private async deleteCopy(fileId: number, path: string | undefined): Promise<void> {
    if (path === undefined) return;
    try {
      await this.copies.delete(path);
    } catch (error) {
      this.log.error(`file ${fileId}`, error);
    }
  }

  private async tell(
    item: Item | undefined,
    path: string | undefined,
    reason: string,
  ): Promise<void> {
    if (item === undefined) {
      this.log.error('file not sent', reason);
      return;
    }
    const name = item.file?.name ?? lastName(path ?? '');
    const post = fileNotSentPost(name, chatLabel(item.chat), reason);
    this.log.line(post.log);
    if (this.control.lost) return;
    try {
      await this.control.post(post.chat);
    } catch (error) {
      this.log.error('file not sent', error);
    }
  }
}
