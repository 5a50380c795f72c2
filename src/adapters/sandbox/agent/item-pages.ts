import type { Item } from '../../../domain/chat/item.js';
import type { ChatRef } from '../../../domain/chat/ref.js';
import type { ItemPage, ItemsRead } from '../../../ports/chat.js';
import { coreErrors } from '../model/core-errors.js';
import type { AgentContext } from './context.js';

/** Places in the list of a chat's items; `counts`: the page tells how many are unread. */
interface Range {
  readonly from: number;
  readonly to: number;
  readonly counts: boolean;
}

/** Items of the agent's chats: read in pages, and marked as read. */
export class ItemPages {
  private readonly core: AgentContext;

  constructor(core: AgentContext) {
    this.core = core;
  }

  read(ref: ChatRef, page: ItemPage): ItemsRead {
    const { store, world } = this.core;
    store.check(ref);
    const ids = store.mainItemIds(ref);
    const { from, to, counts } = this.range(ids, page);
    return {
      chat: store.chat(ref),
      items: ids.slice(Math.max(from, 0), to).map((id) => store.itemView(world.items.need(id))),
      unread: counts ? store.unread(ref) : 0,
    };
  }

  /** Only the pages around an item count the unread ones, as in the core. */
  private range(ids: readonly number[], page: ItemPage): Range {
    switch (page.kind) {
      case 'last':
        return { ...last(ids, page.count), counts: false };
      case 'around':
        return { ...around(place(ids, page.itemId), page.count), counts: true };
      case 'after': {
        const from = place(ids, page.itemId) + 1;
        return { from, to: from + page.count, counts: false };
      }
      case 'initial': {
        const first = ids.findIndex((id) => this.core.world.items.get(id)?.unread === true);
        const range = first < 0 ? last(ids, page.count) : around(first, page.count);
        return { ...range, counts: true };
      }
    }
  }

  item(ref: ChatRef, itemId: number): Item | undefined {
    const { store, world } = this.core;
    store.check(ref);
    const row = world.items.get(itemId);
    return row?.chat === ref ? store.itemView(row) : undefined;
  }

  markRead(ref: ChatRef, itemIds: readonly number[]): void {
    const { store } = this.core;
    store.check(ref);
    for (const itemId of itemIds) {
      const row = store.item(ref, itemId);
      if (row !== undefined) store.read(row);
    }
  }
}

function last(ids: readonly number[], count: number): Omit<Range, 'counts'> {
  return { from: ids.length - count, to: ids.length };
}

function around(at: number, count: number): Omit<Range, 'counts'> {
  return { from: at - count, to: at + count + 1 };
}

function place(ids: readonly number[], itemId: number): number {
  const at = ids.indexOf(itemId);
  if (at < 0) throw coreErrors.itemNotFound(itemId);
  return at;
}
