import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, connect, type AddressInfo } from 'node:net';

import { SystemClock } from '../../src/adapters/clock/system-clock.js';
import type { CoreTransport } from '../../src/adapters/simplex/transport.js';
import { WebSocketTransport } from '../../src/adapters/simplex/websocket/websocket-transport.js';

/** A running `simplex-chat` with a user, whose WebSocket listens on this computer. */
export class CoreProgram {
  private readonly child: ChildProcess;
  private readonly port: number;

  private constructor(child: ChildProcess, port: number) {
    this.child = child;
    this.port = port;
  }

  static async start(path: string, database: string): Promise<CoreProgram> {
    const port = await freePort();
    const options = [
      '-d',
      database,
      '-p',
      String(port),
      '-y',
      '--create-bot-display-name',
      'agent',
    ];
    const child = spawn(path, options, { stdio: ['pipe', 'ignore', 'ignore'] });
    const program = new CoreProgram(child, port);
    while (!(await answers(port))) {
      if (child.exitCode !== null) throw new Error(`simplex-chat ended with ${child.exitCode}.`);
    }
    return program;
  }

  transport(): CoreTransport {
    const url = `ws://127.0.0.1:${this.port}`;
    return new WebSocketTransport({ url }, new SystemClock(), () => undefined);
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Whether something listens; a refused connection is tried again after a moment by the caller. */
async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const connected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => {
      resolve(true);
    });
    socket.once('error', () => {
      setTimeout(resolve, 50, false);
    });
  });
  socket.destroy();
  return connected;
}
