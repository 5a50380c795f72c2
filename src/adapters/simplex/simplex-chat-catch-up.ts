import type { Group } from '../../domain/chat/chat.js';
import type { ChatEvent, MembershipEventName } from '../../domain/chat/event.js';
import type { ChatSummary } from '../../ports/chat.js';
import type { Report } from './report.js';
import type { SimplexChats } from './simplex-chat-chats.js';

/** Newest items of one chat that are looked at. */
const perChat = 1000;

/**
 * What was missed while a WebSocket was down. The core keeps most of its events for the next listener; those that
 * were on their way are lost. Items are found again by their numbers, which only grow, and are told once though the
 * core may still have kept them; connections and members are told as they are now.
 */
export class CatchUp {
  readonly #chats: SimplexChats;
  readonly #report: Report;
  /** The highest item number that is known: missed items have higher ones. */
  #newest: number | undefined;
  /** Items that were found again and of which the core has not told since. */
  readonly #found = new Set<number>();

  constructor(chats: SimplexChats, report: Report) {
    this.#chats = chats;
    this.#report = report;
  }

  /** The list of chats as it is first read: what is in it is no news. */
  async chats(): Promise<readonly ChatSummary[]> {
    const { summaries, newestItem } = await this.#chats.list();
    this.#newest ??= newestItem;
    return summaries;
  }

  /** What of an event is news; notes it. */
  news(event: ChatEvent): ChatEvent | undefined {
    if (event.kind !== 'items-added') return event;
    const items = event.items.filter((item) => !this.#found.delete(item.itemId));
    for (const item of items) this.#see(item.itemId);
    return items.length === 0 ? undefined : { ...event, items };
  }

  /** A failure is reported: the events that follow are still read. */
  async events(): Promise<readonly ChatEvent[]> {
    try {
      return await this.#missed();
    } catch (error) {
      this.#report('reading what was missed while the SimpleX core was away', error);
      return [];
    }
  }

  async #missed(): Promise<ChatEvent[]> {
    const since = this.#newest ?? 0;
    const { summaries } = await this.#chats.list();
    const state: ChatEvent[] = summaries.flatMap(({ chat }): ChatEvent[] => [
      ...(chat.kind === 'group' ? [membershipNow(chat)] : []),
      ...(chat.connected ? [{ kind: 'chat-connected', chat } as const] : []),
    ]);
    const added: ChatEvent[] = [];
    for (const { chat, unread } of summaries) {
      if (unread === 0) continue;
      const { items } = await this.#chats.items(chat.ref, { kind: 'last', count: perChat });
      const missed = items.filter((item) => item.unread && item.itemId > since);
      if (missed.length > 0) added.push({ kind: 'items-added', items: missed });
      for (const item of missed) this.#find(item.itemId);
    }
    return [...state, ...added];
  }

  #find(itemId: number): void {
    this.#found.add(itemId);
    this.#see(itemId);
  }

  #see(itemId: number): void {
    this.#newest = Math.max(this.#newest ?? 0, itemId);
  }
}

/** How the agent's membership of a group looks now, as the event that would have told it. */
function membershipNow(group: Group): ChatEvent {
  return { kind: 'membership', event: eventName(group), group };
}

function eventName(group: Group): MembershipEventName {
  switch (group.membership.status) {
    case 'removed':
      return 'deletedMemberUser';
    case 'deleted':
      return 'groupDeleted';
    default:
      return 'memberRole';
  }
}
