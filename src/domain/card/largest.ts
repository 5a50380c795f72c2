import type { ActionState, Decider } from '../action/action.js';
import { jsonBytes } from '../text/measure.js';
import { safeName } from '../text/name.js';
import type { CardFacts } from './facts.js';
import { LONG_ERROR } from './status.js';
import { cardText } from './text.js';

/** Most JSON-escaped bytes of a card (behaviour 7). */
export const CARD_BYTES = 15000;

/**
 * JSON-escaped bytes of the largest form of a card (api 1.9): as it is created, done, and failed with a long error,
 * decided by `own` or else by the approver with the longest name.
 */
export function largestCardBytes(
  card: CardFacts,
  own: Decider | undefined,
  approvers: readonly string[],
): number {
  const decider = own ?? { kind: 'approver', name: longestName(approvers), memberId: 0 };
  const forms: readonly ActionState[] = [
    { state: 'pending', interrupted: false },
    { state: 'done', decider, connected: true },
    { state: 'done', decider, connected: false },
    { state: 'failed', decider, error: LONG_ERROR },
  ];
  return Math.max(...forms.map((form) => jsonBytes(cardText(card, form))));
}

function longestName(names: readonly string[]): string {
  const shown = (name: string) => jsonBytes(safeName(name));
  return names.reduce(
    (longest, name) => (shown(name) > shown(longest) ? name : longest),
    names[0] ?? '',
  );
}
