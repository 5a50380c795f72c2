import { rm, writeFile } from 'node:fs/promises';
import {
  createServer,
  type IncomingMessage,
  type Server as HttpServer,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { join } from 'node:path';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  ResourceNotFoundError,
  Server,
  createMcpHandler,
  type CallToolResult,
  type McpHttpHandler,
  type ServerContext,
} from '@modelcontextprotocol/server';

export interface OpenCall {
  readonly input: unknown;
  readonly signal: AbortSignal;
  progress(message: string): Promise<void>;
  answer(result: CallToolResult): void;
}

interface Body {
  readonly method?: string;
  readonly params?: {
    readonly uri?: string;
    readonly notifications?: { readonly resourceSubscriptions?: string[] };
  };
}

/**
 * A server of an agent as far as MCP goes, made of the SDK: real HTTP, the files of a data folder, tools that the
 * test answers, and chats that the test fills.
 */
export class TestDaemon {
  readonly calls: OpenCall[] = [];
  readonly chats = new Map<string, { name: string; unread: string[] }>();
  /** What was asked of it, newest last. */
  readonly reads: string[] = [];
  requests = 0;
  connections = 0;
  /** Requests before it was ready. */
  refusals = 0;
  ready = true;
  token = 'a'.repeat(43);
  port = 0;
  toolDescription = 'online';
  private running: { http: HttpServer; mcp: McpHttpHandler } | undefined;
  private listening: string[] | undefined;
  private waiting: (() => void)[] = [];

  constructor(private readonly folder: string) {}

  async start(): Promise<void> {
    const mcp = createMcpHandler(() => this.server(), { responseMode: 'sse' });
    const serve = toNodeHandler(mcp);
    const http = createServer((request, response) => {
      this.answer(request, response, serve).catch(() => {
        response.destroy();
      });
    });
    http.on('connection', () => {
      this.connections += 1;
    });
    await new Promise<void>((resolve) => {
      http.listen(this.port, '127.0.0.1', resolve);
    });
    this.port = (http.address() as AddressInfo).port;
    this.running = { http, mcp };
    await this.write('token', this.token);
    await this.write(
      'server.json',
      JSON.stringify({ name: 'ann', port: this.port, expireHours: 23 }),
    );
    await this.write('lock', `${process.pid}\n`);
  }

  /** Ends without a word to anyone, as when it is killed. */
  async stop(): Promise<void> {
    const { running } = this;
    if (!running) return;
    this.running = undefined;
    this.listening = undefined;
    await rm(join(this.folder, 'lock'), { force: true });
    const closed = new Promise((resolve) => running.http.close(resolve));
    running.http.closeAllConnections();
    await closed;
    await running.mcp.close();
  }

  write(name: string, text: string): Promise<void> {
    return writeFile(join(this.folder, name), text);
  }

  /** A message arrives. */
  message(chat: string, text: string): void {
    const known = this.chats.get(chat);
    if (known) known.unread.push(text);
    else this.chats.set(chat, { name: 'Ann', unread: [text] });
    const notify = this.running?.mcp.notify;
    if (!known) notify?.resourcesChanged();
    notify?.resourceUpdated(`simplex://ann/chat/${chat}`);
    notify?.resourceUpdated('simplex://ann/chats');
  }

  /** The next call that is not answered. */
  async nextCall(): Promise<OpenCall> {
    for (;;) {
      const call = this.calls.shift();
      if (call) return call;
      await new Promise<void>((resolve) => {
        this.waiting.push(resolve);
      });
    }
  }

  /** Whether a stream of notifications is open for all resources. */
  get isWatched(): boolean {
    return this.listening?.join() === this.uris.join();
  }

  private get uris(): string[] {
    return [
      'simplex://ann/chats',
      ...[...this.chats.keys()].map((chat) => `simplex://ann/chat/${chat}`),
    ];
  }

  private async answer(
    request: IncomingMessage,
    response: ServerResponse,
    serve: ReturnType<typeof toNodeHandler>,
  ): Promise<void> {
    this.requests += 1;
    if (request.headers.authorization !== `Bearer ${this.token}`) {
      response.writeHead(401).end();
    } else if (!this.ready) {
      this.refusals += 1;
      response.writeHead(503).end();
    } else {
      const body = (await json(request)) as Body;
      if (body.method === 'resources/read') this.reads.push(body.params?.uri ?? '');
      if (body.method === 'subscriptions/listen') {
        const uris = body.params?.notifications?.resourceSubscriptions ?? [];
        this.listening = uris;
        response.once('close', () => {
          if (this.listening === uris) this.listening = undefined;
        });
      }
      await serve(request as never, response, body);
    }
  }

  private server(): Server {
    const server = new Server(
      { name: 'ann', version: '0.1.0' },
      {
        capabilities: { tools: {}, resources: { listChanged: true, subscribe: true } },
        instructions: 'Online instructions.',
      },
    );
    server.setRequestHandler('tools/list', () => ({
      tools: ['send', 'receive'].map((name) => ({
        name,
        description: this.toolDescription,
        inputSchema: { type: 'object' as const },
        _meta: { a: 1 },
      })),
    }));
    server.setRequestHandler('tools/call', ({ params }, context) =>
      this.hold(params.arguments, context),
    );
    server.setRequestHandler('resources/list', () => ({
      resources: this.uris.map((uri) => ({ uri, name: uri })),
    }));
    server.setRequestHandler('resources/read', ({ params: { uri } }) => {
      const text = this.read(uri);
      if (text === undefined) throw new ResourceNotFoundError(uri);
      return { contents: [{ uri, text }] };
    });
    return server;
  }

  private hold(
    input: unknown,
    { mcpReq: { signal, notify, _meta } }: ServerContext,
  ): Promise<CallToolResult> {
    let progress = 0;
    return new Promise((answer) => {
      this.calls.push({
        input,
        signal,
        answer,
        async progress(message) {
          const progressToken = _meta?.progressToken;
          if (progressToken === undefined) return;
          const params = { progressToken, progress: progress++, message };
          await notify({ method: 'notifications/progress', params });
        },
      });
      for (const wake of this.waiting.splice(0)) wake();
    });
  }

  private read(uri: string): string | undefined {
    if (uri === 'simplex://ann/chats')
      return JSON.stringify(
        [...this.chats].map(([chat, { name, unread }]) => ({
          chat,
          type: 'contact',
          name,
          unread: unread.length,
        })),
      );
    const [, chat = '', part] = /^simplex:\/\/ann\/chat\/([^/]+)(\/unread)?$/.exec(uri) ?? [];
    const found = this.chats.get(chat);
    if (!found) return undefined;
    const messages = found.unread.map((text, index) => ({
      item: index + 1,
      from: found.name,
      text,
    }));
    return JSON.stringify(part ? messages : { chat });
  }
}
