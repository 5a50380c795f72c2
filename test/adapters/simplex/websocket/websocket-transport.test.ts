import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocketTransport } from '../../../../src/adapters/simplex/websocket/websocket-transport.js';
import type { CoreEvent } from '../../../../src/adapters/simplex/transport.js';
import { FakeClock, settle } from '../../../support/fake-clock.js';
import { ScriptedServer, answerProbes, refuseProbes } from './scripted-server.js';

interface Recorded {
  readonly dir: 'command' | 'response' | 'event';
  readonly body: unknown;
}

const recording = gunzipSync(
  readFileSync(new URL('../../../fixtures/core-traces/15-websocket.jsonl.gz', import.meta.url)),
)
  .toString('utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded);

describe('a core behind a WebSocket', () => {
  let server: ScriptedServer;
  let clock: FakeClock;
  let notices: string[];
  const made: WebSocketTransport[] = [];

  beforeEach(async () => {
    server = new ScriptedServer();
    refuseProbes(server);
    await server.listen();
    clock = new FakeClock();
    notices = [];
  });
  afterEach(async () => {
    await Promise.all(made.splice(0).map(closeFast));
    await server.kill();
  });

  async function closeFast(transport: WebSocketTransport): Promise<void> {
    let done = false;
    void transport.close().then(() => (done = true));
    while (!done) await clock.advance(10_000);
  }

  function transport(url = server.url): WebSocketTransport {
    const core = new WebSocketTransport({ url, connectMs: 2000 }, clock, (line) =>
      notices.push(line),
    );
    made.push(core);
    return core;
  }

  async function opened(): Promise<WebSocketTransport> {
    const core = transport();
    await core.open();
    await server.client();
    return core;
  }

  async function take(from: AsyncIterator<CoreEvent>, count: number): Promise<CoreEvent[]> {
    const taken: CoreEvent[] = [];
    while (taken.length < count) {
      const next = await from.next();
      if (next.done === true) throw new Error('the events ended');
      taken.push(next.value);
    }
    return taken;
  }

  /** Advances the clock until `promise` settles, letting real I/O happen in between. */
  async function advanceUntil<T>(promise: Promise<T>, step = 1000): Promise<T> {
    let done = false;
    const mark = (): void => void (done = true);
    promise.then(mark, mark);
    while (!done) {
      await clock.advance(step);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return promise;
  }

  /** Waits for what real sockets do. */
  async function until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  describe('commands', () => {
    it('gives the answers and events of a recorded core', async () => {
      const core = await opened();
      const events = core.events[Symbol.asyncIterator]();
      let sent = 0;
      let answer: Promise<unknown> | undefined;
      for (const { dir, body } of recording) {
        const resp = body as { type: string; chatError?: unknown };
        if (dir === 'command') {
          answer = core.send(body as string);
        } else if (dir === 'event') {
          server.event(resp);
          expect(await take(events, 1)).toEqual([{ kind: 'result', value: resp }]);
        } else {
          const request = await server.request(sent);
          sent += 1;
          server.respond(request, resp);
          expect(await answer).toEqual(
            resp.type === 'chatCmdError'
              ? { kind: 'error', value: resp.chatError }
              : { kind: 'result', value: resp },
          );
        }
      }
      expect(sent).toBe(recording.filter(({ dir }) => dir === 'command').length);
      expect(server.requests.map(({ cmd }) => cmd)).toEqual(
        recording.filter(({ dir }) => dir === 'command').map(({ body }) => body),
      );
    });

    it('matches answers in any order to their commands', async () => {
      const core = await opened();
      const answers = Promise.all(['/a', '/b', '/c'].map((command) => core.send(command)));
      await server.request(2);
      for (const index of [2, 0, 1]) {
        const request = server.requests[index]!;
        server.respond(request, { type: 'echo', cmd: request.cmd });
        server.event({ type: 'between' });
      }
      expect((await answers).map(({ value }) => value)).toEqual([
        { type: 'echo', cmd: '/a' },
        { type: 'echo', cmd: '/b' },
        { type: 'echo', cmd: '/c' },
      ]);
    });

    it('ignores an answer to nothing that it sent', async () => {
      const core = await opened();
      const answer = core.send('/a');
      const request = await server.request(0);
      for (const corrId of ['999', '', '1e0', '-1', 'x'])
        server.respond({ corrId, cmd: '' }, { type: 'stray' });
      server.respond(request, { type: 'mine' });
      expect(await answer).toEqual({ kind: 'result', value: { type: 'mine' } });
      server.respond(request, { type: 'twice' });
      server.event({ type: 'next' });
      const [event] = await take(core.events[Symbol.asyncIterator](), 1);
      expect(event).toEqual({ kind: 'result', value: { type: 'next' } });
    });

    it('refuses a line break, which would be a mistake of this program', async () => {
      const core = await opened();
      await expect(core.send('/a\n/b')).rejects.toThrow('A command of the core has a line break.');
    });

    it('fails what is under way when the core could not read a command', async () => {
      const core = await opened();
      const answer = expect(core.send('/a')).rejects.toMatchObject({
        kind: 'lost',
        message: `The SimpleX core at ${server.url} could not read a command; those under way may or may not have been carried out.`,
      });
      await server.request(0);
      server.event({ type: 'chatCmdError', chatError: { type: 'error', errorType: {} } });
      await answer;
    });
  });

  describe('events', () => {
    it('are errors in the form of the library', async () => {
      const core = await opened();
      const chatError = { type: 'errorAgent', agentError: { type: 'BROKER' } };
      server.event({ type: 'chatError', chatError });
      expect(await take(core.events[Symbol.asyncIterator](), 1)).toEqual([
        { kind: 'error', value: chatError },
      ]);
    });

    it.each([
      'oops',
      '{}',
      'null',
      '[]',
      '{"resp":{}}',
      '{"resp":{"type":7}}',
      '{"corrId":5,"resp":{"type":"a"}}',
    ])('go on after the malformed frame %s', async (text) => {
      const core = await opened();
      (await server.client()).send(text);
      server.event({ type: 'after' });
      expect(await take(core.events[Symbol.asyncIterator](), 2)).toEqual([
        { kind: 'error', value: { type: 'malformedEvent' } },
        { kind: 'result', value: { type: 'after' } },
      ]);
    });

    it('go on after a binary frame', async () => {
      const core = await opened();
      (await server.client()).send(Buffer.from([1, 2, 3]));
      server.event({ type: 'after' });
      const events = await take(core.events[Symbol.asyncIterator](), 2);
      expect(events[1]).toEqual({ kind: 'result', value: { type: 'after' } });
    });

    it('are kept until they are read, ten thousand of them in order', async () => {
      const core = await opened();
      for (let index = 0; index < 10_000; index += 1) server.event({ type: 'event', index });
      const events = await take(core.events[Symbol.asyncIterator](), 10_000);
      expect(events.map((event) => (event as { value: { index: number } }).value.index)).toEqual(
        Array.from({ length: 10_000 }, (_, index) => index),
      );
    });
  });

  describe('opening', () => {
    it('says that nothing listens there', async () => {
      await server.kill();
      const core = transport();
      await expect(core.open()).rejects.toMatchObject({
        kind: 'unreachable',
        message: `No SimpleX core answers at ${server.url} (ECONNREFUSED). Start it with simplex-chat -p PORT, or use --core native.`,
      });
      await expect(take(core.events[Symbol.asyncIterator](), 1)).rejects.toMatchObject({
        kind: 'unreachable',
      });
    });

    it('says that what listens there is no WebSocket', async () => {
      const http = createServer((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () =>
          socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'),
        );
      });
      await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
      const { port } = http.address() as { port: number };
      await expect(transport(`ws://127.0.0.1:${port}`).open()).rejects.toMatchObject({
        kind: 'unreachable',
        message: `No SimpleX core answers at ws://127.0.0.1:${port} (Unexpected server response: 404). Start it with simplex-chat -p PORT, or use --core native.`,
      });
      await new Promise((resolve) => http.close(resolve));
    });

    it('leaves the WebSocket of the program as it was', async () => {
      const before = Object.getOwnPropertyDescriptor(globalThis, 'WebSocket');
      await opened();
      expect(Object.getOwnPropertyDescriptor(globalThis, 'WebSocket')).toEqual(before);
    });
  });

  describe('a lost connection', () => {
    it('fails what is under way, is made again, and nothing is sent twice', async () => {
      const core = await opened();
      const under = expect(core.send('/send once')).rejects.toMatchObject({
        kind: 'lost',
        message: `The connection to the SimpleX core at ${server.url} was lost before it answered; the command may or may not have been carried out.`,
      });
      await server.request(0);
      await server.kill();
      await under;
      expect(notices).toEqual([
        `The connection to the SimpleX core at ${server.url} is lost; connecting again.`,
      ]);
      await expect(core.send('/while lost')).rejects.toMatchObject({
        kind: 'unreachable',
        message: `The SimpleX core at ${server.url} is not connected; the command was not sent.`,
      });

      await server.listen();
      const events = core.events[Symbol.asyncIterator]();
      expect(await advanceUntil(take(events, 1))).toEqual([{ kind: 'reconnected' }]);
      await settle();
      expect(notices[1]).toBe(
        `Connected to the SimpleX core at ${server.url} again. Messages that came in between are read from the chats.`,
      );
      const answer = core.send('/after');
      const request = await server.request(1);
      server.respond(request, { type: 'ok' });
      expect(await answer).toEqual({ kind: 'result', value: { type: 'ok' } });
      expect(server.requests.map(({ cmd }) => cmd)).toEqual(['/send once', '/after']);
    });

    it('does not take the answer of an old command for a new one', async () => {
      const core = await opened();
      const old = core.send('/old').catch(() => undefined);
      const request = await server.request(0);
      await server.kill();
      await old;
      await server.listen();
      await advanceUntil(take(core.events[Symbol.asyncIterator](), 1));
      const answer = core.send('/new');
      const second = await server.request(1);
      expect(second.corrId).not.toBe(request.corrId);
      server.respond(request, { type: 'stale' });
      server.respond(second, { type: 'fresh' });
      expect(await answer).toMatchObject({ value: { type: 'fresh' } });
    });

    it('is tried again after 1, 2, 4, 8, 16, 30 and 30 seconds, and told of once', async () => {
      const core = await opened();
      const sleeps = vi.spyOn(clock, 'sleep');
      let attempts = 0;
      await server.kill();
      const refusing = createServer((socket) => {
        attempts += 1;
        socket.on('error', () => undefined);
        socket.destroy();
      });
      await new Promise<void>((resolve) => refusing.listen(server.port, '127.0.0.1', resolve));
      await advanceUntil(until(() => attempts === 7));
      const waits = sleeps.mock.calls.map(([ms]) => ms / 1000);
      expect(waits.slice(0, 7)).toEqual([1, 2, 4, 8, 16, 30, 30]);
      expect(notices).toHaveLength(1);
      await closeFast(core);
      await new Promise((resolve) => refusing.close(resolve));
    });

    it('is noticed when the other side answers no ping', async () => {
      const core = await opened();
      const client = await server.client();
      client.removeAllListeners('ping');
      (client as unknown as { _autoPong: boolean })._autoPong = false;
      const answer = core.send('/a').catch((error: unknown) => error);
      expect(await advanceUntil(answer, 30_000)).toMatchObject({ kind: 'lost' });
    });

    it('is not when the other side answers each ping', async () => {
      const core = await opened();
      const pinged = new Promise((resolve) => server.clients[0]!.once('ping', resolve));
      await clock.advance(30_000);
      await pinged;
      const answer = core.send('/a');
      server.respond(await server.request(0), { type: 'ok' });
      await answer;
      const again = new Promise((resolve) => server.clients[0]!.once('ping', resolve));
      await clock.advance(30_000);
      await again;
      expect(notices).toEqual([]);
    });
  });

  describe('a second client', () => {
    const warning = (): string =>
      `Warning: another program is connected to ${server.url}. SimpleX gives each event to only one of its clients, ` +
      'so that this server misses messages and approvals; and that program can act as the agent. Disconnect it.';

    async function raw(): Promise<void> {
      const { WebSocket } = await import('ws');
      const other = new WebSocket(server.url);
      await new Promise((resolve) => other.once('open', resolve));
    }

    it('is found at the start, since events do not come back', async () => {
      answerProbes(server);
      await raw();
      const core = transport();
      await core.open();
      await advanceUntil(until(() => notices.length > 0));
      expect(notices).toEqual([warning()]);
      // Told once, not each time that it is looked for.
      await clock.advance(20 * 60_000);
      expect(notices).toHaveLength(1);
    });

    it('is found when it comes later', async () => {
      answerProbes(server);
      await opened();
      await clock.advance(4000);
      expect(notices).toEqual([]);
      await raw();
      await advanceUntil(
        until(() => notices.length > 0),
        60_000,
      );
      expect(notices).toEqual([warning()]);
    });

    it('is found by its own probes, when it is another server like this', async () => {
      await opened();
      server.event({
        type: 'hostConnected',
        protocol: 'smp',
        transportHost: 'other-1-0.second-client.invalid',
      });
      await until(() => notices.length > 0);
      expect(notices).toEqual([warning()]);
    });

    it('is not suspected when all events come back, which the reader does not see', async () => {
      answerProbes(server);
      const core = await opened();
      await clock.advance(10_000);
      server.event({ type: 'mine' });
      expect(await take(core.events[Symbol.asyncIterator](), 1)).toEqual([
        { kind: 'result', value: { type: 'mine' } },
      ]);
      expect(notices).toEqual([]);
    });

    it('is not looked for on a core that does not know the command', async () => {
      let probes = 0;
      const refuse = server.answer;
      server.answer = (request, client) => {
        probes += 1;
        return refuse(request, client);
      };
      const core = await opened();
      const answer = core.send('/a');
      probes -= 1;
      server.respond(await server.request(0), { type: 'ok' });
      await answer;
      await clock.advance(60 * 60_000);
      await settle();
      expect(probes).toBe(1);
      expect(notices).toEqual([]);
    });
  });

  describe('closing', () => {
    it('ends the events, leaves the core running and refuses commands', async () => {
      const core = await opened();
      server.event({ type: 'last' });
      const events = core.events[Symbol.asyncIterator]();
      await take(events, 1);
      await core.close();
      expect(await events.next()).toEqual({ done: true, value: undefined });
      await expect(core.send('/a')).rejects.toMatchObject({ kind: 'closed' });
      expect(server.requests).toEqual([]);
      await core.close();
    });

    it('waits a bounded time for what is under way', async () => {
      const core = await opened();
      const blocked = expect(core.send('/a')).rejects.toMatchObject({
        kind: 'lost',
        message:
          'The SimpleX core was stopped before it answered; the command may or may not have been carried out.',
      });
      await server.request(0);
      await closeFast(core);
      await blocked;
    });

    it('takes an answer that comes in that time', async () => {
      const core = await opened();
      const soon = core.send('/a');
      const request = await server.request(0);
      const closed = core.close();
      server.respond(request, { type: 'ok' });
      expect(await soon).toMatchObject({ kind: 'result' });
      await closed;
    });

    it('ends the attempts to connect', async () => {
      const core = await opened();
      await server.kill();
      const client = take(core.events[Symbol.asyncIterator](), 1).catch((error: unknown) => error);
      await closeFast(core);
      expect(await client).toMatchObject({ message: 'the events ended' });
      await server.listen();
      await clock.advance(60_000);
      await settle();
      expect(server.clients).toHaveLength(0);
      expect(clock.waiting).toBe(0);
    });
  });
});
