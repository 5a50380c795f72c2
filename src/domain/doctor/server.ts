import { verdictLine } from '../audit/text.js';
import type { ChainVerdict } from '../audit/chain.js';
import { counted } from '../text/quantity.js';
import { bad, good, note, type Check } from './check.js';
import type { ExchangeFailure, ServerStatus } from './facts.js';

/** Where the server is, as the data folder tells it. `start`: the command that starts it, as a person types it. */
export type ServerState =
  | { readonly kind: 'never-started' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'starting'; readonly pid: number }
  | { readonly kind: 'running'; readonly pid: number; readonly port: number };

export function serverCheck(state: ServerState, start: string): Check {
  switch (state.kind) {
    case 'never-started':
      return bad('The server was never started', `start it with ${start}`);
    case 'stopped':
      return bad('The server is not running', `start it with ${start}`);
    case 'starting':
      return note(`The server is starting (PID ${state.pid})`);
    case 'running':
      return good(`The server runs (PID ${state.pid}), port ${state.port}`);
  }
}

/** The port of a server that does not run. */
export function portCheck(port: number, free: boolean): Check {
  return free
    ? good(`Port ${port} is free`)
    : bad(`Port ${port} is taken by another program`, 'start the server with --port N');
}

/** `chats`: how many the call of `list` returned. */
export function httpCheck(answer: number | ExchangeFailure): Check {
  return typeof answer === 'number'
    ? good(`list over HTTP: ${counted(answer, 'chat')}`)
    : failed('list over HTTP', answer);
}

export function bridgeCheck(answer: number | ExchangeFailure): Check {
  return typeof answer === 'number'
    ? good(`list through the bridge: ${counted(answer, 'chat')}`)
    : failed('list through the bridge', answer);
}

function failed(what: string, failure: ExchangeFailure): Check {
  switch (failure.kind) {
    case 'unreachable':
      return bad(`${what}: nothing answers at the port`, 'restart the server');
    case 'starting':
      return note(`${what}: the server is starting`);
    case 'unauthorized':
      return bad(`${what}: the token of the data folder is refused`, 'restart the server');
    case 'timeout':
      return bad(`${what}: no answer in time`, 'restart the server');
    case 'error':
      return bad(`${what}: ${failure.message}`, 'look at the log of the server');
  }
}

/** `status`: of a running server; `undefined` when it does not tell. */
export function controlCheck(status: ServerStatus | undefined): Check {
  if (!status) return note('The control chat can only be checked while the server runs');
  if (status.controlChat === 'lost')
    return bad('The agent lost its control chat', 'restart the server with --reset-owners');
  return status.approvers > 0
    ? good(`Control chat with ${counted(status.approvers, 'approver')}`)
    : bad('The agent has no approver', 'join its control chat with the link the server prints');
}

export function auditCheck(path: string, verdict: ChainVerdict | undefined): Check {
  if (!verdict) return note(verdictLine(path, verdict).replace(/\.$/, ''));
  if (verdict.kind === 'intact')
    return good(`Audit log: ${counted(verdict.head.seq, 'record')}, the chain is whole`);
  if (verdict.reason === 'incomplete')
    return note('Audit log: its last record is being written, or was cut by a crash');
  return bad(
    `The audit log is broken at record ${verdict.seq}`,
    'run simplex-mcp audit with --verify, and move the log to a safe place',
  );
}

/** `message`: of the failed read, a sentence. */
export function unreadableAudit(message: string): Check {
  return bad(message.replace(/\.$/, ''), 'check who owns it');
}
