import { jsonObject } from '../text/json-object.js';

/** The data folder as `doctor` finds it. */
export type FolderFacts =
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly code: string }
  | {
      readonly kind: 'folder';
      /** Bits of chmod; `undefined` on Windows, which has none. */
      readonly mode?: number;
      readonly files: readonly FileFacts[];
    };

/** A state file that is there. */
export interface FileFacts {
  readonly name: string;
  /** Bits of chmod; `undefined` on Windows. */
  readonly mode?: number;
  /** Milliseconds since the epoch. */
  readonly changed: number;
}

export type ProgramFacts =
  | { readonly kind: 'found'; readonly version: string }
  | { readonly kind: 'missing' }
  /** It is there, and does not run or does not answer. */
  | { readonly kind: 'broken'; readonly reason: string };

/** What carries the agent. */
export type CoreFacts =
  /** The network in memory: there is no library. */
  | { readonly kind: 'sandbox' }
  | { readonly kind: 'loads'; readonly path: string; readonly version: string }
  /** Not on this computer yet; `serve` downloads it. */
  | { readonly kind: 'none' }
  /** Not where it was said to be, for example; `message` is a sentence that says what to do. */
  | { readonly kind: 'unusable'; readonly message: string }
  /** `reason`: a sentence. */
  | { readonly kind: 'fails'; readonly path: string; readonly reason: string };

/** Why a server gave no answer. */
export type ExchangeFailure =
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'timeout' }
  /** `message` of the other side; it may hold anything. */
  | { readonly kind: 'error'; readonly message: string };

/** What a running server tells of itself, at the resource `simplex://NAME/status`. */
export interface ServerStatus {
  readonly controlChat: 'ready' | 'lost';
  readonly approvers: number;
}

/** Reads the text of that resource. */
export function parseStatus(text: string): ServerStatus | undefined {
  const { controlChat, approvers } = (jsonObject(text) ?? {}) as Partial<ServerStatus>;
  if (controlChat !== 'ready' && controlChat !== 'lost') return undefined;
  return Number.isInteger(approvers) ? { controlChat, approvers: approvers ?? 0 } : undefined;
}
