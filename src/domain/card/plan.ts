import type { Decider } from '../action/action.js';
import type { ActionRequest } from '../action/request.js';
import type { CardFacts } from './facts.js';
import { CARD_BYTES, largestCardBytes } from './largest.js';
import { fitLinkTexts } from './link-texts.js';

export type CardPlan =
  | {
      readonly kind: 'fits';
      readonly card: CardFacts;
      /** JSON-escaped bytes of its largest form. */
      readonly bytes: number;
    }
  /** The refusal that the agent reads (api 1.9). */
  | { readonly kind: 'too-long'; readonly text: string };

/**
 * The card of a new action, or the refusal when its largest form exceeds 15000 bytes (api 1.9). `own` is the decider
 * of an action that starts without a decision (mode host, standing approval); `approvers` are the names of the
 * current approvers. A leave is never refused.
 */
export function planCard(
  number: number,
  request: ActionRequest,
  own: Decider | undefined,
  approvers: readonly string[],
): CardPlan {
  const bare: CardFacts = { number, request, linkLines: [] };
  const bytes = largestCardBytes(bare, own, approvers);
  const refusal = bytes > CARD_BYTES ? tooLong(request) : undefined;
  if (refusal !== undefined) return { kind: 'too-long', text: refusal };
  if (request.tool !== 'connect') return { kind: 'fits', card: bare, bytes };
  const card = { ...bare, linkLines: fitLinkTexts(request, CARD_BYTES - bytes) };
  return { kind: 'fits', card, bytes: largestCardBytes(card, own, approvers) };
}

function tooLong(request: ActionRequest): string | undefined {
  switch (request.tool) {
    case 'send':
      return 'text: too long for its approval card; shorten it.';
    case 'connect':
      return 'message: too long for its approval card; shorten it.';
    case 'download':
      return 'item: the names of its file and chat are too long for its approval card.';
    case 'leave':
      return undefined;
  }
}
