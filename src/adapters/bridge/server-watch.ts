import type { ClockPort } from '../../ports/clock.js';
import type { DaemonClient } from './daemon-client.js';
import type { Params } from './exchange.js';

const RETRY_MS = 1_000;

/** What the watch tells. */
export interface WatchEvents {
  /** The server answers; listening waits for the promise. */
  reached(): Promise<void>;
  /** The server is there, for the first time or again, and its changes are heard from now on. */
  connected(): void;
  /** The stream was opened again for a new set of chats; changes in between were not heard. */
  resumed(): void;
  /** The set of chats changed. */
  listChanged(): void;
  /** The resource at `uri` changed. */
  updated(uri: string): void;
}

/** Hears of changes of the server's resources over one stream, opened again whenever it ends. */
export class ServerWatch {
  constructor(
    private readonly client: DaemonClient,
    private readonly clock: ClockPort,
    private readonly events: WatchEvents,
  ) {}

  /** Runs until `signal` is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    let acknowledged = (): void => {
      this.events.connected();
    };
    while (!signal.aborted) {
      const end = await this.listen(signal, acknowledged).catch(() => 'ended' as const);
      const { events } = this;
      acknowledged =
        end === 'ended'
          ? () => {
              events.connected();
            }
          : () => {
              events.resumed();
            };
      if (end === 'ended') await this.clock.sleep(RETRY_MS, signal);
    }
  }

  /** Listens to all resources of the list, until it changes or the stream ends. */
  private async listen(
    signal: AbortSignal,
    acknowledged: () => void,
  ): Promise<'list-changed' | 'ended'> {
    const list = await this.client.request('resources/list', {}, { signal, impatient: true });
    await this.events.reached();
    const changed = new AbortController();
    await this.client
      .request(
        'subscriptions/listen',
        { notifications: { resourcesListChanged: true, resourceSubscriptions: urisOf(list) } },
        {
          signal: AbortSignal.any([signal, changed.signal]),
          impatient: true,
          onNotification: (method, params) => {
            if (method === 'notifications/subscriptions/acknowledged') acknowledged();
            else
              this.heard(method, params, () => {
                changed.abort();
              });
          },
        },
      )
      .catch((error: unknown) => {
        if (!changed.signal.aborted) throw error;
      });
    return changed.signal.aborted ? 'list-changed' : 'ended';
  }

  private heard(method: string, params: Params, relisten: () => void): void {
    switch (method) {
      case 'notifications/resources/list_changed':
        this.events.listChanged();
        relisten();
        return;
      case 'notifications/resources/updated':
        if (typeof params['uri'] === 'string') this.events.updated(params['uri']);
        return;
    }
  }
}

function urisOf(list: Params): readonly string[] {
  const resources: readonly unknown[] = Array.isArray(list['resources']) ? list['resources'] : [];
  return resources.flatMap((resource) => {
    const uri = (resource as { uri?: unknown } | null)?.uri;
    return typeof uri === 'string' ? [uri] : [];
  });
}
