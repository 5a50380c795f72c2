import { join } from 'node:path';

/** Files of the audit log in a data folder, all of mode 0600. */
export interface AuditPaths {
  readonly log: string;
  /** The last record, written after it: tells that records were removed from the end. */
  readonly head: string;
  /** Name of the file that takes an unfinished record, before the record of its repair with number `seq`. */
  partial(seq: number, copy: number): string;
}

export function auditPaths(dataFolder: string): AuditPaths {
  return {
    log: join(dataFolder, 'audit.jsonl'),
    head: join(dataFolder, 'audit.head'),
    partial: (seq, copy) => join(dataFolder, `audit.partial-${seq}${copy === 1 ? '' : `-${copy}`}`),
  };
}
