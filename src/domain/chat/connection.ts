import type { Chat, ChatKind, MenuEntry, PeerType } from './chat.js';

/** What the data behind a short link says about its owner: hostile text. */
export interface LinkData {
  readonly name: string;
  readonly peerType?: PeerType;
  readonly shortDescription?: string;
  /** Welcome message of an address or description of a group. */
  readonly welcome?: string;
  readonly commands: readonly MenuEntry[];
}

export type LinkType = 'invitation' | 'address' | 'group';

/** What the core says of a link or name; its words, which the refusal of `connect` shows. */
export type PlanState =
  | 'ok'
  | 'own-link'
  | 'connecting'
  | 'connecting-confirm-reconnect'
  | 'connecting-prohibit'
  | 'known'
  | 'contact-via-address'
  /** A state that this program does not know. */
  | 'other';

/** The plan for a link or name: what is behind it and whether the agent can join now (api 1.2). */
export interface ConnectionPlan {
  readonly linkType: LinkType;
  readonly state: PlanState;
  /** The word of the core for `state`, shown in `TARGET can't be joined now: PLAN.` */
  readonly stateWord: string;
  /** Short link data; absent for full links without it. */
  readonly data?: LinkData;
  /** A business address: its chat is a group. */
  readonly business: boolean;
  /** A group link whose group uses chat relays: a channel. */
  readonly channel: boolean;
  /** The chat that the link leads to, in states `known`, `contact-via-address` and the connecting ones. */
  readonly chat?: Chat;
  /** What the adapter needs to join by this plan; opaque to all others. */
  readonly handle: PlanHandle;
}

declare const planHandle: unique symbol;
export interface PlanHandle {
  readonly [planHandle]?: never;
}

/** How to join, decided by the domain from a plan. */
export type JoinMethod =
  /** Prepare a contact from link data, then connect it. A business address makes a group chat. */
  | { readonly kind: 'prepare-contact'; readonly handle: PlanHandle }
  /** Prepare a group or channel from link data, then connect it. */
  | { readonly kind: 'prepare-group'; readonly handle: PlanHandle }
  | { readonly kind: 'prepared-contact'; readonly contactId: number }
  | { readonly kind: 'prepared-group'; readonly groupId: number }
  /** A contact that exists without a connection, by the address in its profile. */
  | { readonly kind: 'contact-via-address'; readonly contactId: number }
  /** A full link without data. */
  | { readonly kind: 'link'; readonly handle: PlanHandle };

export interface JoinOptions {
  readonly incognito: boolean;
  /** First message of a contact request; only where the plan takes one. */
  readonly message?: string;
}

export interface JoinResult {
  /** The chat, when the core knows it already. */
  readonly chat?: Chat;
  /** Recognises the chat in a later `chat-connected` event. */
  readonly connectionId?: number;
}

/** What a card and a result call the target of a `connect`. */
export interface ConnectSubject {
  readonly kind: ChatKind;
  readonly name?: string;
}
