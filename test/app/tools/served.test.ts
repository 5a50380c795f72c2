import type { Client } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HttpMcpServer } from '../../../src/adapters/http/http-mcp-server.js';
import { toolDefinitions, type ToolHandlers } from '../../../src/app/tools/definitions.js';
import { instructions } from '../../../src/app/tools/instructions.js';
import type { ToolOutcome } from '../../../src/ports/mcp.js';
import { connect, eras, token } from '../../adapters/http/fixture.js';

const file = { name: 'a.png', size: 7, type: 'image', status: 'offered' };
const message = {
  chat: '#2',
  item: 7,
  from: 'alice',
  from_member: 3,
  from_type: 'human',
  time: '2026-08-01T10:00:00.000Z',
  text: 'hello',
  file,
  new: true,
  reply_to: { chat: '#2', item: 6 },
  mentions_me: false,
};
const plain = {
  chat: '@1',
  item: 1,
  from: '',
  time: '',
  text: '',
  new: false,
  mentions_me: false,
};
const chat = {
  chat: '@4',
  type: 'contact',
  name: 'bot',
  simplex_name: '@bot.simplex',
  peer_type: 'bot',
  description: 'A bot',
  welcome: 'Hi',
  commands: [
    { keyword: 'help', label: 'Help' },
    {
      label: 'More',
      commands: [
        { keyword: 'at', label: 'At', params: '<place>' },
        { label: 'Deep', commands: [] },
      ],
    },
  ],
  known_as: 'Quiet Otter',
  role: 'member',
  connected: true,
};

/** Results by tool, as api 1.2-1.7 describes them. */
const results: [keyof ToolHandlers, object, object][] = [
  ['connect', { target: 'x' }, { status: 'known', ...chat }],
  [
    'connect',
    { target: 'x' },
    { action: 1, status: 'done', type: 'channel', connected: false, name: 'news' },
  ],
  ['connect', { target: 'x' }, { action: 1, status: 'done', ...chat, messages: [message, plain] }],
  ['connect', { target: 'x' }, { action: 1, status: 'failed', error: 'no' }],
  ['connect', { target: 'x' }, { action: 1, status: 'rejected' }],
  [
    'send',
    { chat: '#2', text: 'x' },
    { action: 2, status: 'done', chat: '#2', item: 9, responses: [message], more: 0 },
  ],
  ['send', { chat: '#2', text: 'x' }, { action: 2, status: 'expired' }],
  ['receive', { chat: '#2' }, { chat: '#2', messages: [], more: 3 }],
  [
    'receive',
    { chat: '#2' },
    {
      chat: '#2',
      messages: [
        { ...message, file: { ...file, status: 'received', path: '/data/files/group-2/1.png' } },
        { ...message, file: { ...file, status: 'failed', error: 'gone' } },
        { ...message, file: { ...file, status: 'rejected', type: 'voice' } },
      ],
      more: 0,
    },
  ],
  [
    'download',
    { chat: '#2', item: 7 },
    { action: 3, status: 'done', chat: '#2', item: 7, path: '/data/files/group-2/1.png' },
  ],
  ['download', { chat: '#2', item: 7 }, { action: 3, status: 'performing' }],
  ['list', {}, { chats: [], actions: [] }],
  [
    'list',
    {},
    {
      chats: [
        {
          chat: '@4',
          type: 'contact',
          name: 'bot',
          simplex_name: '@bot.simplex',
          peer_type: 'bot',
          incognito: true,
          known_as: 'Quiet Otter',
          connected: true,
          unread: 0,
          approved: true,
        },
        {
          chat: '#2',
          type: 'group',
          name: 'team',
          incognito: false,
          connected: false,
          unread: 2,
        },
      ],
      actions: [
        {
          action: 4,
          tool: 'send',
          input: { chat: '#2', text: 'x', wait: 60 },
          state: 'pending',
          open: true,
        },
      ],
    },
  ],
  ['leave', { chat: '#2' }, { action: 5, status: 'done', chat: '#2' }],
];

let server: HttpMcpServer;
let client: Client;
let result: object;
const answer = (): Promise<ToolOutcome> =>
  Promise.resolve({ kind: 'result', result: { ...result } });

describe.each(eras)('the tools served in the %s era', (era) => {
  beforeEach(async () => {
    server = new HttpMcpServer(() => undefined);
    const handlers: ToolHandlers = {
      connect: answer,
      send: answer,
      receive: answer,
      download: answer,
      list: answer,
      leave: answer,
    };
    const service = {
      name: 'simplex-mcp',
      version: '0',
      instructions: () => instructions('Ada', 'requests'),
      tools: toolDefinitions('requests', handlers),
      resources: { list: () => Promise.resolve([]), read: () => Promise.resolve(undefined) },
    };
    const port = await server.listen(service, { port: 0, token });
    server.ready();
    client = await connect(port, era);
    // From here on the client checks results against the output schemas too.
    await client.listTools();
  });
  afterEach(async () => {
    await client.close();
    await server.close();
  });

  it.each(results)('%s %j returns %j', async (name, input, expected) => {
    result = expected;
    const returned = await client.callTool({ name, arguments: { ...input } });
    expect(returned.content).toEqual([{ type: 'text', text: JSON.stringify(expected) }]);
    expect(returned.structuredContent).toEqual(expected);
  });

  it.each([
    ['leave', { chat: '#2' }, { action: 5, status: 'performing' }],
    ['receive', { chat: '#2' }, { chat: '#2', messages: [{ ...plain, secret: 1 }], more: 0 }],
    ['list', {}, { chats: [] }],
  ])('%s %j refuses the result %j', async (name, input, wrong) => {
    result = wrong;
    const returned = await client.callTool({ name, arguments: input });
    expect(returned.isError).toBe(true);
    expect(JSON.stringify(returned.content)).toContain('Output validation error');
  });
});
