import type { ClockPort, StopTimer } from '../../ports/clock.js';

/** Longest delay that the timers of Node.js take, milliseconds. */
const longestDelay = 2 ** 31 - 1;

/** The computer's clock and timers. */
export class SystemClock implements ClockPort {
  now(): number {
    return Date.now();
  }

  once(ms: number, run: () => void): StopTimer {
    const timer = setTimeout(run, Math.min(ms, longestDelay));
    timer.unref();
    return () => {
      clearTimeout(timer);
    };
  }

  every(ms: number, run: () => void): StopTimer {
    const timer = setInterval(run, Math.min(ms, longestDelay));
    timer.unref();
    return () => {
      clearInterval(timer);
    };
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted === true) {
        resolve();
        return;
      }
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, Math.min(Math.max(ms, 0), longestDelay));
      signal?.addEventListener('abort', end, { once: true });
    });
  }
}
