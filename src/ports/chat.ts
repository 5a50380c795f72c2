import type {
  Chat,
  CustomData,
  Group,
  Member,
  MemberRole,
  MenuEntry,
  User,
} from '../domain/chat/chat.js';
import type {
  ConnectionPlan,
  JoinMethod,
  JoinOptions,
  JoinResult,
} from '../domain/chat/connection.js';
import type { ChatEvent } from '../domain/chat/event.js';
import type { Item } from '../domain/chat/item.js';
import type { OutgoingMessage } from '../domain/chat/outgoing.js';
import type { ChatRef } from '../domain/chat/ref.js';

/** A chat of the list, with how many received items are unread. */
export interface ChatSummary {
  readonly chat: Chat;
  readonly unread: number;
}

/** Which items of a chat to read. Pages come in chat order, oldest first. */
export type ItemPage =
  /** The newest `count` items. */
  | { readonly kind: 'last'; readonly count: number }
  /** Item `itemId` and up to `count` items on each side. */
  | { readonly kind: 'around'; readonly itemId: number; readonly count: number }
  /**
   * Around the first unread item: up to `count` items before it, and it with up to `count` items after it;
   * the newest `count` items when nothing is unread.
   */
  | { readonly kind: 'initial'; readonly count: number }
  | { readonly kind: 'after'; readonly itemId: number; readonly count: number };

export interface ItemsRead {
  readonly chat: Chat;
  readonly items: readonly Item[];
  /** Unread items of the chat, when the items were read. The core counts them for `initial` and `around` only. */
  readonly unread: number;
}

/** The profile of the agent control chat (api 2.5). */
export interface GroupProfile {
  readonly displayName: string;
  readonly description: string;
  readonly history: boolean;
  readonly commands: readonly MenuEntry[];
}

/** Why a call of the core failed. */
export type ChatFailure =
  /** No such contact, group or item, or another error of the store. */
  | { readonly kind: 'store'; readonly notFound?: 'contact' | 'group' | 'item' | 'file' | 'other' }
  /** Not a link or name of SimpleX. */
  | { readonly kind: 'invalid-link' }
  /** The complete description names servers that were not approved. */
  | { readonly kind: 'servers-not-approved'; readonly hosts: readonly string[] }
  /** The file is being received already. */
  | { readonly kind: 'already-receiving' }
  /** The message is larger than the network takes. */
  | { readonly kind: 'too-large' }
  /** The connection to the core is lost; the call may or may not have been carried out. */
  | { readonly kind: 'core-lost' }
  | { readonly kind: 'other' };

/**
 * A failed call. `message` is what an owner or agent reads: the words of the SimpleX apps' alerts for known
 * errors, otherwise `SimpleX error: CHAIN: DETAILS` with at most 500 characters of details (behaviour 7).
 */
export class ChatError extends Error {
  override readonly name = 'ChatError';
  readonly failure: ChatFailure;
  constructor(message: string, failure: ChatFailure, options?: { cause?: unknown }) {
    super(message, options);
    this.failure = failure;
  }
}

/**
 * The agent's SimpleX identity. Every method rejects with ChatError. Each says what it asks of the network:
 * none, background (queued, sent when possible) or interactive (waits for an answer).
 */
export interface ChatPort {
  /** Opens the store and migrates it. Network: none. */
  open(): Promise<void>;
  /** Stops the chat, then closes the store. `events` ends. Safe to call twice. */
  close(): Promise<void>;
  /** Version of the core, for example `7.0.0.6`. Network: none. */
  version(): Promise<string>;

  /**
   * Everything that happens from `open` on, in order; kept until read, so nothing is lost while the server
   * starts. One reader.
   */
  readonly events: AsyncIterable<ChatEvent>;

  /** Network: none. */
  activeUser(): Promise<User | undefined>;
  /** Creates the user with an empty full name and peer type `agent` (`bot` where the core refuses it). Network: none. */
  createUser(displayName: string): Promise<User>;
  /**
   * Applies a display name that differs and the peer type `agent` where it is not set and the core takes it, in
   * one update; does nothing when both are as wanted. Contacts are told. Network: background.
   */
  updateProfile(displayName: string): Promise<User>;
  /** Private message routing always, fallback only where the server protects the IP address (behaviour 6.7). Network: none. */
  setPrivateRouting(): Promise<void>;
  /** Absolute path of the folder for files in transfer. Network: none. */
  setTempFolder(path: string): Promise<void>;
  /** Starts the chat: connects to servers, receives. Network: background. */
  start(): Promise<void>;

  /** Contacts and groups with their main conversation, the most recent first. Network: none. */
  chats(): Promise<readonly ChatSummary[]>;
  /** One chat. ChatError `store` when it does not exist. Network: none. */
  chat(ref: ChatRef): Promise<Chat>;
  /** Items of the main conversation. ChatError `store` when the chat or item does not exist. Network: none. */
  items(ref: ChatRef, page: ItemPage): Promise<ItemsRead>;
  /** One item, or `undefined` when it is not in the main conversation or a member chat. Network: none. */
  item(ref: ChatRef, itemId: number): Promise<Item | undefined>;
  /** Marks received items as read. Network: none. */
  markRead(ref: ChatRef, itemIds: readonly number[]): Promise<void>;

  /** What is behind a link or name. ChatError `invalid-link`. Network: interactive. */
  planConnection(target: string): Promise<ConnectionPlan>;
  /** Joins. Resolves when the request is sent; `chat-connected` tells when it is accepted. Network: interactive. */
  join(method: JoinMethod, options: JoinOptions): Promise<JoinResult>;
  /** Name of the random profile that the agent has with an incognito contact. Network: none. */
  incognitoName(contactId: number): Promise<string | undefined>;

  /** Sends one message; resolves with its item. Network: background. */
  send(ref: ChatRef, message: OutgoingMessage): Promise<Item>;
  /** Edits a sent message. Network: background. */
  edit(ref: ChatRef, itemId: number, message: OutgoingMessage): Promise<void>;

  /** Network: none. */
  createGroup(profile: GroupProfile): Promise<Group>;
  /** Changes the profile; members are told. Network: background. */
  updateGroup(groupId: number, profile: GroupProfile): Promise<Group>;
  /** Replaces the custom data of a chat; `undefined` removes it. Never sent. Network: none. */
  setCustomData(ref: ChatRef, data: CustomData | undefined): Promise<void>;
  /** A new link for joining with `role`; short where the core makes short links. Network: interactive. */
  createGroupLink(groupId: number, role: MemberRole): Promise<string>;
  /** Deletes the group's link; does nothing when there is none. Network: interactive. */
  deleteGroupLink(groupId: number): Promise<void>;
  /** Members other than the agent, of any status. Network: none. */
  members(groupId: number): Promise<readonly Member[]>;
  /** One member at a time: the core refuses several for roles above member. Network: background. */
  setMemberRole(groupId: number, memberId: number, role: MemberRole): Promise<void>;
  removeMembers(groupId: number, memberIds: readonly number[]): Promise<void>;
  /** Leaves a group; its chat stays until `deleteChat`. Network: background. */
  leaveGroup(groupId: number): Promise<void>;
  /** Deletes the chat with its contact or group, telling the other side of a contact. Network: background. */
  deleteChat(ref: ChatRef): Promise<void>;

  /** Addresses of the XFTP servers that are known: of no operator or of an enabled one. Network: none. */
  knownFileServers(): Promise<readonly string[]>;
  /**
   * Addresses of the servers of a received file, in the order of its description; `undefined` while the sender
   * uploads or when the core does not tell. Network: none.
   */
  fileServers(ref: ChatRef, itemId: number, fileId: number): Promise<readonly string[] | undefined>;
  /**
   * Accepts a file, to be written at `path` (absolute, of this program's making). `approveServers`: download from
   * unknown servers without IP protection. ChatError `servers-not-approved`, `already-receiving`. Network: background.
   */
  receiveFile(fileId: number, path: string, approveServers: boolean): Promise<void>;
  /** Cancels a transfer in either direction. Network: background. */
  cancelFile(fileId: number): Promise<void>;
}
