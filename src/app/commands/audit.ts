import { AUDIT_USAGE, damagedLine, recordLine, verdictLine } from '../../domain/audit/text.js';
import type { AuditEntry, AuditLogPort } from '../../ports/audit.js';
import type { TerminalPort } from '../../ports/terminal.js';
import { DONE, FAILED, WRONG_USAGE, type CommandOutcome } from './outcome.js';

export interface AuditPorts {
  readonly log: AuditLogPort;
  readonly terminal: TerminalPort;
}

export interface AuditOptions {
  /** One JSON object a line: the records as they are kept. */
  readonly json: boolean;
  /** Go on with each record as it is written, until `signal` is aborted. */
  readonly follow: boolean;
  /** Walk the chain and name the first broken record, instead of printing records. */
  readonly verify: boolean;
  readonly signal: AbortSignal;
}

/** `simplex-mcp audit NAME`: what the agent did and who decided it. AuditError when the log can't be read. */
export async function audit(ports: AuditPorts, options: AuditOptions): Promise<CommandOutcome> {
  if (options.follow && options.verify) {
    ports.terminal.err(AUDIT_USAGE);
    return WRONG_USAGE;
  }
  return options.verify ? verify(ports, options) : print(ports, options);
}

async function verify(
  { log, terminal }: AuditPorts,
  { json }: AuditOptions,
): Promise<CommandOutcome> {
  const verdict = await log.verify();
  const line = json ? JSON.stringify(verdict ?? { kind: 'none' }) : verdictLine(log.path, verdict);
  if (verdict?.kind === 'intact') {
    terminal.out(line);
    return DONE;
  }
  if (json) terminal.out(line);
  else terminal.err(line);
  return FAILED;
}

async function print(
  { log, terminal }: AuditPorts,
  { json, follow, signal }: AuditOptions,
): Promise<CommandOutcome> {
  const show = (entry: AuditEntry): void => {
    if (entry.kind === 'damaged') terminal.err(damagedLine(entry.line));
    else terminal.out(json ? entry.text : recordLine(entry.record));
  };
  for await (const entry of follow ? log.follow(signal) : log.entries()) show(entry);
  if (follow) return DONE;
  const verdict = await log.verify();
  // A record that is being written is no damage.
  if (verdict?.kind === 'intact') return DONE;
  if (verdict?.kind === 'broken' && verdict.reason === 'incomplete') return DONE;
  terminal.err(verdictLine(log.path, verdict));
  return FAILED;
}
