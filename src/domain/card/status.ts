import type { ActionState, Decider } from '../action/action.js';
import { codeSpan, cutCodeSpan } from '../text/line.js';
import { jsonBytes } from '../text/measure.js';
import { safeName } from '../text/name.js';
import { commandLine } from './command.js';
import type { CardFacts } from './facts.js';

/** The longest error that a card is to have room for (api 1.9). */
export const LONG_ERROR = '€'.repeat(600);

const ERROR_SPAN_BYTES = jsonBytes(codeSpan(LONG_ERROR));

/** DECIDER (api 2.2). */
export function deciderText(decider: Decider): string {
  switch (decider.kind) {
    case 'host':
      return 'Performed without approval (mode host)';
    case 'standing':
      return `Approved for this chat by ${safeName(decider.name)}`;
    case 'approver':
      return `Approved by ${safeName(decider.name)}`;
  }
}

export const cancelledLine = 'Cancelled: the server stopped.';

export const expiredLine = 'Expired.';

export function rejectedLine(by: string): string {
  return `Rejected by ${safeName(by)}.`;
}

export function performingLine(status: Extract<ActionState, { state: 'performing' }>): string {
  const decider = deciderText(status.decider);
  return status.interrupted ? `${decider}; interrupted: the server stopped.` : `${decider}.`;
}

/** The last line of a card (api 2.2). */
export function statusLine(card: CardFacts, status: ActionState): string {
  switch (status.state) {
    case 'pending':
      return status.interrupted ? cancelledLine : commandLine(card.request, card.number);
    case 'performing':
      return performingLine(status);
    case 'done':
      return doneLine(card, status.decider);
    case 'failed': {
      const failed = `failed: ${cutCodeSpan(codeSpan(status.error), ERROR_SPAN_BYTES)}.`;
      // Nobody had decided: the card could not be posted, or the control chat was lost.
      return status.decider === undefined
        ? `F${failed.slice(1)}`
        : `${deciderText(status.decider)}; ${failed}`;
    }
    case 'rejected':
      return rejectedLine(status.by);
    case 'expired':
      return expiredLine;
  }
}

// Only a send has a card under a standing approval; a download under a files approval has none.
function doneLine({ request }: CardFacts, decider: Decider): string {
  const line = `${deciderText(decider)}.`;
  return decider.kind === 'standing' && request.tool === 'send'
    ? `${line} /'revoke ${request.chat}'`
    : line;
}
