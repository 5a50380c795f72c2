import type { Action, Decider } from '../../domain/action/action.js';
import { expiryCheckInterval, expiryTime } from '../../domain/action/limits.js';
import { transition, type ActionEvent } from '../../domain/action/machine.js';
import { actionRefusal, controlLostText } from '../../domain/action/refusal.js';
import { requestChat } from '../../domain/action/request.js';
import { planCard, type CardPlan } from '../../domain/card/plan.js';
import type { ChatRef } from '../../domain/chat/ref.js';
import type { ClockPort, StopTimer } from '../../ports/clock.js';
import { errorText } from '../errors.js';
import { noChatText } from '../tools/chat-lookup.js';
import type { ActionOutput } from './output.js';
import { ActionRecord, type ActionPlan } from './record.js';

export interface RegistrySettings {
  readonly mode: 'requests' | 'host';
  readonly expireHours: number;
  readonly firstNumber: number;
}

/** What the registry asks of the control chat. */
export interface ApproverSource {
  /** Names and count of those who can approve now. */
  readonly approverNames: readonly string[];
  readonly ownersGiven: boolean;
}

export type Created =
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'created'; readonly record: ActionRecord };

/**
 * All actions in memory. Every change of a state goes through the machine of the domain; this class performs
 * the effects: cards, logs, audit records and the perform itself (behaviour 5.3).
 */
export class ActionRegistry {
  private readonly records = new Map<number, ActionRecord>();
  private readonly posting = new Set<Promise<void>>();
  private readonly stopSignal = new AbortController();
  private next: number;
  private isStopping = false;
  private lost = false;
  private stopTimer: StopTimer | undefined;

  constructor(
    private readonly settings: RegistrySettings,
    private readonly approvers: ApproverSource,
    private readonly output: ActionOutput,
    private readonly clock: ClockPort,
  ) {
    this.next = settings.firstNumber;
  }

  /** Checks the expiry of actions every 60 s from now on. */
  start(): void {
    this.stopTimer = this.clock.every(expiryCheckInterval, () => {
      this.expireDue();
    });
  }

  /** Actions in memory, oldest first. */
  get all(): readonly ActionRecord[] {
    return [...this.records.values()];
  }

  /** The stop has begun: nothing is performed from now on. */
  get stopping(): boolean {
    return this.isStopping;
  }

  /** The action in memory that a call with this key attaches to. */
  find(key: string): ActionRecord | undefined {
    return this.all.find((record) => record.action.facts.key === key);
  }

  /** Makes an action, unless it is refused (api 1.9); its card or its perform follows. */
  create(plan: ActionPlan): Created {
    const decider = this.decider(plan);
    const card = planCard(this.next, plan.request, decider, this.approvers.approverNames);
    const refused = this.refusal(card);
    if (refused !== undefined) return { kind: 'refused', text: refused };
    if (card.kind === 'too-long') return { kind: 'refused', text: card.text };
    const record = this.add(plan, decider, card);
    const posted = this.post(record);
    record.posted = posted;
    this.posting.add(posted);
    void posted.finally(() => this.posting.delete(posted));
    return { kind: 'created', record };
  }

  /** A pending action is approved; `false` when it was decided before. */
  approve(record: ActionRecord, by: Decider): boolean {
    return this.apply(record, { kind: 'approved', by });
  }

  /** A pending action is rejected; `false` when it was decided before. */
  reject(record: ActionRecord, by: string, memberId: number): boolean {
    return this.apply(record, { kind: 'rejected', by, memberId });
  }

  /** Expires what is due and forgets decided actions that no call came back for (behaviour 5.6). */
  expireDue(): void {
    const now = this.clock.now();
    for (const record of this.all) {
      this.apply(record, { kind: 'time-checked', now });
      if (record.decided && record.open === 0 && now >= record.action.facts.expires) {
        this.remove(record);
      }
    }
  }

  /** The control chat is gone: nothing pending can be decided any more. */
  loseControl(): void {
    this.lost = true;
    for (const record of this.all) {
      const failed = this.apply(record, { kind: 'control-lost', error: controlLostText });
      if (failed) this.output.lost(record);
    }
  }

  /**
   * The agent has left a chat: nothing for it may reach a chat that gets the same number, and no open card may offer
   * commands that would name that one.
   */
  chatLeft(chat: ChatRef): void {
    for (const record of this.all) {
      if (requestChat(record.action.facts.request) !== chat) continue;
      record.chatGone = true;
      this.apply(record, { kind: 'chat-left', error: noChatText(chat) });
    }
  }

  /** Forgets an action: its result was returned to a call. */
  remove(record: ActionRecord): void {
    if (this.records.delete(record.number)) record.forget();
  }

  /**
   * Refuses new actions and marks those pending and performing as interrupted (behaviour 4.3). Resolves when
   * their cards are edited or posted, with how many were cancelled and how many cards were shown.
   */
  async stop(): Promise<{ cancelled: number; cardsShown: number }> {
    this.isStopping = true;
    this.stopTimer?.();
    await Promise.all(this.posting);
    let cancelled = 0;
    for (const record of this.all) {
      const { status } = record.action;
      const interruptedAlready = 'interrupted' in status && status.interrupted;
      if (interruptedAlready || this.apply(record, { kind: 'stopped', beforePerform: false })) {
        cancelled += 1;
      }
    }
    this.stopSignal.abort();
    const cardsShown = await this.output.idle();
    await this.output.saveCounter();
    return { cancelled, cardsShown };
  }

  private refusal(card: CardPlan): string | undefined {
    const states = this.all.map((record) => record.action.status.state);
    return actionRefusal({
      stopping: this.isStopping,
      controlLost: this.lost,
      pending: states.filter((state) => state === 'pending').length,
      performing: states.filter((state) => state === 'performing').length,
      cardRefusal: card.kind === 'too-long' ? card.text : undefined,
      approvers: this.approvers.approverNames.length,
      ownersGiven: this.approvers.ownersGiven,
    });
  }

  /** Who decides without a card: mode host, or a standing approval. */
  private decider(plan: ActionPlan): Decider | undefined {
    return this.settings.mode === 'host' ? { kind: 'host' } : plan.standing;
  }

  private add(
    plan: ActionPlan,
    decider: Decider | undefined,
    { card, bytes }: CardPlan & { kind: 'fits' },
  ): ActionRecord {
    const created = this.clock.now();
    const action: Action = {
      facts: {
        number: this.next,
        key: plan.key,
        request: plan.request,
        created,
        expires: expiryTime(created, this.settings.expireHours),
      },
      status:
        decider === undefined
          ? { state: 'pending', interrupted: false }
          : { state: 'performing', decider, interrupted: false },
    };
    this.next += 1;
    const record = new ActionRecord(action, plan, card, bytes);
    this.records.set(record.number, record);
    this.output.created(record);
    return record;
  }

  private async post(record: ActionRecord): Promise<void> {
    const performing = record.action.status.state === 'performing';
    try {
      await this.output.announce(record, this.next);
    } catch (error) {
      this.apply(record, { kind: 'post-failed', error: errorText(error) });
      return;
    }
    if (!performing) return;
    if (!this.isStopping) await this.startPerform(record);
    if (this.isStopping && record.performStarted === undefined) {
      this.apply(record, { kind: 'stopped', beforePerform: true });
    }
  }

  /** The single way from an event to a new state and its effects. */
  private apply(record: ActionRecord, event: ActionEvent): boolean {
    const { status, effects } = transition(record.action, event);
    if (status === record.action.status) return false;
    record.action = { facts: record.action.facts, status };
    for (const effect of effects) {
      switch (effect) {
        case 'perform':
          void this.startPerform(record);
          break;
        case 'show-outcome':
          this.output.outcome(record);
          break;
        case 'log-post-failure':
          this.output.postFailed(record);
          break;
      }
    }
    record.changed.notify();
    return true;
  }

  /** Resolves when the decision is recorded and the perform has started; the perform goes on by itself. */
  private async startPerform(record: ActionRecord): Promise<void> {
    const { status } = record.action;
    if (status.state !== 'performing') return;
    try {
      await this.output.approved(record, status.decider);
    } catch (error) {
      this.apply(record, { kind: 'perform-failed', error: errorText(error) });
      return;
    }
    // A stop that came while the decision was recorded keeps the action from being performed.
    if (this.isStopping) return;
    record.performStarted = this.clock.now();
    void this.perform(record);
  }

  private async perform(record: ActionRecord): Promise<void> {
    try {
      const chat = requestChat(record.action.facts.request);
      if (record.chatGone && chat !== undefined) throw new Error(noChatText(chat));
      const performed = await record.plan.perform(record, this.stopSignal.signal);
      record.performed = performed;
      record.performEnded = this.clock.now();
      this.apply(record, {
        kind: 'performed',
        ...(performed.tool === 'connect' ? { connected: performed.connected } : {}),
      });
    } catch (error) {
      record.performEnded = this.clock.now();
      this.apply(record, { kind: 'perform-failed', error: errorText(error) });
    }
  }
}
