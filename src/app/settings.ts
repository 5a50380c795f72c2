import type { OwnerPolicy } from '../domain/owner/approver.js';
import type { ApprovalMode } from '../domain/owner/standing.js';

/** What `serve` was started with (api 3.1), checked. */
export interface ServeSettings {
  readonly name: string;
  /** Absolute path. */
  readonly dataFolder: string;
  /** `--data` was given. */
  readonly dataGiven: boolean;
  readonly displayName?: string;
  readonly mode: ApprovalMode;
  readonly owners: OwnerPolicy;
  /** 1 to 23. */
  readonly expireHours: number;
  /** 0 to 60. */
  readonly stopWaitSeconds: number;
  readonly resetOwners: boolean;
  readonly newToken: boolean;
  readonly port: number;
  readonly qrCode: 'small' | 'large';
}
