import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { HttpMcpServer } from '../../../src/adapters/http/http-mcp-server.js';
import type {
  McpService,
  ResourceEntry,
  ToolCall,
  ToolDefinition,
  ToolOutcome,
} from '../../../src/ports/mcp.js';

export const token = 'dGVzdC10b2tlbg';

const text = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
const closed = { additionalProperties: false };

/** A call of the tool `wait` that the test holds open. */
export interface HeldCall {
  readonly call: ToolCall;
  finish(): void;
}

/** A service with one tool for each thing that a tool can do. */
export class FakeService implements McpService {
  readonly name = 'fake';
  readonly version = '1.2.3';
  displayName = 'Ada';
  readonly entries = new Map<string, ResourceEntry & { text: string }>();
  private readonly held: HeldCall[] = [];
  private waiting: (() => void)[] = [];

  instructions(): string {
    return `You are ${this.displayName}.`;
  }

  readonly tools: readonly ToolDefinition[] = [
    this.tool('echo', ({ text }) => Promise.resolve({ kind: 'result', result: { text } })),
    this.tool('refuse', () => Promise.resolve({ kind: 'error', text: 'No chat @9.' })),
    this.tool('bug', () => Promise.reject(new Error('a bug'))),
    this.tool('wrong', () => Promise.resolve({ kind: 'result', result: { text: 7 } })),
    this.tool('wait', (_input, call) => this.hold(call)),
    this.tool('tell', async (_input, call) => {
      await call.progress('first');
      await call.progress('second');
      return { kind: 'result', result: { text: 'told' } };
    }),
  ];

  readonly resources = {
    list: () => Promise.resolve([...this.entries.values()].map(({ text: _, ...entry }) => entry)),
    read: (uri: string) => Promise.resolve(this.entries.get(uri)?.text),
  };

  /** Resolves when `count` calls of `wait` have begun in all. */
  async heldCalls(count: number): Promise<readonly HeldCall[]> {
    while (this.held.length < count) {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    return this.held;
  }

  private hold(call: ToolCall): Promise<ToolOutcome> {
    return new Promise((resolve) => {
      const finish = () => resolve({ kind: 'result', result: { text: 'waited' } });
      call.signal.addEventListener('abort', finish);
      this.held.push({ call, finish });
      for (const wake of this.waiting.splice(0)) wake();
    });
  }

  private tool(
    name: string,
    run: (input: { text: string }, call: ToolCall) => Promise<ToolOutcome>,
  ): ToolDefinition {
    return {
      name,
      title: `Title of ${name}`,
      description: `Description of ${name}`,
      input: { ...text, ...closed },
      output: { ...text, ...closed },
      annotations: { readOnlyHint: name === 'echo' },
      ...(name === 'wait' && { meta: { 'anthropic/requiresUserInteraction': true } }),
      call: (input, call) => run(input as { text: string }, call),
    };
  }
}

export interface Started {
  readonly server: HttpMcpServer;
  readonly service: FakeService;
  readonly port: number;
  /** What was reported to the log. */
  readonly reports: [string, unknown][];
}

/** A server on a free port, ready unless told otherwise. */
export async function start(options: { ready?: boolean; keepAliveMs?: number } = {}) {
  const service = new FakeService();
  const reports: [string, unknown][] = [];
  const report = (context: string, error: unknown) => void reports.push([context, error]);
  const server = new HttpMcpServer(report, options.keepAliveMs);
  const port = await server.listen(service, { port: 0, token });
  if (options.ready !== false) server.ready();
  return { server, service, port, reports } satisfies Started;
}

export type Era = 'legacy' | 'modern';
export const eras: readonly Era[] = ['legacy', 'modern'];

/** A connected client of one protocol era. */
export async function connect(port: number, era: Era): Promise<Client> {
  const mode = era === 'modern' ? { pin: '2026-07-28' } : 'legacy';
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport(port));
  return client;
}

export function transport(port: number): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface RawRequest {
  readonly method?: string;
  readonly path?: string;
  /** Over the defaults of an authorized JSON request; `undefined` leaves a header out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | Buffer;
}

/** Sends a request; resolves with its response when the head is there. */
export function open(port: number, raw: RawRequest): Promise<IncomingMessage> {
  const headers: Record<string, string> = {};
  const wanted = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...raw.headers,
  };
  for (const [name, value] of Object.entries(wanted))
    if (value !== undefined) headers[name] = value;
  return new Promise((resolve, reject) => {
    const sent = httpRequest({
      host: '127.0.0.1',
      port,
      agent: false,
      method: raw.method ?? 'POST',
      path: raw.path ?? '/mcp',
      headers,
      setHost: !('host' in headers),
    });
    sent.on('response', resolve);
    sent.on('error', reject);
    sent.end(raw.body);
  });
}

export async function send(port: number, raw: RawRequest): Promise<Answer> {
  const response = await open(port, raw);
  const body = await readAll(response);
  return { status: response.statusCode ?? 0, headers: response.headers, body };
}

export async function readAll(response: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of response) body += String(chunk);
  return body;
}

/** The body and headers of a tool call in one era. */
export function toolCall(era: Era, name: string, id: number | string = 1): RawRequest {
  const params = { name, arguments: { text: 'hello' } };
  const message = { jsonrpc: '2.0', id, method: 'tools/call' };
  if (era === 'legacy') {
    return {
      headers: { 'mcp-protocol-version': '2025-11-25' },
      body: JSON.stringify({ ...message, params }),
    };
  }
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return {
    headers: {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: JSON.stringify({ ...message, params: { ...params, _meta: meta } }),
  };
}
