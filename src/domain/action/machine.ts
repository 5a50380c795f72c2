import type { Action, ActionState, Decider } from './action.js';

/** What can happen to an action (behaviour 5.3). */
export type ActionEvent =
  | { readonly kind: 'approved'; readonly by: Decider }
  | { readonly kind: 'rejected'; readonly by: string; readonly memberId: number }
  /** The time is looked at; `now` in milliseconds since the epoch. */
  | { readonly kind: 'time-checked'; readonly now: number }
  /** The counter could not be written, or the card could not be posted. */
  | { readonly kind: 'post-failed'; readonly error: string }
  | { readonly kind: 'control-lost'; readonly error: string }
  /** The agent has left its chat. */
  | { readonly kind: 'chat-left'; readonly error: string }
  /** The server stops. `beforePerform`: the counter of a performing action was still being written. */
  | { readonly kind: 'stopped'; readonly beforePerform: boolean }
  | { readonly kind: 'performed'; readonly connected?: boolean }
  | { readonly kind: 'perform-failed'; readonly error: string };

/** What the app does after a transition. */
export type ActionEffect =
  /** Call the perform. */
  | 'perform'
  /** Edit the card, or post the outcome where there is no card, and log the outcome. */
  | 'show-outcome'
  /** Log that the action failed before it had a card. */
  | 'log-post-failure';

export interface Transition {
  readonly status: ActionState;
  readonly effects: readonly ActionEffect[];
}

/**
 * The one place where an action changes its state. Decided actions never change: an event that does not apply
 * leaves the status object as it is, without effects, so the caller sees by identity that it came too late.
 */
export function transition(action: Action, event: ActionEvent): Transition {
  const { status } = action;
  const same: Transition = { status, effects: [] };
  switch (status.state) {
    case 'pending':
      return status.interrupted ? same : fromPending(action, event, same);
    case 'performing':
      return fromPerforming(status, event, same);
    case 'done':
    case 'failed':
    case 'rejected':
    case 'expired':
      return same;
  }
}

function fromPending(action: Action, event: ActionEvent, same: Transition): Transition {
  switch (event.kind) {
    case 'approved':
      return {
        status: { state: 'performing', decider: event.by, interrupted: false },
        effects: ['perform'],
      };
    case 'rejected':
      return {
        status: { state: 'rejected', by: event.by, memberId: event.memberId },
        effects: ['show-outcome'],
      };
    case 'time-checked':
      return event.now >= action.facts.expires
        ? { status: { state: 'expired' }, effects: ['show-outcome'] }
        : same;
    case 'post-failed':
      return { status: { state: 'failed', error: event.error }, effects: ['log-post-failure'] };
    case 'control-lost':
      return { status: { state: 'failed', error: event.error }, effects: [] };
    case 'chat-left':
      return { status: { state: 'failed', error: event.error }, effects: ['show-outcome'] };
    case 'stopped':
      return { status: { state: 'pending', interrupted: true }, effects: ['show-outcome'] };
    case 'performed':
    case 'perform-failed':
      return same;
  }
}

function fromPerforming(
  status: Extract<ActionState, { state: 'performing' }>,
  event: ActionEvent,
  same: Transition,
): Transition {
  const { decider } = status;
  // A stop has edited the card for good; what ends later changes neither card nor log.
  const shown: readonly ActionEffect[] = status.interrupted ? [] : ['show-outcome'];
  switch (event.kind) {
    case 'performed':
      return {
        status: {
          state: 'done',
          decider,
          ...(event.connected === undefined ? {} : { connected: event.connected }),
        },
        effects: shown,
      };
    case 'perform-failed':
      return { status: { state: 'failed', decider, error: event.error }, effects: shown };
    case 'post-failed':
      return {
        status: { state: 'failed', decider, error: event.error },
        effects: ['log-post-failure'],
      };
    case 'stopped':
      if (status.interrupted) return same;
      return event.beforePerform
        ? { status: { state: 'pending', interrupted: true }, effects: ['show-outcome'] }
        : {
            status: { state: 'performing', decider, interrupted: true },
            effects: ['show-outcome'],
          };
    case 'approved':
    case 'rejected':
    case 'time-checked':
    case 'control-lost':
    case 'chat-left':
      return same;
  }
}

/** Decided: no event changes the action any more. */
export function isDecided(status: ActionState): boolean {
  switch (status.state) {
    case 'pending':
    case 'performing':
      return false;
    case 'done':
    case 'failed':
    case 'rejected':
    case 'expired':
      return true;
  }
}
