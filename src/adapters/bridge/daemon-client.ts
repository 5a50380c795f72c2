import type { ClockPort } from '../../ports/clock.js';
import type { DaemonPort } from '../../ports/daemon.js';
import { exchange, type ExchangeEnd, type Params } from './exchange.js';

const POLL_MS = 250;

/** How long a request waits for a server that is not there, in milliseconds. */
export interface Patience {
  /** That does not run: it may be restarting. */
  readonly downMs: number;
  /** That runs and is starting. */
  readonly startingMs: number;
}

/** Why the server gave no answer. */
export type FailureKind = 'not-running' | 'starting' | 'stopped' | 'token-refused' | 'aborted';

/** The server gave no answer. */
export class DaemonFailure extends Error {
  override readonly name = 'DaemonFailure';
  constructor(readonly kind: FailureKind) {
    super(`The server gave no answer: ${kind}.`);
  }
}

/** The server answered with a JSON-RPC error. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

export interface RequestOptions {
  readonly signal: AbortSignal;
  readonly onNotification?: (method: string, params: Params) => void;
  /** Send again when the connection ended without an answer. */
  readonly repeatable?: boolean;
  /** Fail at once while the server is not there. */
  readonly impatient?: boolean;
}

/** Requests to the server of the data folder, which may be down, start, and restart at another port. */
export class DaemonClient {
  constructor(
    private readonly daemon: DaemonPort,
    private readonly clock: ClockPort,
    private readonly client: { readonly name: string; readonly version: string },
    private readonly patience: Patience,
  ) {}

  /**
   * Sends a request; one that did not reach the server is sent again for some seconds. Rejects with DaemonFailure or
   * RemoteError.
   */
  async request(method: string, params: Params, options: RequestOptions): Promise<Params> {
    const { signal } = options;
    let since = this.clock.now();
    let refused: string | undefined;
    for (;;) {
      const attempt = await this.attempt(method, params, options);
      switch (attempt.end.kind) {
        case 'result':
          return attempt.end.result;
        case 'error':
          throw new RemoteError(attempt.end.code, attempt.end.message);
        case 'aborted':
          throw new DaemonFailure('aborted');
        case 'unauthorized':
          // The token may just have been replaced; the next attempt reads it again.
          if (refused !== undefined && refused === attempt.token)
            throw new DaemonFailure('token-refused');
          refused = attempt.token;
          break;
        case 'lost':
          if (options.repeatable !== true) throw new DaemonFailure('stopped');
          since = this.clock.now();
          break;
        case 'unreachable':
          this.checkPatience(options, since, this.patience.downMs, 'not-running');
          break;
        case 'starting':
          this.checkPatience(options, since, this.patience.startingMs, 'starting');
          break;
      }
      await this.clock.sleep(POLL_MS, signal);
      if (signal.aborted) throw new DaemonFailure('aborted');
    }
  }

  private async attempt(
    method: string,
    params: Params,
    { signal, onNotification }: RequestOptions,
  ): Promise<{ readonly end: ExchangeEnd; readonly token?: string }> {
    const state = await this.daemon.locate();
    switch (state.kind) {
      case 'never-started':
      case 'stopped':
        return { end: { kind: 'unreachable' } };
      case 'starting':
        return { end: { kind: 'starting' } };
      case 'running': {
        const { port, token } = state;
        const end = await exchange({
          ...{ method, params, port, token, signal, client: this.client },
          ...(onNotification ? { onNotification } : {}),
        });
        return { end, token };
      }
    }
  }

  private checkPatience(
    { impatient }: RequestOptions,
    since: number,
    patienceMs: number,
    kind: FailureKind,
  ): void {
    if (impatient === true || this.clock.now() - since >= patienceMs) throw new DaemonFailure(kind);
  }
}
