import { z } from 'zod';
import type { Chat } from '../../domain/chat/chat.js';
import type {
  ConnectionPlan,
  JoinMethod,
  JoinOptions,
  JoinResult,
  PlanHandle,
} from '../../domain/chat/connection.js';
import { chatId } from '../../domain/chat/ref.js';
import {
  connectLink,
  connectPreparedContact,
  connectPreparedGroup,
  connectViaAddress,
  planConnection,
  prepareContact,
  prepareGroup,
} from './codec/commands-connect.js';
import type { CoreCommand } from './codec/command.js';
import { chatInfoSchema, contactSchema, groupSchema } from './codec/decode-chat.js';
import { joinHandle, planResultSchema, toPlan } from './codec/decode-plan.js';
import { CoreFormatError } from './codec/read.js';
import type { CoreSession } from './core-session.js';

const preparedResult = z.object({ chat: z.object({ chatInfo: chatInfoSchema }) });

const contactResult = z.object({ contact: contactSchema }).transform(({ contact }): JoinResult => ({
  chat: contact.contact,
  ...(contact.connectionId !== undefined && { connectionId: contact.connectionId }),
}));

const groupResult = z
  .object({ groupInfo: groupSchema })
  .transform(({ groupInfo }): JoinResult => ({ chat: groupInfo }));

/** A connection whose contact or group the core does not know yet. */
const pendingResult = z
  .object({ connection: z.object({ pccConnId: z.number() }) })
  .transform(({ connection }): JoinResult => ({ connectionId: connection.pccConnId }));

/** Links and names: what is behind them, and how they are joined. */
export class SimplexConnections {
  readonly #core: CoreSession;

  constructor(core: CoreSession) {
    this.#core = core;
  }

  async plan(target: string): Promise<ConnectionPlan> {
    const command = planConnection(await this.#core.userId(), target);
    return toPlan(await this.#core.run(command, { connectionPlan: planResultSchema }));
  }

  async join(method: JoinMethod, options: JoinOptions): Promise<JoinResult> {
    switch (method.kind) {
      case 'prepare-contact':
        return this.#joinPrepared(await this.#prepareContact(method.handle), options);
      case 'prepare-group':
        return this.#joinPrepared(await this.#prepareGroup(method.handle), options);
      case 'prepared-contact':
        return this.#joinContact(method.contactId, options);
      case 'prepared-group':
        return this.#joinGroup(method.groupId, options);
      case 'contact-via-address': {
        const userId = await this.#core.userId();
        return this.#core.run(connectViaAddress(userId, method.contactId, options.incognito), {
          sentInvitationToContact: contactResult,
          contactAlreadyExists: contactResult,
        });
      }
      case 'link': {
        const userId = await this.#core.userId();
        const { link } = joinHandle(method.handle);
        return this.#core.run(connectLink(userId, link, options.incognito), {
          sentConfirmation: pendingResult,
          sentInvitation: pendingResult,
          contactAlreadyExists: contactResult,
        });
      }
    }
  }

  async #prepareContact(handle: PlanHandle): Promise<Chat> {
    const { link, data, domain } = joinHandle(handle);
    return this.#prepare(prepareContact(await this.#core.userId(), link, data, domain));
  }

  async #prepareGroup(handle: PlanHandle): Promise<Chat> {
    const { link, data, direct, domain } = joinHandle(handle);
    return this.#prepare(prepareGroup(await this.#core.userId(), link, data, direct, domain));
  }

  async #prepare(command: CoreCommand): Promise<Chat> {
    const { chat } = await this.#core.run(command, { newPreparedChat: preparedResult });
    if (chat.chatInfo !== undefined) return chat.chatInfo.chat;
    throw new CoreFormatError(command.name, 'chat.chatInfo.type', 'contact or group expected');
  }

  /** Data of a business address prepares a group. */
  #joinPrepared(chat: Chat, options: JoinOptions): Promise<JoinResult> {
    const id = chatId(chat.ref);
    return chat.kind === 'contact' ? this.#joinContact(id, options) : this.#joinGroup(id, options);
  }

  #joinContact(contactId: number, options: JoinOptions): Promise<JoinResult> {
    return this.#core.run(connectPreparedContact(contactId, options.incognito, options.message), {
      startedConnectionToContact: contactResult,
      contactAlreadyExists: contactResult,
    });
  }

  #joinGroup(groupId: number, options: JoinOptions): Promise<JoinResult> {
    return this.#core.run(connectPreparedGroup(groupId, options.incognito, options.message), {
      startedConnectionToGroup: groupResult,
    });
  }
}
