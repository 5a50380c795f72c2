import { describe, expect, it } from 'vitest';
import { shellQuoted, shellWord } from '../../../src/domain/text/shell.js';

describe('words for a POSIX shell', () => {
  it.each([
    ['/home/me/.simplex-mcp/demo', '/home/me/.simplex-mcp/demo'],
    ['/home/me/my data', "'/home/me/my data'"],
    ["it's", "'it'\\''s'"],
    ['$(rm -rf ~)', "'$(rm -rf ~)'"],
    ['', "''"],
  ])('writes %j as %s', (text, word) => {
    expect(shellWord(text)).toBe(word);
  });

  it('quotes always when asked to', () => {
    expect(shellQuoted('a')).toBe("'a'");
  });
});
