/** Values in order, kept until one reader takes them. */
export class EventQueue<Value> implements AsyncIterable<Value> {
  private readonly waiting: Value[] = [];
  private wake: (() => void) | undefined;
  private ended = false;
  /** The reader has taken everything and asks for more. */
  idle = false;

  push(value: Value): void {
    if (this.ended) return;
    this.idle = false;
    this.waiting.push(value);
    this.wake?.();
  }

  /** Ends the sequence after what is in it. */
  end(): void {
    this.ended = true;
    this.wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Value, void, undefined> {
    for (;;) {
      const value = this.waiting.shift();
      if (value !== undefined) {
        yield value;
      } else if (this.ended) {
        return;
      } else {
        this.idle = true;
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
        this.wake = undefined;
      }
    }
  }
}
