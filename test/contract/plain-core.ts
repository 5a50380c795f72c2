import type { CoreTransport } from '../../src/adapters/simplex/transport.js';

/** JSON of the core, as tests look into it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the tests' own reading of the core's JSON
export type Json = any;

/** Another participant's core, driven by plain commands: nothing of the adapter's codec is used. */
export class PlainCore {
  private readonly transport: CoreTransport;
  private readonly seen: Json[] = [];
  private readonly wakes = new Set<() => void>();

  constructor(transport: CoreTransport) {
    this.transport = transport;
  }

  /** Opens the store, makes a user, and starts with these servers only. */
  async start(
    profile: object,
    servers: { smp: string; xftp: string },
    relay = false,
  ): Promise<void> {
    await this.transport.open();
    void this.readEvents();
    await this.run(
      `/_create user ${JSON.stringify({ profile, pastTimestamp: false, userChatRelay: relay })}`,
    );
    await this.run('/_start main=on');
    await this.useServers(servers);
  }

  /** Replaces the servers that new queues and files are on. */
  async useServers(servers: { smp: string; xftp: string }): Promise<void> {
    const { userServers } = await this.run('/_servers 1');
    const off = (list: Json[]): Json[] => list.map((server) => ({ ...server, enabled: false }));
    const own = (list: Json[], address: string): Json[] => {
      const kept = list.map((one) =>
        one.server === address
          ? { ...one, enabled: true }
          : { ...one, enabled: false, deleted: true },
      );
      const known = list.some((one) => one.server === address);
      const added = { server: address, preset: false, tested: null, enabled: true, deleted: false };
      return known ? kept : [...kept, added];
    };
    const groups = userServers.map((group: Json) =>
      group.operator
        ? {
            ...group,
            operator: { ...group.operator, enabled: false },
            smpServers: off(group.smpServers),
            xftpServers: off(group.xftpServers),
          }
        : {
            ...group,
            smpServers: own(group.smpServers, servers.smp),
            xftpServers: own(group.xftpServers, servers.xftp),
          },
    );
    await this.run(`/_servers 1 ${JSON.stringify(groups)}`);
  }

  /** The answer to a command. Rejects with what the core said of it. */
  async run(command: string): Promise<Json> {
    const reply = await this.transport.send(command);
    if (reply.kind === 'result') return reply.value;
    throw new Error(`${command.slice(0, 200)}: ${JSON.stringify(reply.value).slice(0, 500)}`);
  }

  private async readEvents(): Promise<void> {
    for await (const event of this.transport.events) {
      if (event.kind === 'result') this.seen.push(event.value);
      for (const wake of [...this.wakes]) wake();
    }
  }

  /** The first event, of all so far and to come, for which `pick` gives a value. */
  event<Value>(pick: (event: Json) => Value | undefined): Promise<Value> {
    return this.until(() => {
      for (const event of this.seen) {
        const value = pick(event);
        if (value !== undefined) return Promise.resolve(value);
      }
      return Promise.resolve(undefined);
    });
  }

  /** Looks again after each event until there is something. */
  async until<Value>(look: () => Promise<Value | undefined>): Promise<Value> {
    for (;;) {
      let woken = false;
      let wake = (): void => {
        woken = true;
      };
      const note = (): void => {
        wake();
      };
      this.wakes.add(note);
      const found = await look();
      if (found === undefined && !woken) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      this.wakes.delete(note);
      if (found !== undefined) return found;
    }
  }

  close(): Promise<void> {
    return this.transport.close();
  }
}
