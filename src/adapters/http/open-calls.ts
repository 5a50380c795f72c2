import type { RequestId } from '@modelcontextprotocol/server';

/**
 * Open calls of 2025-era clients, so that `notifications/cancelled`, which comes in a request of its own, finds its
 * call. Request IDs are counted by each client: only the session ID tells whose call is meant, so calls and
 * cancellations without one never match, and such a client cancels by closing its stream.
 */
export class OpenCalls {
  private readonly ends = new Map<string, () => void>();

  /** Registers a call; `end` ends its exchange. Returns what to call when the call is over. */
  opened(session: string | null, id: RequestId, end: () => void): () => void {
    if (session === null) return () => undefined;
    const key = keyOf(session, id);
    this.ends.set(key, end);
    return () => {
      if (this.ends.get(key) === end) this.ends.delete(key);
    };
  }

  /** Ends the call that a client cancelled, when it is open. */
  cancel(session: string | null, id: RequestId): void {
    if (session !== null) this.ends.get(keyOf(session, id))?.();
  }
}

function keyOf(session: string, id: RequestId): string {
  return JSON.stringify([session, id]);
}
