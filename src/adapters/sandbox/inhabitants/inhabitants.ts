import type { MenuEntry, PeerType } from '../../../domain/chat/chat.js';
import type { PersonEvent } from '../model/person-event.js';
import type { World } from '../model/world.js';
import { AppRefusal } from '../people/app-refusal.js';
import { Participant } from '../people/participant.js';
import { scripts, type Script } from './scripts.js';

/** Somebody, or a group, that the agent finds on a new sandbox. */
export interface Inhabitant {
  readonly name: string;
  readonly kind: 'bot' | 'person' | 'group' | 'channel' | 'business';
  readonly link: string;
  /** SimpleX name that leads there too. */
  readonly simplexName?: string;
  /** What it does, in one line. */
  readonly what: string;
}

const menu: readonly MenuEntry[] = [
  { type: 'command', keyword: 'weather', label: 'Weather now', params: '<place>' },
  {
    type: 'menu',
    label: 'More',
    commands: [
      { type: 'command', keyword: 'tomorrow', label: 'Weather tomorrow', params: '<place>' },
      { type: 'command', keyword: 'help', label: 'Help' },
    ],
  },
];

/** Makes people with their scripts; they start to act with `wake`. */
class Settlement {
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  private add(
    name: string,
    script: string,
    more: {
      readonly peerType?: PeerType;
      readonly shortDescription?: string;
      readonly commands?: readonly MenuEntry[];
    } = {},
  ): Participant {
    const id = this.world.next('network');
    this.world.people.add({ id, profile: { name, ...more }, script });
    return new Participant(this.world, id);
  }

  settle(): void {
    this.add('echo', 'echo', {
      peerType: 'bot',
      shortDescription: 'Repeats what you say',
    }).links.address({ welcome: 'Hello! I repeat what you send.', name: '@echo.simplex' });
    this.add('weather', 'weather', {
      peerType: 'bot',
      shortDescription: 'The weather of invented places',
      commands: menu,
    }).links.address({ welcome: 'Ask me with /weather and a place.' });
    this.lounge();
    this.news();
    this.add('carol', 'photographer').links.address({ welcome: 'Hi, carol here.' });
    this.add('dave', 'self-hoster').links.address();
    this.add('corner shop', 'business', {
      shortDescription: 'Bread, milk and newspapers',
    }).links.address({ welcome: 'Welcome to the corner shop. What can we do?', business: true });
  }

  private lounge(): void {
    const alice = this.add('alice', 'talker');
    const bob = this.add('bob', 'talker');
    const group = alice.groups.create({
      name: 'lounge',
      shortDescription: 'A place to talk',
      description: 'Be kind, and stay a while.',
    });
    bob.groups.join(alice.links.toGroup(group).short);
    alice.messages.say(group, 'Anyone here?');
    bob.messages.say(group, 'Always.');
  }

  private news(): void {
    const editor = this.add('editor', 'publisher');
    const channel = editor.groups.create({
      name: 'sandbox news',
      type: 'channel',
      shortDescription: 'Three posts, then silence',
    });
    editor.links.toGroup(channel, 'observer', { name: '#sandbox-news.simplex' });
  }
}

/** Puts the inhabitants into a new network. */
export function settle(world: World): void {
  new Settlement(world).settle();
}

/** Lets the scripts of all inhabitants act, in a new network or a loaded one. */
export function wake(world: World): void {
  for (const row of [...world.people.all()]) {
    const script = row.script === undefined ? undefined : scripts[row.script];
    if (script === undefined) continue;
    const self = new Participant(world, row.id);
    self.listen((event) => {
      void world.work(() => run(script, self, world, event));
    });
  }
}

/** What a script can't do any more, after the agent left or deleted a chat, is not done. */
async function run(
  script: Script,
  self: Participant,
  world: World,
  event: PersonEvent,
): Promise<void> {
  try {
    await script(self, world, event);
  } catch (error) {
    if (!(error instanceof AppRefusal)) throw error;
  }
}

const descriptions: Readonly<Record<string, Pick<Inhabitant, 'kind' | 'what'>>> = {
  echo: { kind: 'bot', what: 'repeats what you say' },
  weather: { kind: 'bot', what: 'has a command menu' },
  talker: { kind: 'group', what: 'two members who answer' },
  publisher: { kind: 'channel', what: 'posts; subscribers only read' },
  photographer: { kind: 'person', what: 'sends a picture and a document' },
  'self-hoster': { kind: 'person', what: 'sends a file on an unknown file server' },
  business: { kind: 'business', what: 'its address makes a group chat' },
};

/** Who lives here, with their links. */
export function listInhabitants(world: World): Inhabitant[] {
  const list: Inhabitant[] = [];
  for (const link of world.links.all()) {
    const person = world.people.get(link.by);
    const description = descriptions[person?.script ?? ''];
    if (person === undefined || description === undefined) continue;
    const group = link.group === undefined ? undefined : world.sharedGroup(link.group);
    list.push({
      name: group?.profile.displayName ?? person.profile.name,
      link: link.short,
      ...description,
      ...(link.name === undefined ? {} : { simplexName: link.name }),
    });
  }
  return list;
}
