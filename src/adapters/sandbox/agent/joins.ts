import type {
  JoinMethod,
  JoinOptions,
  JoinResult,
  PlanHandle,
} from '../../../domain/chat/connection.js';
import { contactRef, groupRef, type ChatRef } from '../../../domain/chat/ref.js';
import { answerLater } from '../model/admission.js';
import { coreErrors } from '../model/core-errors.js';
import { incognitoName } from '../model/random.js';
import { AGENT, type ContactRow, type GroupRow, type LinkRow } from '../model/rows.js';
import type { AgentContext } from './context.js';
import type { Handle } from './connections.js';
import { PreparedChats } from './prepared-chats.js';

/** How the agent joins what a plan found. */
export class Joins {
  private readonly core: AgentContext;
  private readonly prepared: PreparedChats;

  constructor(core: AgentContext) {
    this.core = core;
    this.prepared = new PreparedChats(core);
  }

  join(method: JoinMethod, options: JoinOptions): JoinResult {
    switch (method.kind) {
      case 'prepare-contact': {
        const link = this.linkOf(method.handle);
        return link.business === true
          ? this.joinGroup(this.prepared.group(link), options)
          : this.joinContact(this.prepared.contact(link), options);
      }
      case 'prepare-group':
        return this.joinGroup(this.prepared.group(this.linkOf(method.handle)), options);
      case 'prepared-contact':
      case 'contact-via-address':
        return this.joinContact(method.contactId, options);
      case 'prepared-group':
        return this.joinGroup(method.groupId, options);
      case 'link':
        return this.joinPlainly(this.linkOf(method.handle), options);
    }
  }

  /** Makes the chat of a link's data without joining, as an app does when its user only looks. */
  prepare(handle: PlanHandle): ChatRef {
    const link = this.linkOf(handle);
    return link.group !== undefined || link.business === true
      ? groupRef(this.prepared.group(link))
      : contactRef(this.prepared.contact(link));
  }

  /** The contact that a full link's answer makes, or `undefined` when the contact is known. */
  takeAnswered(conversation: number): ContactRow | undefined {
    const { store, world } = this.core;
    const pending = world.pending.find((row) => row.conversation === conversation);
    if (pending === undefined) return undefined;
    world.pending.delete(pending.id);
    const person = world.people.need(world.direct(conversation).person);
    return store.addContact({
      profile: { ...person.profile },
      conversation,
      state: 'connecting',
      link: pending.link,
      connectionId: pending.id,
      ...(pending.incognitoName === undefined ? {} : { incognitoName: pending.incognitoName }),
    });
  }

  private linkOf(handle: PlanHandle): LinkRow {
    const { links } = this.core.world;
    const { link } = handle as Handle;
    if (links.get(link) === undefined) throw coreErrors.connectionAuth();
    return links.edit(link);
  }

  private profileName(options: JoinOptions): { name: string; incognito?: string } {
    const { world } = this.core;
    if (!options.incognito) return { name: world.user?.displayName ?? '' };
    const incognito = incognitoName(world.random);
    return { name: incognito, incognito };
  }

  private joinContact(contactId: number, options: JoinOptions): JoinResult {
    const { store } = this.core;
    const contact = store.contact(contactId);
    const result = (): JoinResult => ({
      chat: store.chat(contactRef(contactId)),
      ...(contact.connectionId === undefined ? {} : { connectionId: contact.connectionId }),
    });
    if (contact.state !== 'prepared' && contact.state !== 'address') return result();
    if (contact.link === undefined) {
      // An address outside the sandbox: the request is sent, and nobody answers.
      contact.state = 'connecting';
      return result();
    }
    const link = this.open(contact.link);
    const profile = this.profileName(options);
    if (profile.incognito !== undefined) contact.incognitoName = profile.incognito;
    contact.state = 'connecting';
    contact.connectionId = this.core.world.next('connection');
    contact.conversation = this.request(link, profile.name);
    store.contact(contactId);
    if (options.message !== undefined) {
      this.firstMessage(contactRef(contactId), contact.conversation, options.message);
    }
    return result();
  }

  /** A link that can still be used. */
  private open(id: number): LinkRow {
    const link = this.core.world.links.get(id);
    if (link === undefined || link.used === true) throw coreErrors.connectionAuth();
    return this.core.world.links.edit(id);
  }

  /** Asks the other side; an invitation connects by itself, an address as its owner has set it. */
  private request(link: LinkRow, agentName: string): number {
    const { world } = this.core;
    const id = world.next('network');
    const answered = link.kind === 'invitation' || link.autoAccept === true;
    const state = 'requested';
    world.conversations.add({ kind: 'direct', id, person: link.by, agentName, state, answered });
    world.toPerson(link.by, { kind: 'request', conversation: id });
    if (link.kind === 'invitation') link.used = true;
    if (answered) answerLater(world, id);
    return id;
  }

  /** The message that goes with a request; the core tells of it in an event. */
  private firstMessage(chat: ChatRef, conversation: number, text: string): void {
    const { store, world, events } = this.core;
    const content = { type: 'text', text } as const;
    const message = world.next('network');
    const at = world.clock.now();
    world.messages.add({ id: message, conversation, from: AGENT, scope: 'main', content, at });
    const item = store.addItem({
      chat,
      scope: 'main',
      direction: 'sent',
      content,
      at,
      message,
    });
    world.after(0, () => {
      if (store.exists(chat)) events.push({ kind: 'items-added', items: [store.itemView(item)] });
    });
  }

  private joinPlainly(link: LinkRow, options: JoinOptions): JoinResult {
    const { world } = this.core;
    this.open(link.id);
    if (link.group !== undefined || link.business === true) {
      return this.joinGroup(this.prepared.group(link), options);
    }
    const profile = this.profileName(options);
    const connectionId = world.next('connection');
    world.pending.add({
      id: connectionId,
      link: link.id,
      conversation: this.request(link, profile.name),
      ...(profile.incognito === undefined ? {} : { incognitoName: profile.incognito }),
    });
    return { connectionId };
  }

  private joinGroup(groupId: number, options: JoinOptions): JoinResult {
    const { store, world } = this.core;
    const group = store.group(groupId);
    const ref = groupRef(groupId);
    if (!group.prepared || group.link === undefined) return { chat: store.chat(ref) };
    const link = this.open(group.link);
    const shared = link.group === undefined ? this.businessGroup(link) : world.group(link.group);
    const profile = this.profileName(options);
    group.prepared = false;
    group.conversation = shared.id;
    group.connectionId = world.next('connection');
    group.incognito = profile.incognito !== undefined;
    group.membership.name = profile.name;
    const role = link.role ?? 'member';
    group.membership.role = role;
    store.group(groupId);
    shared.members = shared.members.filter((member) => member.who !== AGENT);
    shared.members.push({
      who: AGENT,
      name: profile.name,
      role,
      status: 'invited',
      since: world.counters.network,
      answered: link.autoAccept !== false,
    });
    if (options.message !== undefined) this.firstMessage(ref, shared.id, options.message);
    if (link.autoAccept !== false) answerLater(world, shared.id);
    return { chat: store.chat(ref), connectionId: group.connectionId };
  }

  /** A business makes a group for each customer. */
  private businessGroup(link: LinkRow): GroupRow {
    const { world } = this.core;
    const business = world.people.need(link.by).profile;
    const group: GroupRow = {
      kind: 'group',
      id: world.next('network'),
      groupType: 'business',
      host: link.by,
      profile: {
        displayName: business.name,
        fullName: '',
        ...(business.shortDescription === undefined
          ? {}
          : { shortDescription: business.shortDescription }),
        commands: business.commands ?? [],
        history: true,
      },
      members: [
        { who: link.by, name: business.name, role: 'owner', status: 'connected', since: 0 },
      ],
    };
    world.conversations.add(group);
    return group;
  }
}
