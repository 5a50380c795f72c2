import type { Action, Decider } from '../../domain/action/action.js';
import { isDecided } from '../../domain/action/machine.js';
import type { ActionRequest } from '../../domain/action/request.js';
import type { AuditContent } from '../../domain/audit/event.js';
import type { CardFacts } from '../../domain/card/facts.js';
import type { Chat } from '../../domain/chat/chat.js';
import type { ConnectionPlan } from '../../domain/chat/connection.js';
import type { Item } from '../../domain/chat/item.js';
import type { Collector } from '../items/collector.js';
import { Pulse } from '../pulse.js';

/** What a perform leaves for the results of its calls. */
export type Performed =
  | {
      readonly tool: 'connect';
      readonly chat?: Chat;
      readonly connected: boolean;
    }
  | { readonly tool: 'send'; readonly item: Item }
  | { readonly tool: 'download'; readonly path: string }
  | { readonly tool: 'leave' };

/** What an action needs beside its request. */
export interface ActionPlan {
  readonly key: string;
  readonly request: ActionRequest;
  /** The arguments of the call that makes the action, as `list` shows them. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The owner's standing approval that covers it. */
  readonly standing?: Decider & { kind: 'standing' };
  /** Preview (data URL) of the picture or video that the card shows. */
  readonly picture?: CardPicture;
  readonly content: AuditContent;
  /** Of a connect: what its target leads to. */
  readonly connection?: ConnectionPlan;
  /** Does what was approved. `stop` is aborted when the server stops. Runs at most once. */
  perform(record: ActionRecord, stop: AbortSignal): Promise<Performed>;
  /** Follows once the outcome of a done action was shown. */
  afterOutcome?(): Promise<void>;
  /** Called once when the action has left the memory and no call waits on it any more. */
  onForgotten?(record: ActionRecord): void;
}

export type CardPicture =
  | { readonly type: 'image'; readonly preview: string }
  | { readonly type: 'video'; readonly preview: string; readonly durationSeconds: number };

/** An action in memory: its state, its card and the calls that wait for it. */
export class ActionRecord {
  action: Action;
  readonly plan: ActionPlan;
  /** What its card shows, in whatever state. */
  readonly card: CardFacts;
  /** JSON-escaped bytes of the largest form of the card. */
  readonly cardBytes: number;
  /** Item ID of the card in the control chat. */
  cardItem: number | undefined;
  /** The picture as it was posted with the card. */
  cardPicture: CardPicture | undefined;
  performed: Performed | undefined;
  /** Messages that arrive in its chat since the perform. */
  collector: Collector | undefined;
  /** Milliseconds since the epoch when the perform started and ended. */
  performStarted: number | undefined;
  performEnded: number | undefined;
  /** Resolves when its counter is written and its card is posted, or could not be. */
  posted: Promise<void> = Promise.resolve();
  /** The audit log has its creation. */
  onRecord = false;
  /** Its chat is gone, and another chat may have taken the number: it is for nothing any more. */
  chatGone = false;
  readonly changed = new Pulse();
  private calls = 0;
  private forgotten = false;

  constructor(action: Action, plan: ActionPlan, card: CardFacts, cardBytes: number) {
    this.action = action;
    this.plan = plan;
    this.card = card;
    this.cardBytes = cardBytes;
  }

  get number(): number {
    return this.action.facts.number;
  }

  get decided(): boolean {
    return isDecided(this.action.status);
  }

  /** Calls that wait on the action now. */
  get open(): number {
    return this.calls;
  }

  /** A call waits on it from now on. */
  enter(): void {
    this.calls += 1;
  }

  /** The call has its result, or was aborted. */
  leave(): void {
    this.calls -= 1;
    this.release();
  }

  /** It left the memory; the calls that are attached to it still get their results. */
  forget(): void {
    this.forgotten = true;
    this.release();
  }

  private release(): void {
    if (this.forgotten && this.calls === 0) this.plan.onForgotten?.(this);
  }

  /** An owner can decide on it: it is pending, has a card and the server does not stop. */
  get awaitsDecision(): boolean {
    const { status } = this.action;
    return status.state === 'pending' && !status.interrupted && this.cardItem !== undefined;
  }
}
