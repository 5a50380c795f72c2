import { contactRef, groupRef } from '../../../domain/chat/ref.js';
import type { Delivery } from '../model/delivery.js';
import { AGENT } from '../model/rows.js';
import type { AgentContext } from './context.js';
import type { GroupMembership } from './group-membership.js';
import type { Joins } from './joins.js';

/** What contacts of the agent do: accept, delete, change, invite, and come by themselves. */
export class IncomingContacts {
  constructor(
    private readonly core: AgentContext,
    private readonly joins: Joins,
    private readonly groups: GroupMembership,
  ) {}

  accepted(conversation: number): void {
    const { store, standard, events, world } = this.core;
    const answered = this.joins.takeAnswered(conversation);
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
    // The keys of a one-time link are known when it is prepared: nothing changes then.
    const invitation = world.links.get(contact.link)?.kind === 'invitation';
    if (answered !== undefined || !invitation) this.core.added(standard.encryption(ref));
    if (answered !== undefined) this.core.added(...standard.directFeatures(ref));
  }

  deleted(conversation: number): void {
    const contact = this.core.store.contactOf(conversation);
    if (contact === undefined) return;
    contact.state = 'deleted';
    this.core.added(this.core.standard.directEvent(contactRef(contact.id)));
  }

  profileUpdated(delivery: Extract<Delivery, { kind: 'profile-updated' }>): void {
    const contact = this.core.store.contactOf(delivery.conversation);
    if (contact !== undefined) contact.profile = delivery.profile;
  }

  invitation(delivery: Extract<Delivery, { kind: 'group-invitation' }>): void {
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
    this.core.added(standard.groupInvitation(contactRef(contact.id), group.id));
  }

  memberContact(conversation: number, direct: number): void {
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
      standard.groupEvent(groupRef(group.id), this.groups.knownMember(group.id, person.id).id),
    );
  }
}
