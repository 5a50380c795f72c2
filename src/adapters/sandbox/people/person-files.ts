import { finishUpload, finishUploadLater } from '../model/person-uploads.js';
import { knownServers } from '../model/file-servers.js';
import type { World } from '../model/world.js';
import type { PersonMessages, SayOptions } from './person-messages.js';

export interface FileOptions extends SayOptions {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly text?: string;
  readonly servers?: readonly string[];
  /** The upload ends only with `finishUpload`. */
  readonly held?: boolean;
  /** `held`: the download moves only with `letThrough`; a number: milliseconds a chunk. */
  readonly pace?: 'held' | number;
  /** Size that the message states, when it lies. */
  readonly statedSize?: number;
  /** The agent's core refuses to receive it. */
  readonly prohibited?: string;
}

/** Files that a person sends and receives. */
export class PersonFiles {
  private readonly world: World;
  private readonly messages: PersonMessages;

  constructor(world: World, messages: PersonMessages) {
    this.world = world;
    this.messages = messages;
  }

  /** Sends a message with a file; its bytes are kept on the file servers of the sandbox. */
  async send(
    conversation: number,
    options: FileOptions,
  ): Promise<{ readonly message: number; readonly offer: number }> {
    const { world } = this;
    const message = this.messages.compose(conversation, options.text ?? '', {
      type: 'file',
      ...options,
    });
    const offer = world.offers.add({
      id: world.next('network'),
      message: message.id,
      name: options.name,
      size: options.statedSize ?? options.bytes.length,
      servers: options.servers ?? knownServers,
      state: 'uploading',
      ...(options.held === true ? { held: true } : {}),
      ...(options.pace === undefined ? {} : { pace: options.pace }),
      ...(options.prohibited === undefined ? {} : { prohibited: options.prohibited }),
    });
    message.file = offer.id;
    await world.work(() => world.keeper.writeBytes(offer.id, options.bytes));
    this.messages.dispatch(message);
    if (options.held !== true) finishUploadLater(world, offer.id);
    return { message: message.id, offer: offer.id };
  }

  /** Ends an upload that was held. */
  finishUpload(offer: number): void {
    finishUpload(this.world, offer);
  }

  /** Lets `chunks` more chunks of a download with pace `held` through; all of them without a number. */
  letThrough(offer: number, chunks = Number.MAX_SAFE_INTEGER): void {
    this.world.flow.grant(offer, chunks);
  }

  /** Takes a file back. */
  cancel(offer: number): void {
    this.world.offers.edit(offer).state = 'cancelled';
    this.world.toAgent({ kind: 'file-cancelled', offer });
    this.drop(offer);
  }

  /** The file servers delete the file: its time is over. */
  expire(offer: number): void {
    this.world.offers.edit(offer).state = 'expired';
    this.world.flow.grant(offer, Number.MAX_SAFE_INTEGER);
    this.drop(offer);
  }

  private drop(offer: number): void {
    void this.world.work(() => this.world.keeper.dropBytes(offer));
  }

  /** The bytes of a file that the agent sent. */
  download(offer: number): Promise<Uint8Array> {
    return this.world.keeper.readBytes(offer);
  }
}
