import type { Chat, Group } from './chat.js';
import type { Item } from './item.js';
import type { ChatRef } from './ref.js';

/** Changes of the members of a group; `event` is the word that logs use. */
export type MembershipEventName =
  | 'joinedGroupMember'
  | 'joinedGroupMemberConnecting'
  | 'connectedToGroupMember'
  | 'memberRole'
  | 'leftMember'
  | 'deletedMember'
  | 'deletedMemberUser'
  | 'groupDeleted';

/** What happens on the agent's side of the network, in the order in which the core tells it. */
export type ChatEvent =
  | { readonly kind: 'items-added'; readonly items: readonly Item[] }
  | { readonly kind: 'item-updated'; readonly item: Item }
  | {
      readonly kind: 'items-deleted';
      readonly items: readonly { readonly chat: ChatRef; readonly itemId: number }[];
    }
  /** A contact is connected or the agent's join of a group is complete. */
  | {
      readonly kind: 'chat-connected';
      readonly chat: Chat;
      /** The connection that `join` started, to recognise a chat that was unknown then. */
      readonly connectionId?: number;
    }
  | {
      readonly kind: 'membership';
      readonly event: MembershipEventName;
      /** The group as it is after the change, with the agent's own membership. */
      readonly group: Group;
    }
  /** The sender's upload is complete: its servers are known. */
  | { readonly kind: 'file-described'; readonly fileId: number }
  | { readonly kind: 'file-received'; readonly fileId: number; readonly item?: Item }
  | { readonly kind: 'file-sender-cancelled'; readonly fileId: number; readonly item?: Item }
  | {
      readonly kind: 'file-receive-failed';
      readonly fileId: number;
      readonly item?: Item;
      readonly error: string;
    }
  /** `path` is the file that was sent, where the core tells it. */
  | {
      readonly kind: 'file-sent';
      readonly fileId: number;
      readonly item?: Item;
      readonly path?: string;
    }
  | {
      readonly kind: 'file-send-failed';
      readonly fileId: number;
      readonly item?: Item;
      readonly path?: string;
      readonly error: string;
    }
  /** The core is gone (a closed socket, a crash of its thread): no further event will come. */
  | { readonly kind: 'core-lost'; readonly error: string };
