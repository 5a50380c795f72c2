import { ChatResponseError, ChatTransport } from 'simplex-chat/dist/transport.js';
import { WebSocket } from 'ws';

/** Larger than any list of chats; a frame above it closes the connection. */
const MAX_FRAME = 256 * 1024 * 1024;
/** Frames that the package holds until they are read; more wait in order. */
const QUEUE = 1024;

/** One connection, by the transport of the `simplex-chat` package. */
export interface Connection {
  /** Sends one request. A failure shows as the end of `frames`. */
  write(corrId: string, cmd: string): void;
  /** Parsed frames in order, `undefined` for one that is not JSON with a typed `resp`; ends with the connection. */
  readonly frames: AsyncIterable<unknown>;
  /** Asks the other side whether it is there; `pong` when it answers. */
  ping(pong: () => void): void;
  close(): void;
  /** Ends at once. */
  terminate(): void;
}

/** Rejects with the reason when nothing answers as a WebSocket within `timeoutMs`. */
export async function connect(url: string, timeoutMs: number): Promise<Connection> {
  const { socket, connecting } = start(url, timeoutMs);
  // The package waits for its time-out whatever happens; the socket knows at once.
  const failed = new Promise<never>((_, reject) => {
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('closed')));
  });
  failed.catch(() => undefined);
  connecting.catch(() => undefined);
  let transport: ChatTransport;
  try {
    transport = await Promise.race([connecting, failed]);
  } catch (error) {
    socket.terminate();
    throw error;
  }
  return {
    // The package waits until the frame is flushed; the answer is what counts.
    write: (corrId, cmd) => void transport.write({ corrId, cmd }).catch(() => undefined),
    frames: framesOf(transport),
    ping: (pong) => {
      socket.once('pong', pong);
      socket.ping();
    },
    close: () => socket.close(),
    terminate: () => socket.terminate(),
  };
}

/** The package takes its WebSocket from the global scope: it finds ours there while it connects. */
function start(
  url: string,
  timeoutMs: number,
): { socket: WebSocket; connecting: Promise<ChatTransport> } {
  const made: WebSocket[] = [];
  class Socket extends WebSocket {
    constructor(address: string) {
      super(address, {
        handshakeTimeout: timeoutMs,
        maxPayload: MAX_FRAME,
        perMessageDeflate: false,
      });
      made.push(this);
    }
  }
  const before = Object.getOwnPropertyDescriptor(globalThis, 'WebSocket');
  Object.defineProperty(globalThis, 'WebSocket', { value: Socket, configurable: true });
  try {
    const connecting = ChatTransport.connect(url, timeoutMs, QUEUE);
    const socket = made[0];
    if (socket === undefined) throw new Error('The simplex-chat package made no WebSocket.');
    return { socket, connecting };
  } finally {
    if (before === undefined) Reflect.deleteProperty(globalThis, 'WebSocket');
    else Object.defineProperty(globalThis, 'WebSocket', before);
  }
}

async function* framesOf(transport: ChatTransport): AsyncGenerator<unknown, void, undefined> {
  for (;;) {
    const next = await transport.next();
    if (next.done === true) return;
    yield next.value instanceof ChatResponseError ? undefined : next.value;
  }
}
