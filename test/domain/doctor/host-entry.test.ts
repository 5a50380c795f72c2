import { describe, expect, it } from 'vitest';
import { checkLine } from '../../../src/domain/doctor/check.js';
import {
  commandPaths,
  entryCheck,
  noHostCheck,
  type FoundEntry,
} from '../../../src/domain/doctor/host-entry.js';
import { hostEntry, type EntryFacts } from '../../../src/domain/hosts/entry.js';

const FACTS: EntryFacts = {
  agent: 'ann',
  platform: 'posix',
  dataFolder: '/d',
  dataGiven: false,
  port: 5226,
  expireHours: 23,
  self: ['/usr/bin/node', '/opt/cli.js'],
  channel: 'off',
};
const CLAUDE = hostEntry('claude-code', FACTS);
const CURSOR = hostEntry('cursor', FACTS);

const line = (found: Partial<FoundEntry>) =>
  checkLine(
    entryCheck(
      'ann',
      {
        host: 'cursor',
        scope: 'user',
        path: '/h/mcp.json',
        value: CURSOR,
        expected: [CURSOR],
        missing: [],
        ...found,
      },
      'simplex-mcp register ann',
    ),
  );

describe('the entry of a host', () => {
  it.each<[string, Partial<FoundEntry>, string]>([
    ['as register writes it', {}, '✓ Cursor is registered'],
    [
      'with what the person added and set',
      {
        host: 'gemini',
        value: { ...hostEntry('gemini', FACTS), timeout: 5, trust: true },
        expected: [hostEntry('gemini', FACTS)],
      },
      '✓ Gemini CLI is registered',
    ],
    [
      'started in another way',
      { value: { ...CURSOR, command: 'npx', args: ['-y', 'simplex-mcp', 'bridge', 'ann'] } },
      '✓ Cursor is registered',
    ],
    ['one of several forms', { expected: [CLAUDE, CURSOR] }, '✓ Cursor is registered'],
    [
      'of another data folder',
      { value: { ...CURSOR, args: ['/opt/cli.js', 'bridge', 'ann', '--data', '/x'] } },
      '✗ Cursor: the entry in /h/mcp.json is not up to date: run simplex-mcp register ann --host cursor',
    ],
    [
      'of another port',
      {
        host: 'claude-code',
        value: hostEntry('claude-code', { ...FACTS, port: 1 }),
        expected: [CLAUDE],
      },
      '✗ Claude Code: the entry in /h/mcp.json is not up to date: run simplex-mcp register ann',
    ],
    [
      'of another folder of headers',
      {
        host: 'claude-code',
        scope: 'local',
        value: hostEntry('claude-code', { ...FACTS, dataFolder: '/e' }),
        expected: [CLAUDE],
      },
      '✗ Claude Code, this project: the entry in /h/mcp.json is not up to date: run simplex-mcp register ann --scope local',
    ],
    [
      'whose program is gone',
      { missing: ['/usr/bin/node', '/opt/cli.js'] },
      '✗ Cursor: /usr/bin/node, /opt/cli.js is not there: run simplex-mcp register ann --host cursor',
    ],
    [
      'of another program',
      { value: { command: 'x' } },
      '✗ Cursor: simplex-ann in /h/mcp.json is not of this program: rename or remove it, then run simplex-mcp register ann --host cursor',
    ],
  ])('%s', (_, found, expected) => {
    expect(line(found)).toBe(expected);
  });

  it('of OpenCode is compared by its command', () => {
    const entry = hostEntry('opencode', FACTS);
    expect(line({ host: 'opencode', value: entry, expected: [entry] })).toBe(
      '✓ OpenCode is registered',
    );
    expect(
      line({
        host: 'opencode',
        value: { ...entry, command: ['node', 'x', 'bridge', 'ann', '--data', '/x'] },
        expected: [entry],
      }),
    ).toBe(
      '✗ OpenCode: the entry in /h/mcp.json is not up to date: run simplex-mcp register ann --host opencode',
    );
  });

  it('is missed when no host has one', () => {
    expect(checkLine(noHostCheck('simplex-mcp register ann'))).toBe(
      '✗ The agent is registered in no MCP host: run simplex-mcp register ann',
    );
  });
});

describe('the files that an entry runs', () => {
  it.each([
    [CURSOR, { program: '/usr/bin/node', script: '/opt/cli.js' }],
    [hostEntry('opencode', FACTS), { program: '/usr/bin/node', script: '/opt/cli.js' }],
    [{ command: 'npx', args: ['-y', 'simplex-mcp'] }, { program: 'npx' }],
    [
      { command: 'node', args: ['C:\\cli.js'] },
      { program: 'node', script: 'C:\\cli.js' },
    ],
    [CLAUDE, {}],
    [null, {}],
  ])('of %j', (value, paths) => {
    expect(commandPaths(value)).toEqual(paths);
  });
});
