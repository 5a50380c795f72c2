import type { Group, Member } from '../../domain/chat/chat.js';
import type { ChatEvent, MembershipEventName } from '../../domain/chat/event.js';
import { membershipChanges, type MembershipChange } from '../../domain/owner/membership-change.js';
import { greeting } from '../../domain/owner/membership-messages.js';
import { controlLostLine, noOwnersLine, ownerJoinedLine } from '../../domain/text/terminal.js';
import type { AuditPort } from '../../ports/audit.js';
import type { ChatPort } from '../../ports/chat.js';
import type { ActionRegistry } from '../actions/registry.js';
import type { Log } from '../log.js';
import { Queue } from '../queue.js';
import type { ControlChat } from './control-chat.js';
import type { JoinLink } from './join-link.js';

/** Follows who is in the control chat, one change at a time (behaviour 5.2). */
export class Membership {
  private readonly queue = new Queue();

  constructor(
    private readonly chats: ChatPort,
    private readonly control: ControlChat,
    private readonly registry: ActionRegistry,
    private readonly link: JoinLink,
    private readonly audit: AuditPort,
    private readonly log: Log,
    /** Prints how to register the agent. */
    private readonly registerHint: () => void,
  ) {}

  onEvent(event: ChatEvent): void {
    if (event.kind !== 'membership' || event.group.ref !== this.control.ref) return;
    void this.queue.run(() => this.onChange(event.event, event.group));
  }

  private async onChange(event: MembershipEventName, group: Group): Promise<void> {
    if (this.control.lost || this.registry.stopping) return;
    this.control.group = group;
    const { policy, members: before } = this.control;
    // Members that can't be read don't keep the loss of the chat from being noticed.
    await this.attempt(event, () => this.control.refreshMembers());
    if (this.registry.stopping) return;
    const { members: after } = this.control;
    const linkOpen = this.link.open;
    const changes = membershipChanges({ policy, linkOpen, event, group, before, after });
    await this.record(event, memberChanged(before, after));
    for (const change of changes) await this.attempt(event, () => this.apply(change));
  }

  /** What fails is told, and does not keep the rest from being done. */
  private async attempt(event: MembershipEventName, step: () => Promise<unknown>): Promise<void> {
    try {
      await step();
    } catch (error) {
      this.log.error(`${event} in the agent control chat`, error);
    }
  }

  private async apply(change: MembershipChange): Promise<void> {
    switch (change.kind) {
      case 'control-lost':
        this.control.markLost();
        this.registry.loseControl();
        this.log.line(controlLostLine);
        return;
      case 'link-used':
        await this.link.delete();
        return;
      case 'make-owner':
        await this.makeOwner(change.member);
        return;
      case 'owners-gone':
        this.log.line(noOwnersLine);
        await this.link.print('member');
        return;
      case 'announce':
        this.log.line(change.announcement.log);
        await this.control.post(change.announcement.chat);
        return;
    }
  }

  private async makeOwner(member: Member): Promise<void> {
    await this.chats.setMemberRole(this.control.groupId, member.memberId, 'owner');
    await this.record('memberRole', member);
    await this.control.refreshMembers();
    await this.attempt('memberRole', () => this.control.post(greeting));
    this.log.line(ownerJoinedLine(member));
    this.registerHint();
  }

  /** Keeps on record who came, went or changed their role. */
  private async record(change: MembershipEventName, member: Member | undefined): Promise<void> {
    const { memberId = null, name = null } = member ?? {};
    // Losing an owner must count even when it can't be recorded.
    await this.attempt(change, () =>
      this.audit.append({ event: 'membership-changed', change, memberId, name }),
    );
  }
}

function memberChanged(before: readonly Member[], after: readonly Member[]): Member | undefined {
  const changed = after.find((member) => {
    const earlier = before.find(({ memberId }) => memberId === member.memberId);
    return earlier?.role !== member.role || earlier.status !== member.status;
  });
  return (
    changed ?? before.find(({ memberId }) => !after.some((member) => member.memberId === memberId))
  );
}
