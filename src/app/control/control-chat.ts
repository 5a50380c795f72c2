import type { Group, Member } from '../../domain/chat/chat.js';
import type { Item } from '../../domain/chat/item.js';
import type { OutgoingContent } from '../../domain/chat/outgoing.js';
import { chatId, type ChatRef } from '../../domain/chat/ref.js';
import { approvers, type OwnerPolicy } from '../../domain/owner/approver.js';
import { withNextAction } from '../../domain/owner/control-marker.js';
import type { ChatPort } from '../../ports/chat.js';
import type { CardPicture } from '../actions/record.js';
import { Queue } from '../queue.js';

/** The agent control chat: where cards are posted, with the members who may decide on them. */
export class ControlChat {
  private readonly counterWrites = new Queue();
  /** The counter, while it is not written. */
  private unsaved: number | undefined;
  private memberList: readonly Member[] = [];
  private isLost = false;
  private currentGroup: Group;

  constructor(
    private readonly chats: ChatPort,
    group: Group,
    readonly policy: OwnerPolicy,
  ) {
    this.currentGroup = group;
  }

  get ref(): ChatRef {
    return this.currentGroup.ref;
  }

  get groupId(): number {
    return chatId(this.ref);
  }

  /** The group as it was last read or told by an event. */
  get group(): Group {
    return this.currentGroup;
  }

  set group(group: Group) {
    this.currentGroup = group;
  }

  get lost(): boolean {
    return this.isLost;
  }

  markLost(): void {
    this.isLost = true;
  }

  /** Members other than the agent, as of the last `refreshMembers`. */
  get members(): readonly Member[] {
    return this.memberList;
  }

  async refreshMembers(): Promise<readonly Member[]> {
    this.memberList = await this.chats.members(this.groupId);
    return this.memberList;
  }

  get approvers(): readonly Member[] {
    return approvers(this.policy, this.memberList);
  }

  get approverNames(): readonly string[] {
    return this.approvers.map((member) => member.name);
  }

  get ownersGiven(): boolean {
    return this.policy.kind !== 'absent';
  }

  /** Writes the next action number into the marker; one write at a time, in call order (behaviour 5.7). */
  saveCounter(next: number): Promise<void> {
    return this.counterWrites.run(async () => {
      this.unsaved = next;
      const { customData } = await this.chats.chat(this.ref);
      await this.chats.setCustomData(this.ref, withNextAction(customData, next));
      this.unsaved = undefined;
    });
  }

  /** Tries again to write a counter whose last write failed, so that the next run gives no number twice. */
  async saveCounterAgain(): Promise<void> {
    if (this.unsaved !== undefined) await this.saveCounter(this.unsaved);
  }

  /** Posts a card or message; resolves with its item. */
  async post(text: string, picture?: CardPicture): Promise<Item> {
    return this.chats.send(this.ref, { content: content(text, picture) });
  }

  /** Answers a message by a reply that quotes it. */
  async reply(text: string, quotedItemId: number): Promise<Item> {
    return this.chats.send(this.ref, { content: content(text), quotedItemId });
  }

  async edit(itemId: number, text: string, picture?: CardPicture): Promise<void> {
    await this.chats.edit(this.ref, itemId, { content: content(text, picture) });
  }
}

function content(text: string, picture?: CardPicture): OutgoingContent {
  return picture === undefined ? { type: 'text', text } : { ...picture, text };
}
