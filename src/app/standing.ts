import type { Chat } from '../domain/chat/chat.js';
import {
  hasApproval,
  standingApproval,
  withApproval,
  withoutApproval,
  type ApprovalMode,
  type ApprovalScope,
  type StandingDecider,
} from '../domain/owner/standing.js';
import type { AuditPort } from '../ports/audit.js';
import type { ChatPort } from '../ports/chat.js';
import type { ClockPort } from '../ports/clock.js';
import type { ControlChat } from './control/control-chat.js';
import type { Log } from './log.js';

/** Who gave or withdrew an approval. */
export interface Approver {
  readonly memberId: number;
  readonly name: string;
}

/** The standing approvals of the owner, kept in the custom data of each chat (behaviour 5.5). */
export class StandingApprovals {
  constructor(
    private readonly chats: ChatPort,
    private readonly control: ControlChat,
    private readonly audit: AuditPort,
    private readonly clock: ClockPort,
    readonly mode: ApprovalMode,
    private readonly log: Log,
  ) {}

  /** The decider of an action in `chat` that needs no card, when the chat has an approval that holds now. */
  decider(chat: Chat, scope: ApprovalScope): StandingDecider | undefined {
    if (chat.customData === undefined) return undefined;
    return standingApproval(chat.customData, scope, this.mode, this.control.approvers);
  }

  /** Stores an approval; it is recorded before it can be used. */
  async give(chat: Chat, scope: ApprovalScope, by: Approver): Promise<void> {
    const { memberId, name } = by;
    const { ref } = chat;
    await this.audit.append({ event: 'standing-approval-given', scope, chat: ref, memberId, name });
    const data = withApproval(chat.customData, scope, by, this.clock.now());
    await this.chats.setCustomData(chat.ref, data);
  }

  /** Removes an approval, in force or not; `false` when there is none. */
  async withdraw(chat: Chat, scope: ApprovalScope, by: Approver): Promise<boolean> {
    if (!hasApproval(chat.customData, scope)) return false;
    await this.chats.setCustomData(chat.ref, withoutApproval(chat.customData, scope));
    try {
      await this.audit.append({
        event: 'standing-approval-withdrawn',
        scope,
        chat: chat.ref,
        memberId: by.memberId,
        name: by.name,
      });
    } catch (error) {
      // A withdrawal must not depend on the disk.
      this.log.error('control chat command audit', error);
    }
    return true;
  }
}
