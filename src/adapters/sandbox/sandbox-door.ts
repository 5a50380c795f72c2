import { SandboxDoorError, type SandboxDoorPort } from '../../ports/sandbox.js';
import { OwnerConsole, type ConsoleStreams } from './owner/console.js';
import { SandboxOwnerClient } from './owner/sandbox-owner-client.js';

/** The owner's place through the socket of the sandbox's folder. */
export class SandboxDoor implements SandboxDoorPort {
  constructor(
    private readonly folder: string,
    private readonly streams: ConsoleStreams,
  ) {}

  async sit(): Promise<'server' | 'person'> {
    const owner = await this.connect();
    const left = new Promise<'server' | 'person'>((resolve) => {
      const console = new OwnerConsole(this.streams, () => {
        resolve('person');
      });
      const end = (): void => {
        console.close();
        resolve('server');
      };
      this.take(owner, console).catch(end);
      void owner.gone().then(end);
    });
    const by = await left;
    owner.close();
    return by;
  }

  private async take(owner: SandboxOwnerClient, console: OwnerConsole): Promise<void> {
    const link = (await owner.joined()) ? undefined : await owner.openLink();
    if (link !== undefined) await owner.join(link);
    await console.open(owner);
  }

  private async connect(): Promise<SandboxOwnerClient> {
    try {
      return await SandboxOwnerClient.open(this.folder);
    } catch (error) {
      throw new SandboxDoorError('No server of this agent runs on the sandbox network.', {
        cause: error,
      });
    }
  }
}
