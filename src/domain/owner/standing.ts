import type { Decider } from '../action/action.js';
import type { CustomData, Member } from '../chat/chat.js';
import { FILES_KEY, isRecord, MESSAGES_KEY } from './custom-data.js';

/** What a standing approval covers: sends, or downloads of files on known servers (behaviour 5.5). */
export type ApprovalScope = 'messages' | 'files';

/** How new actions start in this run (behaviour 5.1). */
export type ApprovalMode = 'requests' | 'host';

export type StandingDecider = Extract<Decider, { kind: 'standing' }>;

/**
 * The standing approval of a chat that is in force: in mode requests, while the member who gave it is among the
 * current approvers. Data of another shape is no approval.
 */
export function standingApproval(
  data: CustomData | undefined,
  scope: ApprovalScope,
  mode: ApprovalMode,
  approvers: readonly Member[],
): StandingDecider | undefined {
  const stored = data?.[keyOf(scope)];
  if (mode !== 'requests' || !isRecord(stored)) return undefined;
  const { approvedBy, approvedById } = stored;
  if (typeof approvedBy !== 'string') return undefined;
  const approver = approvers.find(({ memberId }) => memberId === approvedById);
  return approver === undefined
    ? undefined
    : { kind: 'standing', name: approvedBy, memberId: approver.memberId };
}

/** Whether a standing approval is stored, in force or not: what `/revoke` and `/receive CHAT off` remove. */
export function hasApproval(data: CustomData | undefined, scope: ApprovalScope): boolean {
  const stored = data?.[keyOf(scope)];
  return isRecord(stored) && stored['control'] !== true;
}

/** Custom data with a standing approval by `approver`, given at `now` (milliseconds since the epoch). */
export function withApproval(
  data: CustomData | undefined,
  scope: ApprovalScope,
  approver: Pick<Member, 'name' | 'memberId'>,
  now: number,
): CustomData {
  const approval = { approvedBy: approver.name, approvedById: approver.memberId, approvedAt: now };
  return { ...data, [keyOf(scope)]: approval };
}

/** Custom data without the standing approval; `undefined` when no other key is left. */
export function withoutApproval(
  data: CustomData | undefined,
  scope: ApprovalScope,
): CustomData | undefined {
  const kept = Object.entries(data ?? {}).filter(([key]) => key !== keyOf(scope));
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

function keyOf(scope: ApprovalScope): string {
  return scope === 'messages' ? MESSAGES_KEY : FILES_KEY;
}
