import type { MembershipEventName } from '../../../domain/chat/event.js';
import { groupRef } from '../../../domain/chat/ref.js';
import type { Delivery } from '../model/delivery.js';
import { AGENT } from '../model/rows.js';
import type { AgentContext } from './context.js';
import type { GroupMembership } from './group-membership.js';

/** What happens in groups of the agent: joins, roles, departures and ends. */
export class IncomingGroupEvents {
  constructor(
    private readonly core: AgentContext,
    private readonly groups: GroupMembership,
  ) {}

  private membership(event: MembershipEventName, groupId: number): void {
    const group = this.core.store.chat(groupRef(groupId));
    if (group.kind === 'group') this.core.events.push({ kind: 'membership', event, group });
  }

  admitted(conversation: number): void {
    const { store, standard, world, events } = this.core;
    const group = store.groupOf(conversation);
    if (group === undefined) return;
    const shared = world.sharedGroup(conversation);
    group.membership.status = 'connected';
    const ref = groupRef(group.id);
    const host = this.groups.meetMembers(group.id, shared);
    events.push({
      kind: 'chat-connected',
      chat: store.chat(ref),
      ...(group.connectionId === undefined ? {} : { connectionId: group.connectionId }),
    });
    this.core.added(standard.encryption(ref, host.id));
    this.core.added(standard.groupEvent(ref, host.id));
  }

  /** The members who were there are connected to the agent, one after another. */
  introduced(conversation: number): void {
    const { store, standard, world } = this.core;
    const group = store.groupOf(conversation);
    if (group === undefined) return;
    for (const member of store.membersOf(group.id)) {
      if (member.status !== 'intro-inv') continue;
      const row = world.members.edit(member.id);
      this.core.added(standard.groupEvent(groupRef(group.id), row.id));
      this.membership('connectedToGroupMember', group.id);
      row.status = 'connected';
    }
  }

  memberJoined(conversation: number, who: number): void {
    const { store, standard, world } = this.core;
    const group = store.groupOf(conversation);
    const person = world.people.get(who);
    if (group === undefined || person === undefined) return;
    const shared = world.sharedGroup(conversation);
    const ref = groupRef(group.id);
    const participation = shared.members.find((member) => member.who === who);
    if (participation === undefined) return;
    const known = store.memberBy(group.id, who);
    const row = known ?? this.groups.addMember(group.id, participation);
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

  role(delivery: Extract<Delivery, { kind: 'role' }>): void {
    const { store, standard } = this.core;
    const group = store.groupOf(delivery.group);
    if (group === undefined) return;
    const ref = groupRef(group.id);
    const by = this.groups.knownMember(group.id, delivery.by);
    if (delivery.who === AGENT) {
      group.membership.role = delivery.role;
      this.core.added(standard.groupEvent(ref, by.id, true));
    } else {
      this.groups.knownMember(group.id, delivery.who).role = delivery.role;
      this.core.added(standard.groupEvent(ref, by.id));
    }
    this.membership('memberRole', group.id);
  }

  memberLeft(conversation: number, who: number): void {
    this.memberGone(conversation, who, who, 'leftMember', 'left');
  }

  memberRemoved(conversation: number, who: number, by: number): void {
    this.memberGone(conversation, who, by, 'deletedMember', 'removed');
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
    this.core.added(
      standard.groupEvent(groupRef(group.id), this.groups.knownMember(group.id, by).id),
    );
    this.membership(event, group.id);
  }

  agentRemoved(conversation: number, by: number): void {
    this.agentGone(conversation, by, 'deletedMemberUser', 'removed');
  }

  deleted(conversation: number, by: number): void {
    this.agentGone(conversation, by, 'groupDeleted', 'deleted');
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
      standard.groupEvent(groupRef(group.id), this.groups.knownMember(group.id, by).id, true),
    );
    this.membership(event, group.id);
  }

  updated(conversation: number, by: number): void {
    const { store, standard, world } = this.core;
    const group = store.groupOf(conversation);
    if (group === undefined) return;
    group.profile = { ...world.sharedGroup(conversation).profile };
    this.core.added(
      standard.groupEvent(groupRef(group.id), this.groups.knownMember(group.id, by).id),
    );
  }
}
