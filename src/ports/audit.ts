import type { AuditRecord, ChainVerdict } from '../domain/audit/chain.js';
import type { AuditEvent } from '../domain/audit/event.js';

/** The record could not be written or read; `message` says why. No new action may be performed. */
export class AuditError extends Error {
  override readonly name = 'AuditError';
}

/** The append-only record of what the agent did and who decided it. */
export interface AuditPort {
  /**
   * Writes one record and flushes it to the disk. Records are in call order. The first call walks the whole log and
   * notes an unfinished record of a crash; it needs the data folder's lock. Rejects with AuditError, also while
   * the log is damaged; a later call tries again.
   */
  append(event: AuditEvent): Promise<void>;
  /** Waits for the writes under way and closes the log; a later `append` opens it again. */
  close(): Promise<void>;
}

/** One line of the log, as far as it can be read. */
export type AuditEntry =
  | { readonly kind: 'record'; readonly record: AuditRecord; readonly text: string }
  /** A line that is no record. */
  | { readonly kind: 'damaged'; readonly line: number };

/** Reads the log, also while a server writes it. Rejects with AuditError. */
export interface AuditLogPort {
  /** Of the log, for messages. */
  readonly path: string;
  /** Every line from the first on; none when there is no log. */
  entries(): AsyncIterable<AuditEntry>;
  /** As `entries`, then each line as it is written, until `signal` is aborted. */
  follow(signal: AbortSignal): AsyncIterable<AuditEntry>;
  /** Walks the chain; `undefined` when there is no log. */
  verify(): Promise<ChainVerdict | undefined>;
}
