import { describe, expect, it } from 'vitest';
import { mcpUrl, parseServerInfo } from '../../../src/domain/hosts/server-info.js';

describe('server.json (behaviour 3.3)', () => {
  it('names the agent, the port and the hours', () => {
    expect(parseServerInfo('{"name":"ann","port":5226,"expireHours":23,"more":1}')).toEqual({
      name: 'ann',
      port: 5226,
      expireHours: 23,
    });
    expect(mcpUrl(5226)).toBe('http://127.0.0.1:5226/mcp');
  });

  it.each([
    'x',
    'null',
    '[]',
    '{"port":5226,"expireHours":23}',
    '{"name":"a","port":0,"expireHours":23}',
    '{"name":"a","port":65536,"expireHours":23}',
    '{"name":"a","port":"5226","expireHours":23}',
    '{"name":"a","port":5226,"expireHours":24}',
    '{"name":"a","port":5226.5,"expireHours":2}',
  ])('is not %s', (text) => {
    expect(parseServerInfo(text)).toBeUndefined();
  });
});
