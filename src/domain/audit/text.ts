import type { Decider } from '../action/action.js';
import { oneLine } from '../text/line.js';
import type { AuditRecord, BreakReason, ChainVerdict } from './chain.js';

/** One line of `audit NAME`: `TIME  SEQ  what happened`. Names are peers' text: nothing but one line is printed. */
export function recordLine(record: AuditRecord): string {
  const time = `${record.time.slice(0, 19).replace('T', ' ')} UTC`;
  let text: string;
  try {
    text = recordText(record);
  } catch {
    // A record that someone edited may lack any field.
    text = JSON.stringify(record);
  }
  return oneLine(`${time}  ${record.seq}  ${text}`);
}

/** In place of a line that is no record. */
export function damagedLine(line: number): string {
  return `Line ${line} is not a record.`;
}

function recordText(record: AuditRecord): string {
  switch (record.event) {
    case 'server-started':
      return `server ${record.version} started, mode ${record.mode}`;
    case 'server-stopped':
      return `server ${record.version} stopped`;
    case 'action-created': {
      const { kind, sha256, fileSha256 } = record.content;
      const chat = record.chat === null ? '' : ` ${record.chat}`;
      const file = fileSha256 === undefined ? '' : `, file sha256 ${fileSha256}`;
      return `action ${record.action} created: ${record.tool}${chat}, ${kind} sha256 ${sha256}${file}`;
    }
    case 'card-posted':
      return `action ${record.action} shown to the owner, item ${record.item}`;
    case 'action-decided':
      return `action ${record.action} ${record.decision} ${deciderText(record.by)}`;
    case 'action-performed':
      return `action ${record.action} performed`;
    case 'action-failed':
      return `action ${record.action} failed`;
    case 'action-expired':
      return `action ${record.action} expired`;
    case 'action-cancelled':
      return `action ${record.action} cancelled`;
    case 'file-refused':
      return `file for ${record.chat} refused: ${record.reason}`;
    case 'owner-command': {
      const outcome = record.accepted ? 'accepted' : 'not accepted';
      return `/${record.command} from ${memberText(record)}, ${outcome}`;
    }
    case 'standing-approval-given':
      return `standing approval of ${record.scope} in ${record.chat} given by ${memberText(record)}`;
    case 'standing-approval-withdrawn':
      return `standing approval of ${record.scope} in ${record.chat} withdrawn by ${memberText(record)}`;
    case 'membership-changed': {
      const { memberId, name } = record;
      const who = memberId === null ? '' : `: ${memberText({ memberId, name: name ?? '' })}`;
      return `control chat, ${record.change}${who}`;
    }
    case 'log-repaired':
      return `unfinished record set aside, ${record.bytes} bytes in ${record.files.join(', ')}`;
    default:
      // Written by a newer version: the line is shown as it is.
      return JSON.stringify(record satisfies never);
  }
}

function deciderText(by: Decider): string {
  switch (by.kind) {
    case 'host':
      return 'by mode host';
    case 'standing':
      return `by the standing approval of ${memberText(by)}`;
    case 'approver':
      return `by ${memberText(by)}`;
  }
}

function memberText(member: { readonly memberId: number; readonly name: string }): string {
  return `"${member.name}" (member ${member.memberId})`;
}

function reasonText(reason: BreakReason): string {
  switch (reason) {
    case 'not-a-record':
      return 'does not have the form of a record';
    case 'edited':
      return 'was edited';
    case 'out-of-order':
      return 'has not this number: a record was removed, added or moved';
    case 'unchained':
      return 'does not follow the record before it';
    case 'incomplete':
      return 'has no end: it is being written now, or a crash cut it';
    case 'missing':
      return 'and all after it were removed';
    case 'replaced':
      return 'is not the record that was written';
  }
}

/** A log is followed or walked. */
export const AUDIT_USAGE = '--follow and --verify are not given together.';

type Broken = Extract<ChainVerdict, { kind: 'broken' }>;

/** The answer of `audit NAME --verify`; `undefined` when there is no log. */
export function verdictLine(path: string, verdict: ChainVerdict | undefined): string {
  if (!verdict) return `No audit log at ${path}.`;
  if (verdict.kind === 'broken')
    return `✗ ${path}: record ${verdict.seq} ${reasonText(verdict.reason)}.`;
  const { seq, hash } = verdict.head;
  const records = seq === 1 ? '1 record' : `${seq} records`;
  return `✓ ${path}: ${records}, the chain is whole. The last hash is ${hash}.`;
}

/** Why no record is written: the log on the disk is not the one that was written. */
export function damagedLog(path: string, verdict: Broken): string {
  return (
    `The audit log ${path} is damaged: record ${verdict.seq} ${reasonText(verdict.reason)}. ` +
    'Move it and audit.head to a safe place; a new log is started then.'
  );
}

export function changedLog(path: string): string {
  return `The audit log ${path} was changed or moved by another program. Restart the server.`;
}

/** `reason`: a code of the system, for example `ENOSPC`. */
export function unwritableLog(path: string, reason: string): string {
  return `The audit log ${path} can't be written: ${reason}.`;
}

export function unreadableLog(path: string, reason: string): string {
  return `The audit log ${path} can't be read: ${reason}.`;
}
