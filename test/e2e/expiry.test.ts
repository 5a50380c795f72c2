import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataFolder } from '../../src/adapters/filesystem/data-folder.js';
import { HttpMcpServer } from '../../src/adapters/http/http-mcp-server.js';
import { SandboxChat, SandboxNetwork, SandboxOwner } from '../../src/adapters/sandbox/index.js';
import { Log } from '../../src/app/log.js';
import { Server } from '../../src/app/server.js';
import { FakeClock, settle } from '../support/fake-clock.js';
import { FakeAudit, FakeTerminal, NoMedia } from '../support/fakes.js';
import { Host } from './support/host.js';
import { fields } from './support/results.js';

const HOUR = 3_600_000;
const MINUTE = 60_000;

// The shortest expiry of the program is an hour, so its clock is in the test's hands; all else is as in the program.
let folder: string;
let clock: FakeClock;
let owner: SandboxOwner;
let terminal: FakeTerminal;
let server: Server;
let host: Host;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'simplex-mcp-expiry-'));
  clock = new FakeClock();
  terminal = new FakeTerminal();
  const network = new SandboxNetwork({ clock, inhabitants: true });
  const log = new Log(terminal);
  const audit = new FakeAudit();
  server = new Server(
    {
      chats: new SandboxChat({ network }),
      store: new DataFolder(folder, `${folder}-home`),
      clock,
      mcp: new HttpMcpServer((context, error) => {
        log.error(context, error);
      }),
      media: new NoMedia(),
      terminal,
      audit,
      auditLog: audit,
    },
    {
      name: 'demo',
      dataFolder: folder,
      dataGiven: true,
      mode: 'requests',
      owners: { kind: 'absent' },
      expireHours: 1,
      stopWaitSeconds: 10,
      resetOwners: false,
      newToken: false,
      port: 0,
      qrCode: 'small',
    },
    { version: '1.2.3', command: 'simplex-mcp' },
    log,
  );
  await server.start();
  owner = new SandboxOwner(network);
  await owner.join(terminal.lines.find((line) => line.startsWith('https://')) ?? '');
  await owner.waitFor(({ text }) => text.startsWith("I'm your agent."));
});

afterEach(async () => {
  await host.client.close();
  await server.stop(AbortSignal.abort());
  await rm(folder, { recursive: true, force: true });
});

const card = (last: string): string =>
  `I want to connect to channel sandbox news (#sandbox-news.simplex), as myself.\n\`Three posts, then silence\`\n${last}`;

describe.each(['legacy', 'modern'] as const)('a request that nobody decides, %s era', (era) => {
  it('expires when its time is over, over HTTP and on its card', async () => {
    host = await Host.connect(folder, era);
    const heard: string[] = [];
    const call = host.call(
      'connect',
      { target: '#sandbox-news.simplex' },
      { onprogress: ({ message }) => heard.push(message ?? '') },
    );
    const { id } = await owner.waitFor(({ text }) => text === card("/'approve 1' or /'reject 1'"));
    await clock.advance(HOUR - MINUTE);
    await settle();
    expect(owner.items().find((item) => item.id === id)?.edited).toBe(false);
    await clock.advance(MINUTE);
    expect(await fields(call)).toEqual({ action: 1, status: 'expired' });
    const edited = await owner.waitFor((item) => item.id === id && item.edited);
    expect(edited.text).toBe(card('Expired.'));
    expect(terminal.lines.at(-1)).toBe('Action 1 expired.');
    // One at the start of the wait, then one a minute.
    expect(heard.length).toBeGreaterThanOrEqual(60);
    expect(new Set(heard)).toEqual(
      new Set(["Action 1 waits for the owner's decision until 2026-01-02 04:04 UTC."]),
    );
    owner.say('/approve 1');
    await owner.waitFor(({ text }) => text === 'Action 1 is not pending.');
  });
});
