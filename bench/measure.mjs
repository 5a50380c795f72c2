import { performance } from 'node:perf_hooks';

/**
 * Times of several calls that take turns, so that what else the computer does slows all of them alike. `calls` maps
 * a name to an async function; the result maps it to `{ p50, p99 }` in milliseconds.
 */
export async function sideBySide(calls, { warmUp = 200, rounds = 1000 } = {}) {
  const entries = Object.entries(calls);
  const times = Object.fromEntries(entries.map(([name]) => [name, []]));
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const [name, call] of entries) {
      const start = performance.now();
      await call();
      if (round >= 0) times[name].push(performance.now() - start);
    }
  }
  return Object.fromEntries(entries.map(([name]) => [name, percentiles(times[name])]));
}

function percentiles(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  return { p50: at(0.5), p99: at(0.99) };
}
