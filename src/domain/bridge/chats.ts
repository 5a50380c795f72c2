import { parseChatRef, type ChatRef } from '../chat/ref.js';

/** A chat as the resources of the server tell it. The name is a peer's text. */
export interface UnreadChat {
  readonly chat: ChatRef;
  readonly type: string;
  readonly name: string;
  readonly unread: number;
}

/** An unread message; all but the item number is a peer's text. */
export interface UnreadMessage {
  readonly item: number;
  readonly from: string;
  readonly text: string;
}

/** Reads the text of the resource `chats`; entries of another form are left out. */
export function parseChats(text: string): readonly UnreadChat[] {
  return listOf(text).flatMap((entry) => {
    const { chat: ref, type, name, unread } = entry as Partial<UnreadChat>;
    const chat = typeof ref === 'string' ? parseChatRef(ref) : undefined;
    const whole =
      chat && typeof type === 'string' && typeof name === 'string' && Number.isInteger(unread);
    return whole ? [{ chat, type, name, unread: unread ?? 0 }] : [];
  });
}

/** Reads the text of the resource of a chat's unread messages. */
export function parseUnread(text: string): readonly UnreadMessage[] {
  return listOf(text).flatMap((entry) => {
    const { item, from, text: words } = entry as Partial<UnreadMessage>;
    const whole = Number.isInteger(item) && typeof from === 'string' && typeof words === 'string';
    return whole ? [{ item: item ?? 0, from, text: words }] : [];
  });
}

function listOf(text: string): readonly object[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return list.filter((entry): entry is object => typeof entry === 'object' && entry !== null);
}

/**
 * Chats that a host is told of: those with more unread messages than when it was last told, and those that a new
 * message was reported for and that are unread still. `seen`: the counts then.
 */
export function newlyUnread(
  chats: readonly UnreadChat[],
  seen: ReadonlyMap<ChatRef, number>,
  reported: ReadonlySet<ChatRef>,
): readonly UnreadChat[] {
  return chats.filter(
    ({ chat, unread }) => unread > (seen.get(chat) ?? 0) || (unread > 0 && reported.has(chat)),
  );
}
