import type { IncomingMessage } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { eras, open, readAll, send, start, toolCall, type Started } from './fixture.js';

let started: Started;
afterEach(async () => {
  vi.useRealTimers();
  await started.server.close();
});

function nextBytes(response: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    response.once('data', (data) => resolve(String(data)));
  });
}

describe.each(eras)('a call that waits in the %s era', (era) => {
  it('gets its head and a first comment at once', async () => {
    started = await start();
    const response = await open(started.port, toolCall(era, 'wait'));
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/event-stream');
    expect(await nextBytes(response)).toBe(': keepalive\n\n');
    const [held] = await started.service.heldCalls(1);
    expect(held?.call.signal.aborted).toBe(false);
    held?.finish();
    expect(await readAll(response)).toContain('"structuredContent":{"text":"waited"}');
  });

  it('gets a comment every 15 seconds (behaviour 7)', async () => {
    started = await start();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const response = await open(started.port, toolCall(era, 'wait'));
    expect(await nextBytes(response)).toBe(': keepalive\n\n');
    await started.service.heldCalls(1);
    for (let comments = 0; comments < 3; comments += 1) {
      const bytes = nextBytes(response);
      let early = false;
      void bytes.then(() => (early = true));
      vi.advanceTimersByTime(14_999);
      await new Promise((resolve) => setImmediate(resolve));
      expect(early).toBe(false);
      vi.advanceTimersByTime(1);
      expect(await bytes).toBe(': keepalive\n\n');
    }
    response.destroy();
  });
});

describe.each(eras)('a call that is answered at once in the %s era', (era) => {
  it('is one event after the first comment', async () => {
    started = await start();
    const answer = await send(started.port, toolCall(era, 'echo'));
    expect(answer.status).toBe(200);
    const [comment, event, ...rest] = answer.body.split('\n\n');
    expect(comment).toBe(': keepalive');
    expect(event).toMatch(/^event: message\ndata: \{/);
    expect(rest).toEqual(['']);
  });

  it('goes out in one piece', async () => {
    started = await start();
    const response = await open(started.port, toolCall(era, 'echo'));
    const pieces: string[] = [];
    for await (const piece of response) pieces.push(String(piece));
    expect(pieces).toHaveLength(1);
  });
});
