import { actionKey } from '../../domain/action/key.js';
import { receiveProgress } from '../../domain/text/progress.js';
import type { Item } from '../../domain/chat/item.js';
import type { ChatPort } from '../../ports/chat.js';
import type { ClockPort } from '../../ports/clock.js';
import type { ToolCall, ToolOutcome } from '../../ports/mcp.js';
import { auditContent } from '../actions/digest.js';
import type { ActionPlan, ActionRecord, Performed } from '../actions/record.js';
import type { ItemWatch } from '../items/item-watch.js';
import type { MessageObjects } from '../items/message-objects.js';
import type { ReadMarks } from '../items/read-marks.js';
import { waitForMessages } from '../items/wait-for-messages.js';
import type { StandingApprovals } from '../standing.js';
import type { ActionCalls, Prepared } from './action-calls.js';
import { noChatText } from './chat-lookup.js';
import { withProgress } from './progress.js';
import type { SendInput } from './schemas.js';
import { SendRefused, type CheckedSend, type SendChecks } from './send-checks.js';

/** The tool `send` (api 1.3): a message to a chat, and the responses that arrive after it. */
export class SendTool {
  constructor(
    private readonly chats: ChatPort,
    private readonly checks: SendChecks,
    private readonly standing: StandingApprovals,
    private readonly watch: ItemWatch,
    private readonly objects: MessageObjects,
    private readonly calls: ActionCalls,
    private readonly marks: ReadMarks,
    private readonly clock: ClockPort,
  ) {}

  call(input: SendInput, call: ToolCall): Promise<ToolOutcome> {
    const key = actionKey('send', input);
    const called = this.clock.now();
    let returned: readonly number[] = [];
    return this.calls.run({
      key,
      call,
      prepare: () => this.prepare(input, key),
      done: async (record, attachedToDone) => {
        const from = attachedToDone ? called : (record.performEnded ?? called);
        const responses = await this.responses(record, input, call, from);
        returned = responses.returned;
        return responses.fields;
      },
      returned: async ({ performed }) => {
        if (performed?.tool === 'send') await this.marks.mark(performed.item.chat.ref, returned);
      },
    });
  }

  private async prepare(input: SendInput, key: string): Promise<Prepared> {
    try {
      const checked = await this.checks.check(input);
      return { kind: 'action', plan: this.plan(input, key, checked) };
    } catch (error) {
      if (!(error instanceof SendRefused)) throw error;
      return { kind: 'answer', outcome: { kind: 'error', text: error.message } };
    }
  }

  private plan(input: SendInput, key: string, checked: CheckedSend): ActionPlan {
    const { chat, request, message, file } = checked;
    const standing = this.standing.decider(chat, 'messages');
    return {
      key,
      input,
      request,
      content: auditContent(message.content.type, [chat.ref, message], file?.sha256),
      ...(standing === undefined ? {} : { standing }),
      ...(file?.picture === undefined ? {} : { picture: file.picture }),
      perform: (record) => this.perform(record, checked),
      onForgotten: ({ collector }) => {
        if (collector !== undefined) this.watch.release(collector);
      },
    };
  }

  private async perform(record: ActionRecord, checked: CheckedSend): Promise<Performed> {
    // Responses may arrive before the core has answered.
    const collector = this.watch.collect(checked.chat.ref);
    record.collector = collector;
    const item = await this.sendMessage(record, checked);
    collector.startAfter(item.itemId);
    return { tool: 'send', item };
  }

  private async sendMessage(
    record: ActionRecord,
    { chat, message, file }: CheckedSend,
  ): Promise<Item> {
    if (file === undefined) return this.chats.send(chat.ref, message);
    const filePath = await file.copyToSend();
    try {
      // A large file takes a while to copy: the number may be another chat's by now.
      if (record.chatGone) throw new Error(noChatText(chat.ref));
      return await this.chats.send(chat.ref, { ...message, filePath });
    } catch (error) {
      await file.discardCopy();
      throw error;
    }
  }

  private async responses(
    record: ActionRecord,
    input: SendInput,
    call: ToolCall,
    from: number,
  ): Promise<{ fields: Readonly<Record<string, unknown>>; returned: readonly number[] }> {
    const { collector } = record;
    const item = sentItem(record);
    const chat = item.chat.ref;
    if (collector === undefined) throw new Error('A done send has no collector.');
    const end = from + input.wait * 1000;
    if (end > this.clock.now()) {
      await withProgress(call, this.clock, receiveProgress(chat, end), () =>
        waitForMessages({
          clock: this.clock,
          collector,
          signal: call.signal,
          end,
          idle: input.idle * 1000,
          enough: input.limit,
        }),
      );
    }
    const arrived = collector.items;
    const returned = arrived.filter((one) => !one.live).slice(0, input.limit);
    const more = arrived.length - returned.length + collector.overflowCount;
    return {
      fields: { chat, item: item.itemId, responses: await this.objects.of(returned), more },
      returned: returned.map(({ itemId }) => itemId),
    };
  }
}

function sentItem(record: ActionRecord): Item {
  if (record.performed?.tool !== 'send') throw new Error('A done send has no item.');
  return record.performed.item;
}
