import type { ActionFacts } from '../action/action.js';
import { commandLine } from '../card/command.js';
import { type ChatLabel, chatTitle, inChat } from '../card/subject.js';
import type { ChatRef } from '../chat/ref.js';
import { codeSpan } from '../text/line.js';
import { safeName } from '../text/name.js';
import { counted, sizeText } from '../text/quantity.js';
import type { ApprovalScope } from './standing.js';

// Replies of the control chat to owner commands (api 2.1).

export const helpReply =
  'Commands: /approve, /reject, /receive, /forward, /revoke, /leave, /delete, /pending, /list. Each card shows its commands.';

export const hostModeReply = 'Approvals apply in mode requests; this server runs in mode host.';

/** To a request of a member who is not an approver. */
export function notApproverReply(ownersGiven: boolean): string {
  return ownersGiven
    ? 'Only the owners listed in --owners approve actions.'
    : 'Only owners approve actions.';
}

export function notPendingReply(action: number): string {
  return `Action ${action} is not pending.`;
}

export function notForChatReply(action: number, chat: ChatRef): string {
  return `Action ${action} is not for ${chat}.`;
}

/** To `/approve` of a download. */
export function isDownloadReply({ number, request }: ActionFacts): string {
  return `Action ${number} is a download: ${commandLine(request, number)}.`;
}

/** To `/receive` and `/forward` of another action. */
export function notDownloadReply(action: number): string {
  return `Action ${action} is not a download.`;
}

export function noChatReply(chat: ChatRef): string {
  return `No chat ${chat}. /list shows the agent's chats.`;
}

/** A standing approval is given; `approver` is the name of who gave it. */
export function approvedReply(scope: ApprovalScope, chat: ChatLabel, approver: string): string {
  const title = chatTitle(chat, inChat);
  const by = safeName(approver);
  return scope === 'messages'
    ? `Approved for ${title} by ${by}. /'revoke ${chat.ref}'`
    : `Files approved for ${title} by ${by}. /'receive ${chat.ref} off'`;
}

/** A standing approval is withdrawn. */
export function withdrawnReply(scope: ApprovalScope, chat: ChatLabel): string {
  const title = chatTitle(chat, inChat);
  return scope === 'messages'
    ? `Messages to ${title} need approval again.`
    : `Files from ${title} need approval again.`;
}

/** There is no standing approval to withdraw. */
export function noApprovalReply(scope: ApprovalScope, chat: ChatRef): string {
  return scope === 'messages'
    ? `Messages to ${chat} have no standing approval.`
    : `Files from ${chat} have no standing approval.`;
}

/** To `/delete CHAT files`; `bytes` is the size of all deleted files. */
export function deletedFilesReply(chat: ChatRef, files: number, bytes: number): string {
  return files === 0
    ? `No files from ${chat}.`
    : `Deleted ${counted(files, 'file')} from ${chat}, ${sizeText(bytes)}.`;
}

/** A request that was accepted and could not be carried out. */
export function commandFailedReply(error: string): string {
  return `The command failed: ${codeSpan(error)}.`;
}
