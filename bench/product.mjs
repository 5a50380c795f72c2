import { HttpMcpServer } from '../dist/adapters/http/http-mcp-server.js';
import { toolDefinitions } from '../dist/app/tools/definitions.js';
import { instructions } from '../dist/app/tools/instructions.js';

const token = 'bench';

/** The HTTP server with the real tools over an agent that has `count` chats. */
export async function startProduct(count) {
  const chats = Array.from({ length: count }, (_, index) => ({
    chat: `@${index + 1}`,
    type: 'contact',
    name: `person ${index + 1}`,
    incognito: false,
    connected: true,
    unread: 1,
  }));
  const handlers = { list: async () => ({ kind: 'result', result: { chats, actions: [] } }) };
  const server = new HttpMcpServer((context, error) => console.error(context, error));
  const service = {
    name: 'simplex-mcp',
    version: '0',
    instructions: () => instructions('bench', 'requests'),
    tools: toolDefinitions('requests', handlers),
    resources: { list: async () => [], read: async () => undefined },
  };
  const port = await server.listen(service, { port: 0, token });
  server.ready();
  return { port, token, close: () => server.close() };
}
