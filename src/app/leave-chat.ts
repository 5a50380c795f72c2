import type { Chat, MemberStatus } from '../domain/chat/chat.js';
import { isCurrent } from '../domain/chat/member-status.js';
import { chatId } from '../domain/chat/ref.js';
import type { ChatPort } from '../ports/chat.js';

/** Leaves a group while the agent takes part in it, then deletes the chat; deletes a contact (api 1.7). */
export async function leaveChat(chats: ChatPort, chat: Chat): Promise<void> {
  if (chat.kind === 'group' && takesPart(chat.membership.status)) {
    await chats.leaveGroup(chatId(chat.ref));
  }
  await chats.deleteChat(chat.ref);
}

/** The membership is current, or waits for approval or review. */
function takesPart(status: MemberStatus): boolean {
  return isCurrent(status) || status === 'pending_approval' || status === 'pending_review';
}
