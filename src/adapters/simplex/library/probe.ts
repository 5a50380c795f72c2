import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import {
  probeFolderText,
  probeSilentText,
  probeTimeText,
} from '../../../domain/core/library-text.js';
import type { ClockPort } from '../../../ports/clock.js';
import type { LibraryProbe } from '../../../ports/core-library.js';
import { NativeTransport } from '../native/native-transport.js';
import { CoreTransportError } from '../transport.js';

/** How long loading, making an empty database and an answer may take together (milliseconds). */
const PROBE_MS = 60_000;

const versionInfo = z.looseObject({ versionInfo: z.looseObject({ version: z.string() }) });

/** Loads the library on an empty database in a temporary folder and asks for its version. Never rejects. */
export async function probeLibrary(
  library: string,
  clock: ClockPort,
  entry?: string,
): Promise<LibraryProbe> {
  let folder: string;
  try {
    folder = await mkdtemp(join(tmpdir(), 'simplex-mcp-core-'));
  } catch {
    return { kind: 'fails', reason: probeFolderText(tmpdir()) };
  }
  const core = new NativeTransport(
    { library, database: join(folder, 'probe'), key: '', ...(entry !== undefined && { entry }) },
    clock,
  );
  const abort = new AbortController();
  const late = clock
    .sleep(PROBE_MS, abort.signal)
    .then((): LibraryProbe => ({ kind: 'fails', reason: probeTimeText(PROBE_MS / 1000) }));
  try {
    return await Promise.race([ask(core), late]);
  } finally {
    abort.abort();
    await core.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function ask(core: NativeTransport): Promise<LibraryProbe> {
  try {
    await core.open();
    const reply = await core.send('/version');
    const read = reply.kind === 'result' ? versionInfo.safeParse(reply.value).data : undefined;
    if (read === undefined) return { kind: 'fails', reason: probeSilentText };
    return { kind: 'loads', version: read.versionInfo.version };
  } catch (error) {
    const text = error instanceof CoreTransportError ? error.message : probeSilentText;
    return { kind: 'fails', reason: text };
  }
}
