import type { ChatKind } from '../chat/chat.js';
import type { ChatRef } from '../chat/ref.js';

/**
 * What the agent asks for, with the facts that its card shows. Facts are taken when the action is made and
 * never change: what the owner approves is what is performed.
 */
export type ActionRequest = ConnectRequest | SendRequest | DownloadRequest | LeaveRequest;

export type ActionTool = ActionRequest['tool'];

/** What a card calls a chat or the target of a connect: `KIND NAME`, or `an unnamed KIND`. */
export interface Subject {
  readonly kind: ChatKind;
  readonly name?: string;
  /** Verified SimpleX name, or the target of a connect when it is a name. */
  readonly simplexName?: string;
}

export interface ConnectRequest {
  readonly tool: 'connect';
  /** Link or name, without whitespace. */
  readonly target: string;
  readonly incognito: boolean;
  readonly message: string | null;
  readonly subject: Subject;
  /** Whole texts of the link data; the card shows what fits of them (api 1.9). */
  readonly description?: string;
  readonly welcome?: string;
}

export interface SendRequest {
  readonly tool: 'send';
  readonly chat: ChatRef;
  readonly subject: Subject;
  /** The agent is incognito in the chat. */
  readonly incognito: boolean;
  /** Text as it is sent, prefixed names of mentions included. */
  readonly text: string | null;
  readonly file?: SendFile;
  readonly quote?: { readonly itemId: number; readonly name: string; readonly text: string };
  readonly mentions?: readonly { readonly memberId: number; readonly name: string }[];
}

export type SendFileType = 'image' | 'video' | 'file';

export interface SendFile {
  readonly type: SendFileType;
  /** Real path, after symbolic links. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

export interface DownloadRequest {
  readonly tool: 'download';
  readonly chat: ChatRef;
  readonly itemId: number;
  readonly fileId: number;
  readonly subject: Subject;
  /** Display name of the member who sent the file; absent outside groups and for posts of a channel. */
  readonly sender?: string;
  readonly fileName: string;
  /** Bytes. */
  readonly fileSize: number;
  readonly servers: DownloadServers;
}

export type DownloadServers =
  /** Not an XFTP file. */
  | { readonly kind: 'none' }
  | { readonly kind: 'known' }
  /** Hosts without passwords, in the order of the file's description, each once. */
  | { readonly kind: 'unknown'; readonly hosts: readonly string[] };

export interface LeaveRequest {
  readonly tool: 'leave';
  readonly chat: ChatRef;
  readonly subject: Subject;
}

/** The chat that an action is for; a connect has none. */
export function requestChat(request: ActionRequest): ChatRef | undefined {
  return request.tool === 'connect' ? undefined : request.chat;
}
