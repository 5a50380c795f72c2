import type { z } from 'zod';
import type { User } from '../../domain/chat/chat.js';
import { ChatError } from '../../ports/chat.js';
import type { CoreCommand } from './codec/command.js';
import { showActiveUser, showVersion } from './codec/commands-account.js';
import { userResultSchema, versionResultSchema, type CoreUser } from './codec/decode-account.js';
import { decodeError, errorTags } from './codec/decode-error.js';
import { readResult } from './codec/read.js';
import { isSupported, oldestVersion, parseVersion, type CoreVersion } from './core-version.js';
import { CoreTransportError, type CoreReply, type CoreTransport } from './transport.js';

/** What a command may answer, by tag. */
export type Forms<T> = Readonly<Record<string, z.ZodType<T>>>;

/** Commands to the core of one agent, with their answers read; all failures are ChatErrors. */
export class CoreSession {
  readonly #transport: CoreTransport;
  #version = '';
  #userId: number | undefined;

  constructor(transport: CoreTransport) {
    this.#transport = transport;
  }

  /** Opens the way to the core and refuses a core that is too old. */
  async open(): Promise<void> {
    await this.#transport.open().catch((error: unknown) => {
      throw toChatError(error);
    });
    this.#version = await this.run(showVersion(), { versionInfo: versionResultSchema });
    if (isSupported(this.version)) return;
    await this.#transport.close();
    throw new ChatError(
      `The SimpleX core has version ${this.#version.slice(0, 40)}; version ${oldestVersion} or newer is needed.`,
      { kind: 'other' },
    );
  }

  get versionText(): string {
    return this.#version;
  }

  get version(): CoreVersion {
    return parseVersion(this.#version);
  }

  /** Sends a command and reads its answer. Rejects with ChatError. */
  async run<T>(command: CoreCommand, forms: Forms<T>): Promise<T> {
    const reply = await this.#send(command);
    if (reply.kind === 'error') throw decodeError(reply.value);
    return readResult(command, reply.value, forms);
  }

  /** As `run`, but an error whose tags end with one of `expected` is an answer too: its last tag. */
  async attempt<T>(
    command: CoreCommand,
    forms: Forms<T>,
    expected: readonly string[],
  ): Promise<{ readonly result: T } | { readonly refused: string }> {
    const reply = await this.#send(command);
    if (reply.kind === 'result') return { result: readResult(command, reply.value, forms) };
    const refused = errorTags(reply.value).at(-1);
    if (refused !== undefined && expected.includes(refused)) return { refused };
    throw decodeError(reply.value);
  }

  /** The active user with its profile, or `undefined` when the database has none. */
  async activeUser(): Promise<CoreUser | undefined> {
    const answer = await this.attempt(showActiveUser(), { activeUser: userResultSchema }, [
      'noActiveUser',
    ]);
    if ('refused' in answer) return undefined;
    this.#userId = answer.result.user.userId;
    return answer.result;
  }

  /** Remembers the user, whose number other commands take. */
  use(user: User): User {
    this.#userId = user.userId;
    return user;
  }

  async userId(): Promise<number> {
    if (this.#userId !== undefined) return this.#userId;
    const active = await this.activeUser();
    if (active !== undefined) return active.user.userId;
    throw noUser();
  }

  async #send(command: CoreCommand): Promise<CoreReply> {
    try {
      return await this.#transport.send(command.text);
    } catch (error) {
      throw toChatError(error);
    }
  }
}

/** A command that needs the user came before there is one. */
export function noUser(): ChatError {
  return new ChatError('The SimpleX core has no user.', { kind: 'other' });
}

/** A failure of the way to the core; other errors are bugs and stay what they are. */
export function toChatError(error: unknown): unknown {
  if (!(error instanceof CoreTransportError)) return error;
  const lost = error.kind === 'lost' || error.kind === 'closed';
  return new ChatError(error.message, { kind: lost ? 'core-lost' : 'other' }, { cause: error });
}
