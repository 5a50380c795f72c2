import { coreClosedText, coreStoppedText } from '../../../domain/core/native-text.js';
import {
  answerLostText,
  connectedAgainText,
  connectionLostText,
  notConnectedText,
  secondClientText,
  unreachableText,
  unreadRequestText,
} from '../../../domain/core/websocket-text.js';
import type { ClockPort, StopTimer } from '../../../ports/clock.js';
import { CommandsUnderWay } from '../commands-under-way.js';
import { EventBuffer } from '../event-buffer.js';
import { checkedCommand, malformedEvent } from '../reply.js';
import {
  type CoreEvent,
  type CoreReply,
  type CoreTransport,
  CoreTransportError,
} from '../transport.js';
import { type Connection, connect } from './connection.js';
import { readFrame } from './frame.js';
import { SecondClientWatch } from './second-client.js';

export interface WebSocketTransportOptions {
  /** `ws://HOST:PORT`, checked by parseCoreOption. */
  readonly url: string;
  /** How long a connection may take (milliseconds). */
  readonly connectMs?: number;
}

const CONNECT_MS = 5000;
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 30_000;
/** A connection whose other side does not answer a ping within this time is lost (milliseconds). */
const PING_MS = 30_000;
const CORR_ID = /^[1-9]\d{0,14}$/;
const DRAIN_MS = 2000;
const EXIT_MS = 1000;

type State = 'new' | 'connecting' | 'connected' | 'lost' | 'closed';

/**
 * A core that runs by itself, `simplex-chat -p PORT`. It is left running and is not started or stopped here. A lost
 * connection is made again, for as long as it takes; what was under way is never sent a second time.
 */
export class WebSocketTransport implements CoreTransport {
  private readonly commands = new CommandsUnderWay<CoreReply>();
  private readonly buffer = new EventBuffer<CoreEvent>();
  private readonly watch: SecondClientWatch;
  private readonly stopping = new AbortController();
  private state: State = 'new';
  private connection: Connection | undefined;
  private reading: Promise<void> = Promise.resolve();
  private closing: Promise<void> | undefined;

  /** `notice`: a line for the person who runs the server, about a loss, a return or a second client. */
  constructor(
    private readonly options: WebSocketTransportOptions,
    private readonly clock: ClockPort,
    private readonly notice: (line: string) => void,
  ) {
    this.watch = new SecondClientWatch(
      (command) => this.send(command),
      clock,
      () => notice(secondClientText(options.url)),
    );
  }

  get events(): AsyncIterable<CoreEvent> {
    return this.buffer;
  }

  async open(): Promise<void> {
    if (this.state === 'closed') throw new CoreTransportError('closed', coreClosedText);
    if (this.state !== 'new') throw new Error('A core is opened once.');
    this.state = 'connecting';
    try {
      await this.connect();
    } catch (error) {
      const failure = this.connectFailure(error);
      this.state = 'closed';
      this.buffer.close(failure);
      throw failure;
    }
  }

  async send(command: string): Promise<CoreReply> {
    const cmd = checkedCommand(command);
    if (this.state === 'lost') {
      throw new CoreTransportError('unreachable', notConnectedText(this.options.url));
    }
    if (this.state !== 'connected' || this.closing !== undefined) {
      throw new CoreTransportError('closed', coreClosedText);
    }
    const { id, answer } = this.commands.add();
    this.connection?.write(`${id}`, cmd);
    return answer;
  }

  close(): Promise<void> {
    this.closing ??= this.stop();
    return this.closing;
  }

  private async connect(): Promise<void> {
    const connection = await connect(this.options.url, this.options.connectMs ?? CONNECT_MS);
    if (this.stopping.signal.aborted) {
      connection.terminate();
      throw new Error('closed');
    }
    if (this.state === 'lost') this.buffer.put({ kind: 'reconnected' });
    this.connection = connection;
    this.state = 'connected';
    this.reading = this.read(connection);
    void this.watch.run();
  }

  private async read(connection: Connection): Promise<void> {
    const stopPings = this.pingRegularly(connection);
    for await (const json of connection.frames) this.take(json);
    stopPings();
    this.watch.stop();
    if (this.closing !== undefined) return;
    this.state = 'lost';
    this.commands.reject(new CoreTransportError('lost', answerLostText(this.options.url)));
    this.notice(connectionLostText(this.options.url));
    void this.reconnect();
  }

  private take(json: unknown): void {
    const frame = readFrame(json);
    switch (frame.kind) {
      case 'answer':
        // An answer to what was given up already, or to nothing of ours, is of no use to anybody.
        if (CORR_ID.test(frame.corrId)) this.commands.resolve(Number(frame.corrId), frame.reply);
        return;
      case 'event':
        if (!this.watch.take(frame.reply)) this.buffer.put(frame.reply);
        return;
      case 'unread-request':
        this.commands.reject(new CoreTransportError('lost', unreadRequestText(this.options.url)));
        return;
      case 'malformed':
        this.buffer.put(malformedEvent);
    }
  }

  private async reconnect(): Promise<void> {
    const { signal } = this.stopping;
    for (let ms = FIRST_RETRY_MS; ; ms = Math.min(ms * 2, LAST_RETRY_MS)) {
      await this.clock.sleep(ms, signal);
      if (signal.aborted) return;
      try {
        await this.connect();
        break;
      } catch {
        // The next attempt is later; the loss was told.
      }
    }
    this.notice(connectedAgainText(this.options.url));
  }

  private pingRegularly(connection: Connection): StopTimer {
    let answered = true;
    return this.clock.every(PING_MS, () => {
      if (!answered) {
        connection.terminate();
        return;
      }
      answered = false;
      connection.ping(() => (answered = true));
    });
  }

  private connectFailure(error: unknown): CoreTransportError {
    if (this.closing !== undefined) return new CoreTransportError('closed', coreClosedText);
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    const detail = code ?? (error instanceof Error ? error.message : 'no answer');
    const text = unreachableText(this.options.url, detail);
    return new CoreTransportError('unreachable', text, { cause: error });
  }

  private async stop(): Promise<void> {
    if (this.state === 'connected') {
      this.watch.stop();
      await this.within(DRAIN_MS, this.commands.idle());
    }
    this.stopping.abort();
    this.connection?.close();
    await this.within(EXIT_MS, this.reading);
    this.connection?.terminate();
    this.state = 'closed';
    this.commands.reject(new CoreTransportError('lost', coreStoppedText));
    this.buffer.close();
  }

  private async within(ms: number, promise: Promise<unknown>): Promise<void> {
    const abort = new AbortController();
    await Promise.race([promise, this.clock.sleep(ms, abort.signal)]);
    abort.abort();
  }
}
