import fc from 'fast-check';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { tomlTable } from '../../../src/domain/hosts/toml.js';

describe('an entry as TOML', () => {
  it('is a table with its keys', () => {
    expect(
      tomlTable(['mcp_servers', 'simplex-a'], {
        command: 'C:\\n "x"',
        args: ['a', 'b\u007f'],
        n: 1.5,
        on: true,
      }),
    ).toBe(
      '[mcp_servers.simplex-a]\ncommand = "C:\\\\n \\"x\\""\nargs = ["a", "b\\u007f"]\nn = 1.5\non = true\n',
    );
    expect(tomlTable(['a b', 'c'], {})).toBe('["a b".c]\n\n');
  });

  it('reads back as it was, whatever the words hold', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.array(fc.string({ unit: 'binary' })),
        (command, args) => {
          expect(parse(tomlTable(['s', 'x'], { command, args }))).toEqual({
            s: { x: { command, args } },
          });
        },
      ),
    );
  });

  it('holds nothing but strings, numbers, booleans and lists', () => {
    expect(() => tomlTable(['s'], { x: null })).toThrow('Entries hold strings');
  });
});
