import { Server as HttpServer } from 'node:http';
import { connect as connectSocket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { send, start, token, toolCall, type Started } from './fixture.js';

let started: Started;
beforeAll(async () => {
  started = await start();
});
afterAll(() => started.server.close());

const call = toolCall('legacy', 'echo');
const withHeaders = (headers: Record<string, string | undefined>) => ({
  ...call,
  headers: { ...call.headers, ...headers },
});

/** The reason why a connection to `host` fails, or `connected`. */
function connection(host: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connectSocket({ host, port: started.port });
    socket.on('connect', () => {
      socket.destroy();
      resolve('connected');
    });
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'failed'));
  });
}

describe('bind address (behaviour 6.1)', () => {
  it('listens on 127.0.0.1', async () => {
    expect(await connection('127.0.0.1')).toBe('connected');
  });

  it('listens on no other address of this computer', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ address, scopeid }) => address !== '127.0.0.1' && !scopeid)
      .map(({ address }) => address);
    for (const address of [...others, '127.0.0.2']) {
      expect(await connection(address), address).not.toBe('connected');
    }
  });
});

describe('Host (behaviour 6.1)', () => {
  it.each(['localhost', '127.0.0.1', '[::1]', 'localhost:1', '127.0.0.1:65535', '[::1]:5226'])(
    'passes %s',
    async (host) => {
      expect((await send(started.port, withHeaders({ host }))).status).toBe(200);
    },
  );

  it.each([
    'evil.example',
    'evil.example:5226',
    'localhost.evil.example',
    'evil@localhost',
    'localhost:80@evil.example',
    '127.0.0.2',
    '0.0.0.0',
    '::1',
    '',
  ])('refuses %j with a JSON-RPC error', async (host) => {
    const answer = await send(started.port, withHeaders({ host }));
    expect(answer.status).toBe(403);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(JSON.parse(answer.body)).toEqual({
      jsonrpc: '2.0',
      error: { code: -32000, message: 'Invalid Host header' },
      id: null,
    });
  });

  it('refuses a request without a Host', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connectSocket({ host: '127.0.0.1', port: started.port }, () => {
        socket.end('GET /mcp HTTP/1.0\r\n\r\n');
      });
      let received = '';
      socket.on('data', (data) => (received += String(data)));
      socket.on('end', () => resolve(received));
      socket.on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    expect(answer).toContain('Invalid Host header');
  });
});

describe('Origin (behaviour 6.1)', () => {
  it.each(['', 'http://localhost', 'https://localhost:3000', 'http://127.0.0.1:1', 'http://[::1]'])(
    'passes %j',
    async (origin) => {
      expect((await send(started.port, withHeaders({ origin }))).status).toBe(200);
    },
  );

  it.each([
    'null',
    'https://evil.example',
    'http://localhost.evil.example',
    'http://evil.example/localhost',
    'http://localhost@evil.example',
    'localhost',
  ])('refuses %s with a JSON-RPC error', async (origin) => {
    const answer = await send(started.port, withHeaders({ origin }));
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.body)).toEqual({
      jsonrpc: '2.0',
      error: { code: -32000, message: 'Invalid Origin header' },
      id: null,
    });
  });

  it('is checked after the Host', async () => {
    const answer = await send(
      started.port,
      withHeaders({ host: 'evil.example', origin: 'https://evil.example' }),
    );
    expect(answer.body).toContain('Invalid Host header');
  });
});

describe('OAuth probes under /.well-known/', () => {
  const path = '/.well-known/oauth-protected-resource/mcp';

  it.each([undefined, `Bearer ${token}`, 'Bearer wrong'])(
    'get 404 with Authorization %j',
    async (authorization) => {
      const answer = await send(started.port, {
        method: 'GET',
        path,
        headers: { authorization },
      });
      expect(answer).toMatchObject({ status: 404, body: '' });
    },
  );

  it('are still checked for their Host and Origin', async () => {
    const probe = (headers: Record<string, string>) =>
      send(started.port, { method: 'GET', path, headers });
    expect((await probe({ host: 'evil.example' })).status).toBe(403);
    expect((await probe({ origin: 'https://evil.example' })).status).toBe(403);
  });
});

describe('token (behaviour 6.1)', () => {
  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    token,
    `bearer ${token}`,
    `Basic ${token}`,
    `Bearer ${token}x`,
    `Bearer ${token.slice(1)}`,
    `Bearer ${token.toLowerCase()}`,
    `Bearer ${'é'.repeat(7)}`,
  ])('refuses %j with an empty 401', async (authorization) => {
    const answer = await send(started.port, withHeaders({ authorization }));
    expect(answer).toMatchObject({ status: 401, body: '' });
    expect(answer.headers['www-authenticate']).toBeUndefined();
  });

  it('is checked before the path', async () => {
    const answer = await send(started.port, {
      path: '/other',
      headers: { authorization: undefined },
    });
    expect(answer.status).toBe(401);
  });
});

describe('path (behaviour 6.1)', () => {
  it('takes a query', async () => {
    expect((await send(started.port, { ...call, path: '/mcp?x=1' })).status).toBe(200);
  });

  it.each(['/', '/mcp/', '/MCP', '/mcp/x', '//mcp', '/x/../mcp', 'http://localhost/mcp'])(
    'refuses %s with an empty 404',
    async (path) => {
      expect(await send(started.port, { ...call, path })).toMatchObject({ status: 404, body: '' });
    },
  );
});

describe('start (behaviour 6.1)', () => {
  it('is answered with an empty 503 and Retry-After: 1 until the server is ready', async () => {
    const early = await start({ ready: false });
    const answer = await send(early.port, call);
    expect(answer).toMatchObject({ status: 503, body: '' });
    expect(answer.headers['retry-after']).toBe('1');
    expect((await send(early.port, { path: '/other' })).status).toBe(404);
    early.server.ready();
    expect((await send(early.port, call)).status).toBe(200);
    await early.server.close();
  });
});

describe('body size (behaviour 6.1)', () => {
  const limit = 4 * 1024 * 1024;
  const padded = (bytes: number) => (call.body as string).padEnd(bytes, ' ');

  it('takes 4 MiB', async () => {
    expect((await send(started.port, { ...call, body: padded(limit) })).status).toBe(200);
  });

  it('refuses more with 413, whether its length is declared or not', async () => {
    const declared = { ...call.headers, 'content-length': String(limit + 1) };
    const chunked = { ...call.headers, 'transfer-encoding': 'chunked' };
    for (const headers of [declared, chunked]) {
      const answer = await send(started.port, { headers, body: padded(limit + 1) });
      expect(answer.status).toBe(413);
      expect(JSON.parse(answer.body)).toMatchObject({ jsonrpc: '2.0', id: null });
    }
  });

  it('is checked before the content type', async () => {
    const headers = { ...call.headers, 'content-type': 'text/plain' };
    expect((await send(started.port, { headers, body: padded(limit + 1) })).status).toBe(413);
  });
});

describe('content type (behaviour 6.1)', () => {
  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
    'passes %s',
    async (type) => {
      expect((await send(started.port, withHeaders({ 'content-type': type }))).status).toBe(200);
    },
  );

  it.each([undefined, 'text/plain', 'application/jsonp', 'multipart/form-data; boundary=x'])(
    'refuses %s with 415',
    async (type) => {
      const answer = await send(started.port, withHeaders({ 'content-type': type }));
      expect(answer.status).toBe(415);
      expect(JSON.parse(answer.body)).toMatchObject({ jsonrpc: '2.0', id: null });
    },
  );
});

describe('what the SDK answers', () => {
  it.each(['{', '', 'hello', '{"jsonrpc":"2.0"'])(
    'the malformed body %j with a JSON-RPC parse error',
    async (body) => {
      const answer = await send(started.port, { body });
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.body)).toMatchObject({
        jsonrpc: '2.0',
        error: { code: -32700 },
        id: null,
      });
    },
  );

  it.each(['GET', 'DELETE'])('%s with 405', async (method) => {
    expect((await send(started.port, { method })).status).toBe(405);
  });

  it('a 2025-era request that does not accept event streams with 406', async () => {
    const answer = await send(started.port, withHeaders({ accept: 'application/json' }));
    expect(answer.status).toBe(406);
  });
});

describe('Node limits (behaviour 6.1)', () => {
  it('are those of the table', async () => {
    const listen = vi.spyOn(HttpServer.prototype, 'listen');
    const { server } = await start();
    const node = listen.mock.contexts[0] as HttpServer;
    listen.mockRestore();
    expect({
      requestTimeout: node.requestTimeout,
      timeout: node.timeout,
      headersTimeout: node.headersTimeout,
      keepAliveTimeout: node.keepAliveTimeout,
    }).toEqual({
      requestTimeout: 0,
      timeout: 0,
      headersTimeout: 60_000,
      keepAliveTimeout: 5_000,
    });
    await server.close();
  });
});
