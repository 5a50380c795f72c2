import type { MemberRole } from '../../../domain/chat/chat.js';
import type { MessageContentRow, Profile } from './rows.js';

/** What the network brings to the agent's core, in order; it waits while the core is closed. */
export type Delivery =
  /** The content as it was sent: an edit comes after it. */
  | {
      readonly kind: 'message';
      readonly message: number;
      readonly content: MessageContentRow;
      readonly live: boolean;
    }
  | {
      readonly kind: 'edited';
      readonly message: number;
      readonly content: MessageContentRow;
      readonly live: boolean;
    }
  /** `full`: nothing of the item is kept. */
  | { readonly kind: 'deleted'; readonly message: number; readonly full: boolean }
  /** The other side accepted the agent's request. */
  | { readonly kind: 'contact-accepted'; readonly conversation: number }
  | { readonly kind: 'contact-deleted'; readonly conversation: number }
  | {
      readonly kind: 'profile-updated';
      readonly conversation: number;
      readonly profile: Profile;
    }
  /** The host let the agent in. */
  | { readonly kind: 'admitted'; readonly group: number }
  /** The members who were there before are connected to the agent. */
  | { readonly kind: 'introduced'; readonly group: number }
  /** Somebody else joined. */
  | { readonly kind: 'member-joined'; readonly group: number; readonly who: number }
  | {
      readonly kind: 'role';
      readonly group: number;
      readonly who: number;
      readonly by: number;
      readonly role: MemberRole;
    }
  | { readonly kind: 'member-left'; readonly group: number; readonly who: number }
  | {
      readonly kind: 'member-removed';
      readonly group: number;
      readonly who: number;
      readonly by: number;
    }
  | { readonly kind: 'group-updated'; readonly group: number; readonly by: number }
  | { readonly kind: 'group-deleted'; readonly group: number; readonly by: number }
  /** A contact invites the agent to a group. */
  | {
      readonly kind: 'group-invitation';
      readonly group: number;
      readonly by: number;
      readonly conversation: number;
    }
  /** A member of a shared group opens a direct chat, unasked. */
  | {
      readonly kind: 'member-contact';
      readonly group: number;
      readonly conversation: number;
    }
  | { readonly kind: 'file-described'; readonly offer: number }
  | { readonly kind: 'file-cancelled'; readonly offer: number };
