interface Waiting<T> {
  readonly resolve: (answer: T) => void;
  readonly reject: (error: Error) => void;
}

/** Commands that were sent and not answered. */
export class CommandsUnderWay<T> {
  private readonly waiting = new Map<number, Waiting<T>>();
  private nextId = 1;
  private whenIdle: (() => void)[] = [];

  add(): { readonly id: number; readonly answer: Promise<T> } {
    const id = this.nextId;
    this.nextId += 1;
    return {
      id,
      answer: new Promise<T>((resolve, reject) => this.waiting.set(id, { resolve, reject })),
    };
  }

  /** Whether a command of this number waited. */
  resolve(id: number, answer: T): boolean {
    const command = this.waiting.get(id);
    if (command === undefined) return false;
    this.remove(id);
    command.resolve(answer);
    return true;
  }

  /** Fails all that wait. */
  reject(error: Error): void {
    for (const [id, command] of [...this.waiting]) {
      this.remove(id);
      command.reject(error);
    }
  }

  /** Resolves when none waits. */
  idle(): Promise<void> {
    if (this.waiting.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.whenIdle.push(resolve));
  }

  private remove(id: number): void {
    this.waiting.delete(id);
    if (this.waiting.size > 0) return;
    for (const resolve of this.whenIdle.splice(0)) resolve();
  }
}
