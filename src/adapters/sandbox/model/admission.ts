import { audience, tellPeople } from './audience.js';
import { AGENT, CHANNEL, type GroupRow } from './rows.js';
import type { World } from './world.js';

/** How many messages of its past a group sends to a new member. */
const historyLength = 100;

/** The other side accepts the agent's request: both are connected. */
export function acceptContact(world: World, conversation: number): void {
  const direct = world.direct(conversation);
  if (direct.state !== 'requested') return;
  direct.state = 'open';
  world.toAgent({ kind: 'contact-accepted', conversation });
  world.toPerson(direct.person, { kind: 'connected', conversation });
  for (const message of world.messages.all()) {
    if (message.conversation === conversation) {
      world.toPerson(direct.person, { kind: 'message', message: message.id });
    }
  }
}

/** Messages of a group that a new member gets. */
function history(world: World, group: GroupRow): number[] {
  if (!group.profile.history) return [];
  const ids: number[] = [];
  for (const message of world.messages.all()) {
    const shown = message.scope === 'main' && message.deleted !== true && message.live !== true;
    if (message.conversation === group.id && shown) ids.push(message.id);
  }
  return ids.slice(-historyLength);
}

/** A person comes into a group; the agent learns of it when it is a member. */
export function admitPerson(world: World, conversation: number, who: number, role: string): void {
  const group = world.group(conversation);
  const past = history(world, group);
  const name = world.people.need(who).profile.name;
  const since = past[0] ?? world.counters.network;
  const others = audience(world, conversation).filter((person) => person !== who);
  group.members = group.members.filter((member) => member.who !== who);
  group.members.push({ who, name, role, status: 'connected', since });
  if (group.members.some((member) => member.who === AGENT && member.status === 'connected')) {
    world.toAgent({ kind: 'member-joined', group: conversation, who });
  }
  world.toPerson(who, { kind: 'admitted', group: conversation });
  for (const other of others) world.toPerson(other, { kind: 'joined', group: conversation, who });
  for (const message of past) world.toPerson(who, { kind: 'message', message });
}

/** The host lets the agent in, with the role and name that it asked with. */
export function admitAgent(world: World, conversation: number): void {
  const group = world.group(conversation);
  const own = group.members.find((member) => member.who === AGENT);
  if (own?.status !== 'invited') return;
  const past = history(world, group).filter((id) => {
    const message = world.messages.get(id);
    return message !== undefined && (group.groupType !== 'business' || message.from !== AGENT);
  });
  own.status = 'connected';
  world.toAgent({ kind: 'admitted', group: conversation });
  tellPeople(world, conversation, { kind: 'joined', group: conversation, who: AGENT });
  for (const message of past) world.messageToAgent(message);
  world.toAgent({ kind: 'introduced', group: conversation });
  if (group.groupType === 'business') tellRequest(world, group);
}

/** The agent's first message to a business comes with its request. */
function tellRequest(world: World, group: GroupRow): void {
  for (const message of world.messages.all()) {
    if (message.conversation !== group.id || message.from === CHANNEL) continue;
    tellPeople(world, group.id, { kind: 'message', message: message.id });
  }
}

/** Answers the agent's request by itself, as the setting of the link says. */
export function answerLater(world: World, conversation: number): void {
  world.after(world.latency.message, () => {
    if (world.conversations.need(conversation).kind === 'direct') {
      acceptContact(world, conversation);
    } else {
      admitAgent(world, conversation);
    }
  });
}
