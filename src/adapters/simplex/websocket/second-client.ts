import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ClockPort } from '../../../ports/clock.js';
import type { CoreReply } from '../transport.js';

/** Events asked for in a round. Each comes to us with a chance of about a half while another client reads too. */
const PROBES = 8;
/** How long to wait for those events once the commands are answered (milliseconds). */
const WAIT_MS = 3000;
const ROUND_MS = 5 * 60_000;

const DOMAIN = '.second-client.invalid';
const event = z.looseObject({ type: z.literal('hostConnected'), transportHost: z.string() });

/**
 * Finds out whether another client shares the core's events. SimpleX puts its events in one queue, of which each
 * client takes some; it has no command that lists its clients. But it has one, `/debug event`, that puts an event
 * in that queue: when one of ours does not come back, another client has it.
 */
export class SecondClientWatch {
  private readonly name = randomUUID();
  private readonly expected = new Set<string>();
  private round = 0;
  private arrived = (): void => undefined;
  private warned = false;
  private abort = new AbortController();

  /** `found` is called once each time another client is found where there was none before. */
  constructor(
    private readonly send: (command: string) => Promise<CoreReply>,
    private readonly clock: ClockPort,
    private readonly found: () => void,
  ) {}

  /** Looks now and from time to time, until `stop` or until the core refuses the command. Never rejects. */
  async run(): Promise<void> {
    this.abort.abort();
    const abort = new AbortController();
    this.abort = abort;
    while (!abort.signal.aborted && (await this.look(abort.signal))) {
      await this.clock.sleep(ROUND_MS, abort.signal);
    }
  }

  stop(): void {
    this.abort.abort();
  }

  /** Whether the event is one of the probes, which nobody else needs to see. */
  take(reply: CoreReply): boolean {
    if (reply.kind !== 'result') return false;
    const host = event.safeParse(reply.value).data?.transportHost;
    if (host === undefined || !host.endsWith(DOMAIN)) return false;
    // Another server like this one: its probe came to us.
    if (!host.startsWith(`${this.name}-`)) this.warn();
    this.expected.delete(host);
    if (this.expected.size === 0) this.arrived();
    return true;
  }

  /** Whether it makes sense to look again. */
  private async look(signal: AbortSignal): Promise<boolean> {
    this.round += 1;
    this.expected.clear();
    const hosts = Array.from(
      { length: PROBES },
      (_, index) => `${this.name}-${this.round}-${index}${DOMAIN}`,
    );
    for (const host of hosts) this.expected.add(host);
    const all = new Promise<void>((resolve) => (this.arrived = resolve));
    try {
      for (const transportHost of hosts) {
        const probe = { type: 'hostConnected', protocol: 'smp', transportHost };
        const reply = await this.send(`/debug event ${JSON.stringify(probe)}`);
        if (reply.kind === 'error') return false;
      }
    } catch {
      // The connection is lost: the next one looks again.
      return false;
    }
    const late = new AbortController();
    const stop = (): void => late.abort();
    signal.addEventListener('abort', stop, { once: true });
    await Promise.race([all, this.clock.sleep(WAIT_MS, late.signal)]);
    signal.removeEventListener('abort', stop);
    late.abort();
    if (signal.aborted) return false;
    if (this.expected.size > 0) this.warn();
    else this.warned = false;
    return true;
  }

  private warn(): void {
    if (this.warned) return;
    this.warned = true;
    this.found();
  }
}
