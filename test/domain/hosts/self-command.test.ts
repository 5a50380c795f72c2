import { describe, expect, it } from 'vitest';
import {
  commandLine,
  selfCommand,
  selfProcess,
  type Invocation,
} from '../../../src/domain/hosts/self-command.js';

const started = (script: string, over: Partial<Invocation> = {}): Invocation => ({
  platform: 'posix',
  node: '/usr/bin/node',
  script,
  path: ['/usr/local/bin', '/usr/bin'],
  ...over,
});

describe('the command that starts this program again', () => {
  it.each<[string, Invocation, string[], string[]]>([
    [
      'from a folder of PATH',
      started('/usr/local/bin/simplex-mcp'),
      ['simplex-mcp'],
      ['/usr/bin/node', '/usr/local/bin/simplex-mcp'],
    ],
    [
      'from a bin folder that is not on PATH',
      started('/opt/x/bin/simplex-mcp'),
      ['node', '/opt/x/bin/simplex-mcp'],
      ['/usr/bin/node', '/opt/x/bin/simplex-mcp'],
    ],
    [
      'by npx',
      started('/home/ann/.npm/_npx/1a2b/node_modules/.bin/simplex-mcp', {
        path: ['/home/ann/.npm/_npx/1a2b/node_modules/.bin'],
      }),
      ['npx', '-y', 'simplex-mcp'],
      ['npx', '-y', 'simplex-mcp'],
    ],
    [
      'by npx from a project that has it',
      started('/p/node_modules/.bin/simplex-mcp', { path: ['/p/node_modules/.bin'] }),
      ['npx', 'simplex-mcp'],
      ['/usr/bin/node', '/p/node_modules/.bin/simplex-mcp'],
    ],
    [
      'by node with the path of the script',
      started('/src/simplex-mcp/dist/cli.js'),
      ['node', '/src/simplex-mcp/dist/cli.js'],
      ['/usr/bin/node', '/src/simplex-mcp/dist/cli.js'],
    ],
    [
      'on Windows, whose shims name the script',
      started('C:\\npm\\node_modules\\simplex-mcp\\dist\\cli.js', {
        platform: 'windows',
        node: 'C:\\node\\node.exe',
      }),
      ['node', 'C:\\npm\\node_modules\\simplex-mcp\\dist\\cli.js'],
      ['C:\\node\\node.exe', 'C:\\npm\\node_modules\\simplex-mcp\\dist\\cli.js'],
    ],
    [
      'by npx on Windows',
      started('C:\\c\\_npx\\1a\\node_modules\\simplex-mcp\\dist\\cli.js', { platform: 'windows' }),
      ['npx', '-y', 'simplex-mcp'],
      ['npx', '-y', 'simplex-mcp'],
    ],
  ])('%s', (_, invocation, typed, entry) => {
    expect(selfCommand(invocation)).toEqual(typed);
    expect(selfProcess(invocation)).toEqual(entry);
  });

  it('is quoted for the shell of the platform', () => {
    expect(commandLine(['node', '/my dir/cli.js', 'serve', 'ann'], 'posix')).toBe(
      "node '/my dir/cli.js' serve ann",
    );
    expect(commandLine(['node', 'C:\\my dir\\cli.js', 'serve', 'ann'], 'windows')).toBe(
      'node "C:\\my dir\\cli.js" serve ann',
    );
  });
});
