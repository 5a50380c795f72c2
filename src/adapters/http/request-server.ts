import {
  McpServer,
  ResourceNotFoundError,
  type McpRequestContext,
  type McpServerFactory,
  type StandardSchemaWithJSON,
  type ToolAnnotations,
} from '@modelcontextprotocol/server';
import type { McpService, ResourceDefinitions, ToolDefinition } from '../../ports/mcp.js';
import type { OpenCalls } from './open-calls.js';
import { callTool } from './tool-calls.js';
import { compileSchema } from './tool-schema.js';

/** What `registerTool` takes beside the name and the callback. */
interface ToolConfig {
  readonly title: string;
  readonly description: string;
  readonly inputSchema: StandardSchemaWithJSON;
  readonly outputSchema: StandardSchemaWithJSON;
  readonly annotations?: ToolAnnotations;
  readonly _meta?: Record<string, unknown>;
}

/**
 * Makes the MCP server of each request. Schemas are compiled once; `openCalls` keeps the calls, `bug` hears of
 * tools that rejected.
 */
export function requestServers(
  service: McpService,
  openCalls: OpenCalls,
  bug: (error: unknown) => void,
): McpServerFactory {
  const tools = service.tools.map((tool) => ({ tool, config: configOf(tool) }));
  return (context) => {
    const server = new McpServer(
      { name: service.name, version: service.version },
      { capabilities: capabilities(context.era), instructions: service.instructions() },
    );
    const session = context.era === 'legacy' ? sessionOf(context) : null;
    for (const { tool, config } of tools) {
      server.registerTool(tool.name, config, async (input, call) => {
        const ended = openCalls.opened(session, call.mcpReq.id, () => void server.close());
        return callTool(tool, input, call, bug).finally(ended);
      });
    }
    if (context.era === 'legacy') {
      server.server.setNotificationHandler('notifications/cancelled', ({ params }) => {
        if (params.requestId !== undefined) openCalls.cancel(session, params.requestId);
      });
    }
    serveResources(server, service.resources);
    return server;
  };
}

// The tools of a running server never change. 2025-era clients are served without a stream for notifications.
function capabilities(era: McpRequestContext['era']) {
  const modern = era === 'modern';
  return {
    tools: { listChanged: false },
    resources: { listChanged: modern, subscribe: modern },
  };
}

function sessionOf(context: McpRequestContext): string | null {
  return context.requestInfo?.headers.get('mcp-session-id') ?? null;
}

function configOf(tool: ToolDefinition): ToolConfig {
  return {
    title: tool.title,
    description: tool.description,
    inputSchema: compileSchema(tool.input),
    outputSchema: compileSchema(tool.output),
    ...(tool.annotations !== undefined && { annotations: tool.annotations }),
    ...(tool.meta !== undefined && { _meta: tool.meta }),
  };
}

function serveResources({ server }: McpServer, resources: ResourceDefinitions): void {
  const mimeType = 'application/json';
  server.setRequestHandler('resources/list', async () => ({
    resources: (await resources.list()).map((entry) => ({ ...entry, mimeType })),
  }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const text = await resources.read(uri);
    if (text === undefined) throw new ResourceNotFoundError(uri);
    return { contents: [{ uri, mimeType, text }] };
  });
}
