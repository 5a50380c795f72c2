import type { AuditEvent } from '../domain/audit/event.js';

/** The record could not be written: no new action may be performed. */
export class AuditError extends Error {
  override readonly name = 'AuditError';
}

/** The append-only record of what the agent did and who decided it. */
export interface AuditPort {
  /** Writes one record and flushes it to the disk. Records are in call order. Rejects with AuditError. */
  append(event: AuditEvent): Promise<void>;
}
