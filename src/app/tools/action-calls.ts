import { decisionProgress, performProgress } from '../../domain/text/progress.js';
import { ChatError } from '../../ports/chat.js';
import type { ClockPort } from '../../ports/clock.js';
import type { ToolCall, ToolOutcome } from '../../ports/mcp.js';
import type { ActionPlan, ActionRecord } from '../actions/record.js';
import type { ActionRegistry } from '../actions/registry.js';
import { errorText } from '../errors.js';
import type { Log } from '../log.js';
import { withProgress } from './progress.js';

/** What a tool found before an action: an answer without one, or the plan of a new one. */
export type Prepared =
  | { readonly kind: 'answer'; readonly outcome: ToolOutcome }
  | { readonly kind: 'action'; readonly plan: ActionPlan };

export interface ActionCall {
  readonly key: string;
  readonly call: ToolCall;
  /** Runs only when no action with the key is in memory. May reject with ChatError. */
  prepare(): Promise<Prepared>;
  /**
   * Fields of the result of a done action; may wait for messages. `attachedToDone`: it was done before the call.
   * May reject with ChatError: the action is kept then.
   */
  done(record: ActionRecord, attachedToDone: boolean): Promise<Readonly<Record<string, unknown>>>;
  /**
   * Runs at the end of a call that was not aborted, after its last wait: marks messages as read. May reject with
   * ChatError, which does not keep the result from the agent.
   */
  returned?(record: ActionRecord): Promise<void>;
  /** Milliseconds since the epoch until which a perform is awaited; without it, until it ends. */
  performingUntil?(record: ActionRecord): number;
}

export const cancelledOutcome: ToolOutcome = { kind: 'error', text: 'Cancelled.' };

/** Longest single wait on an action, milliseconds; the loop waits again. */
const longWait = 86_400_000;

/** What the four action tools share: attach or create, wait, return, forget (api 1.1). */
export class ActionCalls {
  constructor(
    private readonly registry: ActionRegistry,
    private readonly clock: ClockPort,
    private readonly log: Log,
  ) {}

  async run(action: ActionCall): Promise<ToolOutcome> {
    try {
      return await this.attachOrCreate(action);
    } catch (error) {
      if (error instanceof ChatError) return { kind: 'error', text: errorText(error) };
      throw error;
    }
  }

  private async attachOrCreate(action: ActionCall): Promise<ToolOutcome> {
    const found = this.registry.find(action.key);
    if (found !== undefined) return this.follow(action, found);
    const prepared = await action.prepare();
    if (action.call.signal.aborted) return cancelledOutcome;
    if (prepared.kind === 'answer') return prepared.outcome;
    // Another call with the same key may have been prepared at the same time.
    const same = this.registry.find(action.key);
    if (same !== undefined) return this.follow(action, same);
    const created = this.registry.create(prepared.plan);
    if (created.kind === 'refused') return { kind: 'error', text: created.text };
    return this.follow(action, created.record);
  }

  private async follow(action: ActionCall, record: ActionRecord): Promise<ToolOutcome> {
    const { signal } = action.call;
    const attachedToDone = record.action.status.state === 'done';
    record.enter();
    try {
      await this.wait(action, record);
      if (signal.aborted) return cancelledOutcome;
      const result = await this.result(action, record, attachedToDone);
      if (signal.aborted) return cancelledOutcome;
      await this.returned(action, record);
      if (signal.aborted) return cancelledOutcome;
      if (record.decided) this.registry.remove(record);
      return { kind: 'result', result };
    } finally {
      record.leave();
    }
  }

  private async returned(action: ActionCall, record: ActionRecord): Promise<void> {
    try {
      await action.returned?.(record);
    } catch (error) {
      if (!(error instanceof ChatError)) throw error;
      this.log.error(`action ${record.number}`, error);
    }
  }

  /** Until the action is decided and performed, the call is aborted, or `performingUntil` has passed. */
  private async wait(action: ActionCall, record: ActionRecord): Promise<void> {
    const { signal } = action.call;
    while (!record.decided && !signal.aborted) {
      const { state } = record.action.status;
      const left = (): number =>
        state === 'performing' && action.performingUntil !== undefined
          ? action.performingUntil(record) - this.clock.now()
          : longWait;
      if (left() <= 0) return;
      await withProgress(action.call, this.clock, waitText(record), async () => {
        while (record.action.status.state === state && !signal.aborted && left() > 0) {
          await record.changed.wait(this.clock, left(), signal);
        }
      });
    }
  }

  private async result(
    action: ActionCall,
    record: ActionRecord,
    attachedToDone: boolean,
  ): Promise<Readonly<Record<string, unknown>>> {
    const { status } = record.action;
    const base = { action: record.number, status: status.state };
    switch (status.state) {
      case 'done':
        return { ...base, ...(await action.done(record, attachedToDone)) };
      case 'failed':
        return { ...base, error: status.error };
      case 'rejected':
      case 'expired':
      case 'performing':
      case 'pending':
        return base;
    }
  }
}

function waitText(record: ActionRecord): string {
  const { facts, status } = record.action;
  if (status.state === 'pending') return decisionProgress(facts.number, facts.expires);
  return performProgress(facts.number);
}
