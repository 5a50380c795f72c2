import type { ActionRequest } from './request.js';

/** Who or what decided that an action is performed (api 2.2, DECIDER). */
export type Decider =
  | { readonly kind: 'host' }
  /** A standing approval, given by `name`. */
  | { readonly kind: 'standing'; readonly name: string; readonly memberId: number }
  | { readonly kind: 'approver'; readonly name: string; readonly memberId: number };

/** Facts of an action that never change. */
export interface ActionFacts {
  /** Unique for the life of the agent, also across restarts (behaviour 5.7). */
  readonly number: number;
  /** Tool and action fields in one string; a call with the same key attaches (api 1.1). */
  readonly key: string;
  readonly request: ActionRequest;
  /** Milliseconds since the epoch. */
  readonly created: number;
  readonly expires: number;
}

/** State of an action, each with its own data (behaviour 5.3). */
export type ActionState =
  | { readonly state: 'pending'; readonly interrupted: boolean }
  | { readonly state: 'performing'; readonly decider: Decider; readonly interrupted: boolean }
  /** `connected`: of a connect, whether the other side had accepted when the perform ended. */
  | { readonly state: 'done'; readonly decider: Decider; readonly connected?: boolean }
  /** Without a decider: the card post failed or the control chat was lost before a decision. */
  | { readonly state: 'failed'; readonly decider?: Decider; readonly error: string }
  | { readonly state: 'rejected'; readonly by: string; readonly memberId: number }
  | { readonly state: 'expired' };

export type ActionStateName = ActionState['state'];

export interface Action {
  readonly facts: ActionFacts;
  readonly status: ActionState;
}
