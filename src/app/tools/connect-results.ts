import type { Chat } from '../../domain/chat/chat.js';
import type { ConnectionPlan } from '../../domain/chat/connection.js';
import { isReceivedMessage, type Item } from '../../domain/chat/item.js';
import type { ChatRef } from '../../domain/chat/ref.js';
import {
  chatFields,
  unknownChatFields,
  type ChatFields,
} from '../../domain/message/chat-fields.js';
import { receiveProgress } from '../../domain/text/progress.js';
import type { ChatPort } from '../../ports/chat.js';
import type { ClockPort } from '../../ports/clock.js';
import type { ToolCall } from '../../ports/mcp.js';
import type { ActionRecord } from '../actions/record.js';
import type { Collector } from '../items/collector.js';
import { withKnownAs } from '../items/known-as.js';
import type { MessageObjects } from '../items/message-objects.js';
import { waitForMessages } from '../items/wait-for-messages.js';
import { notFoundAsUndefined } from './chat-lookup.js';
import { withProgress } from './progress.js';
import type { ConnectInput } from './schemas.js';

/** Behaviour 7: items of the chat that the result of a connect looks at. */
const snapshotItems = 50;

export interface ConnectResult {
  readonly fields: Readonly<Record<string, unknown>>;
  /** Returned messages that are new. */
  readonly unread: readonly number[];
}

/** Results of done connects (api 1.2). */
export class ConnectResults {
  constructor(
    private readonly chats: ChatPort,
    private readonly objects: MessageObjects,
    private readonly clock: ClockPort,
  ) {}

  async of(record: ActionRecord, input: ConnectInput, call: ToolCall): Promise<ConnectResult> {
    const { performed } = record;
    const { connection } = record.plan;
    if (performed?.tool !== 'connect' || connection === undefined) {
      throw new Error('A done connect has no plan.');
    }
    const { chat, connected } = performed;
    if (chat === undefined) return unknownChat(connection);
    if (connected && record.collector !== undefined) {
      await this.wait(record, record.collector, chat, input, call);
    }
    return this.known(chat.ref, connection, record.collector);
  }

  /** Chat fields of a chat that the agent had before. */
  async chatFields(chat: Chat, plan: ConnectionPlan): Promise<ChatFields> {
    return chatFields(await withKnownAs(this.chats, chat), plan);
  }

  /** With a message, for the first reply; then until no further message comes. Within `wait` from the approval. */
  private async wait(
    record: ActionRecord,
    collector: Collector,
    chat: Chat,
    input: ConnectInput,
    call: ToolCall,
  ): Promise<void> {
    const end = (record.performStarted ?? 0) + input.wait * 1000;
    if (end <= this.clock.now()) return;
    const idleFrom = record.performEnded;
    await withProgress(call, this.clock, receiveProgress(chat.ref, end), () =>
      waitForMessages({
        clock: this.clock,
        collector,
        signal: call.signal,
        end,
        idle: input.idle * 1000,
        ...(input.message !== undefined || idleFrom === undefined ? {} : { idleFrom }),
        enough: Number.POSITIVE_INFINITY,
      }),
    );
  }

  private async known(
    ref: ChatRef,
    plan: ConnectionPlan,
    collector: Collector | undefined,
  ): Promise<ConnectResult> {
    const read = await notFoundAsUndefined(() =>
      this.chats.items(ref, { kind: 'last', count: snapshotItems }),
    );
    // The agent left the chat before a call came for the result.
    if (read === undefined) return unknownChat(plan);
    const chat = await withKnownAs(this.chats, read.chat);
    const shown = messages(read.items, collector).map((item) => ({ ...item, chat }));
    return {
      fields: { ...chatFields(chat, plan), messages: await this.objects.of(shown) },
      unread: shown.filter((item) => item.unread).map(({ itemId }) => itemId),
    };
  }
}

function unknownChat(plan: ConnectionPlan): ConnectResult {
  return { fields: { ...unknownChatFields(plan) }, unread: [] };
}

/** Messages of the snapshot by their collected copies, then those that only the collector has; no live ones. */
function messages(snapshot: readonly Item[], collector: Collector | undefined): readonly Item[] {
  const seen = new Set(snapshot.map(({ itemId }) => itemId));
  const collected = collector?.items ?? [];
  return [
    ...snapshot.map((item) => collector?.copy(item.itemId) ?? item),
    ...collected.filter(({ itemId }) => !seen.has(itemId)),
  ].filter(
    (item) =>
      !item.live && !item.deleted && (isReceivedMessage(item) || item.content.kind === 'sent'),
  );
}
