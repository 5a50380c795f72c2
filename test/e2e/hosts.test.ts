import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Agent } from './support/agent.js';
import { CLI } from './support/built-cli.js';
import { callTool } from './support/host.js';
import { Place } from './support/place.js';
import { fields } from './support/results.js';

const run = promisify(execFile);

let place: Place;
let agent: Agent;

beforeAll(async () => {
  place = await Place.make();
  agent = await Agent.withOwner(place);
});

afterAll(async () => {
  await agent.end();
  await place.remove();
});

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command of the program on the agent's data folder. */
async function cli(command: string, ...options: readonly string[]): Promise<Ran> {
  const args = [CLI, command, 'demo', '--data', place.data, ...options];
  const env = { ...place.env, PATH: `${join(place.home, 'bin')}:${place.env.PATH ?? ''}` };
  try {
    const { stdout, stderr } = await run(process.execPath, args, { env, cwd: place.home });
    return { code: 0, out: stdout, err: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, out: stdout, err: stderr };
  }
}

async function chatsOf(client: Client): Promise<unknown> {
  return (await fields(callTool(client, 'list')))['chats'];
}

describe('the entry that register writes (api 3.2, behaviour 6.2)', () => {
  it('starts a bridge that reaches the agent, when a host runs it as it stands', async () => {
    expect(await cli('register', '--host', 'cursor')).toMatchObject({ code: 0 });
    const config = JSON.parse(await readFile(join(place.home, '.cursor/mcp.json'), 'utf8')) as {
      mcpServers: Record<string, { command: string; args: string[] }>;
    };
    const { command, args } = config.mcpServers['simplex-demo']!;
    const client = new Client({ name: 'cursor', version: '1' });
    const env = place.env as Record<string, string>;
    await client.connect(new StdioClientTransport({ command, args, env, stderr: 'ignore' }));
    expect(await chatsOf(client)).toHaveLength(2);
    await client.close();
  });

  it('gives Claude Code a command that prints the header, and no token', async () => {
    const log = join(place.home, 'claude.json');
    await mkdir(join(place.home, 'bin'), { recursive: true });
    const claude = join(place.home, 'bin/claude');
    await writeFile(
      claude,
      `#!/bin/sh\n[ "$2" = add-json ] && printf %s "$6" > '${log}'\nexit 0\n`,
    );
    await chmod(claude, 0o755);
    expect(await cli('register')).toMatchObject({
      code: 0,
      out: 'Added simplex-demo to Claude Code, scope user.\n',
    });
    const text = await readFile(log, 'utf8');
    expect(text).not.toContain((await place.read('token')).trim());
    const entry = JSON.parse(text) as { url: string; headersHelper: string };
    const { stdout } = await run('sh', ['-c', entry.headersHelper]);
    const headers = JSON.parse(stdout) as Record<string, string>;
    const client = new Client({ name: 'claude', version: '1' });
    const transport = new StreamableHTTPClientTransport(new URL(entry.url), {
      requestInit: { headers },
    });
    await client.connect(transport);
    expect(await chatsOf(client)).toHaveLength(2);
    await client.close();
  });
});

describe('doctor, audit and service on a running agent', () => {
  it('doctor finds nothing wrong, with a call of list over HTTP and through the bridge', async () => {
    const { code, out } = await cli('doctor');
    expect(out.split('\n')).toEqual(
      expect.arrayContaining([
        `✓ Data folder ${place.data}`,
        '✓ Its secrets are readable by you only',
        '✓ list over HTTP: 2 chats',
        '✓ list through the bridge: 2 chats',
        '✓ Control chat with 1 approver',
        '✓ Cursor is registered',
        '– The agent is on the sandbox network: there is no core library',
      ]),
    );
    expect(out).not.toContain('✗');
    expect(code).toBe(0);
  });

  it('audit prints what happened and verifies the chain', async () => {
    const { out } = await cli('audit');
    expect(out).toContain('  1  server 0.1.0 started, mode requests\n');
    expect(await cli('audit', '--verify')).toMatchObject({ code: 0, err: '' });
    const path = join(place.data, 'audit.jsonl');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('server-started', 'server-stopped'));
    expect(await cli('audit', '--verify')).toEqual({
      code: 1,
      out: '',
      err: `✗ ${path}: record 1 was edited.\n`,
    });
    await writeFile(path, text);
  });

  it('service prints a unit that starts the server', async () => {
    const { out } = await cli('service', '--systemd');
    expect(out).toContain(`ExecStart=${process.execPath} ${CLI} serve demo --data ${place.data}\n`);
  });
});
