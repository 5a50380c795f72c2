/** The signals that stop a server: the first starts the stop, a second ends its wait (behaviour 4.3). */
export class StopSignals {
  private resolveFirst: () => void = () => undefined;
  private readonly hurry = new AbortController();
  private received = 0;
  /** Resolves at the first signal. */
  readonly first = new Promise<undefined>((resolve) => {
    this.resolveFirst = () => {
      resolve(undefined);
    };
  });

  /** Aborted at the second signal. */
  get second(): AbortSignal {
    return this.hurry.signal;
  }

  /** A signal has come, or Ctrl-C was pressed at a prompt. */
  readonly signal = (): void => {
    this.received += 1;
    if (this.received === 1) this.resolveFirst();
    else this.hurry.abort();
  };

  /** Follows SIGINT and SIGTERM of this process. */
  listen(): this {
    process.on('SIGINT', this.signal);
    process.on('SIGTERM', this.signal);
    return this;
  }
}
