import { hostKind, parsePort } from './host.js';

/** A message server or a file server. */
export type ServerProtocol = 'smp' | 'xftp';

/** A server that the agent is to use, as its owner gave it. Keep `password` and `text` out of logs. */
export interface ServerAddress {
  readonly protocol: ServerProtocol;
  /** SHA-256 of the server's certificate, base64url with padding. */
  readonly fingerprint: string;
  /** Who creates queues or files must know it. */
  readonly password?: string;
  /** One server by several hosts, for example by an onion address too; IPv6 without brackets. */
  readonly hosts: readonly string[];
  readonly port?: number;
  /** The address as the core takes it, with the password. */
  readonly text: string;
}

export type ServersParsed =
  | { readonly kind: 'servers'; readonly servers: readonly ServerAddress[] }
  /** `reason` names the option and never holds a password. */
  | { readonly kind: 'refused'; readonly reason: string };

/** 32 bytes in base64url: the low bits of the last character are zero. */
const FINGERPRINT = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]=?$/;
/** What the core's parser takes: printable, without the separators of an address. */
const PASSWORD = /^[^\s@:/\p{C}]{1,255}$/u;

/**
 * The addresses of `--smp-server` or `--xftp-server`, each `smp://FINGERPRINT[:PASSWORD]@HOST[,HOST][:PORT]`.
 * An unreadable text is never quoted, since a password may be anywhere in it.
 */
export function parseServers(protocol: ServerProtocol, texts: readonly string[]): ServersParsed {
  const servers: ServerAddress[] = [];
  const hosts = new Set<string>();
  for (const [index, text] of texts.entries()) {
    const option = `--${protocol}-server${texts.length > 1 ? ` ${index + 1}` : ''}`;
    const parsed = parseServer(protocol, text.trim());
    if (typeof parsed === 'string') {
      const form = `${protocol}://FINGERPRINT[:PASSWORD]@HOST[,HOST][:PORT]`;
      return { kind: 'refused', reason: `${option}: ${parsed}; the form is ${form}.` };
    }
    for (const host of parsed.hosts) {
      const place = `${host}:${parsed.port ?? ''}`;
      if (hosts.has(place)) {
        return { kind: 'refused', reason: `${option}: the host ${host} is given twice.` };
      }
      hosts.add(place);
    }
    servers.push(parsed);
  }
  return { kind: 'servers', servers };
}

/** The server, or what is wrong with the text. */
function parseServer(protocol: ServerProtocol, text: string): ServerAddress | string {
  const scheme = /^([a-z]+):\/\//.exec(text)?.[1];
  if (scheme === undefined) return `it does not begin with ${protocol}://`;
  if (scheme !== protocol) {
    const other = protocol === 'smp' ? 'xftp' : 'smp';
    if (scheme !== other) return `it does not begin with ${protocol}://`;
    return `it is the address of ${other === 'smp' ? 'a message' : 'a file'} server, for --${other}-server`;
  }
  const rest = text.slice(scheme.length + 3);
  const at = rest.lastIndexOf('@');
  if (at < 0) return 'the @ between the fingerprint and the host is missing';
  const colon = rest.slice(0, at).indexOf(':');
  const fingerprint = rest.slice(0, colon < 0 ? at : colon);
  if (!FINGERPRINT.test(fingerprint)) return 'the fingerprint is not 32 bytes in base64url';
  const password = colon < 0 ? undefined : rest.slice(colon + 1, at);
  if (password !== undefined && !PASSWORD.test(password)) {
    return 'the password is empty, or has a space or one of : / @';
  }
  const place = parsePlace(rest.slice(at + 1));
  if (typeof place === 'string') return place;
  const padded = fingerprint.endsWith('=') ? fingerprint : `${fingerprint}=`;
  return {
    protocol,
    fingerprint: padded,
    ...(password !== undefined && { password }),
    ...place,
    text: addressText(protocol, padded, password, place),
  };
}

interface Place {
  readonly hosts: readonly string[];
  readonly port?: number;
}

/** HOST[,HOST][:PORT], where an IPv6 address is in brackets. */
function parsePlace(text: string): Place | string {
  const match = /^((?:\[[^\]]*\]|[^:[\],])(?:[^:[\],]|,(?:\[[^\]]*\])?)*)(?::(.*))?$/s.exec(text);
  if (match?.[1] === undefined) return 'the host is missing or not well formed';
  const hosts: string[] = [];
  for (const part of match[1].split(',')) {
    const host = part.toLowerCase();
    const bare = /^\[(.*)\]$/.exec(host)?.[1];
    const kind = hostKind(bare ?? host);
    if (kind === undefined || (kind === 'ipv6') !== (bare !== undefined)) {
      return 'a host is not a name, an address or an onion address (IPv6 in brackets)';
    }
    hosts.push(bare ?? host);
  }
  if (match[2] === undefined) return { hosts };
  const port = parsePort(match[2]);
  return port === undefined ? 'the port is not 1 to 65535' : { hosts, port };
}

function addressText(
  protocol: ServerProtocol,
  fingerprint: string,
  password: string | undefined,
  place: Place,
): string {
  const hosts = place.hosts.map((host) => (host.includes(':') ? `[${host}]` : host)).join(',');
  const auth = password === undefined ? '' : `:${password}`;
  const port = place.port === undefined ? '' : `:${place.port}`;
  return `${protocol}://${fingerprint}${auth}@${hosts}${port}`;
}
