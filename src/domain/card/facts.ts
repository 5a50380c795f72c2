import type { ActionRequest } from '../action/request.js';

/** What a card shows of its action. It never changes, so an edited card differs only by the action's state. */
export interface CardFacts {
  readonly number: number;
  readonly request: ActionRequest;
  /** Lines of the link texts of a connect, as far as they fit; empty for other tools. */
  readonly linkLines: readonly string[];
}
