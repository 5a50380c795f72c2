import type { ChatRef } from './ref.js';

/** What a profile says it is; a newer core may name further types. */
export type PeerType = 'human' | 'bot' | 'agent' | (string & {});

/** An entry of the command menu that a bot or group offers. */
export type MenuEntry = MenuCommand | Menu;

export interface MenuCommand {
  readonly type: 'command';
  readonly keyword: string;
  readonly label: string;
  readonly params?: string;
}

export interface Menu {
  readonly type: 'menu';
  readonly label: string;
  readonly commands: readonly MenuEntry[];
}

/** Data that clients keep beside a contact or group in the core's database; never sent to anyone. */
export type CustomData = Readonly<Record<string, unknown>>;

interface ChatBase {
  readonly ref: ChatRef;
  /** Display name, as its owner wrote it: hostile text. */
  readonly name: string;
  /** Verified SimpleX name with its sign: `@name.simplex` or `#name.simplex`. */
  readonly simplexName?: string;
  readonly peerType?: PeerType;
  readonly shortDescription?: string;
  /** The group's own welcome text (contacts have theirs in link data only). */
  readonly welcome?: string;
  /** Empty when the chat offers no commands. */
  readonly commands: readonly MenuEntry[];
  /** The agent uses a random profile in this chat. */
  readonly incognito: boolean;
  /** The name of that profile, where the read tells it. */
  readonly knownAs?: string;
  /** Messages can be exchanged: active connection ready, or membership connected, complete or creator. */
  readonly connected: boolean;
  /** The chat was prepared from link data and no connection was started yet. */
  readonly prepared: boolean;
  readonly customData?: CustomData;
}

export interface Contact extends ChatBase {
  readonly kind: 'contact';
}

export interface Group extends ChatBase {
  readonly kind: 'group';
  readonly groupType: 'group' | 'business' | 'channel';
  readonly membership: Membership;
  /** The group's full profile fields that the control chat compares at start. */
  readonly fullName: string;
  readonly description?: string;
}

export type Chat = Contact | Group;

/** Roles from least to most; a newer core may name further roles. */
export type MemberRole =
  'relay' | 'observer' | 'author' | 'member' | 'moderator' | 'admin' | 'owner' | (string & {});

/** The words of the core; a newer core may name further ones. */
export type MemberStatus =
  | 'rejected'
  | 'removed'
  | 'left'
  | 'deleted'
  | 'unknown'
  | 'invited'
  | 'pending_approval'
  | 'pending_review'
  | 'introduced'
  | 'intro-inv'
  | 'accepted'
  | 'announced'
  | 'connected'
  | 'complete'
  | 'creator'
  | (string & {});

/** The agent's own membership of a group. */
export interface Membership {
  readonly memberId: number;
  readonly role: MemberRole;
  readonly status: MemberStatus;
  /** The agent's display name in the group. */
  readonly name: string;
}

/** Another member of a group. */
export interface Member {
  /** The local number (`groupMemberId`), which the tools and `--owners` use. */
  readonly memberId: number;
  readonly name: string;
  readonly role: MemberRole;
  readonly status: MemberStatus;
  readonly peerType?: PeerType;
}

/** KIND of the cards and replies (api 2.1). */
export type ChatKind = 'contact' | 'bot' | 'agent' | 'business' | 'group' | 'channel';

export function chatKind(chat: Chat): ChatKind {
  if (chat.kind === 'group') return chat.groupType;
  return contactKind(chat.peerType);
}

/** KIND of a person, bot or agent by its peer type; unknown types are shown as contacts. */
export function contactKind(peerType: PeerType | undefined): 'contact' | 'bot' | 'agent' {
  switch (peerType) {
    case 'bot':
      return 'bot';
    case 'agent':
      return 'agent';
    default:
      return 'contact';
  }
}

/** TYPE of the tool results (api 1.2): the peer type of a contact is a field of its own there. */
export function chatType(chat: Chat): 'contact' | 'group' | 'business' | 'channel' {
  return chat.kind === 'contact' ? 'contact' : chat.groupType;
}

/** The agent's own user in the core. */
export interface User {
  readonly userId: number;
  readonly displayName: string;
  readonly peerType?: PeerType;
}
