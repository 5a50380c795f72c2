import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from './support/built-cli.js';
import { callTool } from './support/host.js';
import { freePort } from './support/place.js';
import { fields } from './support/results.js';
import { RunningProcess } from './support/running-process.js';

const run = promisify(execFile);

let folder: string;
/** What is in the package. */
let packed: readonly string[];
/** The command, as npm installs it. */
let command: string;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'simplex-mcp-package-'));
  const home = join(folder, 'home');
  await mkdir(home);
  env = { ...process.env, HOME: home, USERPROFILE: home };
  const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const { stdout } = await run('npm', pack, { cwd: ROOT });
  const [made] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[];
  packed = (made?.files ?? []).map(({ path }) => path);
  const tarball = join(folder, made?.filename ?? '');
  const prefix = join(folder, 'prefix');
  const install = [
    'install',
    '--global',
    '--prefix',
    prefix,
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
  ];
  await run('npm', [...install, tarball], { env: process.env });
  command = join(prefix, process.platform === 'win32' ? 'simplex-mcp.cmd' : 'bin/simplex-mcp');
}, 600_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the npm package', () => {
  it('holds what runs, and what people read about it', () => {
    const other = packed.filter((path) => !/^(dist|docs)\//.test(path));
    expect(other.sort()).toEqual(['LICENSE', 'README.md', 'package.json']);
    expect(packed).toContain('dist/cli.js');
    expect(packed.filter((path) => path.startsWith('dist/') && !path.endsWith('.js'))).toEqual([]);
    expect(packed.filter((path) => path.startsWith('docs/') && !path.endsWith('.md'))).toEqual([]);
  });

  it('installs a command that tells how it is used', async () => {
    const { stdout } = await run(command, ['--help'], { env });
    expect(stdout).toContain('simplex-mcp serve');
  });

  it('runs an agent on the sandbox network, and answers a tool through its bridge', async () => {
    const port = await freePort();
    const data = join(folder, 'data');
    const serve = ['serve', 'demo', '--core', 'sandbox', '--data', data, '--port', `${port}`];
    const server = new RunningProcess(command, serve, { env });
    try {
      await server.line(`Listening on http://127.0.0.1:${port}/mcp`);
      const client = new Client({ name: 'host', version: '1' });
      const args = ['bridge', 'demo', '--data', data];
      const transport = new StdioClientTransport({
        command,
        args,
        env: env as Record<string, string>,
        stderr: 'ignore',
      });
      await client.connect(transport);
      expect(await fields(callTool(client, 'list'))).toMatchObject({ actions: [] });
      await client.close();
    } finally {
      await server.end();
    }
  });

  it('names nothing of the computer that it was made on', async () => {
    for (const path of packed.filter((name) => name.endsWith('.js') || name.endsWith('.md')))
      expect([path, (await readFile(join(ROOT, path), 'utf8')).includes(ROOT)]).toEqual([
        path,
        false,
      ]);
  });
});
