import type { ActionState } from '../action/action.js';
import type { CardFacts } from './facts.js';
import { requestLines } from './request-lines.js';
import { statusLine } from './status.js';

/** Text of a card, or caption of a picture card, in a state of its action (api 2.2). */
export function cardText(card: CardFacts, status: ActionState): string {
  return [...requestLines(card, status), statusLine(card, status)].join('\n');
}
