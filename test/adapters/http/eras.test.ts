import type { Client } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect, eras, send, start, toolCall, type Era, type Started } from './fixture.js';

let started: Started;
beforeAll(async () => {
  started = await start();
});
afterAll(() => started.server.close());

const error = (text: string) => ({ content: [{ type: 'text', text }], isError: true });

describe.each(eras)('tools in the %s era (api 1.1)', (era: Era) => {
  let client: Client;
  beforeEach(async () => {
    client = await connect(started.port, era);
    started.reports.length = 0;
  });
  afterEach(() => client.close());

  const call = (name: string, args: Record<string, unknown> = { text: 'hello' }) =>
    client.callTool({ name, arguments: args });

  it('names the server, its version and its instructions', () => {
    expect(client.getServerVersion()).toEqual({ name: 'fake', version: '1.2.3' });
    expect(client.getInstructions()).toBe('You are Ada.');
  });

  it('reads the instructions at each request', async () => {
    started.service.displayName = 'Grace';
    const later = await connect(started.port, era);
    expect(later.getInstructions()).toBe('You are Grace.');
    started.service.displayName = 'Ada';
    await later.close();
  });

  it('lists each tool as it is defined', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'echo',
      'refuse',
      'bug',
      'wrong',
      'wait',
      'tell',
    ]);
    expect(tools[0]).toEqual({
      name: 'echo',
      title: 'Title of echo',
      description: 'Description of echo',
      inputSchema: {
        type: 'object',
        properties: { text: { type: 'string' } },
        required: ['text'],
        additionalProperties: false,
      },
      outputSchema: {
        type: 'object',
        properties: { text: { type: 'string' } },
        required: ['text'],
        additionalProperties: false,
      },
      annotations: { readOnlyHint: true },
    });
  });

  it('lists the metadata of the tools that have some', async () => {
    const { tools } = await client.listTools();
    const metas = tools.map(({ name, _meta }) => [name, _meta]);
    expect(Object.fromEntries(metas)).toEqual({
      echo: undefined,
      refuse: undefined,
      bug: undefined,
      wrong: undefined,
      wait: { 'anthropic/requiresUserInteraction': true },
      tell: undefined,
    });
  });

  it('sends a result as structured content and as its JSON in one text item', async () => {
    const { content, structuredContent, isError } = await call('echo');
    expect(structuredContent).toEqual({ text: 'hello' });
    expect(content).toEqual([{ type: 'text', text: '{"text":"hello"}' }]);
    expect(isError).toBeUndefined();
  });

  it("sends a tool's error as one text item", async () => {
    expect(await call('refuse')).toMatchObject(error('No chat @9.'));
    expect(started.reports).toEqual([]);
  });

  it('sends the text of a bug, and reports it to the log', async () => {
    expect(await call('bug')).toMatchObject(error('a bug'));
    expect(started.reports).toEqual([['MCP', new Error('a bug')]]);
  });

  it.each([
    [{}, "data must have required property 'text'"],
    [{ text: 7 }, 'data/text must be string'],
    [
      { text: 'hello', other: 1, more: 2 },
      'data must NOT have additional properties, data must NOT have additional properties, unknown: other, more',
    ],
    [
      { text: 'hello', constructor: 1 },
      'data must NOT have additional properties, unknown: constructor',
    ],
  ])('refuses the arguments %j', async (args, errors) => {
    const text = `Input validation error: Invalid arguments for tool echo: ${errors}`;
    expect(await call('echo', args)).toMatchObject(error(text));
  });

  it('refuses a result that does not fit its schema', async () => {
    const result = await call('wrong');
    expect(result).toMatchObject(
      error(
        'Output validation error: Invalid structured content for tool wrong: data/text must be string',
      ),
    );
  });

  it.each(['none', 'ECHO', 'constructor'])('refuses the unknown tool %s', async (name) => {
    await expect(call(name)).rejects.toMatchObject({ code: -32602 });
  });

  it('numbers progress from 0 when the client asks for it', async () => {
    const seen: unknown[] = [];
    const result = await client.callTool(
      { name: 'tell', arguments: { text: 'x' } },
      { onprogress: (progress) => seen.push(progress) },
    );
    expect(seen).toEqual([
      { progress: 0, message: 'first' },
      { progress: 1, message: 'second' },
    ]);
    expect(result.structuredContent).toEqual({ text: 'told' });
  });

  it('sends no progress when the client did not ask', async () => {
    const answer = await send(started.port, toolCall(era, 'tell'));
    expect(answer.body).toContain('told');
    expect(answer.body).not.toContain('notifications/progress');
  });

  it('serves calls of several clients at once, each with its own result', async () => {
    const other = await connect(started.port, era);
    const before = (await started.service.heldCalls(0)).length;
    const waiting = [call('wait'), other.callTool({ name: 'wait', arguments: { text: 'x' } })];
    const held = (await started.service.heldCalls(before + 2)).slice(before);
    const texts = Array.from({ length: 50 }, (_, index) => `text ${index}`);
    const results = await Promise.all(
      texts.map((text, index) =>
        (index % 2 ? client : other).callTool({ name: 'echo', arguments: { text } }),
      ),
    );
    expect(results.map(({ structuredContent }) => structuredContent)).toEqual(
      texts.map((text) => ({ text })),
    );
    for (const { finish } of held) finish();
    const ended = await Promise.all(waiting);
    expect(ended.map(({ structuredContent }) => structuredContent)).toEqual([
      { text: 'waited' },
      { text: 'waited' },
    ]);
    await other.close();
  });
});

describe('protocol eras', () => {
  it('a client of each era gets its own protocol version', async () => {
    const legacy = await connect(started.port, 'legacy');
    const modern = await connect(started.port, 'modern');
    expect(legacy.getNegotiatedProtocolVersion()).toBe('2025-11-25');
    expect(modern.getNegotiatedProtocolVersion()).toBe('2026-07-28');
    await Promise.all([legacy.close(), modern.close()]);
  });

  it('an unknown version is refused with the versions that are served', async () => {
    const modern = toolCall('modern', 'echo');
    const answer = await send(started.port, {
      headers: { ...modern.headers, 'mcp-protocol-version': '2031-01-01' },
      body: (modern.body as string).replaceAll('2026-07-28', '2031-01-01'),
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toContain('2026-07-28');
  });
});
