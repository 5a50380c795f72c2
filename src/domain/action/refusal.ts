import type { ActionTool } from './request.js';
import { mostPending, mostPerforming } from './limits.js';

/** What the registry knows when a call asks for a new action. */
export interface RefusalFacts {
  readonly tool: ActionTool;
  readonly stopping: boolean;
  readonly controlLost: boolean;
  readonly pending: number;
  readonly performing: number;
  /** The largest form of the card is above its limit (api 1.9). */
  readonly cardTooLarge: boolean;
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
  if (facts.cardTooLarge) return cardTooLargeText(facts.tool);
  if (facts.approvers === 0) {
    return facts.ownersGiven
      ? 'The agent has no approving owner. The person who runs it has to restart it with the --owners options it printed.'
      : 'The agent has no owner. The person who runs it has to join its control chat with the link the server printed.';
  }
  return undefined;
}

function cardTooLargeText(tool: ActionTool): string {
  switch (tool) {
    case 'connect':
      return 'message: too long for its approval card; shorten it.';
    case 'send':
      return 'text: too long for its approval card; shorten it.';
    case 'download':
    case 'leave':
      return 'item: the names of its file and chat are too long for its approval card.';
  }
}
