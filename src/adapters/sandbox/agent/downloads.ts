import { coreErrors, expiredFileText } from '../model/core-errors.js';
import { chunkSizes, serverHost } from '../model/file-flow.js';
import { knownServers } from '../model/file-servers.js';
import type { FileRow, ItemRow, OfferRow } from '../model/rows.js';
import type { AgentContext } from './context.js';
import { createEmpty, openToWrite, removePart } from './received-path.js';
import { RunningTransfers } from './running-transfers.js';

/** Files that others offer: accepted, received, returned to the offer, cancelled. */
export class Downloads {
  private readonly core: AgentContext;
  private readonly running = new RunningTransfers();

  constructor(core: AgentContext) {
    this.core = core;
  }

  /** A received message offers a file. */
  offered(item: ItemRow, offerId: number): void {
    const { world } = this.core;
    const offer = world.offers.need(offerId);
    const file = world.files.add({
      id: world.next('file'),
      item: item.id,
      direction: 'received',
      name: offer.name,
      size: offer.size,
      offer: offer.id,
      status: offer.state === 'cancelled' ? { kind: 'cancelled' } : { kind: 'invited' },
      ...(offer.prohibited === undefined ? {} : { prohibited: offer.prohibited }),
    });
    item.file = file.id;
  }

  private ofOffer(offer: number): FileRow | undefined {
    const { files } = this.core.world;
    const row = files.find((file) => file.offer === offer && file.direction === 'received');
    return row === undefined ? undefined : files.edit(row.id);
  }

  /** The sender's upload is complete; a file that was accepted before is looked at now. */
  described(offerId: number): void {
    const { world, events } = this.core;
    const file = this.ofOffer(offerId);
    if (file === undefined) return;
    events.push({ kind: 'file-described', fileId: file.id });
    if (file.status.kind !== 'accepted') return;
    if (unknownHosts(world.offers.need(offerId)).length > 0 && file.approved !== true) {
      void world.work(() => this.returnToOffer(file));
    } else {
      this.run(file.id);
    }
  }

  /** The core gives an accepted file back: it is on offer again, and nothing is left at its path. */
  private async returnToOffer(file: FileRow): Promise<void> {
    file.status = { kind: 'invited' };
    await removePart(file.path);
    this.core.events.push({ kind: 'item-updated', item: this.core.fileEvent(file).item });
  }

  async receive(fileId: number, path: string, approveServers: boolean): Promise<void> {
    const { world } = this.core;
    const known = world.files.get(fileId);
    if (known?.direction !== 'received') throw coreErrors.fileNotFoundToReceive(fileId);
    if (known.status.kind === 'cancelled') throw coreErrors.fileCancelled(known.name);
    if (known.status.kind !== 'invited') throw coreErrors.alreadyReceiving(known.name);
    if (known.prohibited !== undefined) throw coreErrors.fileProhibited(known.name);
    const file = world.files.edit(fileId);
    file.status = { kind: 'accepted' };
    file.path = path;
    file.approved = approveServers;
    try {
      await createEmpty(path);
    } catch (error) {
      world.files.edit(fileId).status = { kind: 'invited' };
      throw error;
    }
    const offer = world.offers.need(file.offer);
    if (offer.state === 'uploading') return;
    const unknown = unknownHosts(offer);
    if (unknown.length > 0 && !approveServers) {
      await this.returnToOffer(world.files.edit(fileId));
      throw coreErrors.serversNotApproved(unknown);
    }
    world.after(0, () => {
      this.run(fileId);
    });
  }

  /** Goes on with the downloads of the last run. */
  resume(): void {
    const { files, offers } = this.core.world;
    for (const file of [...files.all()]) {
      const { state } = offers.need(file.offer);
      if (file.direction === 'received' && state !== 'uploading') this.run(file.id);
    }
  }

  stop(): void {
    this.running.endAll();
  }

  private run(fileId: number): void {
    const status = this.core.world.files.get(fileId)?.status.kind;
    if (status !== 'accepted' && status !== 'transfer') return;
    const signal = this.running.begin(fileId);
    if (signal === undefined) return;
    void this.core.world.work(() => this.download(fileId, signal));
  }

  private async download(fileId: number, signal: AbortSignal): Promise<void> {
    const { world, events } = this.core;
    let failure: string | undefined;
    try {
      failure = await this.copyChunks(fileId, signal);
    } catch (error) {
      failure = `Error: ${error instanceof Error ? error.message : String(error)}`;
    }
    if (signal.aborted || world.files.get(fileId) === undefined) return;
    this.running.end(fileId);
    const file = world.files.edit(fileId);
    if (failure === undefined) {
      file.status = { kind: 'complete' };
      events.push({ kind: 'file-received', ...this.core.fileEvent(file) });
      return;
    }
    file.status = { kind: 'error', error: failure };
    await removePart(file.path);
    events.push({ kind: 'file-receive-failed', error: failure, ...this.core.fileEvent(file) });
  }

  /** Copies what is missing; returns why it can't go on, in the words of the apps. */
  private async copyChunks(fileId: number, signal: AbortSignal): Promise<string | undefined> {
    const { world } = this.core;
    await world.rest(world.faults.pass('download', 'before'));
    if (signal.aborted) return undefined;
    const file = world.files.edit(fileId);
    const fault = world.faults.take('download');
    if (fault !== undefined) return fault.message;
    if (this.isExpired(file.offer)) return expiredFileText;
    if (file.path === undefined) throw new Error('an accepted file has a path');
    const sizes = chunkSizes(file.size);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    let received = file.status.kind === 'transfer' ? file.status.received : 0;
    file.status = { kind: 'transfer', received, total };
    const bytes = await world.keeper.readBytes(file.offer);
    const handle = await openToWrite(file.path);
    try {
      let end = 0;
      for (const size of sizes) {
        end += size;
        if (end <= received) continue;
        await this.waitForChunk(file.offer, signal);
        if (signal.aborted) return undefined;
        if (this.isExpired(file.offer)) return expiredFileText;
        await handle.write(bytes, received, Math.min(end, file.size) - received, received);
        received = end;
        world.files.edit(fileId).status = { kind: 'transfer', received, total };
      }
    } finally {
      await handle.close();
    }
    return undefined;
  }

  private async waitForChunk(offerId: number, signal: AbortSignal): Promise<void> {
    const { world } = this.core;
    const { pace } = world.offers.need(offerId);
    if (pace === 'held') await world.rest(world.flow.take(offerId, signal));
    else await world.wait(pace ?? world.latency.chunk, signal);
  }

  private isExpired(offer: number): boolean {
    return this.core.world.offers.need(offer).state === 'expired';
  }

  /** The sender takes the file back. */
  senderCancelled(offerId: number): void {
    const { world, events } = this.core;
    const file = this.ofOffer(offerId);
    if (file === undefined || file.status.kind === 'complete') return;
    this.running.end(file.id);
    file.status = { kind: 'cancelled' };
    void world.work(() => removePart(file.path));
    events.push({ kind: 'file-sender-cancelled', ...this.core.fileEvent(file) });
  }

  /** The agent ends a download: the file is on offer again. */
  async cancel(file: FileRow): Promise<void> {
    if (file.status.kind === 'cancelled') {
      throw coreErrors.fileCancel(file.id, 'file already cancelled');
    }
    if (file.status.kind === 'complete') {
      throw coreErrors.fileCancel(file.id, 'file transfer is complete');
    }
    this.running.end(file.id);
    file.status = { kind: 'invited' };
    await removePart(file.path);
  }
}

/** Hosts of the servers of a file that the agent's core does not know. */
function unknownHosts(offer: Readonly<OfferRow>): string[] {
  return offer.servers.filter((server) => !knownServers.includes(server)).map(serverHost);
}
