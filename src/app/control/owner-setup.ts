import type { Member } from '../../domain/chat/chat.js';
import type { MembershipEventName } from '../../domain/chat/event.js';
import type { Announcement } from '../../domain/owner/posts.js';
import { decideOwnerSetup } from '../../domain/owner/setup.js';
import { noOwnersLine, ownersSetLine } from '../../domain/text/terminal.js';
import type { AuditPort } from '../../ports/audit.js';
import type { ChatPort } from '../../ports/chat.js';
import { UsageError } from '../cli/arguments.js';
import type { Log } from '../log.js';
import type { ControlChat } from './control-chat.js';
import type { JoinLink } from './join-link.js';

/** Makes sure at start that somebody can approve, or can become the one who does (behaviour 5.2). */
export class OwnerSetup {
  constructor(
    private readonly chats: ChatPort,
    private readonly control: ControlChat,
    private readonly link: JoinLink,
    private readonly audit: AuditPort,
    private readonly log: Log,
    /** Prints how to register the agent. */
    private readonly registerHint: () => void,
  ) {}

  /** UsageError when an entry of `--owners` is for nobody in the chat. */
  async run(): Promise<void> {
    const setup = decideOwnerSetup(this.control.policy, this.control.members);
    switch (setup.kind) {
      case 'ready':
        await this.closeLeftLink();
        this.registerHint();
        return;
      case 'open-link':
        if (setup.ownersGone) this.log.line(noOwnersLine);
        await this.link.print(setup.role);
        return;
      case 'announce':
        await this.closeLeftLink();
        await this.announce(setup.announcement);
        return;
      case 'apply-list':
        await this.applyList(setup.promote, setup.remove);
        this.log.line(ownersSetLine(setup.entries));
        this.registerHint();
        return;
      case 'unmatched':
        throw new UsageError(setup.text);
    }
  }

  /** A link works once, also when it could not be deleted at the first join: whoever joins later reads all cards. */
  private async closeLeftLink(): Promise<void> {
    try {
      await this.link.delete();
    } catch (error) {
      this.log.error('control chat', error);
    }
  }

  private async applyList(promote: readonly Member[], remove: readonly Member[]): Promise<void> {
    const { groupId } = this.control;
    for (const member of promote) {
      await this.chats.setMemberRole(groupId, member.memberId, 'owner');
      await this.record('memberRole', member);
    }
    if (remove.length > 0) {
      const memberIds = remove.map(({ memberId }) => memberId);
      await this.chats.removeMembers(groupId, memberIds);
      for (const member of remove) await this.record('deletedMember', member);
    }
    await this.link.delete();
    await this.control.refreshMembers();
  }

  private async record(change: MembershipEventName, { memberId, name }: Member): Promise<void> {
    try {
      await this.audit.append({ event: 'membership-changed', change, memberId, name });
    } catch (error) {
      this.log.error('audit', error);
    }
  }

  private async announce(announcement: Announcement): Promise<void> {
    this.log.line(announcement.log);
    await this.control.post(announcement.chat);
  }
}
