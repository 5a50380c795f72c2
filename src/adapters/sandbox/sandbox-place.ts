import type { SandboxInhabitant, SandboxPort } from '../../ports/sandbox.js';
import type { SandboxNetwork } from './network.js';
import type { OwnerConsole } from './owner/console.js';
import { SandboxOwner } from './owner/sandbox-owner.js';
import { SandboxSocket } from './owner/sandbox-socket.js';

/** The places of a running sandbox that people can take. */
export class SandboxPlace implements SandboxPort {
  private readonly socket: SandboxSocket;

  /** `folder`: the sandbox's folder. `console`: the terminal of this process, when a person sits there. */
  constructor(
    private readonly network: SandboxNetwork,
    folder: string,
    private readonly console: OwnerConsole | undefined,
  ) {
    this.socket = new SandboxSocket(network, folder);
  }

  inhabitants(): readonly SandboxInhabitant[] {
    return this.network.inhabitants();
  }

  async openDoor(): Promise<void> {
    await this.socket.listen();
  }

  get ownerAtTerminal(): boolean {
    return this.console !== undefined;
  }

  async seatOwner(link: string | undefined): Promise<void> {
    if (this.console === undefined) return;
    const owner = new SandboxOwner(this.network);
    if (link !== undefined && !owner.joined) await owner.join(link);
    await this.console.open(owner);
  }

  async close(): Promise<void> {
    this.console?.close();
    await this.socket.close();
  }
}
