import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ZipFile } from 'yazl';

const run = promisify(execFile);

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Why no certificate can be made here, for the message of skipped tests. */
export async function missingOpenssl(): Promise<string | undefined> {
  try {
    await run('openssl', ['version']);
    return undefined;
  } catch {
    return 'openssl is not found';
  }
}

/** A certificate for `localhost`, of an hour. */
export async function makeCertificate(): Promise<Certificate> {
  const folder = await mkdtemp(join(tmpdir(), 'simplex-mcp-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  await run('openssl', [
    'req',
    '-x509',
    ...curve,
    '-keyout',
    key,
    '-out',
    cert,
    '-days',
    '1',
    ...name,
  ]);
  const made = { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
  await rm(folder, { recursive: true });
  return made;
}

/** An https server that answers as the test says. */
export class ReleaseServer {
  readonly requests: string[] = [];
  answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => {
    response.writeHead(404).end();
  };
  private readonly server: Server;
  private readonly sockets = new Set<{ destroy(): void }>();

  constructor(certificate: Certificate) {
    this.server = createServer(certificate, (request, response) => {
      this.requests.push(request.url ?? '');
      this.answer(request, response);
    });
    this.server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
      socket.on('error', () => undefined);
    });
  }

  async listen(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `https://localhost:${this.port}`;
  }

  serve(file: Buffer): void {
    this.answer = (_, response) => {
      response.writeHead(200, { 'content-length': file.length }).end(file);
    };
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

export interface ZipEntry {
  readonly name: string;
  readonly content?: string;
  /** Mode of the entry, for links. */
  readonly mode?: number;
}

/** A zip file. A name may be changed afterwards to one of the same length that no tool would write. */
export async function makeZip(
  entries: readonly ZipEntry[],
  rename?: readonly [string, string],
): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, content = '', mode } of entries) {
    if (name.endsWith('/')) zip.addEmptyDirectory(name);
    else zip.addBuffer(Buffer.from(content), name, mode === undefined ? {} : { mode });
  }
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  const file = Buffer.concat(chunks);
  if (rename === undefined) return file;
  const [from, to] = rename;
  if (from.length !== to.length) throw new Error('names of different length');
  return Buffer.from(file.toString('latin1').replaceAll(from, to), 'latin1');
}

export function sha256(file: Buffer): string {
  return createHash('sha256').update(file).digest('hex');
}
