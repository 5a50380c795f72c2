/** The server of an agent, as other processes of this computer find it by its data folder. */
export type DaemonState =
  /** No server has written the data folder. */
  | { readonly kind: 'never-started' }
  /** No running process holds the lock. */
  | { readonly kind: 'stopped' }
  /** A process holds the lock and has not told its port yet. */
  | { readonly kind: 'starting'; readonly pid: number }
  /** `port` and `token` as the data folder tells them; the server may not listen yet. */
  | {
      readonly kind: 'running';
      readonly pid: number;
      readonly port: number;
      readonly token: string;
    };

/** Finds the server of the data folder. */
export interface DaemonPort {
  /** Reads the data folder anew. The token is only read while a running process holds the lock. */
  locate(): Promise<DaemonState>;
}
