import type { ActionTool } from '../action/request.js';
import type { Decider } from '../action/action.js';

/** What of an action is recorded: kinds, numbers and digests, never texts. */
export interface AuditContent {
  /** For example `text`, `image`, `file`, `connect`; what kind of content leaves or comes in. */
  readonly kind: string;
  /** SHA-256, hex, of the exact content that the owner is asked about. */
  readonly sha256: string;
  /** SHA-256, hex, of the attached file. */
  readonly fileSha256?: string;
}

/** One thing that happened (without sequence number, time and hash chain, which the adapter adds). */
export type AuditEvent =
  | { readonly event: 'server-started'; readonly version: string; readonly mode: string }
  | { readonly event: 'server-stopped'; readonly version: string }
  | {
      readonly event: 'action-created';
      readonly action: number;
      readonly tool: ActionTool;
      readonly chat: string | null;
      readonly content: AuditContent;
    }
  | { readonly event: 'card-posted'; readonly action: number; readonly item: number }
  | {
      readonly event: 'action-decided';
      readonly action: number;
      readonly decision: 'approved' | 'rejected';
      readonly by: Decider;
    }
  | { readonly event: 'action-performed'; readonly action: number }
  | { readonly event: 'action-failed'; readonly action: number }
  | { readonly event: 'action-expired'; readonly action: number }
  | { readonly event: 'action-cancelled'; readonly action: number }
  | { readonly event: 'file-refused'; readonly chat: string; readonly reason: string }
  | {
      readonly event: 'owner-command';
      readonly command: string;
      readonly memberId: number;
      readonly name: string;
      readonly accepted: boolean;
    }
  | {
      readonly event: 'standing-approval-given' | 'standing-approval-withdrawn';
      readonly scope: 'messages' | 'files';
      readonly chat: string;
      readonly memberId: number;
      readonly name: string;
    }
  | {
      readonly event: 'membership-changed';
      readonly change: string;
      readonly memberId: number | null;
      readonly name: string | null;
    }
  /** An unfinished record, left by a crash, was moved to `files` beside the log; `bytes` in all. */
  | {
      readonly event: 'log-repaired';
      readonly bytes: number;
      readonly files: readonly string[];
    };
