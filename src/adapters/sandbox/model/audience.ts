import type { PersonEvent } from './person-event.js';
import { AGENT } from './rows.js';
import type { World } from './world.js';

/** People other than the agent who take part in a conversation now. */
export function audience(world: World, conversation: number): number[] {
  const row = world.conversations.need(conversation);
  if (row.kind === 'direct') return row.state === 'open' ? [row.person] : [];
  return row.members
    .filter((member) => member.who !== AGENT && member.status === 'connected')
    .map((member) => member.who);
}

/** Tells people of a conversation what happened. */
export function tellPeople(
  world: World,
  conversation: number,
  event: PersonEvent,
  except?: number,
): void {
  for (const person of audience(world, conversation)) {
    if (person !== except) world.toPerson(person, event);
  }
}

/** Whether what happens in a conversation reaches the agent. */
export function reachesAgent(world: World, conversation: number): boolean {
  const row = world.conversations.need(conversation);
  if (row.kind === 'direct') return row.state === 'open';
  return row.members.some((member) => member.who === AGENT && member.status === 'connected');
}
