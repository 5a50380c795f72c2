import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { freePort, type Place } from '../../e2e/support/place.js';
import { RunningProcess, type Ended } from '../../e2e/support/running-process.js';
import type { RealNetwork } from './network.js';

const CLI = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url));

/** What a host's call gave. */
export interface ToolResult {
  readonly isError?: boolean;
  readonly structuredContent?: Fields;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- results are looked into by tests
export type Fields = Readonly<Record<string, any>>;

/** Messages of a result as `NAME: TEXT`. */
export function texts(messages: unknown): string[] {
  return (messages as { from: string; text: string }[]).map(({ from, text }) => `${from}: ${text}`);
}

/** The built program, running `serve agent` on a real core. */
export class Agent {
  private client: Client | undefined;

  private constructor(
    private readonly place: Place,
    private readonly port: number,
    readonly process: RunningProcess,
  ) {}

  /** Resolves when it listens. */
  static async start(
    network: RealNetwork,
    place: Place,
    options: readonly string[] = [],
  ): Promise<Agent> {
    const port = await freePort();
    const { library, smp, xftp } = network;
    const args = [
      ...['serve', 'agent', '--data', place.data, '--port', `${port}`],
      ...['--core', 'native', '--core-lib', library],
      ...['--smp-server', smp, '--xftp-server', xftp],
      ...options,
    ];
    const running = new RunningProcess(process.execPath, [CLI, ...args], { env: place.env });
    await running.line(`Listening on http://127.0.0.1:${port}/mcp`);
    return new Agent(place, port, running);
  }

  /** The link to the control chat that it printed, now or later; with `used`, another one. */
  joinLink(used?: string): Promise<string> {
    return this.process.line((line) => /^(https|simplex):\//.test(line) && line !== used);
  }

  /** Calls a tool as an MCP host does, with the header of the file that hosts read. */
  call(tool: string, input: Fields = {}): Promise<ToolResult> {
    return awaitedLater(this.callTool(tool, input));
  }

  /** The fields of a result that is no error. */
  result(tool: string, input: Fields = {}): Promise<Fields> {
    return awaitedLater(this.fields(tool, input));
  }

  private async callTool(tool: string, input: Fields): Promise<ToolResult> {
    this.client ??= await this.connect();
    const options = { timeout: 50_000 };
    return (await this.client.callTool({ name: tool, arguments: input }, options)) as ToolResult;
  }

  private async fields(tool: string, input: Fields): Promise<Fields> {
    const { isError = false, content, structuredContent } = await this.callTool(tool, input);
    expect(isError, content[0]?.text).toBe(false);
    return structuredContent ?? {};
  }

  private async connect(): Promise<Client> {
    const client = new Client({ name: 'integration', version: '1' });
    const headers = JSON.parse(await this.place.read('headers.json')) as Record<string, string>;
    const url = new URL(`http://127.0.0.1:${this.port}/mcp`);
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    return client;
  }

  /** Sends a signal; resolves when the program and its core have ended. Nothing may have gone wrong until then. */
  async end(signal: NodeJS.Signals): Promise<Ended> {
    await this.client?.close().catch(() => undefined);
    this.client = undefined;
    this.process.signal(signal);
    const ended = await this.process.ended;
    expect(this.process.err).toEqual([]);
    return ended;
  }
}

/** A test looks at the owner's side first: until then a failed call is no unhandled rejection. */
function awaitedLater<Value>(call: Promise<Value>): Promise<Value> {
  call.catch(() => undefined);
  return call;
}
