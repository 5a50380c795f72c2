import {
  ProtocolError,
  Server,
  type CallToolResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { BridgeTexts } from '../../domain/bridge/text.js';
import type { BridgeService } from '../../ports/bridge.js';
import type { ListedTool } from '../../ports/mcp.js';
import type { ChannelEvent } from './channel-notices.js';
import {
  DaemonFailure,
  RemoteError,
  type DaemonClient,
  type FailureKind,
} from './daemon-client.js';
import type { Params } from './exchange.js';

/** Our own token on the way to the server: one call, one stream. */
const PROGRESS_TOKEN = 'call';

/** The MCP server that one host is connected to; it forwards to the server of the agent. */
export class HostSession {
  readonly server: Server;
  private readonly subscribed = new Set<string>();

  /** `instructions`: the server's own, or those for while it is not there. */
  constructor(
    private readonly service: BridgeService,
    private readonly client: DaemonClient,
    private readonly era: 'legacy' | 'modern',
    instructions: string,
  ) {
    const channel = service.channel !== 'off';
    this.server = new Server(
      { name: `simplex-${service.agent}`, version: service.version },
      {
        capabilities: {
          tools: { listChanged: true },
          resources: { listChanged: true, subscribe: true },
          ...(channel ? { experimental: { 'claude/channel': {} } } : {}),
        },
        instructions: channel ? `${instructions}\n\n${service.channelInstructions}` : instructions,
      },
    );
    this.serveTools();
    this.serveResources();
  }

  /** The server is there again: what it offers may differ from what the host knows. */
  offerChanged(): void {
    this.notify(this.server.sendToolListChanged());
    this.listChanged();
  }

  listChanged(): void {
    this.notify(this.server.sendResourceListChanged());
  }

  updated(uri: string): void {
    // Modern hosts say what they want to hear when they listen; the SDK leaves out the rest.
    if (this.era === 'legacy' && !this.subscribed.has(uri)) return;
    this.notify(this.server.sendResourceUpdated({ uri }));
  }

  async pushChannel(event: ChannelEvent): Promise<void> {
    const params = { content: event.content, meta: { ...event.meta } };
    await this.server.notification({ method: 'notifications/claude/channel', params });
  }

  /** A host that is gone, or has not opened its session yet, hears nothing. */
  private notify(sent: Promise<void>): void {
    sent.catch(() => undefined);
  }

  private serveTools(): void {
    const { service, client, server } = this;
    server.setRequestHandler('tools/list', async (_request, { mcpReq: { signal } }) => {
      try {
        const { tools } = await client.request('tools/list', {}, { signal, impatient: true });
        return { tools: tools as [] };
      } catch (error) {
        if (!(error instanceof DaemonFailure)) throw protocolError(error, service.texts);
        return { tools: service.offline.tools.map(listed) };
      }
    });
    server.setRequestHandler('tools/call', ({ params }, context) =>
      this.callTool({ name: params.name, arguments: params.arguments ?? {} }, context),
    );
  }

  private async callTool(
    params: Params & { name: string },
    context: ServerContext,
  ): Promise<CallToolResult> {
    const { service, client } = this;
    const { signal, _meta: meta } = context.mcpReq;
    const progress = progressTo(context);
    const asked =
      meta?.progressToken === undefined ? {} : { _meta: { progressToken: PROGRESS_TOKEN } };
    try {
      const { content, structuredContent, isError } = await client.request(
        'tools/call',
        { ...params, ...asked },
        { signal, onNotification: progress, repeatable: service.repeatable.has(params.name) },
      );
      return {
        content: content as [],
        ...(structuredContent === undefined ? {} : { structuredContent }),
        ...(isError === true ? { isError } : {}),
      } as CallToolResult;
    } catch (error) {
      if (!(error instanceof DaemonFailure)) throw protocolError(error, service.texts);
      const text = failureText(error.kind, service.texts);
      return { content: [{ type: 'text', text }], isError: true };
    }
  }

  private serveResources(): void {
    const { server, client, service, subscribed } = this;
    const forward = async (method: string, params: Params, signal: AbortSignal): Promise<Params> =>
      client.request(method, params, { signal, repeatable: true }).catch((error: unknown) => {
        throw protocolError(error, service.texts);
      });
    server.setRequestHandler('resources/list', async (_request, { mcpReq: { signal } }) => {
      const { resources } = await forward('resources/list', {}, signal);
      return { resources: resources as [] };
    });
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
    server.setRequestHandler(
      'resources/read',
      async ({ params: { uri } }, { mcpReq: { signal } }) => {
        const { contents } = await forward('resources/read', { uri }, signal);
        return { contents: contents as [] };
      },
    );
    if (this.era !== 'legacy') return;
    server.setRequestHandler('resources/subscribe', ({ params }) => {
      subscribed.add(params.uri);
      return {};
    });
    server.setRequestHandler('resources/unsubscribe', ({ params }) => {
      subscribed.delete(params.uri);
      return {};
    });
  }
}

/** Hands progress on with the host's token. Numbers are ours: they go on when a call is sent a second time. */
function progressTo(context: ServerContext): (method: string, params: Params) => void {
  const progressToken = context.mcpReq._meta?.progressToken;
  let next = 0;
  return (method, { message }) => {
    if (progressToken === undefined || method !== 'notifications/progress') return;
    const told = typeof message === 'string' ? { message } : {};
    const params = { progressToken, progress: next, ...told };
    next += 1;
    context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

function listed({ input, output, meta, annotations, ...tool }: ListedTool) {
  return {
    ...tool,
    inputSchema: { ...input, type: 'object' as const },
    outputSchema: { ...output, type: 'object' as const },
    ...(annotations ? { annotations: { ...annotations } } : {}),
    ...(meta ? { _meta: { ...meta } } : {}),
  };
}

function protocolError(error: unknown, texts: BridgeTexts): unknown {
  if (error instanceof RemoteError) return new ProtocolError(error.code, error.message);
  if (error instanceof DaemonFailure)
    return new ProtocolError(-32603, failureText(error.kind, texts));
  return error;
}

function failureText(kind: FailureKind, texts: BridgeTexts): string {
  switch (kind) {
    case 'not-running':
      return texts.notRunning;
    case 'starting':
      return texts.starting;
    case 'stopped':
      return texts.stopped;
    case 'token-refused':
      return texts.tokenRefused;
    case 'aborted':
      return 'Cancelled.';
  }
}
