import { describe, expect, it } from 'vitest';
import { parseCoreOption, webSocketWarning } from '../../../src/domain/network/core-option.js';

function websocket(url: string, place: string): unknown {
  return { kind: 'core', core: { kind: 'websocket', url, place } };
}

function refused(reason: string): unknown {
  return { kind: 'refused', reason };
}

describe('--core', () => {
  it.each(['sandbox', 'native'])('takes %s', (kind) => {
    expect(parseCoreOption(kind, false)).toEqual({ kind: 'core', core: { kind } });
  });

  it.each([
    ['ws://127.0.0.1:5225', 'ws://127.0.0.1:5225'],
    ['WS://LocalHost:5225/', 'ws://localhost:5225'],
    ['ws://[::1]:80', 'ws://[::1]:80'],
    ['wss://127.8.8.8:443', 'wss://127.8.8.8:443'],
    ['ws://2130706433:5225', 'ws://127.0.0.1:5225'],
  ])('takes %s, which is on this computer', (given, url) => {
    expect(parseCoreOption(given, false)).toEqual(websocket(url, 'loopback'));
  });

  it.each([
    ['ws://192.168.1.9:5225', '192.168.1.9'],
    ['ws://0.0.0.0:5225', '0.0.0.0'],
    ['ws://localhost.example.org:5225', 'localhost.example.org'],
    ['ws://127.0.0.1.example.org:5225', '127.0.0.1.example.org'],
    ['ws://[::ffff:127.0.0.1]:5225', '::ffff:7f00:1'],
    ['wss://core.example.org:443', 'core.example.org'],
  ])('refuses %s, which is not this computer', (given, host) => {
    expect(parseCoreOption(given, false)).toEqual(
      refused(
        `--core: ${host} is not this computer. SimpleX's WebSocket has no authentication, so that whoever ` +
          'reaches it acts as the agent; give --core-allow-remote if something else protects it.',
      ),
    );
  });

  it('takes another computer with --core-allow-remote', () => {
    expect(parseCoreOption('ws://192.168.1.9:5225', true)).toEqual(
      websocket('ws://192.168.1.9:5225', 'remote-plain'),
    );
    expect(parseCoreOption('wss://core.example.org:443', true)).toEqual(
      websocket('wss://core.example.org:443', 'remote-tls'),
    );
  });

  it.each([
    ['', '--core: sandbox, native or ws://HOST:PORT is expected.'],
    ['Sandbox', '--core: sandbox, native or ws://HOST:PORT is expected.'],
    ['http://127.0.0.1:5225', '--core: sandbox, native or ws://HOST:PORT is expected.'],
    ['ws://', '--core: sandbox, native or ws://HOST:PORT is expected.'],
    ['ws://127.0.0.1:99999', '--core: sandbox, native or ws://HOST:PORT is expected.'],
    ['ws://a_b:1', '--core: sandbox, native or ws://HOST:PORT is expected.'],
    ['ws://127.0.0.1', '--core: the port is missing; the form is ws://HOST:PORT.'],
    ['ws://127.0.0.1:5225/x', '--core: the address is ws://HOST:PORT, without a path.'],
    ['ws://127.0.0.1:5225/?a=1', '--core: the address is ws://HOST:PORT, without a path.'],
    ['ws://127.0.0.1:5225#x', '--core: the address is ws://HOST:PORT, without a path.'],
    ['ws://me:hunter2@127.0.0.1:1', '--core: an address with a user name is not supported.'],
  ])('refuses %j', (given, reason) => {
    expect(parseCoreOption(given, true)).toEqual(refused(reason));
  });
});

describe('the warning about a WebSocket', () => {
  it('says who can act as the agent on this computer', () => {
    expect(webSocketWarning('ws://127.0.0.1:5225', 'loopback')).toBe(
      'Warning: ws://127.0.0.1:5225 has no authentication: every program and user of this computer can read the ' +
        "agent's chats and send in its name without an approval, and simplex-chat prints each command it gets. " +
        '--core native has no port.',
    );
  });

  it('says that another computer is reached without encryption', () => {
    expect(webSocketWarning('ws://192.168.1.9:5225', 'remote-plain')).toBe(
      "Warning: ws://192.168.1.9:5225 has no authentication: everyone who reaches it can read the agent's chats " +
        'and send in its name without an approval, and simplex-chat prints each command it gets. Messages cross ' +
        'the network unencrypted between this program and the core. --core native has no port.',
    );
    expect(webSocketWarning('wss://core.example.org:443', 'remote-tls')).not.toContain(
      'unencrypted',
    );
  });
});
