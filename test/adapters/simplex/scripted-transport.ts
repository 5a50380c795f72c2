import {
  CoreTransportError,
  type CoreEvent,
  type CoreReply,
  type CoreTransport,
} from '../../../src/adapters/simplex/transport.js';

/** Answers commands by rules and tells scripted events; records what is sent. */
export class ScriptedTransport implements CoreTransport {
  readonly sent: string[] = [];
  closed = false;
  readonly #rules: (readonly [RegExp, () => CoreReply])[] = [];
  readonly #events: (CoreEvent | CoreTransportError)[] = [];
  openFailure: CoreTransportError | undefined;

  constructor(version = '7.0.0.6') {
    this.answer(/^\/version$/, { type: 'versionInfo', versionInfo: { version } });
  }

  /** The latest rule for a command counts. */
  answer(command: RegExp, result: unknown): this {
    this.#rules.unshift([command, () => ({ kind: 'result', value: result })]);
    return this;
  }

  refuse(command: RegExp, error: unknown): this {
    this.#rules.unshift([command, () => ({ kind: 'error', value: error })]);
    return this;
  }

  fail(command: RegExp, error: CoreTransportError): this {
    this.#rules.unshift([
      command,
      () => {
        throw error;
      },
    ]);
    return this;
  }

  /** Events to come; an error ends them. */
  tell(...events: readonly (CoreEvent | CoreTransportError)[]): this {
    this.#events.push(...events);
    return this;
  }

  open(): Promise<void> {
    return this.openFailure === undefined ? Promise.resolve() : Promise.reject(this.openFailure);
  }

  async send(command: string): Promise<CoreReply> {
    await Promise.resolve();
    this.sent.push(command);
    const rule = this.#rules.find(([pattern]) => pattern.test(command));
    if (rule === undefined) throw new Error(`No answer to ${command}`);
    return rule[1]();
  }

  get events(): AsyncIterable<CoreEvent> {
    const events = this.#events;
    return {
      async *[Symbol.asyncIterator]() {
        for (const event of events) {
          await Promise.resolve();
          if (event instanceof CoreTransportError) throw event;
          yield event;
        }
      },
    };
  }

  close(): Promise<void> {
    this.closed = true;
    return Promise.resolve();
  }
}
