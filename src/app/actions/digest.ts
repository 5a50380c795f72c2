import { createHash } from 'node:crypto';
import type { AuditContent } from '../../domain/audit/event.js';

/** What the audit keeps of an action's content: its kind and the digest of exactly what the owner is asked about. */
export function auditContent(kind: string, content: unknown, fileSha256?: string): AuditContent {
  const sha256 = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  return { kind, sha256, ...(fileSha256 === undefined ? {} : { fileSha256 }) };
}
