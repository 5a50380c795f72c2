import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

export const eras = { '2025-11-25': 'legacy', '2026-07-28': { pin: '2026-07-28' } };

/** A client of one protocol era, connected to the server on `port`. */
export async function connect({ port, token }, mode) {
  const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode } });
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

/** Calls a tool and fails when it did not do what it was asked for. */
export async function callTool(client, name, input = {}) {
  const { isError, content, structuredContent } = await client.callTool({
    name,
    arguments: input,
  });
  if (isError) throw new Error(`${name}: ${content[0].text}`);
  return structuredContent;
}
