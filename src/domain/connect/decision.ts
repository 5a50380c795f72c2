import type { ConnectRequest, Subject } from '../action/request.js';
import { chatKind, contactKind, type Chat, type ChatKind } from '../chat/chat.js';
import type { ConnectionPlan, JoinMethod } from '../chat/connection.js';
import { chatId } from '../chat/ref.js';
import { isNameTarget } from './target.js';

/** What `connect` does about a plan (api 1.2). */
export type ConnectDecision =
  /** The text of the tool error. */
  | { readonly kind: 'refused'; readonly text: string }
  /** The agent has the chat already. */
  | { readonly kind: 'known'; readonly chat: Chat }
  | { readonly kind: 'join'; readonly method: JoinMethod; readonly request: ConnectRequest };

/** The arguments of a call. */
export interface ConnectArguments {
  /** Without whitespace. */
  readonly target: string;
  readonly incognito: boolean;
  readonly message: string | null;
}

export function decideConnect(args: ConnectArguments, plan: ConnectionPlan): ConnectDecision {
  const join = joinOf(plan);
  switch (join.kind) {
    case 'refused':
      return {
        kind: 'refused',
        text: `${args.target} can't be joined now: ${plan.stateWord}.`,
      };
    case 'known':
      return join;
    case 'join':
      if (args.message !== null && !join.takesMessage) {
        return {
          kind: 'refused',
          text: `message: ${args.target} is not a contact or business address with short link data, or its contact exists without a connection.`,
        };
      }
      return { kind: 'join', method: join.method, request: connectRequest(args, plan) };
  }
}

type Join =
  | { readonly kind: 'refused' }
  | { readonly kind: 'known'; readonly chat: Chat }
  | { readonly kind: 'join'; readonly method: JoinMethod; readonly takesMessage: boolean };

function joinOf(plan: ConnectionPlan): Join {
  switch (plan.state) {
    case 'ok':
      return newJoin(plan);
    case 'connecting-confirm-reconnect':
      return plan.linkType === 'invitation' ? { kind: 'refused' } : newJoin(plan);
    case 'known':
      return knownJoin(plan.chat);
    case 'contact-via-address':
      return viaAddressJoin(plan);
    case 'own-link':
    case 'connecting':
    case 'connecting-prohibit':
    case 'other':
      return { kind: 'refused' };
  }
}

function newJoin({ linkType, data, handle }: ConnectionPlan): Join {
  if (data === undefined)
    return { kind: 'join', method: { kind: 'link', handle }, takesMessage: false };
  return linkType === 'group'
    ? { kind: 'join', method: { kind: 'prepare-group', handle }, takesMessage: false }
    : {
        kind: 'join',
        method: { kind: 'prepare-contact', handle },
        takesMessage: linkType === 'address',
      };
}

function knownJoin(chat: Chat | undefined): Join {
  if (chat === undefined) return { kind: 'refused' };
  if (!chat.prepared) return { kind: 'known', chat };
  return chat.kind === 'contact'
    ? {
        kind: 'join',
        method: { kind: 'prepared-contact', contactId: chatId(chat.ref) },
        takesMessage: true,
      }
    : {
        kind: 'join',
        method: { kind: 'prepared-group', groupId: chatId(chat.ref) },
        takesMessage: chat.groupType === 'business',
      };
}

function viaAddressJoin({ linkType, chat }: ConnectionPlan): Join {
  if (linkType !== 'address' || chat === undefined) return { kind: 'refused' };
  const method: JoinMethod = { kind: 'contact-via-address', contactId: chatId(chat.ref) };
  return { kind: 'join', method, takesMessage: false };
}

function connectRequest(args: ConnectArguments, plan: ConnectionPlan): ConnectRequest {
  const { data, chat } = plan;
  const description = data?.shortDescription ?? chat?.shortDescription;
  const welcome = data?.welcome ?? chat?.welcome;
  return {
    tool: 'connect',
    ...args,
    subject: connectSubject(args.target, plan),
    ...(description === undefined ? {} : { description }),
    ...(welcome === undefined ? {} : { welcome }),
  };
}

function connectSubject(target: string, plan: ConnectionPlan): Subject {
  const name = plan.data?.name ?? plan.chat?.name;
  return {
    kind: planKind(plan),
    ...(name === undefined || name === '' ? {} : { name }),
    ...(isNameTarget(target) ? { simplexName: target } : {}),
  };
}

/** KIND of what is behind a link. */
export function planKind({ linkType, business, channel, data, chat }: ConnectionPlan): ChatKind {
  if (chat !== undefined) return chatKind(chat);
  if (linkType === 'group') return channel ? 'channel' : 'group';
  return business ? 'business' : contactKind(data?.peerType);
}
