import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { ExchangeFailure } from '../../domain/doctor/facts.js';
import type { DaemonPort } from '../../ports/daemon.js';
import type { McpProbePort, ProbeAnswer } from '../../ports/doctor.js';
import { exchange, type ExchangeEnd, type Params } from './exchange.js';

const HTTP_TIMEOUT_MS = 10_000;
/** The bridge waits some seconds for a server that is not there. */
const BRIDGE_TIMEOUT_MS = 20_000;

/** Calls the server of a data folder as hosts do: over HTTP, and through a bridge of its own. */
export class McpProbe implements McpProbePort {
  private readonly client;

  constructor(
    private readonly daemon: DaemonPort,
    version: string,
  ) {
    this.client = { name: 'simplex-mcp-doctor', version };
  }

  async listOverHttp(): Promise<ProbeAnswer<number>> {
    const end = await this.ask('tools/call', { name: 'list', arguments: {} });
    return end.kind === 'result'
      ? chatsOf(end.result)
      : { kind: 'failure', failure: failureOf(end) };
  }

  async readResource(uri: string): Promise<ProbeAnswer<string>> {
    const end = await this.ask('resources/read', { uri });
    if (end.kind !== 'result') return { kind: 'failure', failure: failureOf(end) };
    const { contents } = end.result as { contents?: readonly { text?: string }[] };
    return { kind: 'answer', value: contents?.[0]?.text ?? '' };
  }

  async listOverBridge([command = '', ...args]: readonly string[]): Promise<ProbeAnswer<number>> {
    const client = new Client(this.client);
    const transport = new StdioClientTransport({ command, args, stderr: 'ignore' });
    const late = AbortSignal.timeout(BRIDGE_TIMEOUT_MS);
    try {
      await client.connect(transport, { signal: late });
      return chatsOf(await client.callTool({ name: 'list', arguments: {} }, { signal: late }));
    } catch (error) {
      if (late.aborted) return { kind: 'failure', failure: { kind: 'timeout' } };
      const message = error instanceof Error ? error.message : String(error);
      return { kind: 'failure', failure: { kind: 'error', message } };
    } finally {
      await client.close();
    }
  }

  private async ask(method: string, params: Params): Promise<ExchangeEnd> {
    const state = await this.daemon.locate();
    if (state.kind === 'starting') return { kind: 'starting' };
    if (state.kind !== 'running') return { kind: 'unreachable' };
    const { port, token } = state;
    const signal = AbortSignal.timeout(HTTP_TIMEOUT_MS);
    return exchange({ method, params, port, token, client: this.client, signal });
  }
}

function failureOf(end: Exclude<ExchangeEnd, { kind: 'result' }>): ExchangeFailure {
  switch (end.kind) {
    case 'error':
      return { kind: 'error', message: end.message };
    case 'lost':
      return { kind: 'error', message: 'the connection was closed' };
    case 'aborted':
      return { kind: 'timeout' };
    case 'unreachable':
    case 'starting':
    case 'unauthorized':
      return { kind: end.kind };
  }
}

/** The number of chats in a result of `list`, or the error that the tool answered. */
function chatsOf(result: object): ProbeAnswer<number> {
  const { structuredContent, content, isError } = result as {
    structuredContent?: { chats?: unknown };
    content?: readonly { text?: string }[];
    isError?: boolean;
  };
  const chats = structuredContent?.chats;
  if (isError !== true && Array.isArray(chats)) return { kind: 'answer', value: chats.length };
  const message = content?.[0]?.text ?? 'no chats in the answer';
  return { kind: 'failure', failure: { kind: 'error', message } };
}
