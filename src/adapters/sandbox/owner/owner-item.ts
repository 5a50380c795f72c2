import { AGENT, CHANNEL, type GroupRow, type MessageRow } from '../model/rows.js';
import type { World } from '../model/world.js';

/** An item of the control chat, as a person's app shows it. */
export interface OwnerItem {
  /** Number of the message on the network. */
  readonly id: number;
  /** The writer's name. */
  readonly from: string;
  readonly mine: boolean;
  readonly byAgent: boolean;
  readonly text: string;
  readonly edited: boolean;
  readonly deleted: boolean;
  /** A picture is shown above the text. */
  readonly image: boolean;
  /** Data URL of the picture. */
  readonly preview?: string;
  readonly file?: OwnerFile;
  readonly reply?: { readonly id: number; readonly text: string };
  /** ISO 8601 UTC. */
  readonly time: string;
}

export interface OwnerFile {
  readonly offer: number;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** The agent's upload is complete. */
  readonly ready: boolean;
}

export type OwnerChange =
  | { readonly kind: 'added'; readonly item: OwnerItem }
  | { readonly kind: 'edited'; readonly item: OwnerItem }
  | { readonly kind: 'deleted'; readonly item: OwnerItem };

/** A member of the control chat. */
export interface OwnerMember {
  readonly name: string;
  readonly role: string;
  readonly agent: boolean;
}

export function ownerItem(
  world: World,
  group: Readonly<GroupRow>,
  me: number,
  id: number,
): OwnerItem {
  const message = world.messages.need(id);
  const quoted = world.messages.get(message.quote);
  const offer = world.offers.get(message.file);
  const { type, text, preview } = message.content;
  return {
    id,
    from: writer(group, message),
    mine: message.from === me,
    byAgent: message.from === AGENT,
    text,
    edited: message.edited === true,
    deleted: message.deleted === true,
    image: type === 'image' || type === 'video',
    ...(preview === undefined ? {} : { preview }),
    ...(offer === undefined
      ? {}
      : {
          file: {
            offer: offer.id,
            name: offer.name,
            size: offer.size,
            ready: offer.state === 'ready',
          },
        }),
    ...(quoted === undefined ? {} : { reply: { id: quoted.id, text: quoted.content.text } }),
    time: new Date(message.at).toISOString(),
  };
}

function writer(group: Readonly<GroupRow>, message: Readonly<MessageRow>): string {
  if (message.from === CHANNEL) return group.profile.displayName;
  const member = group.members.find((other) => other.who === message.from);
  return member?.name ?? 'unknown';
}
