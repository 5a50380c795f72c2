import { cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SandboxOwnerClient } from '../../src/adapters/sandbox/owner/sandbox-owner-client.js';
import { ROOT } from './support/built-cli.js';
import { Host } from './support/host.js';
import { freePort, Place } from './support/place.js';
import { fields } from './support/results.js';
import { RunningProcess } from './support/running-process.js';

const noCurl = spawnSync('curl', ['--version']).status !== 0;

let place: Place;
let checkout: string;
let running: RunningProcess;
let port: number;

/** `npm start` builds: in a checkout of its own, so that the other tests keep their build. */
beforeAll(async () => {
  place = await Place.make();
  checkout = join(place.root, 'checkout');
  await mkdir(checkout);
  for (const name of ['package.json', 'tsconfig.json', 'tsconfig.build.json', 'scripts', 'src']) {
    await cp(join(ROOT, name), join(checkout, name), { recursive: true });
  }
  // Links to what is installed, in a folder of the checkout's own: the build works in it.
  const installed = join(ROOT, 'node_modules');
  await mkdir(join(checkout, 'node_modules'));
  for (const name of await readdir(installed)) {
    await symlink(join(installed, name), join(checkout, 'node_modules', name), 'junction');
  }
  port = await freePort();
  // The same command with another port, which may be taken on this computer.
  running = new RunningProcess('npm', ['start', '--', '--port', String(port)], {
    cwd: checkout,
    env: place.env,
    detached: true,
  });
  await running.line((line) => line.startsWith("Sit in the owner's place"));
});

afterAll(async () => {
  const { pid } = running.child;
  // npm and the server.
  if (pid !== undefined && running.child.exitCode === null) process.kill(-pid, 'SIGKILL');
  await running.ended;
  await place.remove();
});

const data = () => join(place.home, '.simplex-mcp', 'demo');

/** The line after the one that reads `title`, without its indentation. */
function after(title: string): string {
  return (running.out[running.out.indexOf(title) + 1] ?? '').trim();
}

describe('npm start, as the README says', () => {
  it('is the command of package.json', async () => {
    const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    expect(scripts['start']).toBe(
      'npm run --silent build && node dist/cli.js serve demo --core sandbox',
    );
    expect(await readFile(join(ROOT, 'README.md'), 'utf8')).toContain('npm ci && npm start\n');
  });

  it('starts the agent on the sandbox and names who is there', () => {
    expect(running.out).toContain('SimpleX MCP server 0.1.0, agent "demo"');
    expect(running.out).toContain(`Data folder: ${data()}`);
    expect(running.out).toContain(`Listening on http://127.0.0.1:${port}/mcp`);
    expect(running.out).toContain('  echo (bot): repeats what you say');
    expect(running.err).toEqual([]);
  });

  it('prints a line that adds the agent to Claude Code', () => {
    const entry = `{"type":"http","url":"http://127.0.0.1:${port}/mcp","headersHelper":"cat '\\''${data()}/headers.json'\\''","timeout":169800000}`;
    expect(after('Add the agent to Claude Code:')).toBe(
      `claude mcp add-json simplex-demo '${entry}'`,
    );
  });

  it.skipIf(noCurl)('prints a line that lists the tools in a shell (needs curl)', async () => {
    const line = after('Or list its tools:');
    const { stdout } = await promisify(execFile)('sh', ['-c', line]);
    for (const tool of ['connect', 'send', 'receive', 'download', 'list', 'leave']) {
      expect(stdout).toContain(`"name":"${tool}"`);
    }
    expect(line).not.toContain((await readFile(join(data(), 'token'), 'utf8')).trim());
  });

  it('prints the command that takes the owner’s place, which is there for whoever takes it', async () => {
    const line = running.out.find((one) => one.startsWith("Sit in the owner's place")) ?? '';
    expect(line).toBe(
      `Sit in the owner's place from another terminal: node ${join(checkout, 'dist/cli.js')} owner demo`,
    );
    const owner = await SandboxOwnerClient.open(join(data(), 'sandbox'));
    await owner.join((await owner.openLink()) ?? '');
    const host = await Host.connect(data());
    const call = host.call('connect', { target: '@echo.simplex', message: 'hello', idle: 1 });
    await owner.waitFor(({ text }) => text.endsWith("/'approve 1' or /'reject 1'"));
    await owner.say('/approve 1');
    expect(await fields(call)).toMatchObject({ status: 'done', name: 'echo' });
    await host.client.close();
    owner.close();
  });
});
