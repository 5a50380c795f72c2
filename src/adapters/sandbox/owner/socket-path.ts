import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Bytes that the path of a socket may have on all systems. */
const longestSocketPath = 100;

/** Where the socket of the sandbox in `folder` is: in the folder; a pipe on Windows. */
export function socketPath(folder: string): string {
  const full = resolve(folder);
  const digest = createHash('sha256').update(full).digest('hex').slice(0, 16);
  if (process.platform === 'win32') return `\\\\.\\pipe\\simplex-mcp-sandbox-${digest}`;
  const path = join(full, 'owner.sock');
  if (Buffer.byteLength(path) <= longestSocketPath) return path;
  return join(tmpdir(), `simplex-mcp-${digest}.sock`);
}
