import type { Readable, Writable } from 'node:stream';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { chatsUri } from '../../domain/chat/resource-uri.js';
import type { BridgePort, BridgeService } from '../../ports/bridge.js';
import type { ClockPort } from '../../ports/clock.js';
import type { DaemonPort } from '../../ports/daemon.js';
import { ChannelNotices } from './channel-notices.js';
import { DaemonClient, type Patience } from './daemon-client.js';
import { HostSession } from './host-session.js';
import { ServerWatch } from './server-watch.js';

/** A host waits for the answer to its first message at most so long for the server's own instructions. */
const FIRST_ANSWER_MS = 1_000;

const PATIENCE: Patience = { downMs: 5_000, startingMs: 30_000 };

/** The streams between host and bridge. */
export interface BridgeStreams {
  readonly input: Readable;
  readonly output: Writable;
}

/** Serves an MCP host over stdio, of either protocol era, by the server of the agent. */
export class StdioBridge implements BridgePort {
  /** `report` gets failures to log; stdout belongs to the host. */
  constructor(
    private readonly daemon: DaemonPort,
    private readonly clock: ClockPort,
    private readonly streams: BridgeStreams,
    private readonly report: (error: Error) => void,
    private readonly patience = PATIENCE,
  ) {}

  async run(service: BridgeService): Promise<void> {
    const { clock, streams } = this;
    const stop = new AbortController();
    const name = { name: 'simplex-mcp-bridge', version: service.version };
    const client = new DaemonClient(this.daemon, clock, name, this.patience);
    let session: HostSession | undefined;
    /** The host may know an offer that is not the server's, or not the present one. */
    let stale = false;
    const handle = serveStdio(
      async ({ era }) => {
        const own = await this.instructions(client, stop.signal);
        stale ||= own === undefined;
        session = new HostSession(service, client, era, own ?? service.offline.instructions);
        return session.server;
      },
      {
        transport: new StdioServerTransport(streams.input, streams.output),
        onerror: this.report,
      },
    );
    const notices = new ChannelNotices(
      client,
      service.agent,
      service.channel === 'text',
      stop.signal,
      async (event) => {
        await session?.pushChannel(event);
      },
    );
    const channel = service.channel !== 'off';
    /** Before and after listening begins, so that nothing is missed in between. */
    const look = async (): Promise<void> => {
      if (channel) await notices.look();
    };
    const watch = new ServerWatch(client, clock, {
      reached: look,
      connected() {
        if (stale) session?.offerChanged();
        stale = true;
        void look();
      },
      resumed() {
        session?.updated(chatsUri(service.agent));
        void look();
      },
      listChanged() {
        session?.listChanged();
      },
      updated(uri) {
        session?.updated(uri);
        if (channel) notices.updated(uri);
      },
    });
    const watching = watch.run(stop.signal);
    await closed(streams);
    stop.abort();
    await handle.close();
    await watching;
  }

  /** The server's instructions, when it answers at once. */
  private async instructions(
    client: DaemonClient,
    stopped: AbortSignal,
  ): Promise<string | undefined> {
    const late = new AbortController();
    const stopTimer = this.clock.once(FIRST_ANSWER_MS, () => {
      late.abort();
    });
    try {
      const signal = AbortSignal.any([stopped, late.signal]);
      const found = await client.request('server/discover', {}, { signal, impatient: true });
      return typeof found['instructions'] === 'string' ? found['instructions'] : undefined;
    } catch {
      return undefined;
    } finally {
      stopTimer();
    }
  }
}

/** Resolves when the host is gone. */
function closed({ input, output }: BridgeStreams): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      resolve();
    };
    input.once('end', done).once('close', done).once('error', done);
    output.once('close', done).once('error', done);
  });
}
