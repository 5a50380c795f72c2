import type { ExchangeFailure, FolderFacts, ProgramFacts } from '../domain/doctor/facts.js';

/** Looks at this computer for `doctor`, and changes nothing. Never rejects: what can't be looked at is a fact. */
export interface DoctorPort {
  /** Version of Node.js, for example `20.19.0`. */
  readonly nodeVersion: string;
  /** The data folder and the state files in it. */
  folder(): Promise<FolderFacts>;
  /** Whether nothing listens on 127.0.0.1 at the port. */
  portIsFree(port: number): Promise<boolean>;
  /** `ffmpeg` on PATH. */
  ffmpeg(): Promise<ProgramFacts>;
  /** Bytes that this account can write beside the data folder; `undefined` when the system does not tell. */
  freeBytes(): Promise<number | undefined>;
  /** Whether a file or folder is at an absolute path. */
  fileExists(path: string): Promise<boolean>;
}

/** What a server answered. */
export type ProbeAnswer<T> =
  | { readonly kind: 'answer'; readonly value: T }
  | { readonly kind: 'failure'; readonly failure: ExchangeFailure };

/** Talks to the server as a host does. Never rejects. */
export interface McpProbePort {
  /** Calls `list` over HTTP with the token of the data folder; the number of chats. */
  listOverHttp(): Promise<ProbeAnswer<number>>;
  /** Calls `list` through the bridge, started with these words as a host starts it; the number of chats. */
  listOverBridge(command: readonly string[]): Promise<ProbeAnswer<number>>;
  /** Text of a resource. */
  readResource(uri: string): Promise<ProbeAnswer<string>>;
}
