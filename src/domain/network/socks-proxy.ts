import { hostKind, parsePort } from './host.js';

/** A SOCKS5 proxy, for example that of Tor. */
export interface SocksProxy {
  /** An IPv4 or IPv6 address, without brackets. */
  readonly host: string;
  readonly port: number;
  /** `HOST:PORT` as the core takes it. */
  readonly text: string;
}

export type SocksProxyParsed =
  | { readonly kind: 'proxy'; readonly proxy: SocksProxy }
  /** `reason` names the option and never holds a password. */
  | { readonly kind: 'refused'; readonly reason: string };

const DEFAULT_HOST = '127.0.0.1';
const DEFAULT_PORT = 9050;

/** `--socks-proxy [HOST][:PORT]`; Tor's place on this computer where a part is left out. */
export function parseSocksProxy(text: string): SocksProxyParsed {
  const given = text.trim();
  if (given.includes('@')) return refuse('a proxy with a user name and password is not supported');
  if (given.includes('://')) return refuse('no scheme is expected');
  const match = /^(\[[^\]]*\]|[^:[\]]*)(?::([^:]*))?$/.exec(given);
  if (match === null) return refuse('it is not well formed (IPv6 is in brackets)');
  const host = parseHost((match[1] ?? '').toLowerCase());
  if (host === undefined) {
    return refuse('the host is not an IP address; the core takes no names here');
  }
  const port = match[2] === undefined ? DEFAULT_PORT : parsePort(match[2]);
  if (port === undefined) return refuse('the port is not 1 to 65535');
  const shown = host.includes(':') ? `[${host}]` : host;
  return { kind: 'proxy', proxy: { host, port, text: `${shown}:${port}` } };
}

function parseHost(host: string): string | undefined {
  if (host === '' || host === 'localhost') return DEFAULT_HOST;
  const bare = /^\[(.*)\]$/.exec(host)?.[1];
  const kind = hostKind(bare ?? host);
  if (bare !== undefined) return kind === 'ipv6' ? bare : undefined;
  return kind === 'ipv4' ? host : undefined;
}

function refuse(reason: string): SocksProxyParsed {
  return {
    kind: 'refused',
    reason: `--socks-proxy: ${reason}; the form is HOST:PORT, for example 127.0.0.1:9050.`,
  };
}
