import type { Group } from '../../domain/chat/chat.js';
import { chatId } from '../../domain/chat/ref.js';
import { controlMarker, withNextAction } from '../../domain/owner/control-marker.js';
import { controlProfile } from '../../domain/owner/profile.js';
import { controlChatCreatedLine } from '../../domain/text/terminal.js';
import type { ChatPort } from '../../ports/chat.js';
import { leaveChat } from '../leave-chat.js';
import type { Log } from '../log.js';

/** The control chat of this run, with the number of its next action. */
export interface FoundControlChat {
  readonly group: Group;
  readonly nextAction: number;
}

/**
 * Finds the control chat by its marker, creates it with counter 1, or with `reset` replaces it by a new one that goes
 * on counting (behaviour 4.1, 5.7).
 */
export async function findControlChat(
  chats: ChatPort,
  displayName: string,
  reset: boolean,
  log: Log,
): Promise<FoundControlChat> {
  const found = await markedGroups(chats);
  const nextAction = Math.max(1, ...found.map((one) => one.nextAction));
  const [newest, ...older] = found;
  if (newest !== undefined && !reset) {
    // A reset that was cut short.
    for (const { group } of older) await deleteOld(chats, group, log);
    return { group: newest.group, nextAction };
  }
  const created = await createControlChat(chats, displayName, nextAction);
  log.line(controlChatCreatedLine(displayName));
  // The new chat is marked first: a crash in between leaves two, and the newest counts.
  for (const { group } of found) await deleteOld(chats, group, log);
  return created;
}

/** Marked groups, the newest first. */
async function markedGroups(chats: ChatPort): Promise<readonly FoundControlChat[]> {
  const marked: FoundControlChat[] = [];
  for (const { chat } of await chats.chats()) {
    const marker = chat.kind === 'group' ? controlMarker(chat.customData) : undefined;
    if (chat.kind === 'group' && marker !== undefined) {
      marked.push({ group: chat, nextAction: marker.nextAction });
    }
  }
  return marked.sort((one, other) => chatId(other.group.ref) - chatId(one.group.ref));
}

async function createControlChat(
  chats: ChatPort,
  displayName: string,
  nextAction: number,
): Promise<FoundControlChat> {
  const group = await chats.createGroup(controlProfile(displayName));
  const customData = withNextAction(group.customData, nextAction);
  await chats.setCustomData(group.ref, customData);
  return { group: { ...group, customData }, nextAction };
}

async function deleteOld(chats: ChatPort, group: Group, log: Log): Promise<void> {
  try {
    await leaveChat(chats, group);
  } catch (error) {
    log.error('control chat', error);
  }
}
