/**
 * The process that runs libsimplex, started by NativeTransport and talking with it over a private channel. It has
 * no state of its own, and ends at once when the server is gone. Why a process: docs/decisions/native-core.md.
 */
import { type CoreStore, CoreLibrary } from './ffi.js';
import type { FromCoreProcess, ToCoreProcess } from './messages.js';

/** Commands in the library at once; others wait. The pool has more threads, so that stopping finds one. */
const COMMANDS_AT_ONCE = 48;
/** How long a receive blocks: closing waits for it. */
const RECEIVE_MS = 250;

let store: CoreStore | undefined;
let stopping = false;
let receiving = Promise.resolve();
let running = 0;
const waiting: (() => void)[] = [];

function post(message: FromCoreProcess): void {
  process.send?.(message);
}

/** The loader's words, which name files only. */
function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function open(library: string, path: string, key: string): Promise<void> {
  let loaded;
  try {
    loaded = new CoreLibrary(library);
  } catch (error) {
    post({ kind: 'cannot-load', detail: words(error) });
    return;
  }
  const opened = await loaded.open(path, key);
  // Before the answer: nothing that the core says is missed.
  if (isOk(opened.text)) {
    store = opened.store;
    receiving = receive(store);
    receiving.catch(broken);
  }
  post({ kind: 'migrated', text: opened.text });
}

function isOk(text: string): boolean {
  const result: unknown = JSON.parse(text);
  return typeof result === 'object' && result !== null && 'type' in result && result.type === 'ok';
}

async function receive(from: CoreStore): Promise<void> {
  while (!stopping) {
    const text = await from.receive(RECEIVE_MS);
    if (text !== '') post({ kind: 'event', text });
  }
}

async function send(id: number, command: string): Promise<void> {
  if (store === undefined) return;
  if (running < COMMANDS_AT_ONCE) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    post({ kind: 'answer', id, text: await store.send(command) });
  } finally {
    // The place goes to the one that waits longest.
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

async function close(): Promise<void> {
  if (store !== undefined) await store.send('/_stop');
  stopping = true;
  await receiving;
  await store?.close();
  // Calls that still block hold up the exit; the server ends the process then.
  process.send?.({ kind: 'closed' } satisfies FromCoreProcess, () => process.exit(0));
}

function broken(error: unknown): void {
  post({ kind: 'broken', detail: words(error) });
}

// Ctrl-C reaches the whole group of processes: the server decides when to close.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => {
  if (!stopping) process.kill(process.pid, 'SIGKILL');
});
process.on('message', (message: ToCoreProcess) => {
  switch (message.kind) {
    case 'open':
      open(message.library, message.path, message.key).catch(broken);
      return;
    case 'send':
      send(message.id, message.command).catch(broken);
      return;
    case 'close':
      close().catch(broken);
  }
});
