import { expect } from 'vitest';

/** Expects something of a value that other processes are about to bring about. */
export function eventually<T>(value: () => T): ReturnType<typeof expect.poll<T>> {
  return expect.poll(value, { timeout: 25_000, interval: 20 });
}
