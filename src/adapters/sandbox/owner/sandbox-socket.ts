import { rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';

import { z } from 'zod';

import type { SandboxNetwork } from '../network.js';
import { readLines, writeLine } from './lines.js';
import { operations, SocketState } from './operations.js';
import { socketPath } from './socket-path.js';

const request = z.object({
  id: z.int(),
  op: z.string(),
  args: z.record(z.string(), z.unknown()).default({}),
});

/**
 * The owner's side for another process of the same user: requests and answers, and a stream of items, as lines of
 * JSON on a socket that only this user can open. Never MCP: what it can do, only the people of the sandbox can.
 */
export class SandboxSocket {
  private readonly state: SocketState;
  private readonly path: string;
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;

  /** `folder`: the sandbox's folder. */
  constructor(network: SandboxNetwork, folder: string) {
    this.state = new SocketState(network);
    this.path = socketPath(folder);
  }

  /** Listens; the lock of the data folder makes sure that no other process does. Returns the path. */
  async listen(): Promise<string> {
    const pipe = process.platform === 'win32';
    if (!pipe) await rm(this.path, { force: true });
    const server = createServer((socket) => {
      this.serve(socket);
    });
    this.server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      // Made with its mode: between the making and a chmod any user could connect.
      const umask = process.umask(0o177);
      try {
        server.listen(this.path, resolve);
      } finally {
        process.umask(umask);
      }
    });
    return this.path;
  }

  async close(): Promise<void> {
    const { server } = this;
    if (server === undefined) return;
    for (const socket of this.sockets) socket.destroy();
    await new Promise<void>((resolve) => {
      server.close(() => {
        resolve();
      });
    });
  }

  private serve(socket: Socket): void {
    const stops: (() => void)[] = [];
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.sockets.delete(socket);
      for (const stop of stops) stop();
    });
    readLines(socket, (value) => {
      const parsed = request.safeParse(value);
      if (!parsed.success) {
        socket.destroy();
        return;
      }
      const { id, op, args } = parsed.data;
      if (op === 'watch') {
        const person = typeof args.person === 'string' ? args.person : 'owner';
        stops.push(
          this.state.owner(person).subscribe((change) => {
            writeLine(socket, { event: 'change', person, change });
          }),
        );
        writeLine(socket, { id, value: null });
        return;
      }
      void this.answer(socket, id, op, args);
    });
  }

  private async answer(socket: Socket, id: number, op: string, args: unknown): Promise<void> {
    try {
      const run = operations.get(op);
      if (run === undefined) throw new Error(`no operation ${op}`);
      const value: unknown = await run(this.state, args);
      writeLine(socket, { id, value: value ?? null });
    } catch (error) {
      writeLine(socket, { id, error: error instanceof Error ? error.message : String(error) });
    }
  }
}
