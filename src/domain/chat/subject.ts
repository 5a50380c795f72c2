import type { Subject } from '../action/request.js';
import { chatKind, type Chat } from './chat.js';

/** What cards and replies call a chat. */
export function chatSubject(chat: Chat): Subject {
  return {
    kind: chatKind(chat),
    name: chat.name,
    ...(chat.simplexName === undefined ? {} : { simplexName: chat.simplexName }),
  };
}
