import type { PersonEvent } from '../model/person-event.js';
import { AGENT, type MessageRow } from '../model/rows.js';
import type { World } from '../model/world.js';
import { unknownServer } from '../model/file-servers.js';
import { attempt } from '../people/app-refusal.js';
import type { Participant } from '../people/participant.js';
import { forecast } from './forecast.js';
import { landscape, landscapePreview } from './picture.js';

/** What an inhabitant does when something happens. */
export type Script = (self: Participant, world: World, event: PersonEvent) => void | Promise<void>;

/** A message that the agent wrote, with its conversation. */
function fromAgent(world: World, event: PersonEvent): Readonly<MessageRow> | undefined {
  if (event.kind !== 'message') return undefined;
  const message = world.messages.get(event.message);
  return message?.from === AGENT ? message : undefined;
}

const echo: Script = (self, world, event) => {
  const message = fromAgent(world, event);
  if (message === undefined) return;
  const offer = world.offers.get(message.file);
  const text = message.content.text;
  self.messages.say(
    message.conversation,
    offer === undefined ? text : `${text === '' ? '' : `${text}\n`}(a file: ${offer.name})`,
  );
};

const weather: Script = (self, world, event) => {
  const message = fromAgent(world, event);
  if (message === undefined) return;
  self.messages.say(message.conversation, forecast(message.content.text));
};

const remarks = [
  'Good point.',
  'I was thinking the same this morning.',
  'Not sure I agree, but go on.',
  'Could you say more about that?',
  'Ha, that reminds me of last summer.',
  'Let us keep that in mind.',
] as const;

/** One member answers each message of the agent; the two take turns, or the one who is meant answers. */
const talker: Script = (self, world, event) => {
  const message = fromAgent(world, event);
  if (message === undefined) return;
  const row = world.conversations.need(message.conversation);
  if (row.kind !== 'group') return;
  const talkers = row.members
    .filter(
      ({ who, status }) => status === 'connected' && world.people.get(who)?.script === 'talker',
    )
    .map(({ who }) => who);
  const meant = message.mentions?.find((who) => talkers.includes(who));
  let said = 0;
  for (const other of world.messages.all()) {
    if (other.conversation === row.id && other.from === AGENT && other.id <= message.id) said += 1;
  }
  if ((meant ?? talkers[said % talkers.length]) !== self.id) return;
  const remark = remarks[said % remarks.length] ?? remarks[0];
  self.messages.say(message.conversation, remark, { quote: message.id });
};

const headlines = [
  'The sandbox has a channel: this is its first post.',
  'Second post: nothing leaves this computer.',
  'Third and last post: subscribers read, only the publisher writes.',
] as const;

/** Milliseconds between the posts of the channel. */
const betweenPosts = 20_000;

/** Three posts after the agent has come. */
const publisher: Script = (self, world, event) => {
  if (event.kind !== 'joined' || event.who !== AGENT) return;
  headlines.forEach((text, index) => {
    world.after(index * betweenPosts, () => {
      attempt(() => {
        self.messages.say(event.group, text, { asChannel: true });
      });
    });
  });
};

const photographer: Script = async (self, _world, event) => {
  if (event.kind !== 'connected') return;
  const { conversation } = event;
  await self.files.send(conversation, {
    name: 'evening.png',
    bytes: landscape(480, 300),
    type: 'image',
    preview: landscapePreview(),
    text: 'The hill behind our house, last night.',
  });
  await self.files.send(conversation, {
    name: 'walking notes.txt',
    bytes: Buffer.from(
      'Start at the old mill.\nFollow the stream up to the bridge.\nThe hill is on the left.\n',
    ),
    text: 'And the way there.',
  });
};

const selfHoster: Script = async (self, _world, event) => {
  if (event.kind !== 'connected') return;
  await self.files.send(event.conversation, {
    name: 'minutes.txt',
    bytes: Buffer.from('Minutes of the meeting: nothing was decided.\n'),
    text: 'This is on a file server of my own.',
    servers: [unknownServer],
  });
};

const business: Script = (self, world, event) => {
  const message = fromAgent(world, event);
  if (message === undefined) return;
  self.messages.say(message.conversation, 'Thank you, we have written it down.', {
    quote: message.id,
  });
};

/** Scripts by the names that the state keeps. */
export const scripts: Readonly<Record<string, Script>> = {
  echo,
  weather,
  talker,
  publisher,
  photographer,
  'self-hoster': selfHoster,
  business,
};
