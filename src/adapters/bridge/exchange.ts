import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  SdkHttpError,
  StreamableHTTPClientTransport,
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
} from '@modelcontextprotocol/client';
import { mcpUrl } from '../../domain/hosts/server-info.js';

/** The revision that bridge and server speak with one another, whatever the host speaks. */
const PROTOCOL_VERSION = '2026-07-28';

const REQUEST_ID = 1;

export type Params = Readonly<Record<string, unknown>>;

/** How one request to the server ended. */
export type ExchangeEnd =
  | { readonly kind: 'result'; readonly result: Params }
  | { readonly kind: 'error'; readonly code: number; readonly message: string }
  /** Nothing listens, or the connection was refused before an answer began: the request was not read. */
  | { readonly kind: 'unreachable' }
  /** 503: the server listens and is starting. */
  | { readonly kind: 'starting' }
  | { readonly kind: 'unauthorized' }
  /** The connection ended after the request was sent and before its result: what became of it is not known. */
  | { readonly kind: 'lost' }
  /** The caller's signal was aborted. */
  | { readonly kind: 'aborted' };

export interface ExchangeRequest {
  readonly method: string;
  readonly params: Params;
  readonly port: number;
  readonly token: string;
  readonly client: { readonly name: string; readonly version: string };
  readonly signal: AbortSignal;
  /** Notifications of the request's stream, in order. */
  readonly onNotification?: (method: string, params: Params) => void;
}

/** Sends one request and waits for its end. Closing the stream, when `signal` is aborted, cancels the request. */
export async function exchange(request: ExchangeRequest): Promise<ExchangeEnd> {
  const { signal } = request;
  if (signal.aborted) return { kind: 'aborted' };
  const transport = new StreamableHTTPClientTransport(new URL(mcpUrl(request.port)), {
    // A kept connection may be closed by the server just when it is used again: whether the request was read would
    // not be known.
    requestInit: { headers: { Authorization: `Bearer ${request.token}`, Connection: 'close' } },
  });
  transport.setProtocolVersion(PROTOCOL_VERSION);
  await transport.start();
  try {
    return await new Promise<ExchangeEnd>((resolve) => {
      signal.addEventListener(
        'abort',
        () => {
          resolve({ kind: 'aborted' });
        },
        { once: true },
      );
      transport.onmessage = (message) => {
        const end = received(message, request);
        if (end) resolve(end);
      };
      const onRequestStreamEnd = (): void => {
        resolve({ kind: 'lost' });
      };
      transport.send(requestMessage(request), { onRequestStreamEnd }).catch((error: unknown) => {
        resolve(failure(error));
      });
    });
  } finally {
    await transport.close();
  }
}

function requestMessage({ method, params, client }: ExchangeRequest): JSONRPCMessage {
  const envelope = {
    [PROTOCOL_VERSION_META_KEY]: PROTOCOL_VERSION,
    [CLIENT_INFO_META_KEY]: client,
    [CLIENT_CAPABILITIES_META_KEY]: {},
  };
  const meta = params['_meta'];
  return {
    jsonrpc: '2.0',
    id: REQUEST_ID,
    method,
    params: { ...params, _meta: { ...(typeof meta === 'object' ? meta : {}), ...envelope } },
  };
}

function received(message: JSONRPCMessage, request: ExchangeRequest): ExchangeEnd | undefined {
  if (isJSONRPCResultResponse(message)) return { kind: 'result', result: message.result };
  if (isJSONRPCErrorResponse(message)) {
    const { code, message: text } = message.error;
    return { kind: 'error', code, message: text };
  }
  if (isJSONRPCNotification(message))
    request.onNotification?.(message.method, message.params ?? {});
  return undefined;
}

function failure(error: unknown): ExchangeEnd {
  if (error instanceof SdkHttpError) {
    if (error.status === 401) return { kind: 'unauthorized' };
    if (error.status === 503) return { kind: 'starting' };
    return { kind: 'error', code: -32603, message: `HTTP ${error.status}` };
  }
  const code = causeCode(error);
  // Of fetch's failures only a refused connection tells that nobody read the request.
  return code === 'ECONNREFUSED' ? { kind: 'unreachable' } : { kind: 'lost' };
}

function causeCode(error: unknown): string | undefined {
  const cause =
    error instanceof Error ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
  return cause?.code;
}
