import type { ActionFacts } from '../action/action.js';
import { type ChatLabel, inChat, kindAndName } from '../card/subject.js';
import { whatText } from '../card/what.js';
import { cutToBytes } from '../text/measure.js';
import { safeName } from '../text/name.js';
import { timeText } from '../text/quantity.js';

const SHOWN_CHATS = 100;
const LINE_BYTES = 100;

/** Reply to `/pending` (api 2.1): the pending actions that have a card. */
export function pendingReply(actions: readonly ActionFacts[]): string {
  return actions.length === 0 ? 'No pending actions.' : actions.map(pendingLine).join('\n');
}

function pendingLine({ number, request, expires }: ActionFacts): string {
  return `${number} ${whatText(request, inChat)} expires ${timeText(expires)}`;
}

/** A chat in the reply to `/list`. */
export interface ListedChat extends ChatLabel {
  readonly connected: boolean;
  /** Name of the approver of a standing approval in force. */
  readonly approvedBy?: string;
  readonly filesApprovedBy?: string;
}

/** Reply to `/list` (api 2.1) from all chats, the most recent first. */
export function listReply(chats: readonly ListedChat[]): string {
  if (chats.length === 0) return 'No chats.';
  const lines = chats.slice(0, SHOWN_CHATS).map((chat) => cutLine(listLine(chat)));
  const older = chats.length - SHOWN_CHATS;
  if (older === 1) lines.push('1 older chat is not shown.');
  if (older > 1) lines.push(`${older} older chats are not shown.`);
  return lines.join('\n');
}

function listLine(chat: ListedChat): string {
  const { approvedBy, filesApprovedBy } = chat;
  const line = [
    `${chat.ref} ${kindAndName(chat, inChat)}`,
    ...(approvedBy === undefined ? [] : [`approved for this chat by ${safeName(approvedBy)}`]),
    ...(filesApprovedBy === undefined ? [] : [`files approved by ${safeName(filesApprovedBy)}`]),
    ...(chat.connected ? [] : ['not connected']),
  ].join(', ');
  // The apps read `#...#` at the start of a line as a secret, and what follows the second `#` as markup of its own.
  return chat.ref.startsWith('#') ? `#${line.slice(1).replaceAll('#', '＃')}` : line;
}

/** A line of at most 100 bytes; a code span that is cut is closed. */
function cutLine(line: string): string {
  const cut = cutToBytes(line, LINE_BYTES);
  if (!hasOpenSpan(cut)) return cut;
  const shorter = cutToBytes(line, LINE_BYTES - 1);
  return hasOpenSpan(shorter) ? `${shorter}\`` : shorter;
}

function hasOpenSpan(line: string): boolean {
  return line.split('`').length % 2 === 0;
}
