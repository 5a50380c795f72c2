import { describe, expect, it } from 'vitest';
import * as tokens from '../../src/ports/tokens.js';
import {
  commandContainer,
  LOG,
  SANDBOX_NETWORK,
  SERVER,
  serveContainer,
  type ServeCore,
} from '../../src/app/container.js';
import { Server } from '../../src/app/server.js';
import type { ServeSettings } from '../../src/app/settings.js';
import type { Invocation } from '../../src/domain/hosts/self-command.js';
import { FakeTerminal } from '../support/fakes.js';

const dataFolder = '/nowhere/simplex-mcp';
const invocation: Invocation = { platform: 'posix', node: '/node', script: '/cli.js', path: [] };
const settings: ServeSettings = {
  name: 'demo',
  dataFolder,
  dataGiven: false,
  mode: 'requests',
  owners: { kind: 'absent' },
  expireHours: 23,
  stopWaitSeconds: 10,
  resetOwners: false,
  newToken: false,
  port: 5226,
  qrCode: 'small',
};
const network = { smpServers: [], xftpServers: [] };

// What only a server on one kind of core has, and what a command needs of it.
const ofServers = [tokens.CHAT_PORT, tokens.MCP_PORT, tokens.MEDIA_PORT, tokens.AUDIT_PORT];
const ofSandbox = [tokens.SANDBOX_PORT];
const ofCommands = Object.values(tokens).filter(
  (token) => ![...ofServers, ...ofSandbox].includes(token),
);

function containerOf(core: ServeCore) {
  const identity = { version: '1.2.3', command: 'simplex-mcp' };
  return serveContainer({ settings, core, identity, invocation, terminal: new FakeTerminal() });
}

describe('the container', () => {
  it.each(ofCommands.map((token) => [token.description, token] as const))(
    'resolves %s for every command, once',
    (_name, token) => {
      const from = commandContainer(dataFolder, new FakeTerminal(), invocation, '1.2.3');
      const resolved: unknown = from.resolve(token);
      expect(resolved).toBeTypeOf('object');
      expect(from.resolve(token)).toBe(resolved);
    },
  );

  it.each<[string, ServeCore, readonly symbol[]]>([
    ['the sandbox', { kind: 'sandbox', console: undefined }, [...ofSandbox, SANDBOX_NETWORK]],
    ['libsimplex', { kind: 'native', library: '/lib/libsimplex.so', network }, []],
    ['a WebSocket', { kind: 'websocket', url: 'ws://127.0.0.1:5225', network }, []],
  ])('resolves the server and all its ports on %s', (_name, core, more) => {
    const from = containerOf(core);
    for (const token of [...ofCommands, ...ofServers, ...more, LOG]) {
      expect(from.resolve(token), String(token)).toBeTypeOf('object');
    }
    expect(from.resolve(SERVER)).toBeInstanceOf(Server);
  });
});
