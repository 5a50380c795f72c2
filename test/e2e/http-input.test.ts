import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import './support/built-cli.js';
import { Agent } from './support/agent.js';
import type { Era, Host } from './support/host.js';
import { Place } from './support/place.js';
import { errorOf, fields } from './support/results.js';

let place: Place;
let agent: Agent;
let token: string;

beforeAll(async () => {
  place = await Place.make();
  agent = await Agent.withOwner(place);
  token = await place.read('token');
});

afterAll(async () => {
  await agent.end();
  await place.remove();
});

interface Raw {
  readonly method?: string;
  readonly path?: string;
  /** Over those of a good request; `undefined` leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';

function send({ method = 'POST', path = '/mcp', headers = {}, body = list }: Raw): Promise<Answer> {
  const all = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...headers,
  };
  const given = Object.entries(all).filter(([, value]) => value !== undefined);
  return new Promise((resolve, reject) => {
    const sent = httpRequest({
      host: '127.0.0.1',
      port: agent.port,
      agent: false,
      method,
      path,
      headers: Object.fromEntries(given) as Record<string, string>,
      setHost: headers['host'] === undefined,
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode, headers: response.headers, body: text });
      });
    });
    // The answer to a body that is too long comes before it; sent all the same, it could break the connection.
    if (headers['content-length'] === undefined) sent.end(method === 'POST' ? body : undefined);
    else sent.flushHeaders();
  });
}

describe('requests that never reach a tool (behaviour 6.1)', () => {
  it.each<[string, Raw, number, string | RegExp]>([
    ['another Host', { headers: { host: 'evil.example' } }, 403, /Invalid Host header/],
    ['another Origin', { headers: { origin: 'https://evil.example' } }, 403, /Invalid Origin/],
    ['no token', { headers: { authorization: undefined } }, 401, ''],
    ['a wrong token', { headers: { authorization: `Bearer ${'x'.repeat(43)}` } }, 401, ''],
    ['another path', { path: '/' }, 404, ''],
    ['another path without a token', { path: '/', headers: { authorization: '' } }, 401, ''],
    [
      'an OAuth probe without a token',
      {
        method: 'GET',
        path: '/.well-known/oauth-authorization-server',
        headers: { authorization: undefined },
      },
      404,
      '',
    ],
    ['no content type', { headers: { 'content-type': undefined } }, 415, /"jsonrpc":"2.0"/],
    ['another content type', { headers: { 'content-type': 'text/plain' } }, 415, /"jsonrpc"/],
    [
      'a body over 4 MiB',
      { headers: { 'content-length': String(4 * 1024 * 1024 + 1) } },
      413,
      /"jsonrpc":"2.0"/,
    ],
    ['malformed JSON', { body: '{"jsonrpc":"2.0",' }, 400, /-32700/],
    ['JSON that is no request', { body: '"hello"' }, 400, /"jsonrpc":"2.0"/],
    ['GET', { method: 'GET' }, 405, /"jsonrpc"/],
    ['DELETE', { method: 'DELETE' }, 405, /"jsonrpc"/],
  ])('%s', async (_what, raw, status, body) => {
    const answer = await send(raw);
    expect(answer.status).toBe(status);
    if (typeof body === 'string') expect(answer.body).toBe(body);
    else expect(answer.body).toMatch(body);
    expect(answer.headers['www-authenticate']).toBeUndefined();
  });

  it('a body of 4 MiB is taken, and a good request is answered', async () => {
    expect((await send({ body: list.padEnd(4 * 1024 * 1024) })).status).toBe(200);
    expect((await send({})).body).toContain('"name":"connect"');
  });
});

const invalid = (tool: string): string =>
  `Input validation error: Invalid arguments for tool ${tool}: `;
const noChat = (chat: string): string => `No chat ${chat}. list shows the agent's chats.`;
const notTarget = (target: string): string => `Not a SimpleX link or name: ${target}`;

describe.each(['legacy', 'modern'] as const)('calls that make no action, %s era', (era: Era) => {
  let host: Host;

  beforeAll(async () => {
    host = await agent.host(era);
  });

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['connect', {}],
    ['connect', { target: '' }],
    ['connect', { target: 7 }],
    ['connect', { target: '@echo.simplex', message: '' }],
    ['connect', { target: '@echo.simplex', message: 'x'.repeat(2001) }],
    ['connect', { target: '@echo.simplex', wait: -1 }],
    ['connect', { target: '@echo.simplex', wait: 86401 }],
    ['connect', { target: '@echo.simplex', idle: 0 }],
    ['connect', { target: '@echo.simplex', idle: 301 }],
    ['connect', { target: '@echo.simplex', extra: true }],
    ['send', { chat: '@4', text: '' }],
    ['send', { chat: '@4', text: 'x'.repeat(12001) }],
    ['send', { chat: '@4', text: 'x', limit: 0 }],
    ['send', { chat: '@4', text: 'x', limit: 101 }],
    ['send', { chat: '@4', text: 'x', limit: 1.5 }],
    ['send', { chat: '@4', text: 'x', reply_to: 0 }],
    ['send', { chat: '@4', text: 'x', mention: [] }],
    ['send', { chat: '@4', text: 'x', mention: [1, 1] }],
    ['send', { chat: '@4', text: 'x', mention: [1, 2, 3, 4] }],
    ['send', { chat: '@4', file: '/x', as: 'image' }],
    ['receive', { chat: '@4', wait: '1' }],
    ['download', { chat: '@4', item: 0 }],
    ['list', { all: true }],
    ['leave', { chat: '@4', silently: true }],
  ])('%s of %j breaks its schema', async (tool, input) => {
    const text = await errorOf(host.call(tool, input));
    expect(text?.startsWith(invalid(tool)), text).toBe(true);
  });

  it.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['connect', { target: 'https://a.example/ x' }, notTarget('https://a.example/ x')],
    ['connect', { target: '@echo.simplex\n' }, notTarget('@echo.simplex\n')],
    ['connect', { target: 'echo' }, notTarget('echo')],
    ['send', { chat: '#18446744073709551617', text: 'x' }, noChat('#18446744073709551617')],
    ['send', { chat: '#1', text: 'x' }, noChat('#1')],
    ['send', { chat: '@0', text: 'x' }, noChat('@0')],
    ['send', { chat: '@2 ', text: 'x' }, noChat('@2 ')],
    ['send', { chat: '@2' }, 'text: required without file.'],
    ['send', { chat: '@2', text: 'x', as: 'file' }, 'as: applies only with file.'],
    ['receive', { chat: '#18446744073709551617' }, noChat('#18446744073709551617')],
    ['receive', { chat: '#1' }, noChat('#1')],
    ['download', { chat: '#18446744073709551617', item: 1 }, noChat('#18446744073709551617')],
    ['leave', { chat: '#18446744073709551617' }, noChat('#18446744073709551617')],
    ['leave', { chat: '#1' }, noChat('#1')],
  ])('%s of %j is refused', async (tool, input, text) => {
    expect(await errorOf(host.call(tool, input))).toBe(text);
  });

  it('an unknown tool is an error', async () => {
    await expect(host.call('shell', { command: 'ls' })).rejects.toThrow(/shell/);
  });

  it('and all of this has used no action number and told the owner nothing', async () => {
    expect((await fields(host.call('list')))['actions']).toEqual([]);
    expect(await agent.texts()).toEqual([
      "I'm your agent. I ask here before I connect, send, download a file or leave a chat.",
    ]);
    expect(agent.process.text).not.toContain(token);
  });
});
