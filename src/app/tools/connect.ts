import { actionKey } from '../../domain/action/key.js';
import { connectWaitEnd } from '../../domain/action/limits.js';
import type { ConnectRequest } from '../../domain/action/request.js';
import type { Chat } from '../../domain/chat/chat.js';
import type { ConnectionPlan, JoinMethod } from '../../domain/chat/connection.js';
import { decideConnect } from '../../domain/connect/decision.js';
import { hasWhitespace, notTargetText } from '../../domain/connect/target.js';
import { ChatError, type ChatPort } from '../../ports/chat.js';
import type { ClockPort } from '../../ports/clock.js';
import type { ToolCall, ToolOutcome } from '../../ports/mcp.js';
import { auditContent } from '../actions/digest.js';
import type { ActionPlan, ActionRecord, Performed } from '../actions/record.js';
import type { ConnectionWatch } from '../items/connection-watch.js';
import type { ItemWatch } from '../items/item-watch.js';
import type { ReadMarks } from '../items/read-marks.js';
import type { ActionCalls, Prepared } from './action-calls.js';
import type { ConnectResults } from './connect-results.js';
import type { ConnectInput } from './schemas.js';

/** The tool `connect` (api 1.2): joins what is behind a link or name. */
export class ConnectTool {
  constructor(
    private readonly chats: ChatPort,
    private readonly watch: ItemWatch,
    private readonly connections: ConnectionWatch,
    private readonly results: ConnectResults,
    private readonly calls: ActionCalls,
    private readonly marks: ReadMarks,
    private readonly clock: ClockPort,
  ) {}

  call(input: ConnectInput, call: ToolCall): Promise<ToolOutcome> {
    const key = actionKey('connect', input);
    let returned: readonly number[] = [];
    return this.calls.run({
      key,
      call,
      prepare: () => this.prepare(input, key),
      done: async (record) => {
        const result = await this.results.of(record, input, call);
        returned = result.unread;
        return result.fields;
      },
      returned: async ({ performed }) => {
        if (performed?.tool !== 'connect' || performed.chat === undefined) return;
        await this.marks.mark(performed.chat.ref, returned);
      },
    });
  }

  private async prepare(input: ConnectInput, key: string): Promise<Prepared> {
    const { target, incognito, message = null } = input;
    if (hasWhitespace(target)) return refused(notTargetText(target));
    try {
      const plan = await this.chats.planConnection(target);
      const decision = decideConnect({ target, incognito, message }, plan);
      switch (decision.kind) {
        case 'refused':
          return refused(decision.text);
        case 'known': {
          const fields = await this.results.chatFields(decision.chat, plan);
          return {
            kind: 'answer',
            outcome: { kind: 'result', result: { status: 'known', ...fields } },
          };
        }
        case 'join':
          return {
            kind: 'action',
            plan: this.plan(input, key, plan, decision.method, decision.request),
          };
      }
    } catch (error) {
      const invalid = error instanceof ChatError && error.failure.kind === 'invalid-link';
      if (!invalid) throw error;
      return refused(notTargetText(target));
    }
  }

  private plan(
    input: ConnectInput,
    key: string,
    plan: ConnectionPlan,
    method: JoinMethod,
    request: ConnectRequest,
  ): ActionPlan {
    const { target, incognito, message } = request;
    return {
      key,
      input,
      request,
      connection: plan,
      content: auditContent('connect', [target, incognito, message]),
      perform: (record, stop) => this.perform(record, request, method, input.wait, stop),
      onForgotten: ({ collector }) => {
        if (collector !== undefined) this.watch.release(collector);
      },
    };
  }

  /** Joins, then waits for the other side until `wait` seconds have passed or the server stops. */
  private async perform(
    record: ActionRecord,
    { incognito, message }: ConnectRequest,
    method: JoinMethod,
    wait: number,
    stop: AbortSignal,
  ): Promise<Performed> {
    const early = this.watch.watchJoin();
    const collect = (chat: Chat): void => {
      record.collector ??= this.watch.collectJoined(chat.ref, early);
    };
    const connection = this.connections.begin(collect);
    try {
      const end = this.waitEnd(record, wait);
      const joined = await this.chats.join(method, {
        incognito,
        ...(message === null ? {} : { message }),
      });
      if (joined.chat !== undefined) collect(joined.chat);
      connection.expect({
        ...(joined.chat === undefined ? {} : { chat: joined.chat.ref }),
        ...(joined.connectionId === undefined ? {} : { connectionId: joined.connectionId }),
      });
      const isConnected = (): boolean =>
        connection.connected !== undefined || joined.chat?.connected === true;
      while (!isConnected() && !stop.aborted) {
        const left = end - this.clock.now();
        if (left <= 0) break;
        await connection.changed.wait(this.clock, left, stop);
      }
      const chat = connection.connected ?? joined.chat;
      return {
        tool: 'connect',
        connected: isConnected(),
        ...(chat === undefined ? {} : { chat }),
      };
    } finally {
      this.connections.end(connection);
      this.watch.endJoin(early);
    }
  }

  /** Until when the other side is waited for, milliseconds since the epoch (behaviour 5.6). */
  private waitEnd({ action, performStarted }: ActionRecord, wait: number): number {
    const from = performStarted ?? this.clock.now();
    return Math.min(from + wait * 1000, connectWaitEnd(action.facts.created));
  }
}

function refused(text: string): Prepared {
  return { kind: 'answer', outcome: { kind: 'error', text } };
}
