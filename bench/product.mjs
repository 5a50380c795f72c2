import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuditLogReader } from '../dist/adapters/audit/log-reader.js';
import { AuditLogWriter } from '../dist/adapters/audit/log-writer.js';
import { SystemClock } from '../dist/adapters/clock/system-clock.js';
import { DataFolder } from '../dist/adapters/filesystem/data-folder.js';
import { HttpMcpServer } from '../dist/adapters/http/http-mcp-server.js';
import { MediaAdapter } from '../dist/adapters/media/media-adapter.js';
import { SandboxChat, SandboxNetwork, SandboxOwner } from '../dist/adapters/sandbox/index.js';
import { Log } from '../dist/app/log.js';
import { Server } from '../dist/app/server.js';

/** Keeps the lines of the server; what it complains of ends the measurement. */
class Terminal {
  lines = [];

  out(line) {
    this.lines.push(line);
  }

  err(line) {
    throw new Error(line);
  }

  async qrCode() {}
}

/**
 * The whole agent of the built program on a sandbox whose network takes no time, with an owner who has joined and
 * `count` chats. `owner` and `network` are the other side.
 */
export async function startProduct(count) {
  const root = await mkdtemp(join(tmpdir(), 'simplex-mcp-bench-'));
  const dataFolder = join(root, 'data');
  const clock = new SystemClock();
  const folder = join(dataFolder, 'sandbox');
  const network = new SandboxNetwork({ clock, folder, presetContacts: false });
  await network.load();
  network.populate(count);
  const terminal = new Terminal();
  const log = new Log(terminal);
  const store = new DataFolder(dataFolder, join(root, 'home'));
  const ports = {
    chats: new SandboxChat({ network }),
    store,
    clock,
    mcp: new HttpMcpServer((context, error) => log.error(context, error)),
    media: new MediaAdapter(),
    terminal,
    audit: new AuditLogWriter(dataFolder, clock),
    auditLog: new AuditLogReader(dataFolder, clock),
  };
  const server = new Server(ports, settings(dataFolder), { version: '0', command: 'bench' }, log);
  await server.start();
  const owner = new SandboxOwner(network);
  await owner.join(terminal.lines.find((line) => line.startsWith('https://')));
  await owner.waitFor(({ text }) => text.startsWith("I'm your agent."));
  const { port } = JSON.parse(await store.readState('server.json'));
  return {
    port,
    token: await store.readState('token'),
    root,
    network,
    owner,
    async close() {
      await server.stop(AbortSignal.abort());
      await rm(root, { recursive: true });
    },
  };
}

function settings(dataFolder) {
  return {
    name: 'bench',
    dataFolder,
    dataGiven: true,
    mode: 'requests',
    owners: { kind: 'absent' },
    expireHours: 23,
    stopWaitSeconds: 0,
    resetOwners: false,
    newToken: false,
    port: 0,
    qrCode: 'small',
  };
}

/** An owner who says `command`, with the number of the action in place of N, to each card as soon as it comes. */
export function decideAll(owner, command) {
  return owner.subscribe(({ kind, item }) => {
    const number = /\/'(?:approve|receive)(?: [@#]\d+)? (\d+)'/.exec(item.text)?.[1];
    if (kind === 'added' && number !== undefined) owner.say(command.replace('N', number));
  });
}

/** A person who has connected with the agent; resolves with the agent's chat and the person. */
export async function befriend({ network, owner }, client, callTool, name) {
  const person = network.person(name);
  const stop = decideAll(owner, '/approve N');
  const target = person.links.address().short;
  const { chat } = await callTool(client, 'connect', { target, wait: 10, idle: 1 });
  stop();
  return { chat, person };
}
