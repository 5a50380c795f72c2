/**
 * What the core answered, or said by itself. The same for both transports: `value` is the content of `result`
 * (an object with a `type`), or the chat error (`{type: "error", errorType: ...}`, `{type: "errorStore", ...}`).
 * Nothing in it has been checked, not even that it is an object.
 */
export type CoreReply =
  | { readonly kind: 'result'; readonly value: unknown }
  | { readonly kind: 'error'; readonly value: unknown };

/** An event of the core, or a fact about the way to it that the reader must know. */
export type CoreEvent =
  | CoreReply
  /** The connection was lost and made again: events between the two may be missing. Never from a library. */
  | { readonly kind: 'reconnected' };

/** Commands to one core and what it says by itself, as text and JSON, without their meaning. */
export interface CoreTransport {
  /** Opens the store or connects. Once an object. Rejects with CoreTransportError. */
  open(): Promise<void>;
  /**
   * Sends one line of text. Resolves with the core's answer, an error of the core included; several commands may
   * be under way. Rejects with CoreTransportError: `closed` when it was not sent, `lost` when the core may or may
   * not have carried it out. It is never sent again by itself. A line break in `command` is a bug and throws.
   */
  send(command: string): Promise<CoreReply>;
  /**
   * What the core says by itself, from `open` on, in order, kept until read. One reader. Ends after `close`;
   * throws CoreTransportError `lost` when the core is gone for good.
   */
  readonly events: AsyncIterable<CoreEvent>;
  /**
   * Closes; a library's chat is stopped before its store is closed, a running program is left running. Waits a
   * bounded time for commands under way, which then reject. Safe to call twice; never rejects.
   */
  close(): Promise<void>;
}

export type CoreTransportFailure =
  /** The core is gone, or the connection to it: what was under way may or may not have been carried out. */
  | 'lost'
  /** Not open, or closed by this program: the command was not sent. */
  | 'closed'
  /** No library at the place where it should be, and none could be downloaded. */
  | 'not-found'
  /** The library is there and does not load or lacks a function. */
  | 'cannot-load'
  /** The database is encrypted with another key, or is not a database. */
  | 'wrong-key'
  /** The database was written by a newer core. */
  | 'newer-database'
  /** Another failure when the database is opened or migrated. */
  | 'database'
  /** Nothing answers at the address of the core. */
  | 'unreachable'
  /** The core answered with something that is not JSON of the expected form. */
  | 'malformed';

/** A failure of the way to the core. `message` is for the person who runs the server, and says what to do. */
export class CoreTransportError extends Error {
  override readonly name = 'CoreTransportError';
  readonly kind: CoreTransportFailure;
  constructor(kind: CoreTransportFailure, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.kind = kind;
  }
}
