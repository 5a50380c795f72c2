import type { Decider } from '../action/action.js';
import type { ActionRequest } from '../action/request.js';
import type { CardFacts } from './facts.js';
import { CARD_BYTES, largestCardBytes } from './largest.js';
import { fitLinkTexts } from './link-texts.js';

/** The card of a new action. */
export interface CardPlan {
  readonly card: CardFacts;
  /** JSON-escaped bytes of its largest form. */
  readonly bytes: number;
  /** The action is refused: the largest form, without link texts, exceeds 15000 bytes. Never so for a leave. */
  readonly tooLarge: boolean;
}

/**
 * Makes the card of a new action and measures it (api 1.9). `own` is the decider of an action that starts without a
 * decision (mode host, standing approval); `approvers` are the names of the current approvers.
 */
export function planCard(
  number: number,
  request: ActionRequest,
  own: Decider | undefined,
  approvers: readonly string[],
): CardPlan {
  const bare: CardFacts = { number, request, linkLines: [] };
  const bytes = largestCardBytes(bare, own, approvers);
  const tooLarge = bytes > CARD_BYTES && request.tool !== 'leave';
  if (request.tool !== 'connect' || tooLarge) return { card: bare, bytes, tooLarge };
  const card = { ...bare, linkLines: fitLinkTexts(request, CARD_BYTES - bytes) };
  return { card, bytes: largestCardBytes(card, own, approvers), tooLarge };
}
