/** Transfers that are under way, each with the signal that ends it. */
export class RunningTransfers {
  private readonly running = new Map<number, AbortController>();

  /** The signal of a new transfer, or `undefined` when the file is being transferred already. */
  begin(fileId: number): AbortSignal | undefined {
    if (this.running.has(fileId)) return undefined;
    const controller = new AbortController();
    this.running.set(fileId, controller);
    return controller.signal;
  }

  /** The transfer has come to its end, or is to end now. */
  end(fileId: number): void {
    this.running.get(fileId)?.abort();
    this.running.delete(fileId);
  }

  endAll(): void {
    for (const fileId of [...this.running.keys()]) this.end(fileId);
  }
}
