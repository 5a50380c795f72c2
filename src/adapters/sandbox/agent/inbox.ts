import type { MembershipEventName } from '../../../domain/chat/event.js';
import { contactRef, groupRef } from '../../../domain/chat/ref.js';
import type { Delivery } from '../model/delivery.js';
import { AGENT, CHANNEL, type ItemRow, type MemberRow, type MessageRow } from '../model/rows.js';

import type { AgentContext } from './context.js';
import type { GroupMembership } from './group-membership.js';
import type { Joins } from './joins.js';
import type { Messages } from './messages.js';
import type { Transfers } from './transfers.js';

/** The parts of the core that know what a delivery means to them. */
export interface InboxParts {
  readonly messages: Messages;
  readonly groups: GroupMembership;
  readonly joins: Joins;
  readonly transfers: Transfers;
}

/** Brings what comes from the network into the agent's core, one delivery after another. */
export class Inbox {
  private readonly core: AgentContext;
  private readonly parts: InboxParts;

  constructor(core: AgentContext, parts: InboxParts) {
    this.core = core;
    this.parts = parts;
  }

  apply(delivery: Delivery): void {
    switch (delivery.kind) {
      case 'message':
        return this.message(delivery.message);
      case 'edited':
        return this.edited(delivery);
      case 'deleted':
        return this.deleted(delivery);
      case 'contact-accepted':
        return this.contactAccepted(delivery.conversation);
      case 'contact-deleted':
        return this.contactDeleted(delivery.conversation);
      case 'profile-updated':
        return this.profileUpdated(delivery);
      case 'admitted':
        return this.admitted(delivery.group);
      case 'member-joined':
        return this.memberJoined(delivery.group, delivery.who);
      case 'role':
        return this.role(delivery);
      case 'member-left':
        return this.memberGone(delivery.group, delivery.who, delivery.who, 'leftMember', 'left');
      case 'member-removed':
        return delivery.who === AGENT
          ? this.agentGone(delivery.group, delivery.by, 'deletedMemberUser', 'removed')
          : this.memberGone(delivery.group, delivery.who, delivery.by, 'deletedMember', 'removed');
      case 'group-updated':
        return this.groupUpdated(delivery.group, delivery.by);
      case 'group-deleted':
        return this.agentGone(delivery.group, delivery.by, 'groupDeleted', 'deleted');
      case 'group-invitation':
        return this.groupInvitation(delivery);
      case 'member-contact':
        return this.memberContact(delivery.group, delivery.conversation);
      case 'file-described':
        return this.parts.transfers.described(delivery.offer);
      case 'file-cancelled':
        return this.parts.transfers.senderCancelled(delivery.offer);
    }
  }

  private membership(event: MembershipEventName, groupId: number): void {
    const group = this.core.store.chat(groupRef(groupId));
    if (group.kind === 'group') this.core.events.push({ kind: 'membership', event, group });
  }

  private message(id: number): void {
    const message = this.core.world.messages.get(id);
    if (message === undefined) return;
    const item = this.receivedItem(message);
    if (item === undefined) return;
    this.core.added(item);
  }

  private receivedItem(message: Readonly<MessageRow>): ItemRow | undefined {
    const { store, world } = this.core;
    const conversation = world.conversations.need(message.conversation);
    const quoted = this.parts.messages.quotedView(message.quote);
    const quotesAgent = world.messages.get(message.quote)?.from === AGENT;
    const content = {
      at: Math.floor(message.at / 1000) * 1000,
      content: message.content,
      message: message.id,
      unread: true,
      ...(message.live === true ? { live: true } : {}),
      ...(quoted === undefined ? {} : { quoted }),
    };
    if (conversation.kind === 'direct') {
      const contact = store.contactOf(conversation.id);
      if (contact === undefined) return undefined;
      const chat = contactRef(contact.id);
      return this.withFile(
        message,
        store.addItem({ chat, scope: 'main', direction: 'received', ...content }),
      );
    }
    const group = store.groupOf(conversation.id);
    if (group === undefined) return undefined;
    const mentionsMe = quotesAgent || message.mentions?.includes(AGENT) === true;
    const member = message.from === CHANNEL ? undefined : this.knownMember(group.id, message.from);
    return this.withFile(
      message,
      store.addItem({
        chat: groupRef(group.id),
        scope: message.scope,
        direction: member === undefined ? 'channel' : 'received',
        ...(member === undefined ? {} : { member: member.id }),
        ...(mentionsMe ? { mentionsMe } : {}),
        ...content,
      }),
    );
  }

  private withFile(message: Readonly<MessageRow>, item: ItemRow): ItemRow {
    if (message.file !== undefined) this.parts.transfers.offered(item, message.file);
    return item;
  }

  /** The member of the agent's core; one that history names and nobody introduced is `unknown`. */
  private knownMember(groupId: number, who: number): MemberRow {
    const { store, world } = this.core;
    const known = store.memberBy(groupId, who);
    if (known !== undefined) return known;
    const person = world.people.get(who);
    return world.members.add({
      id: store.nextMemberId(),
      group: groupId,
      who,
      name: person?.profile.name ?? this.core.user?.displayName ?? 'unknown',
      role: 'author',
      status: 'unknown',
    });
  }

  private edited(delivery: Extract<Delivery, { kind: 'edited' }>): void {
    const item = this.core.store.itemOf(delivery.message);
    if (item === undefined) return;
    item.content = delivery.content;
    if (delivery.live) item.live = true;
    else delete item.live;
    this.core.events.push({ kind: 'item-updated', item: this.core.store.itemView(item) });
  }

  private deleted(delivery: Extract<Delivery, { kind: 'deleted' }>): void {
    const item = this.core.store.itemOf(delivery.message);
    if (item === undefined) return;
    if (delivery.full) this.core.store.removeItem(item);
    else item.deleted = true;
    const entry = { chat: item.chat, itemId: item.id };
    this.core.events.push({ kind: 'items-deleted', items: [entry] });
  }

  private contactAccepted(conversation: number): void {
    const { store, standard, events } = this.core;
    const answered = this.parts.joins.takeAnswered(conversation);
    const contact = answered ?? store.contactOf(conversation);
    if (contact === undefined || contact.state === 'deleted') return;
    contact.state = 'ready';
    const ref = contactRef(contact.id);
    events.push({
      kind: 'chat-connected',
      chat: store.chat(ref),
      ...(contact.connectionId === undefined ? {} : { connectionId: contact.connectionId }),
    });
    if (answered !== undefined) this.core.added(standard.banner(ref));
    this.core.added(standard.encryption(ref));
    if (answered !== undefined) this.core.added(...standard.directFeatures(ref));
  }

  private contactDeleted(conversation: number): void {
    const contact = this.core.store.contactOf(conversation);
    if (contact === undefined) return;
    contact.state = 'deleted';
    this.core.added(this.core.standard.directEvent(contactRef(contact.id)));
  }

  private profileUpdated(delivery: Extract<Delivery, { kind: 'profile-updated' }>): void {
    const contact = this.core.store.contactOf(delivery.conversation);
    if (contact !== undefined) contact.profile = delivery.profile;
  }

  private admitted(conversation: number): void {
    const { store, standard, world, events } = this.core;
    const group = store.groupOf(conversation);
    if (group === undefined) return;
    const shared = world.sharedGroup(conversation);
    group.membership.status = 'connected';
    const ref = groupRef(group.id);
    const host = this.parts.groups.meetMembers(group.id, shared);
    events.push({
      kind: 'chat-connected',
      chat: store.chat(ref),
      ...(group.connectionId === undefined ? {} : { connectionId: group.connectionId }),
    });
    this.core.added(standard.encryption(ref, host.id));
    this.core.added(standard.groupEvent(ref, host.id));
    if (group.groupType === 'channel') return;
    for (const member of store.membersOf(group.id)) {
      if (member.id === host.id || member.status === 'unknown') continue;
      const row = world.members.edit(member.id);
      row.status = 'intro-inv';
      this.core.added(standard.groupEvent(ref, row.id));
      this.membership('connectedToGroupMember', group.id);
      row.status = 'connected';
    }
  }

  private memberJoined(conversation: number, who: number): void {
    const { store, standard, world } = this.core;
    const group = store.groupOf(conversation);
    const person = world.people.get(who);
    if (group === undefined || person === undefined) return;
    const shared = world.sharedGroup(conversation);
    const ref = groupRef(group.id);
    const participation = shared.members.find((member) => member.who === who);
    if (participation === undefined) return;
    const known = store.memberBy(group.id, who);
    const row = known ?? this.parts.groups.addMember(group.id, participation);
    row.role = participation.role;
    if (shared.host === AGENT) {
      row.status = 'accepted';
      this.core.added(standard.groupEvent(ref, row.id));
      row.status = 'connected';
      this.core.added(standard.groupEvent(ref, row.id));
      this.membership('joinedGroupMember', group.id);
      return;
    }
    const host = store.memberBy(group.id, shared.host);
    row.status = 'announced';
    this.core.added(standard.groupEvent(ref, host?.id ?? row.id));
    this.membership('joinedGroupMemberConnecting', group.id);
    row.status = 'intro-inv';
    this.core.added(standard.groupEvent(ref, row.id));
    this.membership('connectedToGroupMember', group.id);
    row.status = 'connected';
  }

  private role(delivery: Extract<Delivery, { kind: 'role' }>): void {
    const { store, standard } = this.core;
    const group = store.groupOf(delivery.group);
    if (group === undefined) return;
    const ref = groupRef(group.id);
    const by = this.knownMember(group.id, delivery.by);
    if (delivery.who === AGENT) {
      group.membership.role = delivery.role;
      this.core.added(standard.groupEvent(ref, by.id, true));
    } else {
      this.knownMember(group.id, delivery.who).role = delivery.role;
      this.core.added(standard.groupEvent(ref, by.id));
    }
    this.membership('memberRole', group.id);
  }

  private memberGone(
    conversation: number,
    who: number,
    by: number,
    event: MembershipEventName,
    status: 'left' | 'removed',
  ): void {
    const { store, standard } = this.core;
    const group = store.groupOf(conversation);
    const member = group === undefined ? undefined : store.memberBy(group.id, who);
    if (group === undefined || member === undefined) return;
    member.status = status;
    this.core.added(standard.groupEvent(groupRef(group.id), this.knownMember(group.id, by).id));
    this.membership(event, group.id);
  }

  private agentGone(
    conversation: number,
    by: number,
    event: MembershipEventName,
    status: 'removed' | 'deleted',
  ): void {
    const { store, standard } = this.core;
    const group = store.groupOf(conversation);
    if (group === undefined) return;
    group.membership.status = status;
    this.core.added(
      standard.groupEvent(groupRef(group.id), this.knownMember(group.id, by).id, true),
    );
    this.membership(event, group.id);
  }

  private groupUpdated(conversation: number, by: number): void {
    const { store, standard, world } = this.core;
    const group = store.groupOf(conversation);
    if (group === undefined) return;
    group.profile = { ...world.sharedGroup(conversation).profile };
    this.core.added(standard.groupEvent(groupRef(group.id), this.knownMember(group.id, by).id));
  }

  private groupInvitation(delivery: Extract<Delivery, { kind: 'group-invitation' }>): void {
    const { store, standard, world } = this.core;
    const contact = store.contactOf(delivery.conversation);
    if (contact === undefined) return;
    const shared = world.sharedGroup(delivery.group);
    const own = shared.members.find((member) => member.who === AGENT);
    const groupId = world.groups.nextId(1);
    const host = store.nextMemberId();
    world.members.add({
      id: host,
      group: groupId,
      who: delivery.by,
      name: contact.profile.name,
      role: 'owner',
      status: 'connected',
    });
    const group = store.addGroup(
      {
        groupType: shared.groupType,
        profile: { ...shared.profile },
        conversation: shared.id,
        prepared: false,
        incognito: false,
        membership: {
          memberId: store.nextMemberId(),
          role: own?.role ?? 'member',
          status: 'invited',
          name: this.core.user?.displayName ?? '',
        },
      },
      groupId,
    );
    standard.banner(groupRef(group.id));
    this.core.added(standard.groupInvitation(contactRef(contact.id)));
  }

  private memberContact(conversation: number, direct: number): void {
    const { store, standard, world } = this.core;
    const group = store.groupOf(conversation);
    const person = world.people.get(world.direct(direct).person);
    if (group === undefined || person === undefined) return;
    const contact = store.addContact({
      profile: { ...person.profile },
      conversation: direct,
      state: 'invited',
    });
    const ref = contactRef(contact.id);
    this.core.added(standard.banner(ref));
    this.core.added(standard.directEvent(ref, true));
    this.core.added(
      standard.groupEvent(groupRef(group.id), this.knownMember(group.id, person.id).id),
    );
  }
}
