import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { type RequestOptions, get } from 'node:https';
import type { Socket } from 'node:net';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { connect as connectTls } from 'node:tls';
import type { ClockPort, StopTimer } from '../../../ports/clock.js';
import { DownloadError } from './download-error.js';
import { proxyFor, tunnel } from './proxy.js';

export interface DownloadOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly progress: (received: number, total: number | undefined) => void;
  /** Certificates to trust besides those of Node.js; for tests. */
  readonly ca?: string;
}

const MAX_REDIRECTS = 5;
/** The builds are of about 43 MB. */
const MAX_BYTES = 200_000_000;
const STALL_MS = 30_000;
const TOTAL_MS = 15 * 60_000;

/** Downloads an https address to a new file. Resolves with its SHA-256 in hex. Rejects with DownloadError. */
export async function download(
  url: string,
  file: string,
  clock: ClockPort,
  options: DownloadOptions,
): Promise<string> {
  const watch = new Watch(clock);
  try {
    const response = await follow(new URL(url), watch, options);
    return await save(response, file, watch, options);
  } catch (error) {
    throw watch.given ?? asDownloadError(error);
  } finally {
    watch.stop();
  }
}

async function follow(
  start: URL,
  watch: Watch,
  options: DownloadOptions,
): Promise<IncomingMessage> {
  let url = start;
  for (let redirects = 0; ; redirects += 1) {
    if (url.protocol !== 'https:') throw new DownloadError({ kind: 'insecure-redirect' });
    const response = await ask(url, watch, options);
    watch.alive();
    const { statusCode: status = 0 } = response;
    if (status === 200) return response;
    response.destroy();
    const { location } = response.headers;
    if (status < 300 || status > 399 || location === undefined) {
      throw new DownloadError({ kind: 'status', status });
    }
    if (redirects === MAX_REDIRECTS) throw new DownloadError({ kind: 'too-many-redirects' });
    url = new URL(location, url);
  }
}

async function ask(url: URL, watch: Watch, options: DownloadOptions): Promise<IncomingMessage> {
  const { signal } = watch;
  const proxy = proxyFor(url, options.env);
  const ca = options.ca === undefined ? {} : { ca: options.ca };
  const how: RequestOptions = {
    agent: false,
    signal,
    headers: { 'user-agent': 'simplex-mcp' },
    ...ca,
  };
  if (proxy !== undefined) {
    const socket = await tunnel(proxy, url, signal);
    watch.sockets.push(socket);
    how.createConnection = () => connectTls({ socket, servername: url.hostname, ...ca });
  }
  return new Promise((resolve, reject) => get(url, how, resolve).once('error', reject));
}

async function save(
  response: IncomingMessage,
  file: string,
  watch: Watch,
  { progress }: DownloadOptions,
): Promise<string> {
  const length = Number(response.headers['content-length']);
  const total = Number.isSafeInteger(length) ? length : undefined;
  const hash = createHash('sha256');
  let received = 0;
  const count = new Transform({
    transform(chunk: Buffer, _, done) {
      watch.alive();
      received += chunk.length;
      hash.update(chunk);
      progress(received, total);
      if (received <= MAX_BYTES) done(null, chunk);
      else done(new DownloadError({ kind: 'too-large', limit: MAX_BYTES }));
    },
  });
  if (total !== undefined && total > MAX_BYTES) {
    response.destroy();
    throw new DownloadError({ kind: 'too-large', limit: MAX_BYTES });
  }
  const out = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  await pipeline(response, count, out, { signal: watch.signal });
  return hash.digest('hex');
}

/** Ends a download that makes no progress, or takes too long in all. */
class Watch {
  /** Why it was ended. */
  given: DownloadError | undefined;
  /** Through a proxy; the request that uses one does not close it. */
  readonly sockets: Socket[] = [];
  private readonly abort = new AbortController();
  private readonly total: StopTimer;
  private stall: StopTimer;

  constructor(private readonly clock: ClockPort) {
    this.total = clock.once(TOTAL_MS, () =>
      this.end({ kind: 'too-slow', seconds: TOTAL_MS / 1000 }),
    );
    this.stall = this.wait();
  }

  get signal(): AbortSignal {
    return this.abort.signal;
  }

  alive(): void {
    this.stall();
    this.stall = this.wait();
  }

  stop(): void {
    this.stall();
    this.total();
    for (const socket of this.sockets) socket.destroy();
  }

  private wait(): StopTimer {
    return this.clock.once(STALL_MS, () => this.end({ kind: 'stalled', seconds: STALL_MS / 1000 }));
  }

  private end(problem: DownloadError['problem']): void {
    this.given ??= new DownloadError(problem);
    this.abort.abort();
  }
}

function asDownloadError(error: unknown): Error {
  if (error instanceof DownloadError) return error;
  if (!(error instanceof Error))
    return new DownloadError({ kind: 'unreachable', detail: 'unknown' });
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE') {
    return new DownloadError({ kind: 'cut-off' }, { cause: error });
  }
  // A failure of the disk, which the installer tells.
  if ('syscall' in error && (error.syscall === 'open' || error.syscall === 'write')) return error;
  return new DownloadError(
    { kind: 'unreachable', detail: code ?? error.message },
    { cause: error },
  );
}
