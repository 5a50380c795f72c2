import { coreErrors } from '../model/core-errors.js';
import type { AgentContext } from './context.js';
import { Downloads } from './downloads.js';
import { Uploads } from './uploads.js';

/** Files of the agent's chats, in both directions. */
export class Transfers {
  readonly downloads: Downloads;
  readonly uploads: Uploads;
  private readonly core: AgentContext;

  constructor(core: AgentContext) {
    this.core = core;
    this.downloads = new Downloads(core);
    this.uploads = new Uploads(core);
  }

  /** Servers of a file; `undefined` while it is uploaded. */
  servers(fileId: number): readonly string[] | undefined {
    const offer = this.core.world.offers.get(this.core.world.files.get(fileId)?.offer);
    return offer === undefined || offer.state === 'uploading' ? undefined : offer.servers;
  }

  async cancel(fileId: number): Promise<void> {
    const { files } = this.core.world;
    if (files.get(fileId) === undefined) throw coreErrors.fileNotFoundToCancel(fileId);
    const file = files.edit(fileId);
    if (file.direction === 'sent') this.uploads.cancel(file);
    else await this.downloads.cancel(file);
  }

  /** Goes on with what the last run left. */
  resume(): void {
    this.downloads.resume();
    this.uploads.resume();
  }

  stop(): void {
    this.downloads.stop();
    this.uploads.stop();
  }
}
