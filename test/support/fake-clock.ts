import type { ClockPort, StopTimer } from '../../src/ports/clock.js';

interface Timer {
  readonly id: number;
  due: number;
  readonly every?: number;
  readonly run: () => void;
}

/** Lets promise callbacks and I/O that is ready run, without time passing. */
export async function settle(turns = 20): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

/** A clock that only `advance` moves. */
export class FakeClock implements ClockPort {
  private readonly timers = new Map<number, Timer>();
  private nextId = 1;
  private time: number;

  constructor(start = Date.UTC(2026, 0, 2, 3, 4, 5)) {
    this.time = start;
  }

  now(): number {
    return this.time;
  }

  once(ms: number, run: () => void): StopTimer {
    return this.add({ id: this.nextId++, due: this.time + Math.max(ms, 0), run });
  }

  every(ms: number, run: () => void): StopTimer {
    return this.add({ id: this.nextId++, due: this.time + ms, every: ms, run });
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted === true) {
        resolve();
        return;
      }
      const stop = this.once(ms, () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      });
      const abort = (): void => {
        stop();
        resolve();
      };
      signal?.addEventListener('abort', abort, { once: true });
    });
  }

  /** Moves time on by `ms`, running each timer when it is due and what follows from it. */
  async advance(ms: number): Promise<void> {
    const end = this.time + ms;
    await settle();
    for (;;) {
      const next = this.nextDue(end);
      if (next === undefined) break;
      this.time = Math.max(this.time, next.due);
      if (next.every === undefined) this.timers.delete(next.id);
      else next.due += next.every;
      next.run();
      await settle();
    }
    this.time = end;
  }

  /** Timers that wait, for tests that look for leaks. */
  get waiting(): number {
    return this.timers.size;
  }

  private add(timer: Timer): StopTimer {
    this.timers.set(timer.id, timer);
    return () => {
      this.timers.delete(timer.id);
    };
  }

  private nextDue(end: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.timers.values()) {
      if (timer.due <= end && (next === undefined || timer.due < next.due)) next = timer;
    }
    return next;
  }
}
