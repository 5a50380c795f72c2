import type { ClockPort } from '../ports/clock.js';

/** Something that happens again and again, for those who wait for the next time. */
export class Pulse {
  private readonly waiting = new Set<() => void>();

  notify(): void {
    for (const wake of [...this.waiting]) wake();
  }

  /** Resolves at the next `notify`, after `ms` milliseconds, or when `signal` is aborted, whichever is first. */
  async wait(clock: ClockPort, ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const over = new AbortController();
    const wake = (): void => {
      over.abort();
    };
    this.waiting.add(wake);
    signal.addEventListener('abort', wake, { once: true });
    await clock.sleep(ms, over.signal);
    this.waiting.delete(wake);
    signal.removeEventListener('abort', wake);
  }
}
