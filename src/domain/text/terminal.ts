import type { ActionState, Decider } from '../action/action.js';
import type { ActionRequest } from '../action/request.js';
import { inLog } from '../card/subject.js';
import { whatText } from '../card/what.js';
import type { Member } from '../chat/chat.js';
import { isContactRef } from '../chat/ref.js';
import { oneLine } from './line.js';
import { counted } from './quantity.js';
import { shellWord } from './shell.js';

// Lines that the server writes to the terminal (api 3.4). Peers' names and errors are folded to one line.

export function startLines(
  version: string,
  name: string,
  dataFolder: string,
  mode: string,
): readonly string[] {
  return [
    `SimpleX MCP server ${version}, agent "${name}"`,
    `Data folder: ${oneLine(dataFolder)}`,
    `Approval mode: ${mode}`,
  ];
}

export function controlChatCreatedLine(displayName: string): string {
  return `Agent control chat "${oneLine(displayName)}" created.`;
}

/** server.json was not what the server writes; `kept`: its new path. */
export function damagedServerInfoLine(kept: string): string {
  return `server.json was damaged. It is kept as ${oneLine(kept)}, and a new one is written.`;
}

/** Above the QR code and the link. */
export const joinLine = 'Join the agent control chat in the SimpleX app. The link works once:';

/** Below the link, when the QR code is small. */
export const smallQrCodeLine =
  'If the QR code does not scan, restart with --qr-code large, or paste the link into the app.';

/** What the link makes of the person who joins. */
export function joinRoleLine(role: 'member' | 'observer'): string {
  return role === 'member'
    ? 'The person who joins becomes the owner of the agent.'
    : 'The person who joins is an observer until the server is restarted with --owners.';
}

export function listeningLine(port: number): string {
  return `Listening on http://127.0.0.1:${port}/mcp`;
}

/**
 * How to add the agent to an MCP host. `command` is the start of a command that works as typed for this program;
 * `dataFolder` is given when the option `--data` was.
 */
export function registerHintLines(
  command: string,
  name: string,
  dataFolder?: string,
): readonly string[] {
  const data = dataFolder === undefined ? '' : ` --data ${shellWord(dataFolder)}`;
  return ['Add the agent to Claude Code:', ` ${command} register ${name}${data}`];
}

export function ownerJoinedLine({ name, memberId }: Member): string {
  return `${oneLine(name)} joined (member ${memberId}) and is now an owner. The link is deleted.`;
}

/** `entries` is ENTRIES of the owners. */
export function ownersSetLine(entries: string): string {
  return `Owners: ${entries}.`;
}

export const noOwnersLine = 'No owners in the agent control chat.';

export const controlLostLine =
  'The agent lost its control chat. Restart the server with --reset-owners.';

export function actionCreatedLine(number: number, request: ActionRequest): string {
  const what = whatText(request, inLog);
  const end =
    request.tool === 'connect'
      ? request.incognito
        ? ', incognito'
        : ', as itself'
      : ` (${request.chat})`;
  return `Action ${number}: ${what}${end}`;
}

/** It failed before anybody decided: its counter write, the post of its card, or its chat is gone. */
export function failedUndecidedLine(number: number, error: string): string {
  return `Action ${number}: failed: ${oneLine(error)}.`;
}

/** How an action ended; `undefined` when it has not. */
export function actionEndedLine(
  number: number,
  request: ActionRequest,
  status: ActionState,
): string | undefined {
  switch (status.state) {
    case 'pending':
    case 'performing':
      return undefined;
    case 'done':
      return performedLine(number, status.decider, doneResult(request, status.connected === true));
    case 'failed':
      return status.decider === undefined
        ? failedUndecidedLine(number, status.error)
        : performedLine(number, status.decider, `failed: ${oneLine(status.error)}.`);
    case 'rejected':
      return `Action ${number} rejected by ${oneLine(status.by)}.`;
    case 'expired':
      return `Action ${number} expired.`;
  }
}

function performedLine(number: number, decider: Decider, result: string): string {
  if (decider.kind !== 'host') {
    return `Action ${number} approved by ${oneLine(decider.name)}: ${result}`;
  }
  const performed = `Action ${number}: performed without approval (mode host)`;
  return result.startsWith('failed: ') ? `${performed}; ${result}` : `${performed}.`;
}

function doneResult(request: ActionRequest, connected: boolean): string {
  switch (request.tool) {
    case 'connect':
      return connected ? 'connected.' : 'connection requested.';
    case 'send':
      return 'sent.';
    case 'download':
      return 'downloaded.';
    case 'leave':
      return isContactRef(request.chat) ? 'deleted.' : 'left.';
  }
}

export function cancelledLine(actions: number): string {
  return `Cancelled ${counted(actions, 'action')}.`;
}

/** Cancelled cards are sent for up to `seconds`. */
export function stoppingLine(cards: number, seconds: number): string {
  return `Stopping: sending ${cards} cancelled card(s), up to ${seconds} s. Ctrl-C to stop now.`;
}

export const stoppedLine = 'Stopped.';
