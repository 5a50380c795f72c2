import type { ClockPort } from '../../ports/clock.js';
import type { Collector } from './collector.js';

export interface MessageWait {
  readonly clock: ClockPort;
  readonly collector: Collector;
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch: the wait ends then at the latest. */
  readonly end: number;
  /** Milliseconds without a new message, after which the wait ends; without it, only `end` and `enough` end it. */
  readonly idle?: number;
  /** From when `idle` counts while no message has arrived; without it the first message is awaited until `end`. */
  readonly idleFrom?: number;
  /** The wait ends as soon as this many messages that are not live have arrived. */
  readonly enough: number;
}

/** Waits until no further message is expected, enough have come, the time is over or the call is aborted. */
export async function waitForMessages(wait: MessageWait): Promise<void> {
  const { clock, collector, signal } = wait;
  for (;;) {
    const arrived = collector.items.filter((item) => !item.live).length;
    if (signal.aborted || arrived >= wait.enough) return;
    const left = waitEnd(wait) - clock.now();
    if (left <= 0) return;
    await collector.changed.wait(clock, left, signal);
  }
}

function waitEnd({ collector, end, idle, idleFrom }: MessageWait): number {
  const quietFrom = collector.lastArrival ?? idleFrom;
  return idle === undefined || quietFrom === undefined ? end : Math.min(end, quietFrom + idle);
}
