import { z } from 'zod';
import type { ChatRef } from '../../domain/chat/ref.js';
import { ChatError } from '../../ports/chat.js';
import { cancelFile, receiveFile } from './codec/commands-file.js';
import { itemInfoServers } from './codec/decode-file.js';

import type { CoreSession } from './core-session.js';
import type { KnownFileServers } from './file-servers.js';
import type { SimplexChats } from './simplex-chat-chats.js';
import { anything } from './codec/schema.js';

const accepted = z.unknown().transform(() => 'accepted' as const);
const cancelledBySender = z.unknown().transform(() => 'cancelled' as const);

/** Transfers of files. */
export class SimplexFiles {
  readonly #core: CoreSession;
  readonly #chats: SimplexChats;
  readonly #known: KnownFileServers;

  constructor(core: CoreSession, chats: SimplexChats, known: KnownFileServers) {
    this.#core = core;
    this.#chats = chats;
    this.#known = known;
  }

  /** From the core where it tells them (7.1), else as they were in the file's description. */
  async servers(
    ref: ChatRef,
    itemId: number,
    fileId: number,
  ): Promise<readonly string[] | undefined> {
    const read = await this.#chats.itemInfo(ref, itemId);
    return itemInfoServers(read?.info) ?? (await this.#known.get(fileId));
  }

  async receive(fileId: number, path: string, approveServers: boolean): Promise<void> {
    const answer = await this.#core.run(receiveFile(fileId, path, approveServers), {
      rcvFileAccepted: accepted,
      rcvFileAcceptedSndCancelled: cancelledBySender,
    });
    if (answer === 'accepted') return;
    throw new ChatError('The sender cancelled the file.', { kind: 'other' });
  }

  async cancel(fileId: number): Promise<void> {
    await this.#core.run(cancelFile(fileId), {
      rcvFileCancelled: anything,
      sndFileCancelled: anything,
    });
  }
}
