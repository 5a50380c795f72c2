import { type ClientRequest, request } from 'node:http';
import type { Socket } from 'node:net';
import { DownloadError } from './download-error.js';

/** The proxy for an address as HTTPS_PROXY and NO_PROXY say; `undefined` for none. */
export function proxyFor(url: URL, env: NodeJS.ProcessEnv): URL | undefined {
  const text = env['HTTPS_PROXY'] || env['https_proxy'];
  if (!text) return undefined;
  const not = (env['NO_PROXY'] || env['no_proxy'] || '').split(',').map((one) => one.trim());
  if (not.some((one) => matches(url.hostname, one))) return undefined;
  const proxy = readProxy(text);
  if (proxy?.protocol !== 'http:') {
    throw new DownloadError({
      kind: 'unreachable',
      detail: 'HTTPS_PROXY is not an address of the form http://HOST:PORT',
    });
  }
  return proxy;
}

/** A connection to the host through the proxy. Rejects with DownloadError. */
export function tunnel(proxy: URL, url: URL, signal: AbortSignal): Promise<Socket> {
  const host = `${url.hostname}:${url.port || '443'}`;
  return new Promise((resolve, reject) => {
    const refuse = (why: string, cause?: unknown): void => {
      const detail = `the proxy ${proxy.host} ${why}`;
      reject(new DownloadError({ kind: 'unreachable', detail }, { cause }));
    };
    const connect: ClientRequest = request({
      host: proxy.hostname,
      port: proxy.port || 80,
      method: 'CONNECT',
      path: host,
      headers: { host, ...authorization(proxy) },
      agent: false,
      signal,
    });
    connect.once('error', (error: NodeJS.ErrnoException) => {
      refuse(`does not answer (${error.code ?? error.message})`, error);
    });
    connect.once('connect', (response, socket) => {
      if (response.statusCode === 200) resolve(socket);
      else {
        socket.destroy();
        refuse(`refused with ${response.statusCode}`);
      }
    });
    connect.once('response', (response) => {
      response.destroy();
      refuse(`refused with ${response.statusCode}`);
    });
    connect.end();
  });
}

/** `*`, `host`, or a domain with all below it. */
function matches(host: string, pattern: string): boolean {
  if (pattern === '') return false;
  const domain = pattern.replace(/^\*?\./, '');
  return pattern === '*' || host === domain || host.endsWith(`.${domain}`);
}

function readProxy(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function authorization({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const words = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(words).toString('base64')}` };
}
