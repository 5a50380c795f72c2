import { fileURLToPath } from 'node:url';
import {
  type CoreExit,
  cannotLoadText,
  coreBrokenText,
  coreClosedText,
  coreEndedText,
  coreStoppedText,
} from '../../../domain/core/native-text.js';
import type { ClockPort } from '../../../ports/clock.js';
import { CommandsUnderWay } from '../commands-under-way.js';
import { EventBuffer } from '../event-buffer.js';
import { checkedCommand, parseEvent, parseReply } from '../reply.js';
import {
  type CoreEvent,
  type CoreReply,
  type CoreTransport,
  CoreTransportError,
} from '../transport.js';
import { CoreChild } from './core-child.js';
import type { FromCoreProcess } from './messages.js';
import { migrationFailure } from './migration-result.js';

export interface NativeTransportOptions {
  /** Absolute path of libsimplex. */
  readonly library: string;
  /** The databases are `DATABASE_chat.db` and `DATABASE_agent.db`. */
  readonly database: string;
  /** Encrypts the databases; empty for none. */
  readonly key: string;
  /** The compiled core-process module; only for tests. */
  readonly entry?: string;
}

/** How long closing waits for commands under way, then for the library, then for its process (milliseconds). */
const DRAIN_MS = 2000;
const CLOSE_MS = 8000;
const EXIT_MS = 1000;

const ENTRY = fileURLToPath(new URL('./core-process.js', import.meta.url));

type State =
  | { readonly kind: 'new' }
  | {
      readonly kind: 'opening';
      readonly fail: (error: CoreTransportError) => void;
      readonly done: () => void;
    }
  | { readonly kind: 'open' }
  | { readonly kind: 'closing' }
  | { readonly kind: 'over'; readonly why: CoreTransportError };

/** libsimplex in a process of its own (docs/decisions/native-core.md). */
export class NativeTransport implements CoreTransport {
  private readonly commands = new CommandsUnderWay<string>();
  private readonly buffer = new EventBuffer<CoreEvent>();
  private child: CoreChild | undefined;
  private state: State = { kind: 'new' };
  private opened: Promise<void> | undefined;
  private closed: Promise<void> | undefined;
  private libraryClosed = (): void => undefined;

  constructor(
    private readonly options: NativeTransportOptions,
    private readonly clock: ClockPort,
  ) {}

  get events(): AsyncIterable<CoreEvent> {
    return this.buffer;
  }

  async open(): Promise<void> {
    if (this.state.kind === 'over') throw this.state.why;
    if (this.state.kind !== 'new') throw new Error('A core is opened once.');
    this.opened = this.start();
    await this.opened;
  }

  async send(command: string): Promise<CoreReply> {
    const text = checkedCommand(command);
    if (this.state.kind === 'over') throw this.state.why;
    if (this.state.kind !== 'open') throw new CoreTransportError('closed', coreClosedText);
    const { id, answer } = this.commands.add();
    this.child?.post({ kind: 'send', id, command: text });
    return parseReply(await answer);
  }

  close(): Promise<void> {
    this.closed ??= this.stop();
    return this.closed;
  }

  private async start(): Promise<void> {
    try {
      await this.run(undefined).catch((error: CoreTransportError) => {
        if (error.kind !== 'cannot-load' || process.platform === 'win32') throw error;
        // Perhaps its own libraries were not found beside it. What the first attempt said is the better answer.
        return this.run(this.options.library).catch(() => Promise.reject(error));
      });
    } catch (error) {
      this.over(error as CoreTransportError);
      throw error;
    }
  }

  /** Starts a process, and resolves when it has opened the database. */
  private async run(libraryPath: string | undefined): Promise<void> {
    const { library, database: path, key } = this.options;
    const child = new CoreChild(
      this.options.entry ?? ENTRY,
      {
        message: (message) => this.take(message),
        ended: (exit) => this.processEnded(exit),
      },
      libraryPath,
    );
    this.child = child;
    try {
      await new Promise<void>((done, fail) => {
        this.state = { kind: 'opening', done, fail };
        child.post({ kind: 'open', library, path, key });
      });
    } catch (error) {
      child.kill();
      await child.ended;
      throw error;
    }
  }

  private take(message: FromCoreProcess): void {
    switch (message.kind) {
      case 'cannot-load': {
        const text = cannotLoadText(this.options.library, message.detail);
        this.fail(new CoreTransportError('cannot-load', text));
        return;
      }
      case 'migrated': {
        const failure = migrationFailure(message.text);
        if (failure !== undefined) this.fail(failure);
        else if (this.state.kind === 'opening') {
          const { done } = this.state;
          this.state = { kind: 'open' };
          done();
        }
        return;
      }
      case 'answer':
        this.commands.resolve(message.id, message.text);
        return;
      case 'event':
        this.buffer.put(parseEvent(message.text));
        return;
      case 'broken':
        this.fail(new CoreTransportError('lost', coreBrokenText(message.detail)));
        this.child?.kill();
        return;
      case 'closed':
        this.libraryClosed();
    }
  }

  private processEnded(exit: CoreExit): void {
    const asked = this.closed !== undefined;
    this.fail(
      asked
        ? new CoreTransportError('closed', coreClosedText)
        : new CoreTransportError('lost', coreEndedText(exit)),
    );
    this.libraryClosed();
  }

  private fail(error: CoreTransportError): void {
    if (this.state.kind === 'opening') this.state.fail(error);
    if (this.state.kind === 'open') this.over(error);
  }

  /** The core can't be used any more: all that waits for it is told. */
  private over(error: CoreTransportError): void {
    this.state = { kind: 'over', why: error };
    this.commands.reject(error);
    this.buffer.close(error);
  }

  private async stop(): Promise<void> {
    const child = this.child;
    if (this.state.kind === 'opening')
      await this.within(
        CLOSE_MS,
        this.opened?.catch(() => undefined),
      );
    if (this.state.kind === 'open' && child !== undefined) {
      this.state = { kind: 'closing' };
      await this.within(DRAIN_MS, this.commands.idle());
      const closed = new Promise<void>((resolve) => (this.libraryClosed = resolve));
      child.post({ kind: 'close' });
      await this.within(CLOSE_MS, closed);
      await this.within(EXIT_MS, child.ended);
    }
    const closed = new CoreTransportError('closed', coreClosedText);
    this.fail(closed);
    this.commands.reject(new CoreTransportError('lost', coreStoppedText));
    this.buffer.close();
    this.state = { kind: 'over', why: closed };
    child?.kill();
    await child?.ended;
  }

  private async within(ms: number, promise: Promise<unknown> | undefined): Promise<void> {
    const abort = new AbortController();
    await Promise.race([promise, this.clock.sleep(ms, abort.signal)]);
    abort.abort();
  }
}
