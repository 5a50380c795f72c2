import type { Chat } from '../../domain/chat/chat.js';
import { chatLabel } from '../../domain/chat/label.js';
import type { Refusal } from '../../domain/files/refused-file.js';
import { fileRefusedPost } from '../../domain/owner/posts.js';
import type { AuditPort } from '../../ports/audit.js';
import type { ControlChat } from '../control/control-chat.js';
import type { Log } from '../log.js';

/** Tells of a file that the agent wanted to send and never may: the log, the audit, the owner (api 2.3). */
export class RefusalNotice {
  constructor(
    private readonly control: ControlChat,
    private readonly audit: AuditPort,
    private readonly log: Log,
  ) {}

  /** Never rejects: the refusal itself does not depend on it. */
  async give(path: string, refusal: Refusal, chat: Chat): Promise<void> {
    const post = fileRefusedPost(path, chatLabel(chat));
    this.log.line(post.log);
    try {
      await this.audit.append({ event: 'file-refused', chat: chat.ref, reason: refusal.id });
    } catch (error) {
      this.log.error('refused file', error);
    }
    if (this.control.lost) return;
    try {
      await this.control.post(post.chat);
    } catch (error) {
      this.log.error('refused file', error);
    }
  }
}
