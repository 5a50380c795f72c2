import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Why a request is refused before MCP sees it (behaviour 6.1). */
export type Refusal =
  | { readonly status: 401 | 404 }
  | { readonly status: 403; readonly message: string }
  | { readonly status: 503; readonly retryAfterSeconds: number };

export interface Guarded {
  readonly token: string;
  /** The agent control chat is started. */
  readonly ready: boolean;
}

const host = /^(localhost|127\.0\.0\.1|\[::1\])(:\d*)?$/i;
const origin = /^[a-z][a-z0-9+.-]*:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d*)?$/i;

/**
 * The first check of behaviour 6.1 that the request fails, in its order. OAuth probes under `/.well-known/` get 404
 * before the token is asked for: a 401 there makes MCP hosts believe in an authorization server.
 */
export function refuse(request: IncomingMessage, guarded: Guarded): Refusal | undefined {
  const { headers } = request;
  if (!host.test(headers.host ?? '')) return { status: 403, message: 'Invalid Host header' };
  if (headers.origin && !origin.test(headers.origin)) {
    return { status: 403, message: 'Invalid Origin header' };
  }
  const path = request.url?.split('?', 1)[0] ?? '';
  if (path.startsWith('/.well-known/')) return { status: 404 };
  if (!sameSecret(headers.authorization ?? '', `Bearer ${guarded.token}`)) return { status: 401 };
  if (path !== '/mcp') return { status: 404 };
  if (!guarded.ready) return { status: 503, retryAfterSeconds: 1 };
  return undefined;
}

function sameSecret(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}

export function sendRefusal(response: ServerResponse, refusal: Refusal): void {
  switch (refusal.status) {
    case 403: {
      const error = { code: -32000, message: refusal.message };
      response.writeHead(403, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', error, id: null }));
      return;
    }
    case 503:
      response.writeHead(503, { 'Retry-After': refusal.retryAfterSeconds, 'Content-Length': 0 });
      response.end();
      return;
    case 401:
    case 404:
      response.writeHead(refusal.status, { 'Content-Length': 0 });
      response.end();
  }
}
