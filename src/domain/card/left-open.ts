import type { ActionState } from '../action/action.js';
import type { ActionTool } from '../action/request.js';
import type { AuditEvent } from '../audit/event.js';
import { readCommandLine } from './command.js';
import { cancelledLine, expiredLine, performingLine, rejectedLine } from './status.js';

/** A card that still asks, as a server that died has left it in the control chat. */
export interface LeftCard {
  readonly action: number;
  /** The lines above its command line. */
  readonly request: string;
}

/** How a card that asks begins. No other post of the agent begins so and ends in a command line. */
const beginnings: Readonly<Record<ActionTool, RegExp>> = {
  connect: /^I want to connect to /,
  send: /^I want to send a message to /,
  download: /^I want to download a file from /,
  leave: /^I want to (delete|leave) /,
};

/** Reads a text that the agent posted as a card that asks; `undefined` for every other text. */
export function leftCard(text: string): LeftCard | undefined {
  const end = text.lastIndexOf('\n');
  const command = readCommandLine(text.slice(end + 1));
  if (end < 0 || command === undefined || !beginnings[command.tool].test(text)) return undefined;
  return { action: command.number, request: text.slice(0, end) };
}

/** What a dead server is known to have done with an action. */
export type LeftState = Extract<
  ActionState,
  { state: 'pending' | 'performing' | 'rejected' | 'expired' }
>;

/** Of an action of which nothing more than its card is known. */
export const leftPending: LeftState = { state: 'pending', interrupted: true };

/** The state of an action after one more of its records, in the order of the audit log. */
export function leftState(before: LeftState, event: AuditEvent): LeftState {
  switch (event.event) {
    case 'action-decided': {
      const { by } = event;
      if (event.decision === 'approved') {
        return { state: 'performing', decider: by, interrupted: true };
      }
      // Only people reject.
      return by.kind === 'host'
        ? before
        : { state: 'rejected', by: by.name, memberId: by.memberId };
    }
    case 'action-performed':
      return before.state === 'performing' ? { ...before, interrupted: false } : before;
    case 'action-expired':
      return { state: 'expired' };
    default:
      return before;
  }
}

/** The text that closes the card: its request stays, and the last line says what is known. */
export function leftCardText({ request }: LeftCard, state: LeftState): string {
  return `${request}\n${leftLine(state)}`;
}

function leftLine(state: LeftState): string {
  switch (state.state) {
    case 'pending':
      return cancelledLine;
    case 'performing':
      return performingLine(state);
    case 'rejected':
      return rejectedLine(state.by);
    case 'expired':
      return expiredLine;
  }
}
