import { once } from 'node:events';
import { type AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

export interface Request {
  readonly corrId: string;
  readonly cmd: string;
}

/**
 * A WebSocket with the shapes of `simplex-chat -p PORT`, whose answers the test gives. Like the program, it keeps
 * one queue of events that its clients share in turn.
 */
export class ScriptedServer {
  readonly requests: Request[] = [];
  readonly clients: WebSocket[] = [];
  /** Answers by itself what it knows, for example the probes for a second client. */
  answer: (request: Request, client: WebSocket) => boolean = () => false;
  private server: WebSocketServer | undefined;
  private turn = 0;
  private waiting: (() => void)[] = [];
  port = 0;

  async listen(): Promise<void> {
    this.server = new WebSocketServer({ host: '127.0.0.1', port: this.port });
    this.server.on('connection', (client) => this.connected(client));
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `ws://127.0.0.1:${this.port}`;
  }

  /** Ends all connections as a killed program does, and stops listening. */
  async kill(): Promise<void> {
    for (const client of this.clients.splice(0)) client.terminate();
    const { server } = this;
    this.server = undefined;
    if (server !== undefined) await new Promise((resolve) => server.close(resolve));
  }

  /** The request number `index` from the start, once it is there. */
  async request(index: number): Promise<Request> {
    await this.until(() => this.requests.length > index);
    return this.requests[index]!;
  }

  async client(count = 1): Promise<WebSocket> {
    await this.until(() => this.clients.length >= count);
    return this.clients[count - 1]!;
  }

  respond(request: Request, resp: unknown, client = this.clients[0]!): void {
    client.send(JSON.stringify({ corrId: request.corrId, resp }));
  }

  /** Puts an event in the queue, of which the next client in turn takes it. */
  event(resp: unknown): void {
    const client = this.clients[this.turn % this.clients.length];
    this.turn += 1;
    client?.send(JSON.stringify({ resp }));
  }

  private connected(client: WebSocket): void {
    this.clients.push(client);
    client.on('message', (data: Buffer) => {
      const request = JSON.parse(data.toString('utf8')) as Request;
      if (this.answer(request, client)) return;
      this.requests.push(request);
      this.changed();
    });
    client.on('close', () => {
      const index = this.clients.indexOf(client);
      if (index >= 0) this.clients.splice(index, 1);
      this.changed();
    });
    this.changed();
  }

  private changed(): void {
    for (const check of this.waiting.splice(0)) check();
  }

  private async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
}

/** What core 7.0.0.6 does with the command that puts an event in its queue. */
export function answerProbes(server: ScriptedServer): void {
  server.answer = (request, client) => {
    const json = /^\/debug event (.*)$/.exec(request.cmd)?.[1];
    if (json === undefined) return false;
    server.event(JSON.parse(json));
    server.respond(request, { type: 'cmdOk' }, client);
    return true;
  };
}

/** What a core does that does not know the command. */
export function refuseProbes(server: ScriptedServer): void {
  server.answer = (request, client) => {
    if (!request.cmd.startsWith('/debug ')) return false;
    const errorType = { type: 'commandError', message: 'Failed reading: empty' };
    server.respond(
      request,
      { type: 'chatCmdError', chatError: { type: 'error', errorType } },
      client,
    );
    return true;
  };
}
