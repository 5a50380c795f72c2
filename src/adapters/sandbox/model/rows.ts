import type {
  CustomData,
  MemberRole,
  MemberStatus,
  MenuEntry,
  PeerType,
} from '../../../domain/chat/chat.js';
import type { FileStatus, MessageType, QuotedItem } from '../../../domain/chat/item.js';
import type { ChatRef } from '../../../domain/chat/ref.js';

/** The agent in lists of participants; people have numbers from 1. */
export const AGENT = 0;

/** The sender of a channel's posts. */
export const CHANNEL = -1;

/** A profile as its owner shows it. */
export interface Profile {
  name: string;
  peerType?: PeerType;
  shortDescription?: string;
  commands?: readonly MenuEntry[];
}

/** Somebody on the network other than the agent: a person, a bot, the agent's owner, a relay. */
export interface PersonRow {
  readonly id: number;
  profile: Profile;
  /** Which script plays this inhabitant; absent for people whom an owner or a test plays. */
  script?: string;
}

export type LinkKind = 'address' | 'invitation' | 'group';

/** A link that leads to somebody or to a group. */
export interface LinkRow {
  readonly id: number;
  readonly kind: LinkKind;
  /** The short link. */
  readonly short: string;
  /** The long link, without data. */
  readonly full: string;
  /** Who made it: a person's number, or `AGENT`. */
  readonly by: number;
  /** SimpleX name that leads here, with its sign. */
  name?: string;
  business?: boolean;
  welcome?: string;
  /** Requests are accepted at once. */
  autoAccept?: boolean;
  /** The group behind a group link. */
  group?: number;
  role?: MemberRole;
  /** A one-time link that was used. */
  used?: boolean;
}

/** A conversation of the agent with one person. */
export interface DirectRow {
  readonly kind: 'direct';
  readonly id: number;
  readonly person: number;
  /** The agent's name as the person sees it. */
  agentName: string;
  state: 'requested' | 'open' | 'closed';
  /** A request that is answered by itself. */
  answered?: boolean;
}

/** How somebody takes part in a group, as all its members see it. */
export interface Participation {
  /** A person's number, or `AGENT`. */
  readonly who: number;
  name: string;
  role: MemberRole;
  status: 'invited' | 'connected' | 'left' | 'removed';
  /** The first message that the member sees. */
  since: number;
  /** Invited by a link that lets in by itself. */
  answered?: boolean;
}

export interface GroupFields {
  displayName: string;
  fullName: string;
  shortDescription?: string;
  description?: string;
  commands: readonly MenuEntry[];
  history: boolean;
}

/** A group as its members share it. */
export interface GroupRow {
  readonly kind: 'group';
  readonly id: number;
  readonly groupType: 'group' | 'business' | 'channel';
  /** Who keeps the group and lets others in. */
  readonly host: number;
  profile: GroupFields;
  members: Participation[];
  deleted?: boolean;
}

export type ConversationRow = DirectRow | GroupRow;

/** A message as its writer made it. */
export interface MessageContentRow {
  type: MessageType;
  text: string;
  preview?: string;
  duration?: number;
}

/** A message on the network, as the others see it. */
export interface MessageRow {
  readonly id: number;
  readonly conversation: number;
  /** A person's number, `AGENT` or `CHANNEL`. */
  readonly from: number;
  /** In a group: the agent's member (support) chat. */
  readonly scope: 'main' | 'member';
  content: MessageContentRow;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly quote?: number;
  /** Who is mentioned: people's numbers or `AGENT`. */
  mentions?: readonly number[];
  file?: number;
  edited?: boolean;
  deleted?: boolean;
  live?: boolean;
}

/** A file on the file servers. */
export interface OfferRow {
  readonly id: number;
  readonly message: number;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly servers: readonly string[];
  state: 'uploading' | 'ready' | 'cancelled' | 'expired';
  /** The upload ends only when told. */
  held?: boolean;
  /** `held`: a download moves only when told; a number: milliseconds a chunk. */
  pace?: 'held' | number;
  /** The receiver's core refuses to receive it. */
  prohibited?: string;
}

/** The agent's contact, in its own core. */
export interface ContactRow {
  /** contactId */
  readonly id: number;
  profile: Profile;
  simplexName?: string;
  /** Absent until the other side knows of the request. */
  conversation?: number;
  /** `address`: the core knows an address of this contact and no connection. */
  state: 'prepared' | 'address' | 'connecting' | 'ready' | 'invited' | 'deleted';
  /** The link that it was made from. */
  link?: number;
  connectionId?: number;
  incognitoName?: string;
  customData?: CustomData;
  /** Order of the chat list: the highest is the most recent. */
  recency: number;
}

/** The agent's group, in its own core. */
export interface AgentGroupRow {
  /** groupId */
  readonly id: number;
  readonly groupType: 'group' | 'business' | 'channel';
  profile: GroupFields;
  simplexName?: string;
  conversation?: number;
  link?: number;
  /** The connection with the host. */
  connectionId?: number;
  prepared: boolean;
  incognito: boolean;
  membership: { readonly memberId: number; role: MemberRole; status: MemberStatus; name: string };
  customData?: CustomData;
  recency: number;
}

/** Another member of a group, in the agent's core. */
export interface MemberRow {
  /** groupMemberId */
  readonly id: number;
  readonly group: number;
  /** A person's number; the placeholder of a host that is not known yet has none. */
  who?: number;
  name: string;
  peerType?: PeerType;
  role: MemberRole;
  status: MemberStatus;
}

/** An item of the agent's core. */
export interface ItemRow {
  /** itemId */
  readonly id: number;
  readonly chat: ChatRef;
  readonly scope: 'main' | 'member';
  readonly direction: 'sent' | 'received' | 'channel';
  /** The member who wrote a received group item. */
  readonly member?: number;
  /** The core's tag of an item that is not a message. */
  readonly tag?: string;
  content?: MessageContentRow;
  /** Milliseconds since the epoch. */
  readonly at: number;
  unread?: boolean;
  live?: boolean;
  deleted?: boolean;
  mentionsMe?: boolean;
  /** The message on the network. */
  message?: number;
  quoted?: QuotedItem;
  /** An invitation: the group that it invites to. */
  invites?: number;
  /** fileId */
  file?: number;
}

/** A file of the agent's core. */
export interface FileRow {
  /** fileId */
  readonly id: number;
  readonly item: number;
  readonly direction: 'sent' | 'received';
  readonly name: string;
  readonly size: number;
  readonly offer: number;
  status: FileStatus;
  path?: string;
  approved?: boolean;
  prohibited?: string;
}

/** A connection by a full link that the other side has not answered: the core has no contact for it yet. */
export interface PendingRow {
  /** connectionId */
  readonly id: number;
  readonly link: number;
  readonly conversation: number;
  readonly incognitoName?: string;
}

/** The agent's user. */
export interface UserRow {
  readonly id: number;
  displayName: string;
  peerType: PeerType;
}
