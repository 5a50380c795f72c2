/** Stops a timer; calling it again does nothing. */
export type StopTimer = () => void;

/** Time. Tests use a fake clock that they advance; nothing else may read the time or wait. */
export interface ClockPort {
  /** Milliseconds since the epoch, as the computer's clock says (it jumps after a sleep of the computer). */
  now(): number;
  /** Calls `run` once after `ms` milliseconds. The timer does not keep the process alive. */
  once(ms: number, run: () => void): StopTimer;
  /** Calls `run` every `ms` milliseconds. The timer does not keep the process alive. */
  every(ms: number, run: () => void): StopTimer;
  /** Resolves after `ms` milliseconds, or at once when `signal` is or becomes aborted; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
