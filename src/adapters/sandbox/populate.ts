import { contactRef } from '../../domain/chat/ref.js';
import type { World } from './model/world.js';

/** Makes many connected contacts of the agent, each with one message, as a long life would. */
export function populate(world: World, count: number): void {
  let contactId = world.contacts.nextId(4);
  for (let number = 1; number <= count; number += 1) {
    const person = world.next('network');
    const name = `person ${number}`;
    world.people.add({ id: person, profile: { name } });
    const conversation = world.next('network');
    const agentName = world.user?.displayName ?? '';
    world.conversations.add({ kind: 'direct', id: conversation, person, agentName, state: 'open' });
    const recency = world.next('recency');
    const contact = world.contacts.add({
      id: contactId++,
      profile: { name },
      conversation,
      state: 'ready',
      recency,
    });
    const at = world.clock.now();
    const content = { type: 'text', text: `message from ${name}` } as const;
    const message = world.next('network');
    world.messages.add({ id: message, conversation, from: person, scope: 'main', content, at });
    world.items.add({
      id: world.next('item'),
      chat: contactRef(contact.id),
      scope: 'main',
      direction: 'received',
      content,
      at,
      message,
      unread: true,
    });
  }
}
