import { describe, expect, it } from 'vitest';
import {
  configTarget,
  isOpenCode1,
  openCode1Target,
  projectTarget,
  type HostSystem,
} from '../../../src/domain/hosts/config-target.js';

const LINUX: HostSystem = { os: 'linux', home: '/home/ann', env: {} };
const MAC: HostSystem = { os: 'mac', home: '/Users/ann', env: {} };
const WINDOWS: HostSystem = {
  os: 'windows',
  home: 'C:\\Users\\ann',
  env: { APPDATA: 'C:\\Users\\ann\\AppData\\Roaming' },
};

describe('the config file of a host', () => {
  it.each([
    ['claude-code', LINUX, '/home/ann/.claude.json', ['mcpServers']],
    [
      'claude-desktop',
      LINUX,
      '/home/ann/.config/Claude/claude_desktop_config.json',
      ['mcpServers'],
    ],
    [
      'claude-desktop',
      MAC,
      '/Users/ann/Library/Application Support/Claude/claude_desktop_config.json',
      ['mcpServers'],
    ],
    [
      'claude-desktop',
      WINDOWS,
      'C:\\Users\\ann\\AppData\\Roaming\\Claude\\claude_desktop_config.json',
      ['mcpServers'],
    ],
    [
      'claude-desktop',
      { ...WINDOWS, env: {} },
      'C:\\Users\\ann\\AppData\\Roaming\\Claude\\claude_desktop_config.json',
      ['mcpServers'],
    ],
    ['cursor', WINDOWS, 'C:\\Users\\ann\\.cursor\\mcp.json', ['mcpServers']],
    ['vscode', LINUX, '/home/ann/.config/Code/User/mcp.json', ['servers']],
    ['vscode', MAC, '/Users/ann/Library/Application Support/Code/User/mcp.json', ['servers']],
    ['codex', LINUX, '/home/ann/.codex/config.toml', ['mcp_servers']],
    ['gemini', LINUX, '/home/ann/.gemini/settings.json', ['mcpServers']],
    ['opencode', LINUX, '/home/ann/.config/opencode/opencode.json', ['mcp', 'servers']],
  ] as const)('%s on %o', (host, system, path, servers) => {
    const target = configTarget(host, system);
    expect(target.paths[0]).toBe(path);
    expect(target.servers).toEqual(servers);
    expect(target.format).toBe(host === 'codex' ? 'toml' : 'json');
  });

  it.each([
    ['claude-code', { CLAUDE_CONFIG_DIR: '/c' }, '/c/.claude.json'],
    ['claude-desktop', { XDG_CONFIG_HOME: '/x' }, '/x/Claude/claude_desktop_config.json'],
    ['vscode', { XDG_CONFIG_HOME: '/x' }, '/x/Code/User/mcp.json'],
    ['codex', { CODEX_HOME: '/k' }, '/k/config.toml'],
    ['opencode', { XDG_CONFIG_HOME: '/x' }, '/x/opencode/opencode.json'],
  ] as const)('%s is moved by %j', (host, env, path) => {
    expect(configTarget(host, { ...LINUX, env }).paths[0]).toBe(path);
  });

  it('of OpenCode may have the other extension', () => {
    expect(configTarget('opencode', LINUX).paths).toEqual([
      '/home/ann/.config/opencode/opencode.json',
      '/home/ann/.config/opencode/opencode.jsonc',
    ]);
  });

  it('of Claude Code holds projects', () => {
    expect(projectTarget(LINUX, '/p')).toEqual({
      format: 'json',
      paths: ['/home/ann/.claude.json'],
      servers: ['projects', '/p', 'mcpServers'],
    });
  });
});

describe('the config of OpenCode 1', () => {
  it.each([
    [{ a: { type: 'local', command: ['x'] } }, true],
    [{ a: { enabled: false } }, true],
    [{ servers: { a: { type: 'local' } } }, false],
    [{ servers: {}, timeout: { startup: 1 } }, false],
    [{}, false],
    [undefined, false],
    ['x', false],
  ])('%j: %s', (mcp, first) => {
    expect(isOpenCode1(mcp)).toBe(first);
  });

  it('has the servers under mcp', () => {
    expect(openCode1Target(LINUX).servers).toEqual(['mcp']);
  });
});
