import type { Chat, PeerType } from '../chat/chat.js';
import type { Item, ItemSender } from '../chat/item.js';
import type { ChatRef } from '../chat/ref.js';

/** The file of a message (api 1.8); its status depends on the downloads of this run. */
export interface FileField {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly type: 'image' | 'video' | 'voice' | 'file';
  readonly status: 'rejected' | 'failed' | 'received' | 'offered';
  /** Of a received file. */
  readonly path?: string;
  /** Of a failed file. */
  readonly error?: string;
}

/** A message of the tool results (api 1.8). */
export interface MessageObject {
  readonly chat: ChatRef;
  readonly item: number;
  readonly from: string;
  readonly from_member?: number;
  readonly from_type?: PeerType;
  readonly time: string;
  readonly text: string;
  readonly file?: FileField;
  readonly new: boolean;
  readonly reply_to?: { readonly chat: ChatRef; readonly item: number };
  readonly mentions_me: boolean;
}

/** The message object of an item. `agent` is the agent by its own profile; `file` is given for a received file. */
export function messageObject(item: Item, agent: ItemSender, file?: FileField): MessageObject {
  const sender = senderOf(item, agent);
  const quoted = item.quoted?.itemId;
  return {
    chat: item.chat.ref,
    item: item.itemId,
    from: sender.name,
    ...(sender.memberId === undefined ? {} : { from_member: sender.memberId }),
    ...(sender.peerType === undefined ? {} : { from_type: sender.peerType }),
    time: item.time,
    text: item.content.kind === 'other' || item.deleted ? '' : item.content.message.text,
    ...(file === undefined ? {} : { file }),
    new: item.unread,
    ...(quoted === undefined ? {} : { reply_to: { chat: item.chat.ref, item: quoted } }),
    mentions_me: item.mentionsMe,
  };
}

/** The writer of an item; `agent` is the agent by its own profile. */
export function senderOf(item: Item, agent: ItemSender): ItemSender {
  const { chat, direction } = item;
  switch (direction.kind) {
    case 'group-received': {
      const { name, memberId, peerType } = direction.member;
      return { name, memberId, ...(peerType === undefined ? {} : { peerType }) };
    }
    case 'contact-received':
      return {
        name: chat.name,
        ...(chat.peerType === undefined ? {} : { peerType: chat.peerType }),
      };
    case 'channel-received':
      return { name: chat.name };
    case 'contact-sent':
    case 'group-sent':
    case 'local':
      return agentIn(chat, agent);
  }
}

/** The agent as a chat knows it: by the name that it has there, and by its peer type where it is not incognito. */
function agentIn(chat: Chat, agent: ItemSender): ItemSender {
  if (chat.incognito) return { name: chat.knownAs ?? agent.name };
  return chat.kind === 'group' ? { ...agent, name: chat.membership.name } : agent;
}

/** Type of a file by the type of its message (api 1.8). */
export function fileFieldType(item: Item): FileField['type'] {
  const type = item.content.kind === 'other' ? 'file' : item.content.message.type;
  return type === 'image' || type === 'video' || type === 'voice' ? type : 'file';
}
