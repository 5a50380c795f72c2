import type { Participant } from '../../src/adapters/sandbox/people/participant.js';
import type { ChatRef } from '../../src/domain/chat/ref.js';
import type { AgentWorld } from './agent-world.js';
import type { RunningCall } from './fakes.js';

/** Fields of a result; a tool error is thrown. */
export type Fields = Readonly<Record<string, unknown>>;

export async function resultOf(call: RunningCall): Promise<Fields> {
  const outcome = await call.result;
  if (outcome.kind === 'error') throw new Error(outcome.text);
  return outcome.result;
}

/** Somebody whom the agent is connected with. */
export interface Friend {
  readonly person: Participant;
  /** Their conversation on the network. */
  readonly conversation: number;
  readonly chat: ChatRef;
}

/** Approves the action of the newest card. */
export async function approve(world: AgentWorld): Promise<void> {
  const number = /\/'reject (?:[@#]\d+ )?(\d+)'$/.exec(world.card.text)?.[1];
  if (number === undefined) throw new Error(`No open card: ${world.card.text}`);
  await world.say(`/approve ${number}`);
}

/** Joins what is behind a link, with the owner's approval; resolves when it is connected, with the chat. */
export async function connectTo(
  world: AgentWorld,
  target: string,
  input: Fields = {},
): Promise<ChatRef> {
  const call = world.call('connect', { target, wait: 0, ...input });
  await world.quiet();
  await approve(world);
  const { chat } = await resultOf(call);
  await world.quiet();
  if (typeof chat !== 'string') throw new Error('The chat is unknown.');
  return chat as ChatRef;
}

/** A contact of the agent. */
export async function befriend(
  world: AgentWorld,
  name = 'alice',
  input: Fields = {},
): Promise<Friend> {
  const person = world.person(name);
  const chat = await connectTo(world, person.links.address().short, input);
  const conversation = person.directs().at(-1);
  if (conversation === undefined) throw new Error('They are not connected.');
  return { person, conversation, chat };
}

/** A group of alice that the agent joined. */
export async function joinGroup(world: AgentWorld, name = 'hikers'): Promise<Friend> {
  const person = world.person('alice');
  const conversation = person.groups.create({ name });
  const chat = await connectTo(world, person.links.toGroup(conversation).short);
  return { person, conversation, chat };
}

/** Lets a person answer every message of the agent by `answer: TEXT`. */
export function echo(world: AgentWorld, name = 'echo'): Participant {
  const person = world.person(name);
  person.listen((event) => {
    if (event.kind !== 'message') return;
    const message = world.network.world.messages.need(event.message);
    if (message.from === person.id) return;
    person.messages.say(message.conversation, `answer: ${message.content.text}`);
  });
  return person;
}

/** Messages that the network has of the agent in a conversation. */
export function sentBy(friend: Friend): readonly string[] {
  return friend.person.messages
    .list(friend.conversation)
    .filter((message) => message.byAgent)
    .map((message) => message.text);
}
