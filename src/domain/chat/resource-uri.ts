import type { ChatRef } from './ref.js';

/** The resource with all chats and their unread counts: a JSON list. */
export function chatsUri(agent: string): string {
  return `simplex://${agent}/chats`;
}

/** The resource of one chat: its unread count and who wrote. */
export function chatUri(agent: string, ref: ChatRef): string {
  return `simplex://${agent}/chat/${ref}`;
}

/** The unread messages of one chat with their texts; reading it marks nothing as read, and it is in no list. */
export function unreadUri(agent: string, ref: ChatRef): string {
  return `${chatUri(agent, ref)}/unread`;
}

/** What the server tells of itself to `doctor`: its control chat and approvers. In no list. */
export function statusUri(agent: string): string {
  return `simplex://${agent}/status`;
}
