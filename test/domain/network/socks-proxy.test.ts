import { describe, expect, it } from 'vitest';
import { parseSocksProxy } from '../../../src/domain/network/socks-proxy.js';

describe('--socks-proxy [HOST][:PORT]', () => {
  it.each([
    ['', '127.0.0.1', 9050, '127.0.0.1:9050'],
    ['127.0.0.1:9150', '127.0.0.1', 9150, '127.0.0.1:9150'],
    ['localhost:9150', '127.0.0.1', 9150, '127.0.0.1:9150'],
    ['10.152.152.10', '10.152.152.10', 9050, '10.152.152.10:9050'],
    [':1080', '127.0.0.1', 1080, '127.0.0.1:1080'],
    ['[::1]', '::1', 9050, '[::1]:9050'],
    ['[FE80::1]:1', 'fe80::1', 1, '[fe80::1]:1'],
  ])('reads %j', (given, host, port, text) => {
    expect(parseSocksProxy(given)).toEqual({ kind: 'proxy', proxy: { host, port, text } });
  });

  it.each([
    ['tor.example:9050', 'the host is not an IP address; the core takes no names here'],
    ['[127.0.0.1]:9050', 'the host is not an IP address; the core takes no names here'],
    ['::1', 'it is not well formed (IPv6 is in brackets)'],
    ['127.0.0.1:0', 'the port is not 1 to 65535'],
    ['127.0.0.1:', 'the port is not 1 to 65535'],
    ['127.0.0.1:9050x', 'the port is not 1 to 65535'],
    ['300.0.0.1:9050', 'the host is not an IP address; the core takes no names here'],
    ['socks5://127.0.0.1:9050', 'no scheme is expected'],
  ])('refuses %j', (given, why) => {
    expect(parseSocksProxy(given)).toEqual({
      kind: 'refused',
      reason: `--socks-proxy: ${why}; the form is HOST:PORT, for example 127.0.0.1:9050.`,
    });
  });

  it('does not repeat the password of a proxy that it refuses', () => {
    const parsed = parseSocksProxy('tor:hunter2@127.0.0.1:9050');
    expect(parsed).toEqual({
      kind: 'refused',
      reason:
        '--socks-proxy: a proxy with a user name and password is not supported; the form is HOST:PORT, for ' +
        'example 127.0.0.1:9050.',
    });
  });
});
