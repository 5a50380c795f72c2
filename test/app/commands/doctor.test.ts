import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AuditLogReader } from '../../../src/adapters/audit/log-reader.js';
import { LocalDaemon } from '../../../src/adapters/daemon/local-daemon.js';
import { LocalComputer } from '../../../src/adapters/doctor/local-computer.js';
import { doctor, type DoctorPorts } from '../../../src/app/commands/doctor.js';
import { register } from '../../../src/app/commands/register.js';
import { CoreLibraryError } from '../../../src/ports/core-library.js';
import type { McpProbePort } from '../../../src/ports/doctor.js';
import { DataFolder } from '../../../src/adapters/filesystem/data-folder.js';
import { FakeClock } from '../../support/fake-clock.js';
import { Setting } from './setting.js';

let setting: Setting;
let data: string;
let ports: DoctorPorts;
/** What the probes of the tools answer. */
let answers: Record<'http' | 'bridge' | 'status', unknown>;
/** How the bridge was started. */
let bridgeStarts: (readonly string[])[];

beforeEach(async () => {
  setting = await Setting.make();
  data = await mkdtemp(join(tmpdir(), 'doctor-'));
  answers = {
    http: { kind: 'answer', value: 2 },
    bridge: { kind: 'answer', value: 2 },
    status: { kind: 'answer', value: '{"controlChat":"ready","approvers":1}' },
  };
  bridgeStarts = [];
  const mcp: McpProbePort = {
    listOverHttp: () => Promise.resolve(answers.http as never),
    listOverBridge: (command) => {
      bridgeStarts.push(command);
      return Promise.resolve(answers.bridge as never);
    },
    readResource: (uri) => {
      expect(uri).toBe('simplex://ann/status');
      return Promise.resolve(answers.status as never);
    },
  };
  const computer = new LocalComputer(data);
  const clock = new FakeClock(Date.now());
  ports = {
    computer: {
      nodeVersion: '24.0.0',
      folder: () => computer.folder(),
      portIsFree: () => Promise.resolve(true),
      ffmpeg: () => Promise.resolve({ kind: 'missing' }),
      freeBytes: () => Promise.resolve(2_000_000_000),
      fileExists: (path) =>
        path === '/opt/simplex-mcp/dist/cli.js' ? Promise.resolve(true) : computer.fileExists(path),
    },
    library: {
      find: () => Promise.resolve({ kind: 'library', path: '/l.so', source: 'cache' }),
      probe: () => Promise.resolve({ kind: 'loads', version: '7.0.0.6' }),
    },
    mcp,
    daemon: new LocalDaemon(data),
    registry: setting.registry,
    files: new DataFolder(data),
    audit: new AuditLogReader(data, clock),
    clock,
    terminal: setting.terminal,
  };
});

afterEach(async () => {
  await setting.remove();
  await rm(data, { recursive: true });
});

async function run(json = false): Promise<[number, ...string[]]> {
  const { exitCode } = await doctor(ports, { agent: 'ann', dataGiven: false, json });
  return [exitCode, ...setting.terminal.take()];
}

/** A data folder as a running server leaves it, and a host that knows the agent. */
async function healthy(): Promise<void> {
  const write = (name: string, text: string) => writeFile(join(data, name), text, { mode: 0o600 });
  await write('server.json', '{"name":"ann","port":5226,"expireHours":23}');
  await write('token', 'secret');
  await write('lock', `${process.pid}\n`);
  await setting.write('bin/node', '');
  await register(
    { registry: setting.registry, files: ports.files, terminal: setting.terminal },
    { agent: 'ann', host: 'cursor', scope: 'user', dataGiven: false, print: false, channel: 'off' },
  );
  setting.terminal.take();
}

describe('simplex-mcp doctor', () => {
  it('finds nothing wrong with a running server', async () => {
    await healthy();
    expect(await run()).toEqual([
      0,
      '✓ Node.js 24.0.0',
      `✓ Data folder ${data}`,
      '✓ Its secrets are readable by you only',
      `✓ The server runs (PID ${process.pid}), port 5226`,
      '✓ list over HTTP: 2 chats',
      '✓ list through the bridge: 2 chats',
      '✓ Control chat with 1 approver',
      '✓ SimpleX core 7.0.0.6, /l.so',
      '✓ Cursor is registered',
      `– No audit log at ${data}/audit.jsonl`,
      '– ffmpeg is not installed: videos are sent without a preview',
      '✓ 2.0 GB of disk are free',
      '✓ The clock is not behind the files of the agent',
    ]);
    expect(bridgeStarts).toEqual([
      ['/usr/bin/node', '/opt/simplex-mcp/dist/cli.js', 'bridge', 'ann'],
    ]);
  });

  it('prints all checks as one JSON list with --json', async () => {
    await healthy();
    const [code, line] = await run(true);
    expect(code).toBe(0);
    expect((JSON.parse(line!) as unknown[]).slice(0, 2)).toEqual([
      { result: 'good', text: 'Node.js 24.0.0' },
      { result: 'good', text: `Data folder ${data}` },
    ]);
  });

  it('looks at the port of a server that does not run, and calls nothing', async () => {
    await healthy();
    await rm(join(data, 'lock'));
    const lines = await run();
    expect(lines[0]).toBe(1);
    expect(lines.slice(4, 8)).toEqual([
      '✗ The server is not running: start it with node /opt/simplex-mcp/dist/cli.js serve ann',
      '✓ Port 5226 is free',
      '– The control chat can only be checked while the server runs',
      '✓ SimpleX core 7.0.0.6, /l.so',
    ]);
    expect(bridgeStarts).toEqual([]);
  });

  it('names what is broken', async () => {
    await healthy();
    answers = {
      http: { kind: 'failure', failure: { kind: 'unauthorized' } },
      bridge: { kind: 'failure', failure: { kind: 'timeout' } },
      status: { kind: 'answer', value: '{"controlChat":"lost","approvers":0}' },
    };
    await writeFile(join(data, 'audit.jsonl'), 'oops\n', { mode: 0o600 });
    await setting.write(
      '.cursor/mcp.json',
      '{"mcpServers":{"simplex-ann":{"command":"/none","args":["bridge","ann"]}}}',
    );
    await setting.write('.gemini/settings.json', '{');
    const lines = await run();
    expect(lines[0]).toBe(1);
    expect(lines.filter((line) => /^[✗–]/.test(String(line)))).toEqual([
      '✗ list over HTTP: the token of the data folder is refused: restart the server',
      '✗ list through the bridge: no answer in time: restart the server',
      '✗ The agent lost its control chat: restart the server with --reset-owners',
      '✗ Cursor: /none is not there: run node /opt/simplex-mcp/dist/cli.js register ann --host cursor',
      `– ${setting.path('.gemini/settings.json')} is not valid JSON (line 1, column 2)`,
      '✗ The audit log is broken at record 1: run simplex-mcp audit with --verify, and move the log to a safe place',
      '– ffmpeg is not installed: videos are sent without a preview',
    ]);
  });

  it('looks for the core library where the person said it is', async () => {
    await healthy();
    const asked: unknown[] = [];
    const find = (given: string | undefined) => {
      asked.push(given);
      return Promise.reject(
        new CoreLibraryError({
          kind: 'given-missing',
          source: '--core-lib',
          name: 'l.so',
          path: '/x',
        }),
      );
    };
    ports = { ...ports, library: { ...ports.library, find } };
    await doctor(ports, { agent: 'ann', dataGiven: false, json: false, coreLibrary: '/x' });
    expect(asked).toEqual(['/x']);
    expect(setting.terminal.take()).toContain(
      '✗ There is no SimpleX core library to use: --core-lib: no l.so at /x.',
    );
  });

  it('knows the sandbox by its folder, and the native core by its database', async () => {
    await healthy();
    await mkdir(join(data, 'sandbox'));
    await rm(join(data, 'lock'));
    expect(await run()).toContain(
      '✗ The server is not running: start it with node /opt/simplex-mcp/dist/cli.js serve ann --core sandbox',
    );
    expect(await run()).toContain(
      '– The agent is on the sandbox network: there is no core library',
    );
    await writeFile(join(data, 'simplex_chat.db'), '');
    expect(await run()).toContain('✓ SimpleX core 7.0.0.6, /l.so');
  });

  it('says why the audit log can not be read', async () => {
    await healthy();
    await mkdir(join(data, 'audit.jsonl'));
    expect(await run()).toContain(
      `✗ The audit log ${data}/audit.jsonl can't be read: EISDIR: check who owns it`,
    );
  });

  it('reads a config that is a link', async () => {
    await healthy();
    await mkdir(setting.path('dotfiles'));
    await writeFile(setting.path('dotfiles/mcp.json'), await setting.read('.cursor/mcp.json'));
    await rm(setting.path('.cursor/mcp.json'));
    await symlink('../dotfiles/mcp.json', setting.path('.cursor/mcp.json'));
    expect(await run()).toContain('✓ Cursor is registered');
  });

  it('says that no host knows the agent', async () => {
    await healthy();
    await rm(setting.path('.cursor'), { recursive: true });
    expect(await run()).toContain(
      '✗ The agent is registered in no MCP host: run node /opt/simplex-mcp/dist/cli.js register ann',
    );
  });

  it('says what to do first when there is nothing', async () => {
    await rm(data, { recursive: true });
    const lines = await run();
    expect(lines.slice(0, 5)).toEqual([
      1,
      '✓ Node.js 24.0.0',
      `✗ There is no data folder ${data}: start the server with node /opt/simplex-mcp/dist/cli.js serve ann`,
      '✗ The server was never started: start it with node /opt/simplex-mcp/dist/cli.js serve ann',
      '– The control chat can only be checked while the server runs',
    ]);
    await mkdir(data);
  });
});
