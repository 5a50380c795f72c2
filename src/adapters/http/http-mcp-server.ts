import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  toNodeHandler,
  type NodeIncomingMessageLike,
  type NodeMcpRequestHandler,
} from '@modelcontextprotocol/node';
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import {
  PortInUseError,
  type McpEndpoint,
  type McpPort,
  type McpService,
} from '../../ports/mcp.js';
import { earlyResponse } from './early-response.js';
import { OpenCalls } from './open-calls.js';
import { refuse, sendRefusal } from './guards.js';
import { requestServers } from './request-server.js';

/** Where a failure arose, as the log names it (api 3.4). */
export type FailureContext = 'MCP' | 'HTTP request';

/** Milliseconds between comments on an open stream (behaviour 7). */
const keepAlive = 15_000;

const maxBodyBytes = 4 * 1024 * 1024;

interface Running {
  readonly server: Server;
  readonly mcp: McpHttpHandler;
}

/** MCP over HTTP on 127.0.0.1, for both protocol eras, with one MCP server a request (behaviour 6.1). */
export class HttpMcpServer implements McpPort {
  private running: Running | undefined;
  private isReady = false;
  private readonly openCalls = new OpenCalls();

  /** `report` gets failures to log: never with the token or a body. `keepAliveMs`: between comments on a stream. */
  constructor(
    private readonly report: (context: FailureContext, error: unknown) => void,
    private readonly keepAliveMs: number = keepAlive,
  ) {}

  async listen(service: McpService, endpoint: McpEndpoint): Promise<number> {
    if (this.running !== undefined) throw new Error('The MCP server listens already.');
    const bug = (error: unknown) => this.report('MCP', error);
    const mcp = createMcpHandler(requestServers(service, this.openCalls, bug), {
      legacy: 'stateless',
      responseMode: 'sse',
      keepAliveMs: this.keepAliveMs,
      maxRequestBodySize: maxBodyBytes,
      onerror: bug,
    });
    const serve = toNodeHandler(mcp, {
      maxRequestBodySize: maxBodyBytes,
      onerror: (error) => this.report('HTTP request', error),
    });
    const server = createServer({ requireHostHeader: false, keepAliveTimeout: 5_000 });
    server.requestTimeout = 0;
    server.timeout = 0;
    server.headersTimeout = 60_000;
    server.on('request', (request, response) => {
      this.answer(request, response, endpoint.token, serve);
    });
    this.running = { server, mcp };
    try {
      return await listening(server, endpoint.port);
    } catch (error) {
      this.running = undefined;
      throw error;
    }
  }

  ready(): void {
    this.isReady = true;
  }

  resourcesChanged(): void {
    this.running?.mcp.notify.resourcesChanged();
  }

  resourceUpdated(uri: string): void {
    this.running?.mcp.notify.resourceUpdated(uri);
  }

  async close(): Promise<void> {
    const running = this.running;
    if (running === undefined) return;
    this.running = undefined;
    this.isReady = false;
    const closed = new Promise<void>((resolve) => running.server.close(() => resolve()));
    this.openCalls.endAll();
    await running.mcp.close();
    running.server.closeAllConnections();
    await closed;
  }

  private answer(
    request: IncomingMessage,
    response: ServerResponse,
    token: string,
    serve: NodeMcpRequestHandler,
  ): void {
    const refusal = refuse(request, { token, ready: this.isReady });
    if (refusal !== undefined) {
      sendRefusal(response, refusal);
      return;
    }
    if (startsSession(request)) response.setHeader('Mcp-Session-Id', randomUUID());
    serve(request as NodeIncomingMessageLike, earlyResponse(response)).catch((error: unknown) => {
      this.report('HTTP request', error);
      response.destroy();
    });
  }
}

/**
 * A 2025-era client that has no session ID yet. Nothing is kept for it and any ID is taken: it only tells clients
 * apart when they cancel calls.
 */
function startsSession({ method, headers }: IncomingMessage): boolean {
  return method === 'POST' && !headers['mcp-protocol-version'] && !headers['mcp-session-id'];
}

/** Starts listening on 127.0.0.1 and nothing else; returns the port. */
function listening(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new PortInUseError(port, { cause: error }) : error);
    });
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      resolve((server.address() as AddressInfo).port);
    });
  });
}
