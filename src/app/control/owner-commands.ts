import type { Member } from '../../domain/chat/chat.js';
import type { ChatEvent } from '../../domain/chat/event.js';
import type { Item } from '../../domain/chat/item.js';
import { isApprover } from '../../domain/owner/approver.js';
import { parseOwnerCommand, type OwnerCommand } from '../../domain/owner/command.js';
import { commandFailedReply, helpReply, notApproverReply } from '../../domain/owner/replies.js';
import type { AuditPort } from '../../ports/audit.js';
import type { ActionRegistry } from '../actions/registry.js';
import { errorText } from '../errors.js';
import type { Log } from '../log.js';
import { Queue } from '../queue.js';
import type { ControlChat } from './control-chat.js';
import type { OwnerRequests } from './owner-requests.js';
import type { Reply } from './reply.js';

/** Messages of the control chat that are commands, carried out one after another (behaviour 6.5). */
export class OwnerCommands {
  private readonly queue = new Queue();

  constructor(
    private readonly control: ControlChat,
    private readonly registry: ActionRegistry,
    private readonly requests: OwnerRequests,
    private readonly audit: AuditPort,
    private readonly log: Log,
  ) {}

  onEvent(event: ChatEvent): void {
    if (event.kind !== 'items-added') return;
    for (const item of event.items) this.onItem(item);
  }

  private onItem(item: Item): void {
    if (item.chat.ref !== this.control.ref || item.scope !== 'main') return;
    // What is still typed, or is taken back, is no command.
    if (item.live || item.deleted) return;
    const { direction, content } = item;
    if (direction.kind !== 'group-received' || content.kind !== 'received') return;
    if (content.message.type !== 'text') return;
    const command = parseOwnerCommand(content.message.text);
    if (command === undefined) return;
    void this.queue.run(() => this.carryOut(command, direction.member, item));
  }

  private async carryOut(command: OwnerCommand, member: Member, item: Item): Promise<void> {
    // Commands that waited for others when the stop began are ignored as events are.
    if (this.registry.stopping) return;
    const reply = await this.replyTo(command, member);
    try {
      if (reply !== undefined) await this.control.reply(reply.text, item.itemId);
      await reply?.after?.();
    } catch (error) {
      this.log.error('control chat command', error);
    }
  }

  /** Never rejects: the owner is told what failed. */
  private async replyTo(command: OwnerCommand, member: Member): Promise<Reply | undefined> {
    try {
      this.registry.expireDue();
      return await this.reply(command, member);
    } catch (error) {
      this.log.error('control chat command', error);
      return { text: commandFailedReply(errorText(error)) };
    }
  }

  private async reply(command: OwnerCommand, member: Member): Promise<Reply | undefined> {
    if (command.kind === 'help') return { text: helpReply };
    // The sender's record of the message itself is checked, not what was read before (behaviour 5.2).
    const accepted = isApprover(this.control.policy, member);
    await this.record(command, member, accepted);
    if (!accepted) return { text: notApproverReply(this.control.ownersGiven) };
    return this.requests.carryOut(command, member);
  }

  private async record(command: OwnerCommand, member: Member, accepted: boolean): Promise<void> {
    const { memberId, name } = member;
    try {
      await this.audit.append({
        event: 'owner-command',
        command: commandWords(command),
        memberId,
        name,
        accepted,
      });
    } catch (error) {
      // A rejection must not depend on the disk; what leaves the machine is recorded by the action itself.
      this.log.error('control chat command audit', error);
    }
  }
}

function commandWords(command: OwnerCommand): string {
  return Object.values(command).join(' ');
}
