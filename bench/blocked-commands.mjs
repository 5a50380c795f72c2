// How a call like `list` fares while 20 commands block in the library: on a C stub of libsimplex, with files of the
// data folder read beside it. Run by itself: node bench/blocked-commands.mjs (after npm run build).
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const STUB = join(ROOT, 'test/adapters/simplex/native/stub.c');
const BLOCK_MS = 5000;
const LIST_BYTES = 20_000;

function summary(times) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part) => sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)];
  return { calls: sorted.length, p50: at(0.5), p99: at(0.99) };
}

async function repeat(ms, run) {
  const times = [];
  for (const end = performance.now() + ms; performance.now() < end;) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return times;
}

/** `{idle, blocked, ratio}` with p50 and p99 in milliseconds, or `{skipped}` with the reason. */
export async function blockedCommands(dist = join(ROOT, 'dist')) {
  const folder = await mkdtemp(join(tmpdir(), 'simplex-mcp-bench-'));
  const library = join(
    folder,
    process.platform === 'darwin' ? 'libsimplex.dylib' : 'libsimplex.so',
  );
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-O1', '-pthread', '-o', library, STUB]);
  } catch {
    await rm(folder, { recursive: true });
    return { skipped: 'no C compiler: cc is not found or fails' };
  }
  const { NativeTransport } = await import(
    join(dist, 'adapters/simplex/native/native-transport.js')
  );
  const { SystemClock } = await import(join(dist, 'adapters/clock/system-clock.js'));
  const core = new NativeTransport(
    { library, database: join(folder, 'bench'), key: '' },
    new SystemClock(),
  );
  const file = join(folder, 'server.json');
  await writeFile(file, JSON.stringify({ port: 5226 }));
  const list = async () => {
    await stat(file);
    await readFile(file);
    await core.send(`/large ${LIST_BYTES}`);
  };
  try {
    await core.open();
    await repeat(500, list);
    // Idle before and after, so that other work of the computer weighs on both.
    const before = await repeat(BLOCK_MS / 2, list);
    const blocking = Array.from({ length: 20 }, () => core.send(`/block ${BLOCK_MS}`));
    const blocked = summary(await repeat(BLOCK_MS - 200, list));
    await Promise.all(blocking);
    const idle = summary([...before, ...(await repeat(BLOCK_MS / 2, list))]);
    return { idle, blocked, ratio: blocked.p50 / idle.p50 };
  } finally {
    await core.close();
    await rm(folder, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(await blockedCommands(process.argv[2]));
}
