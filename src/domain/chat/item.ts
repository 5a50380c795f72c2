import type { Chat, Member, PeerType } from './chat.js';

/** Who wrote an item, and in which direction it went. */
export type ItemDirection =
  | { readonly kind: 'contact-received' }
  | { readonly kind: 'contact-sent' }
  | { readonly kind: 'group-received'; readonly member: Member }
  | { readonly kind: 'channel-received' }
  | { readonly kind: 'group-sent' }
  | { readonly kind: 'local' };

export type MessageType =
  'text' | 'link' | 'image' | 'video' | 'voice' | 'file' | 'report' | 'chat' | 'unknown';

/** The content of a message as its writer made it: hostile text. */
export interface MessageContent {
  readonly type: MessageType;
  readonly text: string;
  /** Data URL of the preview of an image, link or video. */
  readonly preview?: string;
  /** Duration of a video or voice message, seconds. */
  readonly durationSeconds?: number;
}

/** Only `received` and `sent` are messages; events, features and banners are `other`. */
export type ItemContent =
  | { readonly kind: 'received'; readonly message: MessageContent }
  | { readonly kind: 'sent'; readonly message: MessageContent }
  | { readonly kind: 'other'; readonly tag: string };

/** A file of an item. Received files know what the core last said of the transfer. */
export interface ItemFile {
  readonly fileId: number;
  /** Name as the sender wrote it: hostile text. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Sent by XFTP, so it lies on file servers; `false` for small files sent within messages. */
  readonly xftp: boolean;
  readonly status: FileStatus;
  /** Path where the core puts, or has put, the file. */
  readonly path?: string;
  /** The core refuses to receive it, for example above the sender's size limit: the reason. */
  readonly prohibited?: string;
}

export type FileStatus =
  /** Offered, not accepted. */
  | { readonly kind: 'invited' }
  | { readonly kind: 'accepted' }
  /** Bytes. */
  | { readonly kind: 'transfer'; readonly received: number; readonly total: number }
  /** Stopped for now, the core goes on by itself. */
  | { readonly kind: 'warning'; readonly error: string }
  | { readonly kind: 'complete' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'error'; readonly error: string }
  | { readonly kind: 'invalid'; readonly error: string }
  /** Any status of a sent file. */
  | { readonly kind: 'sent' };

/** What an item quotes. */
export interface QuotedItem {
  /** Absent when the quoted item is not in the chat's history here. */
  readonly itemId?: number;
  readonly text: string;
}

export interface Item {
  readonly chat: Chat;
  /** `member`: a member (support) chat of the group; the tools and commands use `main` only. */
  readonly scope: 'main' | 'member';
  readonly itemId: number;
  readonly direction: ItemDirection;
  readonly content: ItemContent;
  /** ISO 8601 UTC, the sender's time. */
  readonly time: string;
  /** A received item not yet marked as read. */
  readonly unread: boolean;
  /** A live message that its writer is still typing. */
  readonly live: boolean;
  /** Deleted or moderated: its text is gone or must not be shown. */
  readonly deleted: boolean;
  readonly mentionsMe: boolean;
  readonly quoted?: QuotedItem;
  readonly file?: ItemFile;
}

/** The writer of an item, as the message object of the tools shows it (api 1.8). */
export interface ItemSender {
  readonly name: string;
  readonly memberId?: number;
  readonly peerType?: PeerType;
}

/** The words of the core for a direction; a member chat and the main conversation share one group. */
export function isReceivedMessage(
  item: Item,
): item is Item & { content: { kind: 'received'; message: MessageContent } } {
  return item.content.kind === 'received';
}
