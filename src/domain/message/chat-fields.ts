import { chatType, type Chat, type MenuEntry, type PeerType } from '../chat/chat.js';
import type { ConnectionPlan } from '../chat/connection.js';
import { planKind } from '../connect/decision.js';
import type { ChatRef } from '../chat/ref.js';

export type TypeField = 'contact' | 'group' | 'business' | 'channel';

/** A command or menu of the tool results (api 1.8). */
export type CommandField =
  | { readonly keyword: string; readonly label: string; readonly params?: string }
  | { readonly label: string; readonly commands: readonly CommandField[] };

/** What a plan tells of the other side; absent fields are left out (api 1.2). */
export interface PlanFields {
  readonly name?: string;
  readonly peer_type?: PeerType;
  readonly description?: string;
  readonly welcome?: string;
  readonly commands?: readonly CommandField[];
  readonly known_as?: string;
}

/** The chat fields of `connect` (api 1.2). */
export interface ChatFields extends PlanFields {
  readonly chat: ChatRef;
  readonly type: TypeField;
  readonly name: string;
  readonly simplex_name?: string;
  readonly role?: string;
  readonly connected: boolean;
}

/**
 * The chat fields of a known chat. The plan, where there is one, tells what the chat itself does not: the welcome of
 * a contact and the peer type of a business. `knownAs` is the agent's name in an incognito chat.
 */
export function chatFields(chat: Chat, plan?: ConnectionPlan, knownAs?: string): ChatFields {
  const data = plan?.data;
  const fields = {
    chat: chat.ref,
    type: chatType(chat),
    name: chat.name,
    simplex_name: chat.simplexName,
    peer_type: chat.peerType ?? (chat.kind === 'group' ? data?.peerType : undefined),
    description: chat.shortDescription,
    welcome: chat.welcome ?? (chat.kind === 'contact' ? data?.welcome : undefined),
    commands: commandFields(chat.commands),
    known_as: chat.incognito ? (knownAs ?? chat.knownAs) : undefined,
    role: chat.kind === 'group' ? chat.membership.role : undefined,
    connected: chat.connected,
  };
  return present(fields);
}

/** The fields of a `connect` that is done while the chat is unknown (api 1.2). */
export function unknownChatFields(
  plan: ConnectionPlan,
  knownAs?: string,
): PlanFields & { readonly type: TypeField; readonly connected: false } {
  const { data } = plan;
  return present({
    type: planType(plan),
    connected: false as const,
    name: data?.name,
    peer_type: data?.peerType,
    description: data?.shortDescription,
    welcome: data?.welcome,
    commands: commandFields(data?.commands ?? []),
    known_as: knownAs,
  });
}

function planType(plan: ConnectionPlan): TypeField {
  const kind = planKind(plan);
  return kind === 'bot' || kind === 'agent' ? 'contact' : kind;
}

/** A chat of `list` (api 1.6). */
export interface ListedChatFields {
  readonly chat: ChatRef;
  readonly type: TypeField;
  readonly name: string;
  readonly simplex_name?: string;
  readonly peer_type?: PeerType;
  readonly incognito: boolean;
  readonly known_as?: string;
  readonly connected: boolean;
  readonly unread: number;
  readonly approved?: true;
}

/** `approved`: a standing approval of messages is in force, in mode requests. */
export function listedChatFields(
  chat: Chat,
  unread: number,
  approved: boolean,
  knownAs?: string,
): ListedChatFields {
  return present({
    chat: chat.ref,
    type: chatType(chat),
    name: chat.name,
    simplex_name: chat.simplexName,
    peer_type: chat.peerType,
    incognito: chat.incognito,
    known_as: chat.incognito ? (knownAs ?? chat.knownAs) : undefined,
    connected: chat.connected,
    unread,
    approved: approved ? (true as const) : undefined,
  });
}

function commandFields(entries: readonly MenuEntry[]): readonly CommandField[] | undefined {
  return entries.length === 0 ? undefined : entries.map(commandField);
}

function commandField(entry: MenuEntry): CommandField {
  switch (entry.type) {
    case 'command':
      return present({ keyword: entry.keyword, label: entry.label, params: entry.params });
    case 'menu':
      return { label: entry.label, commands: entry.commands.map(commandField) };
  }
}

type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The object without its undefined fields. */
function present<T extends Readonly<Record<string, unknown>>>(fields: T): Present<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Present<T>;
}
