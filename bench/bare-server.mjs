import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** What the product is compared with: the SDK with one trivial tool and nothing around it. */
export async function startBareServer() {
  const mcp = createMcpHandler(() => {
    const server = new McpServer({ name: 'bare', version: '1' });
    const config = { description: 'Says ok', inputSchema: z.object({}) };
    server.registerTool('ok', config, () => ({ content: [{ type: 'text', text: 'ok' }] }));
    return server;
  });
  const server = createServer(toNodeHandler(mcp));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: server.address().port,
    token: 'none',
    async close() {
      await mcp.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
