import { open, readFile, rm, stat, type FileHandle } from 'node:fs/promises';

import { ChatError } from '../../../ports/chat.js';
import { tellPeople } from '../model/audience.js';
import { coreErrors, expiredFileText } from '../model/core-errors.js';
import { chunkSizes, serverHost } from '../model/file-flow.js';
import { knownServers } from '../model/file-servers.js';
import type { FileRow, ItemRow, OfferRow } from '../model/rows.js';
import type { AgentContext } from './context.js';

/** Files of the agent's chats: what is offered, received and sent. */
export class Transfers {
  private readonly core: AgentContext;
  private readonly running = new Map<number, AbortController>();

  constructor(core: AgentContext) {
    this.core = core;
  }

  private views(file: Readonly<FileRow>): {
    fileId: number;
    item: ReturnType<AgentContext['store']['itemView']>;
  } {
    const { world, store } = this.core;
    return { fileId: file.id, item: store.itemView(world.items.need(file.item)) };
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
    if (this.unknownHosts(world.offers.need(offerId)).length > 0 && file.approved !== true) {
      void this.core.world.work(() => this.returnToOffer(file));
    } else {
      this.download(file.id);
    }
  }

  private unknownHosts(offer: Readonly<OfferRow>): string[] {
    return offer.servers.filter((server) => !knownServers.includes(server)).map(serverHost);
  }

  /** The core gives an accepted file back: it is on offer again, and nothing is left at its path. */
  private async returnToOffer(file: FileRow): Promise<void> {
    file.status = { kind: 'invited' };
    if (file.path !== undefined) await rm(file.path, { force: true });
    this.core.events.push({ kind: 'item-updated', item: this.views(file).item });
  }

  servers(fileId: number): readonly string[] | undefined {
    const offer = this.core.world.offers.get(this.core.world.files.get(fileId)?.offer);
    return offer === undefined || offer.state === 'uploading' ? undefined : offer.servers;
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
      file.status = { kind: 'invited' };
      throw error;
    }
    const offer = world.offers.need(file.offer);
    if (offer.state === 'uploading') return;
    const unknown = this.unknownHosts(offer);
    if (unknown.length > 0 && !approveServers) {
      await this.returnToOffer(file);
      throw coreErrors.serversNotApproved(unknown);
    }
    world.after(0, () => {
      this.download(fileId);
    });
  }

  /** Goes on with the transfers of the last run. */
  resume(): void {
    const { files, offers } = this.core.world;
    for (const file of [...files.all()]) {
      const offer = offers.need(file.offer);
      const ready = offer.state === 'ready' || offer.state === 'expired';
      const started = file.status.kind === 'accepted' || file.status.kind === 'transfer';
      if (file.direction === 'received' && started && ready) this.download(file.id);
      if (file.direction === 'sent' && offer.state === 'uploading') this.upload(file.id);
    }
  }

  stop(): void {
    for (const running of this.running.values()) running.abort();
    this.running.clear();
  }

  private begin(fileId: number): AbortSignal | undefined {
    if (this.running.has(fileId)) return undefined;
    const controller = new AbortController();
    this.running.set(fileId, controller);
    return controller.signal;
  }

  private end(fileId: number): void {
    this.running.get(fileId)?.abort();
    this.running.delete(fileId);
  }

  private download(fileId: number): void {
    const status = this.core.world.files.get(fileId)?.status.kind;
    if (status !== 'accepted' && status !== 'transfer') return;
    const signal = this.begin(fileId);
    if (signal === undefined) return;
    void this.core.world.work(() => this.copyDown(fileId, signal));
  }

  private async copyDown(fileId: number, signal: AbortSignal): Promise<void> {
    const { world, events } = this.core;
    let failure: string | undefined;
    try {
      failure = await this.copyChunks(fileId, signal);
    } catch (error) {
      failure = `Error: ${error instanceof Error ? error.message : String(error)}`;
    }
    if (signal.aborted) return;
    this.running.delete(fileId);
    const file = world.files.edit(fileId);
    if (failure === undefined) {
      file.status = { kind: 'complete' };
      events.push({ kind: 'file-received', ...this.views(file) });
      return;
    }
    file.status = { kind: 'error', error: failure };
    if (file.path !== undefined) await rm(file.path, { force: true });
    events.push({ kind: 'file-receive-failed', error: failure, ...this.views(file) });
  }

  /** Copies what is missing; returns why it can't go on, in the words of the apps. */
  private async copyChunks(fileId: number, signal: AbortSignal): Promise<string | undefined> {
    const { world } = this.core;
    await world.faults.pass('download', 'before');
    if (signal.aborted) return undefined;
    const file = world.files.edit(fileId);
    const offer = world.offers.need(file.offer);
    const fault = world.faults.take('download');
    if (fault !== undefined) return fault.message;
    if (this.isExpired(offer.id)) return expiredFileText;
    if (file.path === undefined) throw new Error('an accepted file has a path');
    const sizes = chunkSizes(file.size);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    let received = file.status.kind === 'transfer' ? file.status.received : 0;
    file.status = { kind: 'transfer', received, total };
    const bytes = await world.keeper.readBytes(offer.id);
    const handle = await openToWrite(file.path);
    try {
      let end = 0;
      for (const size of sizes) {
        end += size;
        if (end <= received) continue;
        if (offer.pace === 'held') await world.flow.take(offer.id, signal);
        else if (offer.pace !== undefined) await world.clock.sleep(offer.pace, signal);
        else await world.wait(world.latency.chunk);
        if (signal.aborted) return undefined;
        if (this.isExpired(offer.id)) return expiredFileText;
        await handle.write(bytes, received, Math.min(end, file.size) - received, received);
        received = end;
        world.files.edit(fileId).status = { kind: 'transfer', received, total };
      }
    } finally {
      await handle.close();
    }
    return undefined;
  }

  private isExpired(offer: number): boolean {
    return this.core.world.offers.need(offer).state === 'expired';
  }

  /** The sender takes the file back. */
  senderCancelled(offerId: number): void {
    const file = this.ofOffer(offerId);
    if (file === undefined || file.status.kind === 'complete') return;
    this.end(file.id);
    const { path } = file;
    file.status = { kind: 'cancelled' };
    if (path !== undefined) void this.core.world.work(() => rm(path, { force: true }));
    this.core.events.push({ kind: 'file-sender-cancelled', ...this.views(file) });
  }

  /** The agent ends a transfer: a received file is on offer again. */
  async cancel(fileId: number): Promise<void> {
    const { world } = this.core;
    if (world.files.get(fileId) === undefined) throw coreErrors.fileNotFoundToCancel(fileId);
    const file = world.files.edit(fileId);
    if (file.direction === 'sent') {
      const offer = world.offers.edit(file.offer);
      if (offer.state === 'cancelled') {
        throw coreErrors.fileCancel(fileId, 'file already cancelled');
      }
      this.end(fileId);
      offer.state = 'cancelled';
      const conversation = world.messages.need(offer.message).conversation;
      tellPeople(world, conversation, { kind: 'file-cancelled', offer: offer.id });
      return;
    }
    if (file.status.kind === 'cancelled') {
      throw coreErrors.fileCancel(fileId, 'file already cancelled');
    }
    if (file.status.kind === 'complete') {
      throw coreErrors.fileCancel(fileId, 'file transfer is complete');
    }
    this.end(fileId);
    file.status = { kind: 'invited' };
    if (file.path !== undefined) await rm(file.path, { force: true });
  }

  /** A message that is sent offers a file; its bytes are read later, as the core does. */
  prepareUpload(item: ItemRow, source: { path: string; name: string; size: number }): void {
    const { world } = this.core;
    if (item.message === undefined) throw new Error('a sent item has a message');
    const offer = world.offers.add({
      id: world.next('network'),
      message: item.message,
      name: source.name,
      size: source.size,
      servers: knownServers,
      state: 'uploading',
    });
    const file = world.files.add({
      id: world.next('file'),
      item: item.id,
      direction: 'sent',
      name: source.name,
      size: source.size,
      offer: offer.id,
      status: { kind: 'sent' },
      path: source.path,
    });
    item.file = file.id;
    world.messages.edit(item.message).file = offer.id;
  }

  upload(fileId: number): void {
    const signal = this.begin(fileId);
    if (signal === undefined) return;
    const { world } = this.core;
    world.after(0, () => {
      void world.work(() => this.copyUp(fileId, signal));
    });
  }

  private async copyUp(fileId: number, signal: AbortSignal): Promise<void> {
    const { world, events } = this.core;
    await world.faults.pass('upload', 'before');
    const file = world.files.get(fileId);
    if (signal.aborted || file?.path === undefined) return;
    const { path } = file;
    try {
      const fault = world.faults.take('upload');
      if (fault !== undefined) throw fault;
      for (let left = chunkSizes(file.size).length; left > 0; left -= 1) {
        await world.wait(world.latency.chunk);
      }
      await world.keeper.writeBytes(file.offer, await readFile(path));
      if (signal.aborted) return;
      this.running.delete(fileId);
      const offer = world.offers.edit(file.offer);
      offer.state = 'ready';
      const conversation = world.messages.need(offer.message).conversation;
      tellPeople(world, conversation, { kind: 'file-described', offer: offer.id });
      if (world.files.get(fileId) !== undefined) {
        events.push({ kind: 'file-sent', path, ...this.views(file) });
      }
    } catch (error) {
      if (signal.aborted) return;
      this.running.delete(fileId);
      world.offers.edit(file.offer).state = 'expired';
      const text = error instanceof ChatError ? error.message : 'Error: the file could not be read';
      events.push({ kind: 'file-send-failed', path, error: text, ...this.views(file) });
    }
  }
}

async function createEmpty(path: string): Promise<void> {
  const there = await stat(path).catch(() => undefined);
  if (there !== undefined) throw coreErrors.fileExists(path);
  try {
    await (await open(path, 'wx', 0o600)).close();
  } catch (error) {
    throw coreErrors.fileWrite(path, error instanceof Error ? error.message : String(error));
  }
}

/** Opens a file that may hold a part already. */
async function openToWrite(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r+');
  } catch {
    return open(path, 'w', 0o600);
  }
}
