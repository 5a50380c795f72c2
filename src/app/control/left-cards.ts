import {
  leftCard,
  leftCardText,
  leftPending,
  leftState,
  type LeftCard,
  type LeftState,
} from '../../domain/card/left-open.js';
import type { Item, MessageContent } from '../../domain/chat/item.js';
import type { AuditLogPort, AuditPort } from '../../ports/audit.js';
import type { ChatPort } from '../../ports/chat.js';
import type { ClockPort } from '../../ports/clock.js';
import type { CardPicture } from '../actions/record.js';
import type { Log } from '../log.js';
import type { ControlChat } from './control-chat.js';

const pageSize = 100;

/** Milliseconds: no action is open for longer (behaviour 5.6), and the core edits nothing older. */
const longestOpen = 24 * 3_600_000;

interface Found {
  readonly itemId: number;
  readonly message: MessageContent;
  readonly card: LeftCard;
}

/** Closes the cards that a server left open because it was killed: their actions are gone with it. */
export class LeftCards {
  constructor(
    private readonly chats: ChatPort,
    private readonly control: ControlChat,
    /** The counter: cards of the agent are below. */
    private readonly nextAction: number,
    private readonly clock: ClockPort,
    private readonly audit: AuditPort,
    private readonly auditLog: Pick<AuditLogPort, 'entries'>,
    private readonly log: Log,
  ) {}

  /** What fails is logged: the server starts all the same. */
  async close(): Promise<void> {
    try {
      const found = (await this.recentItems())
        .flatMap(foundCard)
        .filter(({ card }) => card.action < this.nextAction);
      if (found.length === 0) return;
      const states = await this.knownStates();
      for (const one of found) await this.closeCard(one, states.get(one.card.action));
    } catch (error) {
      this.log.error('cards left open', error);
    }
  }

  private async closeCard(
    { itemId, message, card }: Found,
    state: LeftState = leftPending,
  ): Promise<void> {
    try {
      await this.control.edit(itemId, leftCardText(card, state), picture(message));
      if ('interrupted' in state && state.interrupted) {
        await this.audit.append({ event: 'action-cancelled', action: card.action });
      }
    } catch (error) {
      this.log.error(`action ${card.action} card`, error);
    }
  }

  /** What the audit log says of each action; without the log nothing is known. */
  private async knownStates(): Promise<ReadonlyMap<number, LeftState>> {
    const states = new Map<number, LeftState>();
    try {
      for await (const entry of this.auditLog.entries()) {
        if (entry.kind !== 'record' || !('action' in entry.record)) continue;
        const { action } = entry.record;
        states.set(action, leftState(states.get(action) ?? leftPending, entry.record));
      }
    } catch (error) {
      this.log.error('audit', error);
    }
    return states;
  }

  /** Items in which an open card can be, and maybe some older ones. */
  private async recentItems(): Promise<readonly Item[]> {
    const { ref } = this.control;
    const since = this.clock.now() - longestOpen;
    const found: Item[] = [];
    let { items } = await this.chats.items(ref, { kind: 'last', count: pageSize });
    for (;;) {
      found.push(...items);
      const [oldest] = items;
      if (oldest === undefined || Date.parse(oldest.time) < since) return found;
      const { itemId } = oldest;
      const around = await this.chats.items(ref, { kind: 'around', itemId, count: pageSize });
      items = around.items.filter((item) => item.itemId < itemId);
    }
  }
}

/** The card that an item is, if it is one. */
function foundCard({ itemId, direction, content, deleted }: Item): readonly Found[] {
  if (direction.kind !== 'group-sent' || content.kind !== 'sent' || deleted) return [];
  const { message } = content;
  const card = leftCard(message.text);
  return card === undefined ? [] : [{ itemId, message, card }];
}

/** The picture of a picture card, which an edit has to repeat. */
function picture({ type, preview, durationSeconds }: MessageContent): CardPicture | undefined {
  if (preview === undefined) return undefined;
  if (type === 'image') return { type, preview };
  return type === 'video' ? { type, preview, durationSeconds: durationSeconds ?? 0 } : undefined;
}
