import type { User } from '../../../domain/chat/chat.js';
import { chatId, type ChatRef } from '../../../domain/chat/ref.js';
import { coreErrors } from '../model/core-errors.js';
import { AGENT } from '../model/rows.js';
import type { AgentContext } from './context.js';

/** Contacts that the core gives to every new user. */
const presets = [
  {
    name: 'SimpleX Status',
    peerType: 'bot',
    shortDescription: 'Automatic server status and app release updates',
  },
  {
    name: 'Ask SimpleX Team',
    shortDescription: 'Send questions about SimpleX Chat app and your suggestions',
  },
] as const;

export function userView(core: AgentContext): User | undefined {
  const { user } = core;
  if (user === undefined) return undefined;
  return { userId: user.id, displayName: user.displayName, peerType: user.peerType };
}

export function createUser(core: AgentContext, displayName: string): User {
  const { world, store } = core;
  if (world.user !== undefined) throw coreErrors.userExists(displayName);
  world.user = { id: 1, displayName, peerType: 'agent' };
  world.keeper.changed();
  if (world.presetContacts) {
    for (const profile of presets)
      store.addContact({ profile: { ...profile }, state: 'address' }, 2);
  }
  return { userId: 1, displayName, peerType: 'agent' };
}

/** The new name is shown in all chats that are not incognito. */
export function updateProfile(core: AgentContext, displayName: string): User {
  const { world } = core;
  if (world.user === undefined) throw coreErrors.noActiveUser();
  if (world.user.displayName !== displayName) {
    world.user.displayName = displayName;
    world.keeper.changed();
    for (const contact of world.contacts.all()) {
      if (contact.conversation === undefined || contact.incognitoName !== undefined) continue;
      world.direct(contact.conversation).agentName = displayName;
    }
    for (const row of [...world.groups.all()]) {
      if (row.incognito) continue;
      const group = core.store.group(row.id);
      group.membership.name = displayName;
      if (group.conversation === undefined) continue;
      const own = world.group(group.conversation).members.find((member) => member.who === AGENT);
      if (own !== undefined) own.name = displayName;
    }
  }
  return { userId: world.user.id, displayName, peerType: world.user.peerType };
}

/** Deletes a contact with its chat, and tells the other side. */
export function deleteContact(core: AgentContext, ref: ChatRef): void {
  const { world, store } = core;
  const contact = store.contact(chatId(ref));
  if (contact.conversation !== undefined) {
    const direct = world.direct(contact.conversation);
    if (direct.state === 'open') {
      world.toPerson(direct.person, { kind: 'contact-deleted', conversation: direct.id });
    }
    direct.state = 'closed';
  }
  store.deleteChat(ref);
}
