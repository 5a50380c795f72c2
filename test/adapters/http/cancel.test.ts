import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  connect,
  eras,
  open,
  readAll,
  send,
  start,
  toolCall,
  type HeldCall,
  type Started,
} from './fixture.js';

let started: Started;
beforeEach(async () => {
  started = await start();
});
afterEach(() => started.server.close());

function aborted({ call }: HeldCall): Promise<void> {
  return new Promise((resolve) => {
    if (call.signal.aborted) resolve();
    call.signal.addEventListener('abort', () => resolve());
  });
}

const first = async (count = 1) => (await started.service.heldCalls(count))[count - 1]!;

/** A `wait` call of a 2025-era client with a session of its own. */
const waitIn = (session: string | undefined, id: number) => {
  const call = toolCall('legacy', 'wait', id);
  return { ...call, headers: { ...call.headers, 'mcp-session-id': session } };
};

const cancelIn = (session: string | undefined, requestId: number | string) =>
  send(started.port, {
    headers: { 'mcp-protocol-version': '2025-11-25', 'mcp-session-id': session },
    body: JSON.stringify({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId, reason: 'test' },
    }),
  });

describe.each(eras)('a call in the %s era (api 1.1)', (era) => {
  it('is aborted when the client closes the response stream', async () => {
    const response = await open(started.port, toolCall(era, 'wait'));
    const held = await first();
    response.destroy();
    await aborted(held);
    expect(started.reports).toEqual([]);
  });

  it('is aborted when the client cancels it, and only it', async () => {
    const client = await connect(started.port, era);
    const stop = new AbortController();
    const options = { signal: stop.signal };
    const cancelled = client.callTool({ name: 'wait', arguments: { text: 'x' } }, options);
    const held = await first();
    const kept = client.callTool({ name: 'wait', arguments: { text: 'x' } });
    const other = await first(2);
    stop.abort();
    await expect(cancelled).rejects.toThrow();
    await aborted(held);
    expect(other.call.signal.aborted).toBe(false);
    other.finish();
    expect((await kept).structuredContent).toEqual({ text: 'waited' });
    await client.close();
  });

  it('is aborted when the client disconnects', async () => {
    const client = await connect(started.port, era);
    const lost = client.callTool({ name: 'wait', arguments: { text: 'x' } });
    const held = await first();
    await client.close();
    await expect(lost).rejects.toThrow();
    await aborted(held);
  });

  it('may still tell its progress after the abort; nobody hears it', async () => {
    const client = await connect(started.port, era);
    const stop = new AbortController();
    const seen: unknown[] = [];
    const cancelled = client.callTool(
      { name: 'wait', arguments: { text: 'x' } },
      { signal: stop.signal, onprogress: (progress) => seen.push(progress) },
    );
    const { call } = await first();
    stop.abort();
    await expect(cancelled).rejects.toThrow();
    await aborted(await first());
    await call.progress('late');
    expect(seen).toEqual([]);
    expect(started.reports).toEqual([]);
    await client.close();
  });
});

describe('notifications/cancelled of 2025-era clients', () => {
  it('ends the stream of the cancelled call without a result', async () => {
    const response = await open(started.port, waitIn('one', 5));
    const held = await first();
    expect((await cancelIn('one', 5)).status).toBe(202);
    await aborted(held);
    expect(await readAll(response)).toBe(': keepalive\n\n');
  });

  it("leaves another client's call with the same request ID alone", async () => {
    const mine = await open(started.port, waitIn('one', 5));
    const held = await first();
    const theirs = await open(started.port, waitIn('two', 5));
    const other = await first(2);
    await cancelIn('one', 5);
    await aborted(held);
    expect(other.call.signal.aborted).toBe(false);
    other.finish();
    expect(await readAll(theirs)).toContain('waited');
    await readAll(mine);
  });

  it('tells the request ID 5 from the request ID "5"', async () => {
    const response = await open(started.port, waitIn('one', 5));
    const held = await first();
    await cancelIn('one', '5');
    expect(held.call.signal.aborted).toBe(false);
    held.finish();
    expect(await readAll(response)).toContain('waited');
  });

  it('is ignored without a session, because request IDs of clients clash', async () => {
    const response = await open(started.port, waitIn(undefined, 5));
    const held = await first();
    await cancelIn(undefined, 5);
    expect(held.call.signal.aborted).toBe(false);
    held.finish();
    expect(await readAll(response)).toContain('waited');
  });

  it.each([99, 'none'])('is ignored for the unknown call %j', async (id) => {
    expect((await cancelIn('one', id)).status).toBe(202);
  });

  it('is ignored for a call that is over', async () => {
    const response = await open(started.port, waitIn('one', 5));
    (await first()).finish();
    await readAll(response);
    expect((await cancelIn('one', 5)).status).toBe(202);
    expect(started.reports).toEqual([]);
  });
});

describe('session IDs of 2025-era clients', () => {
  const initialize = (headers: Record<string, string> = {}) =>
    send(started.port, {
      headers,
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 0,
        method: 'initialize',
        params: {
          protocolVersion: '2025-11-25',
          capabilities: {},
          clientInfo: { name: 'test', version: '1' },
        },
      }),
    });

  it('are given at initialize, another to each client', async () => {
    const [one, two] = [await initialize(), await initialize()];
    expect(one.headers['mcp-session-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(two.headers['mcp-session-id']).not.toBe(one.headers['mcp-session-id']);
  });

  it('are not replaced, and an unknown one is served: nothing is kept for a session', async () => {
    const call = toolCall('legacy', 'echo');
    const answer = await send(started.port, {
      ...call,
      headers: { ...call.headers, 'mcp-session-id': 'of another run of the server' },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers['mcp-session-id']).toBeUndefined();
  });

  it('are not given to 2026-07-28 clients', async () => {
    const answer = await send(started.port, toolCall('modern', 'echo'));
    expect(answer.headers['mcp-session-id']).toBeUndefined();
  });
});
