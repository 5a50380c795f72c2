import type { Decider } from '../../domain/action/action.js';
import type { AuditEvent } from '../../domain/audit/event.js';
import { cardText } from '../../domain/card/text.js';
import { requestChat } from '../../domain/action/request.js';
import {
  actionCreatedLine,
  actionEndedLine,
  failedUndecidedLine,
} from '../../domain/text/terminal.js';
import { auditFailedPost } from '../../domain/owner/posts.js';
import type { AuditPort } from '../../ports/audit.js';
import type { ControlChat } from '../control/control-chat.js';
import { errorText } from '../errors.js';
import type { Log } from '../log.js';
import type { PictureFitter } from './picture.js';
import type { ActionRecord } from './record.js';

/** What the owner, the log and the audit see of an action. */
export class ActionOutput {
  private readonly shown = new Set<Promise<void>>();
  private interruptedCards = 0;

  constructor(
    private readonly control: ControlChat,
    private readonly pictures: PictureFitter,
    private readonly audit: AuditPort,
    private readonly log: Log,
  ) {}

  created(record: ActionRecord): void {
    this.log.line(actionCreatedLine(record.number, record.card.request));
  }

  /** Writes the counter, records the action and posts the card of a pending one; rejects when any of them fails. */
  async announce(record: ActionRecord, next: number): Promise<void> {
    const { request } = record.card;
    await this.control.saveCounter(next);
    await this.recordOrTell(record, {
      event: 'action-created',
      action: record.number,
      tool: request.tool,
      chat: requestChat(request) ?? null,
      content: record.plan.content,
    });
    record.onRecord = true;
    await this.postCard(record);
  }

  /** Records a decision before what was approved is performed; rejects when it can't be recorded. */
  async approved(record: ActionRecord, by: Decider): Promise<void> {
    await this.recordOrTell(record, {
      event: 'action-decided',
      action: record.number,
      decision: 'approved',
      by,
    });
  }

  /** Edits the card, or posts the outcome of an action without one, and logs and records the outcome. */
  outcome(record: ActionRecord): void {
    const line = actionEndedLine(record.number, record.card.request, record.action.status);
    if (line !== undefined) this.log.line(line);
    this.track(this.record(record));
    this.track(this.conclude(record));
  }

  /** The control chat was lost before a decision: there is no card to edit. */
  lost(record: ActionRecord): void {
    this.track(this.record(record));
  }

  /** Writes the counter where the last write failed. */
  async saveCounter(): Promise<void> {
    try {
      await this.control.saveCounterAgain();
    } catch (error) {
      this.log.error('action counter', error);
    }
  }

  postFailed(record: ActionRecord): void {
    const { status } = record.action;
    if (status.state !== 'failed') return;
    this.log.line(failedUndecidedLine(record.number, status.error));
    this.track(this.record(record));
  }

  /** Resolves when all edits and posts so far have ended; says how many cards of interrupted actions were shown. */
  async idle(): Promise<number> {
    while (this.shown.size > 0) await Promise.all(this.shown);
    return this.interruptedCards;
  }

  /** Nothing is performed that can't be recorded: the owner is told, and the action fails. */
  private async recordOrTell(record: ActionRecord, event: AuditEvent): Promise<void> {
    try {
      await this.audit.append(event);
    } catch (error) {
      this.track(this.tellUnrecorded(record, errorText(error)));
      throw error;
    }
  }

  private async tellUnrecorded(record: ActionRecord, error: string): Promise<void> {
    if (this.control.lost) return;
    try {
      await this.control.post(auditFailedPost(record.number, error));
    } catch (failure) {
      this.log.error(`action ${record.number} card`, failure);
    }
  }

  private async postCard(record: ActionRecord): Promise<void> {
    const picture = await this.pictures.fit(record);
    const { status } = record.action;
    if (status.state !== 'pending') return;
    const text = cardText(record.card, status);
    const item = await this.control.post(text, picture);
    record.cardItem = item.itemId;
    record.cardPicture = picture;
    this.track(
      this.append({ event: 'card-posted', action: record.number, item: item.itemId }, record),
    );
  }

  private async conclude(record: ActionRecord): Promise<void> {
    // An action can expire while its card is being posted: the card must not stay open.
    await record.posted;
    if (!this.control.lost) await this.show(record);
    if (record.action.status.state !== 'done') return;
    try {
      await record.plan.afterOutcome?.();
    } catch (error) {
      this.log.error(`action ${record.number}`, error);
    }
  }

  /** Never rejects: a card that can't be shown is logged. */
  private async show(record: ActionRecord): Promise<void> {
    const { status } = record.action;
    const { request } = record.card;
    const text = cardText(record.card, status);
    try {
      if (record.cardItem !== undefined) {
        await this.control.edit(record.cardItem, text, record.cardPicture);
      } else if (request.tool !== 'download') {
        await this.control.post(text);
      } else {
        return;
      }
      if ('interrupted' in status) this.interruptedCards += 1;
    } catch (error) {
      this.log.error(`action ${record.number} card`, error);
    }
  }

  /** What was never recorded as created is left out: its number may not even be saved. */
  private async record(record: ActionRecord): Promise<void> {
    const event = outcomeEvent(record);
    await record.posted;
    if (record.onRecord) await this.append(event, record);
  }

  private async append(event: AuditEvent, record: ActionRecord): Promise<void> {
    try {
      await this.audit.append(event);
    } catch (error) {
      this.log.error(`action ${record.number} audit`, error);
    }
  }

  private track(task: Promise<void>): void {
    this.shown.add(task);
    void task.finally(() => this.shown.delete(task));
  }
}

function outcomeEvent({ number, action }: ActionRecord): AuditEvent {
  const { status } = action;
  switch (status.state) {
    case 'pending':
    case 'performing':
      return { event: 'action-cancelled', action: number };
    case 'done':
      return { event: 'action-performed', action: number };
    case 'failed':
      return { event: 'action-failed', action: number };
    case 'rejected':
      return {
        event: 'action-decided',
        action: number,
        decision: 'rejected',
        by: { kind: 'approver', name: status.by, memberId: status.memberId },
      };
    case 'expired':
      return { event: 'action-expired', action: number };
  }
}
