import type { ActionState } from '../../../src/domain/action/action.js';

/** A state of an action, by what a reader of a card would call it. */
export const states = {
  pending: { state: 'pending', interrupted: false },
  cancelled: { state: 'pending', interrupted: true },
  approved: {
    state: 'performing',
    decider: { kind: 'approver', name: 'alice', memberId: 2 },
    interrupted: false,
  },
  interrupted: {
    state: 'performing',
    decider: { kind: 'approver', name: 'alice', memberId: 2 },
    interrupted: true,
  },
  interruptedStanding: {
    state: 'performing',
    decider: { kind: 'standing', name: 'alice', memberId: 2 },
    interrupted: true,
  },
  interruptedInModeHost: { state: 'performing', decider: { kind: 'host' }, interrupted: true },
  done: { state: 'done', decider: { kind: 'approver', name: 'alice', memberId: 2 } },
  connected: {
    state: 'done',
    decider: { kind: 'approver', name: 'alice', memberId: 2 },
    connected: true,
  },
  doneStanding: { state: 'done', decider: { kind: 'standing', name: 'alice', memberId: 2 } },
  doneInModeHost: { state: 'done', decider: { kind: 'host' } },
  failed: {
    state: 'failed',
    decider: { kind: 'approver', name: 'alice', memberId: 2 },
    error: 'SimpleX error: no\nnetwork',
  },
  failedStanding: {
    state: 'failed',
    decider: { kind: 'standing', name: 'alice', memberId: 2 },
    error: 'no network',
  },
  failedInModeHost: { state: 'failed', decider: { kind: 'host' }, error: 'no network' },
  failedUndecided: { state: 'failed', error: 'no network' },
  rejected: { state: 'rejected', by: 'Ann Lee', memberId: 3 },
  expired: { state: 'expired' },
} as const satisfies Readonly<Record<string, ActionState>>;
