import type { ChatLabel } from '../card/subject.js';
import { chatKind, type Chat } from './chat.js';

/** What replies and posts call a chat. */
export function chatLabel(chat: Chat): ChatLabel {
  return { ref: chat.ref, kind: chatKind(chat), name: chat.name };
}
