import { connect as connectSocket, createServer, type AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { HttpMcpServer } from '../../../src/adapters/http/http-mcp-server.js';
import { PortInUseError } from '../../../src/ports/mcp.js';
import { eras, FakeService, open, readAll, send, start, token, toolCall } from './fixture.js';

describe('listen', () => {
  it('rejects with PortInUseError when the port is taken, and may be tried again', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    const server = new HttpMcpServer(() => undefined);
    const listen = server.listen(new FakeService(), { port, token });
    await expect(listen).rejects.toBeInstanceOf(PortInUseError);
    await expect(listen).rejects.toMatchObject({ port, message: `Port ${port} is in use.` });
    await new Promise((resolve) => taken.close(resolve));
    expect(await server.listen(new FakeService(), { port, token })).toBe(port);
    await server.close();
  });

  it('rejects when it listens already', async () => {
    const { server, service } = await start();
    await expect(server.listen(service, { port: 0, token })).rejects.toThrow(/already/);
    await server.close();
  });
});

describe('close', () => {
  it.each(eras)('aborts the open calls of the %s era and closes their connections', async (era) => {
    const { server, service, port, reports } = await start();
    const response = await open(port, toolCall(era, 'wait'));
    const [held] = await service.heldCalls(1);
    const over = readAll(response).then(
      () => 'ended',
      () => 'closed',
    );
    await server.close();
    expect(held?.call.signal.aborted).toBe(true);
    expect(['ended', 'closed']).toContain(await over);
    expect(reports).toEqual([]);
  });

  it('stops listening', async () => {
    const { server, port } = await start();
    await server.close();
    await expect(send(port, toolCall('legacy', 'echo'))).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
  });

  it('may be called twice, and before listen', async () => {
    const { server } = await start();
    await server.close();
    await server.close();
    await new HttpMcpServer(() => undefined).close();
  });
});

describe('a client that disconnects in the middle of its body', () => {
  it('harms no other call', async () => {
    const { server, port } = await start();
    const call = toolCall('legacy', 'echo');
    await new Promise<void>((resolve) => {
      const socket = connectSocket({ host: '127.0.0.1', port });
      const head = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}`;
      socket.write(`${head}\r\nContent-Length: 100\r\n\r\n{"half`, () => socket.destroy());
      socket.on('close', () => resolve());
    });
    expect((await send(port, call)).body).toContain('hello');
    await server.close();
  });
});

describe('the log', () => {
  it('never gets the token or what a request holds', async () => {
    const { server, port, reports } = await start();
    const secret = 'a secret text';
    const call = toolCall('modern', 'echo');
    const bodies = [
      `{"broken": "${secret}`,
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: secret }),
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: secret } }),
      (call.body as string).replace('hello', secret).replace('"echo"', '"bug"'),
      (call.body as string).replace('"hello"', `{"${secret}": 1}`),
      JSON.stringify([{ secret }, secret]),
    ];
    for (const body of bodies) {
      for (const headers of [{}, call.headers ?? {}, { 'content-type': 'text/plain' }]) {
        await send(port, { headers, body });
      }
    }
    await send(port, { headers: { authorization: 'Bearer wrong' }, body: secret });
    const log = inspect(reports, { depth: 10 });
    expect(log).not.toContain(secret);
    expect(log).not.toContain(token);
    await server.close();
  });
});
