import { hostKind, isLoopback, parsePort } from './host.js';

/** Which core carries the agent's chats: `--core`. */
export type CoreOption =
  /** The network in memory. */
  | { readonly kind: 'sandbox' }
  /** libsimplex, run by this program. */
  | { readonly kind: 'native' }
  /** A running `simplex-chat -p PORT`. */
  | { readonly kind: 'websocket'; readonly url: string; readonly place: WebSocketPlace };

/** Where the WebSocket is: on this computer, or elsewhere with or without TLS. */
export type WebSocketPlace = 'loopback' | 'remote-tls' | 'remote-plain';

export type CoreOptionParsed =
  | { readonly kind: 'core'; readonly core: CoreOption }
  /** `reason` names the option and never holds a password. */
  | { readonly kind: 'refused'; readonly reason: string };

const FORM = '--core: sandbox, native or ws://HOST:PORT is expected.';

/** `allowRemote`: `--core-allow-remote` was given. */
export function parseCoreOption(text: string, allowRemote: boolean): CoreOptionParsed {
  if (text === 'sandbox' || text === 'native') return { kind: 'core', core: { kind: text } };
  const match = /^(wss?):\/\/(.*)$/i.exec(text);
  if (match === null) return refuse(FORM);
  const rest = match[2] ?? '';
  if (rest.includes('@')) return refuse('--core: an address with a user name is not supported.');
  if (/[\s?#]/.test(rest) || /\/./.test(rest)) {
    return refuse('--core: the address is ws://HOST:PORT, without a path.');
  }
  const url = readUrl(text);
  if (url === undefined) return refuse(FORM);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (hostKind(host) === undefined) return refuse(FORM);
  const port = parsePort(/:(\d+)\/?$/.exec(rest)?.[1] ?? '');
  if (port === undefined) return refuse('--core: the port is missing; the form is ws://HOST:PORT.');
  const place = placeOf(host, url.protocol);
  if (place !== 'loopback' && !allowRemote) {
    return refuse(
      `--core: ${host} is not this computer. SimpleX's WebSocket has no authentication, so that whoever reaches it ` +
        'acts as the agent; give --core-allow-remote if something else protects it.',
    );
  }
  const core = {
    kind: 'websocket',
    url: `${url.protocol}//${url.hostname}:${port}`,
    place,
  } as const;
  return { kind: 'core', core };
}

/** What the person who starts the server reads first when the core is a WebSocket. */
export function webSocketWarning(url: string, place: WebSocketPlace): string {
  const who =
    place === 'loopback' ? 'every program and user of this computer' : 'everyone who reaches it';
  const clear =
    place === 'remote-plain'
      ? ' Messages cross the network unencrypted between this program and the core.'
      : '';
  return (
    `Warning: ${url} has no authentication: ${who} can read the agent's chats and send in its name without an ` +
    `approval, and simplex-chat prints each command it gets.${clear} --core native has no port.`
  );
}

function readUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function placeOf(host: string, protocol: string): WebSocketPlace {
  if (isLoopback(host)) return 'loopback';
  return protocol === 'wss:' ? 'remote-tls' : 'remote-plain';
}

function refuse(reason: string): CoreOptionParsed {
  return { kind: 'refused', reason };
}
