/** Downloads that move only when a test tells them to. */
export class FileFlow {
  private readonly granted = new Map<number, number>();
  private readonly waiting = new Map<number, () => void>();

  /** Lets `chunks` more chunks of a held file through. */
  grant(offer: number, chunks: number): void {
    this.granted.set(offer, (this.granted.get(offer) ?? 0) + chunks);
    this.waiting.get(offer)?.();
  }

  /** Resolves when the next chunk may go, or when `signal` is aborted. */
  async take(offer: number, signal: AbortSignal): Promise<void> {
    for (;;) {
      if (signal.aborted) return;
      const left = this.granted.get(offer) ?? 0;
      if (left > 0) {
        this.granted.set(offer, left - 1);
        return;
      }
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          this.waiting.delete(offer);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        this.waiting.set(offer, wake);
        signal.addEventListener('abort', wake, { once: true });
      });
    }
  }
}

const kb = 1024;

/** Sizes of the chunks of a file on the servers, the last one padded. */
export function chunkSizes(size: number): number[] {
  const sizes: number[] = [];
  let rest = size;
  while (rest > 0) {
    const chunk =
      rest >= 4096 * kb
        ? 4096 * kb
        : rest >= 1024 * kb
          ? 1024 * kb
          : rest > 192 * kb
            ? 256 * kb
            : 64 * kb;
    sizes.push(chunk);
    rest -= chunk;
  }
  return sizes;
}

/** The host of a file server's address. */
export function serverHost(address: string): string {
  const at = address.lastIndexOf('@');
  return (at < 0 ? address : address.slice(at + 1)).split(':')[0] ?? address;
}
