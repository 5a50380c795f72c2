/** Keeps values in order until the one reader takes them. The reader first gets all that was put before the end. */
export class EventBuffer<T> implements AsyncIterable<T> {
  private readonly values: T[] = [];
  private end: { readonly failure?: Error } | undefined;
  private wake: (() => void) | undefined;
  private read = false;

  /** Does nothing after the end. */
  put(value: T): void {
    if (this.end !== undefined) return;
    this.values.push(value);
    this.wake?.();
  }

  /** Ends the iteration, with an error when `failure` is given. Only the first call counts. */
  close(failure?: Error): void {
    if (this.end !== undefined) return;
    this.end = failure === undefined ? {} : { failure };
    this.wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    if (this.read) throw new Error('The events have a reader already.');
    this.read = true;
    for (;;) {
      // Taken out in one piece: shifting a long array is slow.
      for (const value of this.values.splice(0)) yield value;
      if (this.values.length > 0) continue;
      if (this.end !== undefined) break;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
    if (this.end.failure !== undefined) throw this.end.failure;
  }
}
