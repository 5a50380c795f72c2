import type { RequestId } from '@modelcontextprotocol/server';

/**
 * Open calls of all clients, so that the server can end them when it closes, and so that `notifications/cancelled`
 * of a 2025-era client, which comes in a request of its own, finds its call. Request IDs are counted by each client:
 * only the session ID tells whose call is meant. A client without one cancels by closing its stream.
 */
export class OpenCalls {
  private readonly ends = new Map<string | symbol, () => void>();

  /** Registers a call; `end` ends its exchange. Returns what to call when the call is over. */
  opened(session: string | null, id: RequestId, end: () => void): () => void {
    const key = session === null ? Symbol('call') : keyOf(session, id);
    this.ends.set(key, end);
    return () => {
      if (this.ends.get(key) === end) this.ends.delete(key);
    };
  }

  /** Ends the call that a client cancelled, when it is open. */
  cancel(session: string | null, id: RequestId): void {
    if (session !== null) this.ends.get(keyOf(session, id))?.();
  }

  endAll(): void {
    for (const end of [...this.ends.values()]) end();
  }
}

function keyOf(session: string, id: RequestId): string {
  return JSON.stringify([session, id]);
}
