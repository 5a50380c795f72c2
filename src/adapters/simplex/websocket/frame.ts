import { z } from 'zod';
import type { CoreReply } from '../transport.js';

/** What a frame of the core's WebSocket is, with errors in the library's form. */
export type Frame =
  | { readonly kind: 'answer'; readonly corrId: string; readonly reply: CoreReply }
  | { readonly kind: 'event'; readonly reply: CoreReply }
  /** A request of ours could not be read; which one is not said. */
  | { readonly kind: 'unread-request' }
  | { readonly kind: 'malformed' };

const frame = z.looseObject({
  corrId: z.string().nullish(),
  resp: z.looseObject({ type: z.string(), chatError: z.unknown().optional() }),
});

/** Over the WebSocket a failed command is `chatCmdError`, and an error that the core reports by itself `chatError`. */
export function readFrame(json: unknown): Frame {
  const read = frame.safeParse(json);
  if (!read.success) return { kind: 'malformed' };
  const { corrId, resp } = read.data;
  const failed = resp.type === 'chatCmdError' || resp.type === 'chatError';
  const reply: CoreReply = failed
    ? { kind: 'error', value: resp.chatError }
    : { kind: 'result', value: resp };
  if (corrId !== undefined && corrId !== null) return { kind: 'answer', corrId, reply };
  return resp.type === 'chatCmdError' ? { kind: 'unread-request' } : { kind: 'event', reply };
}
