import { describe, expect, it } from 'vitest';
import {
  headersHelper,
  hostEntry,
  isOwnEntry,
  openCode1Entry,
  type EntryFacts,
} from '../../../src/domain/hosts/entry.js';
import { HOSTS, hostTitle, parseHost } from '../../../src/domain/hosts/host.js';

const FACTS: EntryFacts = {
  agent: 'ann',
  platform: 'posix',
  dataFolder: '/home/ann/.simplex-mcp/ann',
  dataGiven: false,
  port: 5226,
  expireHours: 23,
  self: ['/usr/bin/node', '/opt/cli.js'],
  channel: 'off',
};
const ARGS = ['/opt/cli.js', 'bridge', 'ann'];

describe('the entry of each host (api 3.2)', () => {
  it.each([
    [
      'claude-code',
      {
        type: 'http',
        url: 'http://127.0.0.1:5226/mcp',
        headersHelper: "cat '/home/ann/.simplex-mcp/ann/headers.json'",
        timeout: 169_800_000,
      },
    ],
    ['claude-desktop', { command: '/usr/bin/node', args: ARGS }],
    ['cursor', { type: 'stdio', command: '/usr/bin/node', args: ARGS }],
    ['vscode', { type: 'stdio', command: '/usr/bin/node', args: ARGS }],
    [
      'codex',
      { command: '/usr/bin/node', args: ARGS, startup_timeout_sec: 30, tool_timeout_sec: 169_800 },
    ],
    ['gemini', { command: '/usr/bin/node', args: ARGS, timeout: 169_800_000 }],
    [
      'opencode',
      {
        type: 'local',
        command: ['/usr/bin/node', ...ARGS],
        timeout: { startup: 30_000, execution: 169_800_000 },
      },
    ],
  ] as const)('%s', (host, entry) => {
    expect(hostEntry(host, FACTS)).toEqual(entry);
  });

  it('of OpenCode 1', () => {
    expect(openCode1Entry(FACTS)).toEqual({
      type: 'local',
      command: ['/usr/bin/node', ...ARGS],
      enabled: true,
      timeout: 169_800_000,
    });
  });

  it('waits as long as an action lives, and a day and ten minutes more', () => {
    expect(hostEntry('claude-code', { ...FACTS, expireHours: 1 }).timeout).toBe(90_600_000);
  });

  it('names the data folder that was given', () => {
    expect(
      hostEntry('claude-desktop', { ...FACTS, dataGiven: true, dataFolder: '/d a' }).args,
    ).toEqual([...ARGS, '--data', '/d a']);
  });

  it.each([
    ['notice', ['--channel']],
    ['text', ['--channel', '--channel-text']],
  ] as const)('runs the bridge for a channel, with %s', (channel, options) => {
    expect(hostEntry('claude-code', { ...FACTS, channel })).toEqual({
      type: 'stdio',
      command: '/usr/bin/node',
      args: [...ARGS, ...options],
      timeout: 169_800_000,
    });
  });
});

describe('the command for the headers (behaviour 6.2)', () => {
  it.each([
    ['posix', '/home/ann/a', "cat '/home/ann/a/headers.json'"],
    ['posix', "/home/it's $HOME", "cat '/home/it'\\''s $HOME/headers.json'"],
    [
      'windows',
      'C:\\Users\\Ann Lee\\.simplex-mcp\\a',
      'type "C:\\Users\\Ann Lee\\.simplex-mcp\\a\\headers.json"',
    ],
    ['windows', 'C:\\a & b', 'type "C:\\a & b\\headers.json"'],
  ] as const)('on %s for %s', (platform, folder, command) => {
    expect(headersHelper(folder, platform)).toBe(command);
  });
});

describe('an entry that register wrote', () => {
  it.each(HOSTS)('of %s is known again', (host) => {
    const entry = hostEntry(host, FACTS);
    expect(isOwnEntry(entry, 'ann')).toBe(true);
    expect(isOwnEntry({ ...entry, added: 'by the person' }, 'ann')).toBe(true);
    expect(isOwnEntry(hostEntry(host, { ...FACTS, agent: 'bob', port: 1 }), 'ann')).toBe(
      host === 'claude-code',
    );
  });

  it('of Windows, of a channel and of OpenCode 1 too', () => {
    expect(isOwnEntry(hostEntry('claude-code', { ...FACTS, platform: 'windows' }), 'ann')).toBe(
      true,
    );
    expect(isOwnEntry(hostEntry('claude-code', { ...FACTS, channel: 'text' }), 'ann')).toBe(true);
    expect(isOwnEntry(openCode1Entry(FACTS), 'ann')).toBe(true);
  });

  it.each([
    [null],
    ['text'],
    [{}],
    [{ command: 'other', args: ['bridge'] }],
    [{ type: 'http', url: 'http://127.0.0.1:5226/mcp' }],
    [{ url: 'http://127.0.0.1:5226/mcp', headersHelper: 'rm -rf headers.json; true' }],
    [{ url: 'https://example.com/mcp', headersHelper: "cat '/a/headers.json'" }],
  ])('is not %j', (value) => {
    expect(isOwnEntry(value, 'ann')).toBe(false);
  });
});

describe('the name of a host', () => {
  it.each([
    ['claude-code', 'Claude Code'],
    ['claude-desktop', 'Claude Desktop'],
    ['cursor', 'Cursor'],
    ['vscode', 'VS Code'],
    ['codex', 'Codex'],
    ['gemini', 'Gemini CLI'],
    ['opencode', 'OpenCode'],
  ] as const)('%s is %s', (host, title) => {
    expect(parseHost(host)).toBe(host);
    expect(hostTitle(host)).toBe(title);
  });

  it('is one of these', () => {
    expect(parseHost('emacs')).toBeUndefined();
  });
});
