import { describe, expect, it } from 'vitest';
import type { ConfigProblem } from '../../../src/domain/hosts/config-target.js';
import { problemText } from '../../../src/domain/hosts/text.js';

describe('what is wrong with a config file', () => {
  it.each<[ConfigProblem, 'json' | 'toml', string]>([
    [{ kind: 'invalid', line: 2, column: 3 }, 'json', '/c is not valid JSON (line 2, column 3).'],
    [{ kind: 'invalid', line: 2, column: 3 }, 'toml', '/c is not valid TOML (line 2, column 3).'],
    [{ kind: 'link', target: '/t' }, 'json', '/c is a link to /t.'],
    [{ kind: 'read-only' }, 'json', '/c is read-only.'],
    [{ kind: 'unexpected', key: '' }, 'json', '/c is not a JSON object.'],
    [
      { kind: 'unexpected', key: 'mcp\nServers' },
      'json',
      '"mcp Servers" in /c is not in a form that can be edited in place.',
    ],
    [{ kind: 'changed' }, 'json', '/c was changed by another program meanwhile.'],
    [{ kind: 'failed', code: 'EACCES' }, 'json', "/c can't be read or written: EACCES."],
  ])('%j in %s', (problem, format, text) => {
    expect(problemText('/c', format, problem)).toBe(text);
  });
});
