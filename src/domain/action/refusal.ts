import { mostPending, mostPerforming } from './limits.js';

/** What the registry knows when a call asks for a new action. */
export interface RefusalFacts {
  readonly stopping: boolean;
  readonly controlLost: boolean;
  readonly pending: number;
  readonly performing: number;
  /** The refusal of its card, when the largest form is above the limit. */
  readonly cardRefusal: string | undefined;
  readonly approvers: number;
  /** `--owners` was given. */
  readonly ownersGiven: boolean;
}

export const stoppingText = 'The server is stopping.';
export const controlLostText =
  'The agent lost its control chat. The person who runs it has to restart it with --reset-owners.';

/** Why a new action is refused, the first match in the order of api 1.9; `undefined` when it is not. */
export function actionRefusal(facts: RefusalFacts): string | undefined {
  if (facts.stopping) return stoppingText;
  if (facts.controlLost) return controlLostText;
  if (facts.pending >= mostPending) {
    return "20 actions are pending; wait for the owner's decisions.";
  }
  if (facts.performing >= mostPerforming) {
    return '20 actions are being performed; wait for their results.';
  }
  if (facts.cardRefusal !== undefined) return facts.cardRefusal;
  if (facts.approvers === 0) {
    return facts.ownersGiven
      ? 'The agent has no approving owner. The person who runs it has to restart it with the --owners options it printed.'
      : 'The agent has no owner. The person who runs it has to join its control chat with the link the server printed.';
  }
  return undefined;
}
