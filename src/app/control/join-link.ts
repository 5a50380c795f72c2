import type { JoinRole } from '../../domain/owner/setup.js';
import { joinLine, joinRoleLine, smallQrCodeLine } from '../../domain/text/terminal.js';
import type { ChatPort } from '../../ports/chat.js';
import type { TerminalPort } from '../../ports/terminal.js';

/** The link by which the owner joins the control chat: printed, and deleted at the first join (behaviour 6.7). */
export class JoinLink {
  private link: string | undefined;

  constructor(
    private readonly chats: ChatPort,
    private readonly groupId: number,
    private readonly terminal: TerminalPort,
    private readonly qrCode: 'small' | 'large',
  ) {}

  get open(): boolean {
    return this.link !== undefined;
  }

  /** The link, while it is open. */
  get current(): string | undefined {
    return this.link;
  }

  /** Replaces the link by a new one and prints it. */
  async print(role: JoinRole): Promise<void> {
    await this.chats.deleteGroupLink(this.groupId);
    const link = await this.chats.createGroupLink(this.groupId, role);
    this.link = link;
    this.terminal.out(joinLine);
    await this.terminal.qrCode(link, this.qrCode);
    this.terminal.out(link);
    if (this.qrCode === 'small') this.terminal.out(smallQrCodeLine);
    this.terminal.out(joinRoleLine(role));
  }

  /** The link counts as used from now on, also when the network can't be told. */
  async delete(): Promise<void> {
    this.link = undefined;
    await this.chats.deleteGroupLink(this.groupId);
  }
}
