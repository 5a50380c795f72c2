import { z } from 'zod';

import { ChatError } from '../../../ports/chat.js';
import { faultPoints, type Hold } from '../model/faults.js';
import { unknownServer } from '../model/file-servers.js';
import { AGENT } from '../model/rows.js';
import type { SandboxNetwork } from '../network.js';
import { SandboxOwner } from './sandbox-owner.js';

/** What the operations of one socket share. */
export class SocketState {
  readonly network: SandboxNetwork;
  private readonly owners = new Map<string, SandboxOwner>();
  readonly holds = new Map<string, Hold>();

  constructor(network: SandboxNetwork) {
    this.network = network;
  }

  owner(name: string): SandboxOwner {
    const known = this.owners.get(name) ?? new SandboxOwner(this.network, name);
    this.owners.set(name, known);
    return known;
  }
}

type Run = (state: SocketState, args: unknown) => unknown;

function operation<Schema extends z.ZodType>(
  schema: Schema,
  run: (state: SocketState, args: z.infer<Schema>) => unknown,
): Run {
  return (state, args) => run(state, schema.parse(args));
}

const person = z.string().min(1).default('owner');
const item = z.int();
const offer = z.int();
const point = z.enum(faultPoints);
const who = z.object({ person });
const inChat = z.object({ person: z.string().min(1), chat: z.int().optional() });

/** The person's conversation with the agent: the given one, or the newest. */
function chatOf(state: SocketState, args: z.infer<typeof inChat>): number {
  const chat = args.chat ?? state.network.person(args.person).directs().at(-1);
  if (chat === undefined) throw new Error(`${args.person} is not connected to the agent`);
  return chat;
}

/** What the owner's app does in the control chat. */
const ownerOperations: Readonly<Record<string, Run>> = {
  join: operation(z.object({ person, link: z.string() }), (state, args) =>
    state.owner(args.person).join(args.link),
  ),
  'open-link': operation(who, (state, args) => state.owner(args.person).openLink()),
  joined: operation(who, (state, args) => state.owner(args.person).joined),
  items: operation(who, (state, args) => state.owner(args.person).items()),
  members: operation(who, (state, args) => state.owner(args.person).members()),
  'group-name': operation(who, (state, args) => state.owner(args.person).groupName),
  say: operation(z.object({ person, text: z.string(), replyTo: item.optional() }), (state, args) =>
    state
      .owner(args.person)
      .say(args.text, args.replyTo === undefined ? {} : { replyTo: args.replyTo }),
  ),
  edit: operation(z.object({ person, item, text: z.string() }), (state, args) => {
    state.owner(args.person).edit(args.item, args.text);
  }),
  download: operation(z.object({ person, item }), async (state, args) =>
    Buffer.from(await state.owner(args.person).download(args.item)).toString('base64'),
  ),
  'send-file': operation(
    z.object({ person, name: z.string(), base64: z.string(), text: z.string().default('') }),
    (state, { person: name, name: fileName, base64, text }) =>
      state.owner(name).sendFile({ name: fileName, bytes: Buffer.from(base64, 'base64'), text }),
  ),
  leave: operation(who, (state, args) => {
    state.owner(args.person).leave();
  }),
  'demote-agent': operation(
    z.object({ person, role: z.string().default('member') }),
    (state, args) => {
      state.owner(args.person).demoteAgent(args.role);
    },
  ),
  'remove-agent': operation(who, (state, args) => {
    state.owner(args.person).removeAgent();
  }),
  'delete-group': operation(who, (state, args) => {
    state.owner(args.person).deleteGroup();
  }),
  'set-role': operation(z.object({ person, name: z.string(), role: z.string() }), (state, args) => {
    state.owner(args.person).setRole(args.name, args.role);
  }),
  remove: operation(z.object({ person, name: z.string() }), (state, args) => {
    state.owner(args.person).remove(args.name);
  }),
};

/** What other people do. */
const peopleOperations: Readonly<Record<string, Run>> = {
  inhabitants: operation(z.object({}), (state) => state.network.inhabitants()),
  address: operation(
    z.object({
      person: z.string().min(1),
      welcome: z.string().optional(),
      business: z.boolean().default(false),
      autoAccept: z.boolean().default(true),
    }),
    (state, { person: name, welcome, business, autoAccept }) =>
      state.network.person(name).links.address({
        business,
        autoAccept,
        ...(welcome === undefined ? {} : { welcome }),
      }),
  ),
  invitation: operation(z.object({ person: z.string().min(1) }), (state, args) =>
    state.network.person(args.person).links.invitation(),
  ),
  accept: operation(z.object({ person: z.string().min(1) }), (state, args) => {
    state.network.person(args.person).acceptAll();
  }),
  'person-say': operation(
    inChat.extend({ text: z.string(), quote: item.optional() }),
    (state, args) =>
      state.network
        .person(args.person)
        .messages.say(
          chatOf(state, args),
          args.text,
          args.quote === undefined ? {} : { quote: args.quote },
        ),
  ),
  'person-messages': operation(inChat, (state, args) =>
    state.network.person(args.person).messages.list(chatOf(state, args)),
  ),
  'person-group': operation(
    z.object({
      person: z.string().min(1),
      name: z.string().min(1),
      type: z.enum(['group', 'channel']).default('group'),
    }),
    (state, args) => {
      const creator = state.network.person(args.person);
      const group = creator.groups.create({ name: args.name, type: args.type });
      return { group, ...creator.links.toGroup(group) };
    },
  ),
  'person-file': operation(
    inChat.extend({
      name: z.string(),
      base64: z.string(),
      text: z.string().default(''),
      type: z.enum(['file', 'image', 'video', 'voice']).default('file'),
      preview: z.string().optional(),
      unknownServer: z.boolean().default(false),
      held: z.boolean().default(false),
      pace: z.union([z.literal('held'), z.number()]).optional(),
    }),
    (state, args) =>
      state.network.person(args.person).files.send(chatOf(state, args), {
        name: args.name,
        bytes: Buffer.from(args.base64, 'base64'),
        text: args.text,
        type: args.type,
        held: args.held,
        ...(args.preview === undefined ? {} : { preview: args.preview }),
        ...(args.unknownServer ? { servers: [unknownServer] } : {}),
        ...(args.pace === undefined ? {} : { pace: args.pace }),
      }),
  ),
  /** Answers with the bytes of the agent's file, once its upload is complete. */
  'person-download': operation(
    z.object({ person: z.string().min(1), offer }),
    async (state, args) => {
      const person = state.network.person(args.person);
      if (state.network.world.offers.need(args.offer).state === 'uploading') {
        await new Promise<void>((resolve) => {
          const stop = person.listen((event) => {
            if (event.kind !== 'file-described' || event.offer !== args.offer) return;
            stop();
            resolve();
          });
        });
      }
      return Buffer.from(await person.files.download(args.offer)).toString('base64');
    },
  ),
  'remove-agent-from': operation(
    z.object({ person: z.string().min(1), group: z.int() }),
    (state, args) => {
      state.network.person(args.person).groups.remove(args.group, AGENT);
    },
  ),
};

/** What goes wrong, and what a test holds. */
const faultOperations: Readonly<Record<string, Run>> = {
  'finish-upload': operation(z.object({ person: z.string(), offer }), (state, args) => {
    state.network.person(args.person).files.finishUpload(args.offer);
  }),
  'let-through': operation(
    z.object({ person: z.string(), offer, chunks: z.int().optional() }),
    (state, args) => {
      state.network.person(args.person).files.letThrough(args.offer, args.chunks);
    },
  ),
  'cancel-file': operation(z.object({ person: z.string(), offer }), (state, args) => {
    state.network.person(args.person).files.cancel(args.offer);
  }),
  'expire-file': operation(z.object({ person: z.string(), offer }), (state, args) => {
    state.network.person(args.person).files.expire(args.offer);
  }),
  fail: operation(z.object({ point, message: z.string() }), (state, args) => {
    state.network.failNext(args.point, new ChatError(args.message, { kind: 'other' }));
  }),
  hold: operation(z.object({ point }), (state, args) => {
    state.holds.set(args.point, state.network.hold(args.point));
  }),
  /** Answers when a call has come to the point that is held. */
  reached: operation(z.object({ point }), (state, args) => state.holds.get(args.point)?.reached),
  release: operation(z.object({ point }), (state, args) => {
    state.holds.get(args.point)?.release();
  }),
};

/** Operations by their names. */
export const operations: ReadonlyMap<string, Run> = new Map([
  ...Object.entries(ownerOperations),
  ...Object.entries(peopleOperations),
  ...Object.entries(faultOperations),
]);
