import { z } from 'zod';

const id = z.int().min(0);
const loose = z.looseObject;
const content = loose({ type: z.string(), text: z.string() });
const profile = loose({ name: z.string() });
const groupType = z.enum(['group', 'business', 'channel']);
const groupProfile = loose({
  displayName: z.string(),
  fullName: z.string(),
  commands: z.array(z.unknown()),
  history: z.boolean(),
});
const scope = z.enum(['main', 'member']);
const servers = z.array(z.string());

const conversation = z.discriminatedUnion('kind', [
  loose({
    kind: z.literal('direct'),
    id,
    person: id,
    agentName: z.string(),
    state: z.enum(['requested', 'open', 'closed']),
  }),
  loose({
    kind: z.literal('group'),
    id,
    groupType,
    host: id,
    profile: groupProfile,
    members: z.array(
      loose({ who: id, name: z.string(), role: z.string(), status: z.string(), since: z.number() }),
    ),
  }),
]);

/** What the program needs of its state; what else is in it is kept. */
export const stateSchema = loose({
  version: z.literal(1),
  seed: z.number(),
  presetContacts: z.boolean(),
  counters: z.record(z.enum(['network', 'item', 'file', 'connection', 'recency']), id),
  user: loose({ id, displayName: z.string(), peerType: z.string() }).optional(),
  inbox: z.array(loose({ kind: z.string() })),
  people: z.array(loose({ id, profile })),
  links: z.array(loose({ id, kind: z.string(), short: z.string(), full: z.string(), by: id })),
  conversations: z.array(conversation),
  messages: z.array(loose({ id, conversation: id, from: z.int(), scope, content, at: z.number() })),
  offers: z.array(
    loose({ id, message: id, name: z.string(), size: z.number(), servers, state: z.string() }),
  ),
  contacts: z.array(loose({ id, profile, state: z.string(), recency: z.number() })),
  groups: z.array(
    loose({
      id,
      groupType,
      profile: groupProfile,
      prepared: z.boolean(),
      incognito: z.boolean(),
      membership: loose({ memberId: id, role: z.string(), status: z.string(), name: z.string() }),
      recency: z.number(),
    }),
  ),
  members: z.array(
    loose({ id, group: id, name: z.string(), role: z.string(), status: z.string() }),
  ),
  items: z.array(
    loose({
      id,
      chat: z.string().regex(/^[@#]\d+$/),
      scope,
      direction: z.enum(['sent', 'received', 'channel']),
      content: content.optional(),
      at: z.number(),
      file: id.optional(),
    }),
  ),
  files: z.array(
    loose({
      id,
      item: id,
      name: z.string(),
      size: z.number(),
      offer: id,
      status: loose({ kind: z.string() }),
    }),
  ),
  pending: z.array(loose({ id, link: id, conversation: id })),
});

type State = z.infer<typeof stateSchema>;

/** A row that names another that is not there, or `undefined`. */
export function brokenReference(state: State): string | undefined {
  const ids = (rows: readonly { readonly id: number }[]): Set<number> =>
    new Set(rows.map((row) => row.id));
  const conversations = ids(state.conversations);
  const offers = ids(state.offers);
  const files = ids(state.files);
  const items = ids(state.items);
  const people = ids(state.people);
  const chats = new Set([
    ...state.contacts.map((row) => `@${row.id}`),
    ...state.groups.map((row) => `#${row.id}`),
  ]);
  const broken =
    state.messages.find((row) => !conversations.has(row.conversation)) ??
    state.files.find((row) => !offers.has(row.offer) || !items.has(row.item)) ??
    state.items.find((row) => !chats.has(row.chat)) ??
    state.items.find((row) => row.file !== undefined && !files.has(row.file)) ??
    state.conversations.find((row) => row.kind === 'direct' && !people.has(row.person)) ??
    state.pending.find((row) => !conversations.has(row.conversation));
  return broken === undefined ? undefined : `row ${broken.id} names another that is missing`;
}
