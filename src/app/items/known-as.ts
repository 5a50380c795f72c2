import type { Chat } from '../../domain/chat/chat.js';
import { chatId } from '../../domain/chat/ref.js';
import type { ChatPort } from '../../ports/chat.js';

/** Whether the core tells the agent's name in a chat only when it is asked: in an incognito contact. */
export function hidesKnownAs(chat: Chat): boolean {
  return chat.kind === 'contact' && chat.incognito && chat.knownAs === undefined;
}

/** The chat with the name that the agent has in it. Rejects with ChatError. */
export async function withKnownAs(chats: ChatPort, chat: Chat): Promise<Chat> {
  if (!hidesKnownAs(chat)) return chat;
  const knownAs = await chats.incognitoName(chatId(chat.ref));
  return knownAs === undefined ? chat : { ...chat, knownAs };
}
