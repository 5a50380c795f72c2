import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

export type Era = 'legacy' | 'modern';

export interface ToolResult {
  readonly isError?: boolean;
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
}

export interface CallOptions {
  /** Milliseconds after which the client gives the call up. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: { progress: number; message?: string | undefined }) => void;
}

/** A session of an MCP host with the agent whose data folder it was told of. */
export class Host {
  private constructor(readonly client: Client) {}

  /** Takes port and header from the files that `register` and hosts read. */
  static async connect(dataFolder: string, era: Era = 'modern'): Promise<Host> {
    const state = async (name: string): Promise<unknown> =>
      JSON.parse(await readFile(join(dataFolder, name), 'utf8'));
    const { port } = (await state('server.json')) as { port: number };
    const headers = (await state('headers.json')) as Record<string, string>;
    const mode = era === 'modern' ? { pin: '2026-07-28' } : 'legacy';
    const client = new Client({ name: 'e2e', version: '1' }, { versionNegotiation: { mode } });
    const url = new URL(`http://127.0.0.1:${port}/mcp`);
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    return new Host(client);
  }

  async call(
    name: string,
    input: Readonly<Record<string, unknown>> = {},
    more: CallOptions = {},
  ): Promise<ToolResult> {
    return callTool(this.client, name, input, more);
  }
}

export async function callTool(
  client: Client,
  name: string,
  input: Readonly<Record<string, unknown>> = {},
  more: CallOptions = {},
): Promise<ToolResult> {
  const options = { timeout: 50_000, ...more };
  return (await client.callTool({ name, arguments: { ...input } }, options)) as ToolResult;
}
