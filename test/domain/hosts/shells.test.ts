import { describe, expect, it } from 'vitest';
import {
  cmdLine,
  windowsArgument,
  windowsPath,
  windowsWord,
} from '../../../src/domain/hosts/windows-shell.js';

describe('a Windows argument', () => {
  it.each([
    ['plain', '"plain"'],
    ['', '""'],
    ['a b', '"a b"'],
    ['say "hi"', '"say \\"hi\\""'],
    ['C:\\dir\\', '"C:\\dir\\\\"'],
    ['a\\"b', '"a\\\\\\"b"'],
  ])('%j is %s', (text, word) => {
    expect(windowsArgument(text)).toBe(word);
  });
});

describe('a path as a word of cmd.exe', () => {
  it.each([
    ['C:\\Users\\Ann Lee\\x', '"C:\\Users\\Ann Lee\\x"'],
    ['C:\\a&b', '"C:\\a&b"'],
  ])('%j is %s', (path, word) => {
    expect(windowsPath(path)).toBe(word);
  });
});

describe('a word that a person types on Windows', () => {
  it.each([
    ['C:\\Tools\\cli.js', 'C:\\Tools\\cli.js'],
    ['C:\\Program Files\\cli.js', '"C:\\Program Files\\cli.js"'],
    ['a&b', '"a&b"'],
  ])('%j is %s', (text, word) => {
    expect(windowsWord(text)).toBe(word);
  });
});

describe('a command line for a .cmd file', () => {
  it('escapes what both command lines would read', () => {
    expect(cmdLine('C:\\npm\\claude.cmd', ['mcp', '{"a":"100% & <b>"}'])).toBe(
      '^"C:\\npm\\claude.cmd^" ^^^"mcp^^^" ^^^"{\\^^^"a\\^^^":\\^^^"100^^^%^^^ ^^^&^^^ ^^^<b^^^>\\^^^"}^^^"',
    );
  });
});
