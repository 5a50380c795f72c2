import type { MemberRole } from '../../../domain/chat/chat.js';

/** What somebody other than the agent sees of the network. Numbers are the network's own. */
export type PersonEvent =
  | { readonly kind: 'message'; readonly message: number }
  | { readonly kind: 'edited'; readonly message: number }
  | { readonly kind: 'deleted'; readonly message: number }
  /** The agent asks to connect. */
  | { readonly kind: 'request'; readonly conversation: number }
  | { readonly kind: 'connected'; readonly conversation: number }
  | { readonly kind: 'contact-deleted'; readonly conversation: number }
  /** This person is in the group now. */
  | { readonly kind: 'admitted'; readonly group: number }
  | { readonly kind: 'joined'; readonly group: number; readonly who: number }
  | {
      readonly kind: 'role';
      readonly group: number;
      readonly who: number;
      readonly role: MemberRole;
    }
  | { readonly kind: 'left'; readonly group: number; readonly who: number }
  | { readonly kind: 'removed'; readonly group: number; readonly who: number }
  | { readonly kind: 'group-updated'; readonly group: number }
  | { readonly kind: 'group-deleted'; readonly group: number }
  | { readonly kind: 'file-described'; readonly offer: number }
  | { readonly kind: 'file-cancelled'; readonly offer: number };
