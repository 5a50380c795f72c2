import { readFile } from 'node:fs/promises';

import { ChatError } from '../../../ports/chat.js';
import { tellPeople } from '../model/audience.js';
import { coreErrors } from '../model/core-errors.js';
import { chunkSizes } from '../model/file-flow.js';
import { knownServers } from '../model/file-servers.js';
import type { FileRow, ItemRow } from '../model/rows.js';
import type { AgentContext } from './context.js';
import { RunningTransfers } from './running-transfers.js';

/** A file of this computer that a message sends. */
export interface FileSource {
  readonly path: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** Files that the agent sends. Their bytes are read after the message is sent, as the core does. */
export class Uploads {
  private readonly core: AgentContext;
  private readonly running = new RunningTransfers();

  constructor(core: AgentContext) {
    this.core = core;
  }

  /** Gives a sent item its file. */
  prepare(item: ItemRow, source: FileSource): void {
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

  start(fileId: number): void {
    const signal = this.running.begin(fileId);
    if (signal === undefined) return;
    const { world } = this.core;
    world.after(0, () => {
      void world.work(() => this.upload(fileId, signal));
    });
  }

  /** Goes on with the uploads of the last run. */
  resume(): void {
    const { files, offers } = this.core.world;
    for (const file of [...files.all()]) {
      const { state } = offers.need(file.offer);
      if (file.direction === 'sent' && state === 'uploading') this.start(file.id);
    }
  }

  stop(): void {
    this.running.endAll();
  }

  private async upload(fileId: number, signal: AbortSignal): Promise<void> {
    const { world, events } = this.core;
    await world.rest(world.faults.pass('upload', 'before'));
    const file = world.files.get(fileId);
    if (signal.aborted || file?.path === undefined) return;
    const failure = await this.copy(file, file.path, signal);
    if (signal.aborted) return;
    this.running.end(fileId);
    const offer = world.offers.edit(file.offer);
    offer.state = failure === undefined ? 'ready' : 'expired';
    if (failure === undefined) {
      const conversation = world.messages.need(offer.message).conversation;
      tellPeople(world, conversation, { kind: 'file-described', offer: offer.id });
    }
    // The chat may have been deleted meanwhile.
    if (world.files.get(fileId) === undefined) return;
    const { path } = file;
    if (failure === undefined) {
      events.push({ kind: 'file-sent', path, ...this.core.fileEvent(file) });
    } else {
      events.push({ kind: 'file-send-failed', path, error: failure, ...this.core.fileEvent(file) });
    }
  }

  /** Copies the bytes to the file servers; returns why it failed, as the apps would show it. */
  private async copy(
    file: Readonly<FileRow>,
    path: string,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const { world } = this.core;
    try {
      const fault = world.faults.take('upload');
      if (fault !== undefined) throw fault;
      for (let left = chunkSizes(file.size).length; left > 0; left -= 1) {
        await world.wait(world.latency.chunk, signal);
      }
      if (signal.aborted) return undefined;
      await world.keeper.writeBytes(file.offer, await readFile(path));
      return undefined;
    } catch (error) {
      return error instanceof ChatError ? error.message : 'Error: the file could not be read';
    }
  }

  cancel(file: FileRow): void {
    const { world } = this.core;
    const offer = world.offers.edit(file.offer);
    if (offer.state === 'cancelled') {
      throw coreErrors.fileCancel(file.id, 'file already cancelled');
    }
    this.running.end(file.id);
    offer.state = 'cancelled';
    const conversation = world.messages.need(offer.message).conversation;
    tellPeople(world, conversation, { kind: 'file-cancelled', offer: offer.id });
  }
}
