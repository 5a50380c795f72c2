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
import { errorText } from '../errors.js';
import type { ConnectionWatch } from '../items/connection-watch.js';
import type { ItemWatch } from '../items/item-watch.js';
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
      returned: async (record) => {
        if (record.performed?.tool !== 'connect' || returned.length === 0) return;
        const { chat } = record.performed;
        if (chat !== undefined) await this.chats.markRead(chat.ref, returned);
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
      if (!(error instanceof ChatError)) throw error;
      const invalid = error.failure.kind === 'invalid-link';
      return refused(invalid ? notTargetText(target) : errorText(error));
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
      perform: (record, stop) => this.perform(record, method, input.wait, stop),
      onRemoved: ({ collector }) => {
        if (collector !== undefined) this.watch.release(collector);
      },
    };
  }

  /** Joins, then waits for the other side until `wait` seconds have passed or the server stops. */
  private async perform(
    record: ActionRecord,
    method: JoinMethod,
    wait: number,
    stop: AbortSignal,
  ): Promise<Performed> {
    const { request } = record.card;
    if (request.tool !== 'connect') throw new Error('Not a connect.');
    const connection = this.connections.begin();
    try {
      const started = this.clock.now();
      const { incognito, message } = request;
      const join = await this.chats.join(method, {
        incognito,
        ...(message === null ? {} : { message }),
      });
      this.collect(record, join.chat);
      connection.expect({
        ...(join.chat === undefined ? {} : { chat: join.chat.ref }),
        ...(join.connectionId === undefined ? {} : { connectionId: join.connectionId }),
      });
      const end = Math.min(started + wait * 1000, connectWaitEnd(record.action.facts.created));
      let chat = join.chat;
      while (chat?.connected !== true && !stop.aborted) {
        const left = end - this.clock.now();
        if (connection.connected !== undefined) {
          chat = connection.connected;
          break;
        }
        if (left <= 0) break;
        await connection.changed.wait(this.clock, left, stop);
      }
      this.collect(record, chat);
      const connected = connection.connected !== undefined || chat?.connected === true;
      return { tool: 'connect', connected, ...(chat === undefined ? {} : { chat }) };
    } finally {
      this.connections.end(connection);
    }
  }

  private collect(record: ActionRecord, chat: Chat | undefined): void {
    if (chat !== undefined) record.collector ??= this.watch.collect(chat.ref);
  }
}

function refused(text: string): Prepared {
  return { kind: 'answer', outcome: { kind: 'error', text } };
}
