import type { ChatEvent } from '../../domain/chat/event.js';
import { decodeError, errorTags } from './codec/decode-error.js';
import { decodeEvent, type ReadEvent } from './codec/decode-event.js';
import type { KnownFileServers } from './file-servers.js';
import type { CatchUp } from './simplex-chat-catch-up.js';
import type { Report } from './report.js';
import { CoreTransportError, type CoreEvent, type CoreTransport } from './transport.js';

/** The core's events for the domain, in order. One that can't be read is reported and left out: the next ones count. */
export class SimplexEvents {
  readonly #transport: CoreTransport;
  readonly #fileServers: KnownFileServers;
  readonly #catchUp: CatchUp;
  readonly #report: Report;

  constructor(
    transport: CoreTransport,
    fileServers: KnownFileServers,
    catchUp: CatchUp,
    report: Report,
  ) {
    this.#transport = transport;
    this.#fileServers = fileServers;
    this.#catchUp = catchUp;
    this.#report = report;
  }

  async *read(): AsyncGenerator<ChatEvent> {
    try {
      for await (const event of this.#transport.events) yield* this.#chatEvents(event);
    } catch (error) {
      if (!(error instanceof CoreTransportError)) throw error;
      yield { kind: 'core-lost', error: error.message };
    }
  }

  async *#chatEvents(event: CoreEvent): AsyncGenerator<ChatEvent> {
    switch (event.kind) {
      case 'result': {
        const read = await this.#readEvent(event.value);
        const news = read === undefined ? undefined : this.#catchUp.news(read);
        if (news !== undefined) yield news;
        return;
      }
      case 'error':
        this.#noteError(event.value);
        return;
      case 'reconnected':
        for (const missed of await this.#catchUp.events()) yield missed;
    }
  }

  async #readEvent(value: unknown): Promise<ChatEvent | undefined> {
    let read: ReadEvent | undefined;
    try {
      read = decodeEvent(value);
    } catch (error) {
      this.#report('SimpleX event', error);
      return undefined;
    }
    await this.#remember(read);
    return read?.event;
  }

  /** The file can be described again only by a newer core, so a failure to save is told. */
  async #remember(read: ReadEvent | undefined): Promise<void> {
    if (read?.fileServers === undefined) return;
    const { fileId, servers } = read.fileServers;
    await this.#fileServers.remember(fileId, servers).catch((error: unknown) => {
      this.#report('servers of a file', error);
    });
  }

  /** Errors of the core beside its answers are about its own upkeep, but for those that it calls critical. */
  #noteError(value: unknown): void {
    const tags = errorTags(value);
    if (tags.includes('CRITICAL')) this.#report('SimpleX core', decodeError(value));
  }
}
