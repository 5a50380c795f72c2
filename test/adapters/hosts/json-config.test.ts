import fc from 'fast-check';
import jsonc from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { jsonConfig } from '../../../src/adapters/hosts/json-config.js';

const place = { servers: ['mcpServers'], server: 'simplex-ann' };
const entry = { command: 'node', args: ['/x/cli.js', 'bridge', 'ann'] };

function set(text: string, where = place): string {
  const edited = jsonConfig.set(text, where, entry);
  if (edited.kind === 'problem') throw new Error(JSON.stringify(edited.problem));
  return edited.text;
}

function remove(text: string, where = place): string {
  const edited = jsonConfig.remove(text, where);
  if (edited.kind === 'problem') throw new Error(JSON.stringify(edited.problem));
  return edited.text;
}

const ENTRY_AT_4 = `"simplex-ann": {
      "command": "node",
      "args": [
        "/x/cli.js",
        "bridge",
        "ann"
      ]
    }`;

describe('an entry is added to a JSON config', () => {
  it.each([
    ['that is empty', '', `{\n  "mcpServers": {\n    ${ENTRY_AT_4}\n  }\n}\n`],
    ['without servers', '{}\n', `{\n  "mcpServers": {\n    ${ENTRY_AT_4}\n  }\n}\n`],
    [
      'with an empty table of servers',
      '{\n  "theme": "dark",\n  "mcpServers": {}\n}',
      `{\n  "theme": "dark",\n  "mcpServers": {\n    ${ENTRY_AT_4}\n  }\n}`,
    ],
    [
      'after the other servers, with comments on their lines',
      '{\n  // mine\n  "mcpServers": {\n    "a": {"command":  "a"} // keep\n    /* end */\n  }\n}\n',
      `{\n  // mine\n  "mcpServers": {\n    "a": {"command":  "a"}, // keep\n    ${ENTRY_AT_4}\n    /* end */\n  }\n}\n`,
    ],
    [
      'with a trailing comma',
      '{\n  "mcpServers": {\n    "a": 1, // keep\n  },\n}\n',
      `{\n  "mcpServers": {\n    "a": 1, // keep\n    ${ENTRY_AT_4},\n  },\n}\n`,
    ],
    [
      'on one line',
      '{"mcpServers":{"a":{}},"b":[1,  2]}',
      '{"mcpServers":{"a":{}, "simplex-ann": {"command":"node","args":["/x/cli.js","bridge","ann"]}},"b":[1,  2]}',
    ],
    [
      'with tabs and Windows line ends, after a byte order mark',
      '\ufeff{\r\n\t"a": 1\r\n}\r\n',
      '\ufeff{\r\n\t"a": 1,\r\n\t"mcpServers": {\r\n\t\t"simplex-ann": {\r\n\t\t\t"command": "node",\r\n\t\t\t"args": [\r\n\t\t\t\t"/x/cli.js",\r\n\t\t\t\t"bridge",\r\n\t\t\t\t"ann"\r\n\t\t\t]\r\n\t\t}\r\n\t}\r\n}\r\n',
    ],
    [
      'in an object that holds only a comment',
      '{\n  "mcpServers": {\n    // none yet\n  }\n}\n',
      `{\n  "mcpServers": {\n    ${ENTRY_AT_4}\n    // none yet\n  }\n}\n`,
    ],
  ])('%s', (_, before, after) => {
    expect(set(before)).toBe(after);
  });

  it('under several new keys', () => {
    expect(set('{}', { servers: ['mcp', 'servers'], server: 's' })).toBe(
      `{
  "mcp": {
    "servers": {
      "s": {
        "command": "node",
        "args": [
          "/x/cli.js",
          "bridge",
          "ann"
        ]
      }
    }
  }
}`,
    );
  });

  it('in place of the old one, which keeps what the person added', () => {
    const before =
      '{\n  "mcpServers": {\n    "simplex-ann": { "command": "old", "env": {"A":  "1"} }, // ours\n    "b": 2\n  }\n}\n';
    expect(set(before)).toBe(
      '{\n  "mcpServers": {\n    "simplex-ann": { "command": "node", "env": {"A":  "1"}, "args": ["/x/cli.js","bridge","ann"] }, // ours\n    "b": 2\n  }\n}\n',
    );
  });

  it('not when it is there', () => {
    const before =
      '{"mcpServers":{"simplex-ann":{"args":["/x/cli.js", "bridge","ann"],"command":"node"}}}';
    expect(set(before)).toBe(before);
  });
});

describe('an entry is removed from a JSON config', () => {
  it.each([
    [
      'the only one',
      '{\n  "mcpServers": {\n    "simplex-ann": {}\n  }\n}\n',
      '{\n  "mcpServers": {}\n}\n',
    ],
    [
      'the first',
      '{\n  "mcpServers": {\n    "simplex-ann": {},\n    "b": 2 // b\n  }\n}\n',
      '{\n  "mcpServers": {\n    "b": 2 // b\n  }\n}\n',
    ],
    [
      'the last, with comments around it',
      '{\n  "mcpServers": {\n    "b": 2, // b\n    // ours\n    "simplex-ann": {} // end\n  }\n}\n',
      '{\n  "mcpServers": {\n    "b": 2 // b\n    // ours // end\n  }\n}\n',
    ],
    ['none', '{ "mcpServers": { "b": 2 } }', '{ "mcpServers": { "b": 2 } }'],
    ['none, without servers', '{ }', '{ }'],
  ])('%s', (_, before, after) => {
    expect(remove(before)).toBe(after);
  });
});

describe('a JSON config that is not changed', () => {
  it.each([
    ['is cut off', '{\n  "mcpServers": {', { kind: 'invalid', line: 2, column: 18 }],
    ['is no JSON', 'hello', { kind: 'invalid', line: 1, column: 1 }],
    ['is no object', '[1]', { kind: 'unexpected', key: '' }],
    [
      'has something else in place of the servers',
      '{"mcpServers": []}',
      { kind: 'unexpected', key: 'mcpServers' },
    ],
    [
      'has the servers twice',
      '{"mcpServers": {}, "mcpServers": {}}',
      { kind: 'unexpected', key: 'mcpServers' },
    ],
  ])('%s', (_, text, problem) => {
    expect(jsonConfig.set(text, place, entry)).toEqual({ kind: 'problem', problem });
    if ('key' in problem && problem.key === place.server) return;
    expect(jsonConfig.remove(text, place)).toEqual({ kind: 'problem', problem });
    expect(jsonConfig.find(text, place)).toEqual({ kind: 'problem', problem });
  });
});

describe('what is under the name of the server', () => {
  it('is found with comments around it', () => {
    expect(jsonConfig.find('{"mcpServers": {/**/"simplex-ann": {"url": 1},}}', place)).toEqual({
      kind: 'entry',
      value: { url: 1 },
    });
    expect(jsonConfig.find('{"mcpServers": {"other": {}}}', place)).toEqual({ kind: 'none' });
    expect(jsonConfig.find('', place)).toEqual({ kind: 'none' });
  });
});

describe('any JSON config', () => {
  const spaces = fc.constantFrom('', ' ', '\n', '\n  ', '\t', ' // c\n', '/* c */');
  const value = fc.jsonValue({ maxDepth: 2 }).map((held) => JSON.stringify(held));
  const properties = fc.uniqueArray(
    fc.tuple(
      fc.string().filter((key) => !['mcpServers', 'simplex-ann'].includes(key)),
      value,
    ),
    { selector: ([key]) => key, maxLength: 4 },
  );
  const object = (inner: fc.Arbitrary<[string, string][]>) =>
    fc
      .tuple(inner, fc.array(spaces, { minLength: 12, maxLength: 12 }), fc.boolean())
      .map(([held, gaps, trailing]) => {
        const parts = held.map(
          ([key, text], index) =>
            `${gaps[index * 2]}${JSON.stringify(key)}:${gaps[index * 2 + 1]}${text}`,
        );
        const comma = trailing && parts.length > 0 ? ',' : '';
        return `{${parts.join(',')}${gaps[10]}${comma}${gaps[11]}}`;
      });
  const servers = object(properties);
  const config = fc
    .tuple(properties, servers, fc.boolean(), fc.nat(4))
    .chain(([held, table, has, at]) => {
      const all = [...held];
      if (has) all.splice(at, 0, ['mcpServers', table]);
      return object(fc.constant(all));
    });

  it('keeps all that is not the entry, and is as before when the entry is removed again', () => {
    fc.assert(
      fc.property(config, (text) => {
        const added = set(text);
        const before = jsonc.parse(text, [], { allowTrailingComma: true }) as Record<
          string,
          object
        >;
        expect(jsonc.parse(added, [], { allowTrailingComma: true })).toEqual({
          ...before,
          mcpServers: { ...before.mcpServers, 'simplex-ann': entry },
        });
        const removed = remove(added);
        if (before.mcpServers && Object.keys(before.mcpServers).length > 0)
          expect(removed).toBe(text);
        else
          expect(jsonc.parse(removed, [], { allowTrailingComma: true })).toEqual({
            ...before,
            mcpServers: {},
          });
      }),
      { numRuns: 500 },
    );
  });
});
