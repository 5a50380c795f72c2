import fc from 'fast-check';
import { parse, stringify } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { tomlConfig } from '../../../src/adapters/hosts/toml-config.js';

const place = { servers: ['mcp_servers'], server: 'simplex-ann' };
const entry = { command: 'node', args: ['/x y/cli.js', 'bridge', 'ann'], tool_timeout_sec: 60 };
const TABLE = `[mcp_servers.simplex-ann]
command = "node"
args = ["/x y/cli.js", "bridge", "ann"]
tool_timeout_sec = 60
`;

function set(text: string): string {
  const edited = tomlConfig.set(text, place, entry);
  if (edited.kind === 'problem') throw new Error(JSON.stringify(edited.problem));
  return edited.text;
}

function remove(text: string): string {
  const edited = tomlConfig.remove(text, place);
  if (edited.kind === 'problem') throw new Error(JSON.stringify(edited.problem));
  return edited.text;
}

describe('an entry is added to a TOML config', () => {
  it.each([
    ['that is empty', '', TABLE],
    [
      'after all else',
      'model = "x" # mine\n\n[tui]\na = 1\n',
      `model = "x" # mine\n\n[tui]\na = 1\n\n${TABLE}`,
    ],
    ['without a newline at its end', 'model = "x"', `model = "x"\n\n${TABLE}`],
    ['with Windows line ends', 'a = 1\r\n', `a = 1\r\n\r\n${TABLE.replaceAll('\n', '\r\n')}`],
  ])('%s', (_, before, after) => {
    expect(set(before)).toBe(after);
  });

  it('in place of the old one, which keeps what the person added', () => {
    const before = `a = 1

[mcp_servers . "simplex-ann"] # ours
enabled = true
  command = "old" # where
args = [
  "[mcp_servers.b]", # "]
  '''
[mcp_servers.c]
''',
]
  [mcp_servers.simplex-ann.tools.send]
  approval_mode = """
args = "prompt"""

# about b
[mcp_servers.b]
command = "b"
`;
    expect(set(before)).toBe(`a = 1

[mcp_servers . "simplex-ann"] # ours
enabled = true
  command = "node"
args = ["/x y/cli.js", "bridge", "ann"]
tool_timeout_sec = 60
  [mcp_servers.simplex-ann.tools.send]
  approval_mode = """
args = "prompt"""

# about b
[mcp_servers.b]
command = "b"
`);
  });

  it('not when it is there', () => {
    expect(set(`# 1\n${TABLE}# 2`)).toBe(`# 1\n${TABLE}# 2`);
  });
});

describe('an entry is removed from a TOML config', () => {
  it.each([
    ['the only one', `a = 1\n\n${TABLE}`, 'a = 1\n'],
    ['the whole file', TABLE, ''],
    ['before others', `${TABLE}\n# b\n[b]\n`, '\n# b\n[b]\n'],
    [
      'none',
      '[mcp_servers.simplex-bob]\ncommand = "b"\n',
      '[mcp_servers.simplex-bob]\ncommand = "b"\n',
    ],
  ])('%s', (_, before, after) => {
    expect(remove(before)).toBe(after);
  });
});

describe('a TOML config that is not changed', () => {
  it.each([
    ['is no TOML', 'a = 1\nb = \n', { kind: 'invalid', line: 2, column: 5 }],
    [
      'has the servers in an inline table',
      'mcp_servers = { b = { command = "b" } }\n',
      { kind: 'unexpected', key: 'mcp_servers' },
    ],
    [
      'has something else in place of the servers',
      'mcp_servers = 1\n',
      { kind: 'unexpected', key: 'mcp_servers' },
    ],
    [
      'has the entry in dotted keys',
      '[mcp_servers]\nsimplex-ann.command = "x"\n',
      { kind: 'unexpected', key: 'mcp_servers' },
    ],
  ])('%s', (_, text, problem) => {
    expect(tomlConfig.set(text, place, entry)).toEqual({ kind: 'problem', problem });
  });

  it('keeps an entry in dotted keys that should be removed', () => {
    expect(tomlConfig.remove('[mcp_servers]\nsimplex-ann.command = "x"\n', place)).toEqual({
      kind: 'problem',
      problem: { kind: 'unexpected', key: 'mcp_servers' },
    });
  });
});

describe('what is under the name of the server', () => {
  it('is found in any form', () => {
    expect(tomlConfig.find('mcp_servers = { simplex-ann = { command = "x" } }', place)).toEqual({
      kind: 'entry',
      value: { command: 'x' },
    });
    expect(tomlConfig.find('[mcp_servers.b]\n', place)).toEqual({ kind: 'none' });
    expect(tomlConfig.find('a = 1\n', place)).toEqual({ kind: 'none' });
  });
});

describe('any TOML config', () => {
  const scalar = fc.oneof(
    fc.string(),
    fc.boolean(),
    fc.integer(),
    fc.array(fc.string(), { maxLength: 3 }),
  );
  const key = fc
    .oneof(fc.string(), fc.constantFrom('a', 'mcp_servers.x', 'x]', '#', '"'))
    .filter((text) => !['mcp_servers', 'simplex-ann', '__proto__'].includes(text));
  const table = fc.dictionary(key, fc.oneof(scalar, fc.dictionary(key, scalar, { maxKeys: 3 })), {
    maxKeys: 4,
  });
  const config = fc
    .tuple(table, fc.option(table))
    .map(([held, servers]) =>
      stringify(servers ? { ...held, mcp_servers: { ...servers, b: { command: 'b' } } } : held),
    );

  it('keeps all that is not the entry, and is as before when the entry is removed again', () => {
    fc.assert(
      fc.property(config, (text) => {
        const added = set(text);
        expect(added.startsWith(text)).toBe(true);
        const before = parse(text) as Record<string, object>;
        expect(parse(added)).toEqual({
          ...before,
          mcp_servers: { ...before.mcp_servers, 'simplex-ann': entry },
        });
        expect(remove(added)).toBe(text === '' || text.endsWith('\n') ? text : `${text}\n`);
      }),
      { numRuns: 500 },
    );
  });
});
