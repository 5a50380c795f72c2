import type { Item } from '../../domain/chat/item.js';
import { receiveProgress } from '../../domain/text/progress.js';
import { ChatError, type ChatPort, type ItemsRead } from '../../ports/chat.js';
import type { ClockPort } from '../../ports/clock.js';
import type { ToolCall, ToolOutcome } from '../../ports/mcp.js';
import { errorText } from '../errors.js';
import type { Collector } from '../items/collector.js';
import type { ItemWatch } from '../items/item-watch.js';
import type { MessageObjects } from '../items/message-objects.js';
import type { ReadMarks } from '../items/read-marks.js';
import { readUnread, type UnreadItems } from '../items/unread.js';
import { waitForMessages } from '../items/wait-for-messages.js';
import { cancelledOutcome } from './action-calls.js';
import { noChatText, notFoundAsUndefined, type ChatLookup } from './chat-lookup.js';
import { withProgress } from './progress.js';
import type { ReceiveInput } from './schemas.js';

/** The tool `receive` (api 1.4): unread messages of a chat, or the next ones; no action, no approval. */
export class ReceiveTool {
  constructor(
    private readonly chats: ChatPort,
    private readonly lookup: ChatLookup,
    private readonly watch: ItemWatch,
    private readonly objects: MessageObjects,
    private readonly marks: ReadMarks,
    private readonly clock: ClockPort,
  ) {}

  async call(input: ReceiveInput, call: ToolCall): Promise<ToolOutcome> {
    const ref = this.lookup.usableRef(input.chat);
    if (ref === undefined) return { kind: 'error', text: noChatText(input.chat) };
    const end = this.clock.now() + input.wait * 1000;
    const collector = this.watch.collect(ref);
    try {
      const first = await notFoundAsUndefined(() =>
        this.chats.items(ref, { kind: 'initial', count: 1 }),
      );
      if (first === undefined) return { kind: 'error', text: noChatText(input.chat) };
      return await this.receive(input, call, first, collector, end);
    } catch (error) {
      if (error instanceof ChatError) return { kind: 'error', text: errorText(error) };
      throw error;
    } finally {
      this.watch.release(collector);
    }
  }

  private async receive(
    input: ReceiveInput,
    call: ToolCall,
    first: ItemsRead,
    collector: Collector,
    end: number,
  ): Promise<ToolOutcome> {
    const { ref } = first.chat;
    const unread = await readUnread(this.chats, ref, first, input.limit);
    // A message that is still typed arrives when it is finished.
    for (const item of unread.messages) if (item.live) collector.add(item, this.clock.now());
    const { signal } = call;
    if (unread.messages.every((item) => item.live) && end > this.clock.now()) {
      await withProgress(call, this.clock, receiveProgress(ref, end), () =>
        waitForMessages({ clock: this.clock, collector, signal, end, enough: 1 }),
      );
    }
    if (signal.aborted) return cancelledOutcome;
    const all = merge(unread, collector);
    const returned = all.filter((item) => !item.live).slice(0, input.limit);
    const messages = await this.objects.of(returned);
    if (signal.aborted) return cancelledOutcome;
    await this.marks.mark(ref, [...returned.map((item) => item.itemId), ...unread.others]);
    const more = all.length - returned.length + unread.notReached + collector.overflowCount;
    return { kind: 'result', result: { chat: ref, messages, more } };
  }
}

/** Unread messages by their current copies, then those that arrived since; each once. */
function merge(unread: UnreadItems, collector: Collector): readonly Item[] {
  const seen = new Set(unread.messages.map((item) => item.itemId));
  return [
    ...unread.messages.flatMap((item) => {
      const copy = collector.copy(item.itemId);
      // A live message is collected from its read on: without a copy it was deleted meanwhile.
      return copy ?? (item.live ? [] : item);
    }),
    ...collector.items.filter((item) => !seen.has(item.itemId)),
  ];
}
