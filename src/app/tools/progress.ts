import { progressInterval } from '../../domain/action/limits.js';
import type { ClockPort } from '../../ports/clock.js';
import type { ToolCall } from '../../ports/mcp.js';

/** Tells the client `message` now and every 60 s until `wait` ends (api 1.1). */
export async function withProgress<T>(
  call: ToolCall,
  clock: ClockPort,
  message: string,
  wait: () => Promise<T>,
): Promise<T> {
  const tell = (): void => {
    // A client that is gone shows by the signal of the call; progress itself is never awaited.
    call.progress(message).catch(() => undefined);
  };
  tell();
  const stop = clock.every(progressInterval, tell);
  try {
    return await wait();
  } finally {
    stop();
  }
}
