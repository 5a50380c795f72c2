import type { Group, Member, MemberRole } from '../../../domain/chat/chat.js';
import { groupRef } from '../../../domain/chat/ref.js';
import type { GroupProfile } from '../../../ports/chat.js';
import { tellPeople } from '../model/audience.js';
import { coreErrors } from '../model/core-errors.js';
import { atLeast, roleToChange } from '../model/roles.js';
import { makeLinks } from '../model/links.js';
import {
  AGENT,
  type AgentGroupRow,
  type GroupRow,
  type LinkRow,
  type MemberRow,
  type Participation,
} from '../model/rows.js';
import { isCurrentMember, memberView } from './views.js';
import type { AgentContext } from './context.js';

/** Groups of the agent's core, and what the agent does in them. */
export class GroupMembership {
  private readonly core: AgentContext;

  constructor(core: AgentContext) {
    this.core = core;
  }

  private view(groupId: number): Group {
    const chat = this.core.store.chat(groupRef(groupId));
    if (chat.kind !== 'group') throw new Error('a group reference names a group');
    return chat;
  }

  /** The group, where the agent has at least `role` now. */
  private current(groupId: number, role: MemberRole): { group: AgentGroupRow; shared: GroupRow } {
    const group = this.core.store.group(groupId);
    if (!isCurrentMember(group) || group.conversation === undefined) {
      throw coreErrors.notCurrentMember();
    }
    if (!atLeast(group.membership.role, role)) throw coreErrors.groupUserRole(groupId, role);
    return { group, shared: this.core.world.group(group.conversation) };
  }

  create(profile: GroupProfile): Group {
    const { store, standard, world } = this.core;
    if (world.user === undefined) throw coreErrors.noActiveUser();
    const name = world.user.displayName;
    const shared: GroupRow = {
      kind: 'group',
      id: world.next('network'),
      groupType: 'group',
      host: AGENT,
      profile: { ...profile, fullName: '' },
      members: [{ who: AGENT, name, role: 'owner', status: 'connected', since: 0 }],
    };
    world.conversations.add(shared);
    const group = store.addGroup(
      {
        groupType: 'group',
        profile: { ...shared.profile },
        conversation: shared.id,
        prepared: false,
        incognito: false,
        membership: { memberId: store.nextMemberId(), role: 'owner', status: 'creator', name },
      },
      world.groups.nextId(1),
    );
    const ref = groupRef(group.id);
    this.core.added(standard.banner(ref));
    this.core.added(standard.ownGroupEncryption(ref));
    this.core.added(...standard.ownGroupFeatures(ref));
    return this.view(group.id);
  }

  update(groupId: number, profile: GroupProfile): Group {
    const { world } = this.core;
    const { group, shared } = this.current(groupId, 'owner');
    shared.profile = { ...shared.profile, ...profile };
    group.profile = { ...shared.profile };
    tellPeople(world, shared.id, { kind: 'group-updated', group: shared.id });
    this.ownEvent(groupId);
    return this.view(groupId);
  }

  /** The core tells of the agent's own change after its answer. */
  private ownEvent(groupId: number): void {
    const { store, standard, world } = this.core;
    world.after(0, () => {
      if (store.exists(groupRef(groupId)))
        this.core.added(standard.ownGroupEvent(groupRef(groupId)));
    });
  }

  private linkOf(shared: number): Readonly<LinkRow> | undefined {
    return this.core.world.links.find((link) => link.group === shared && link.by === AGENT);
  }

  createLink(groupId: number, role: MemberRole): string {
    const { world } = this.core;
    const { shared } = this.current(groupId, 'admin');
    if (this.linkOf(shared.id) !== undefined) throw coreErrors.duplicateGroupLink(groupId);
    const link = world.links.add({
      id: world.next('network'),
      kind: 'group',
      ...makeLinks('group', false, world.random),
      by: AGENT,
      group: shared.id,
      role,
      autoAccept: true,
    });
    return link.short;
  }

  deleteLink(groupId: number): void {
    const group = this.core.store.group(groupId);
    const link = group.conversation === undefined ? undefined : this.linkOf(group.conversation);
    if (link !== undefined) this.core.world.links.delete(link.id);
  }

  members(groupId: number): readonly Member[] {
    this.core.store.check(groupRef(groupId));
    return this.core.store.membersOf(groupId).map(memberView);
  }

  private member(groupId: number, memberId: number): MemberRow {
    const row = this.core.world.members.get(memberId);
    if (row?.group !== groupId) throw coreErrors.memberNotFound(memberId);
    return this.core.world.members.edit(memberId);
  }

  setRole(groupId: number, memberId: number, role: MemberRole): void {
    const { world } = this.core;
    const { group, shared } = this.current(groupId, 'admin');
    const member = this.member(groupId, memberId);
    const needed = roleToChange(member.role, role);
    if (!atLeast(group.membership.role, needed)) throw coreErrors.groupUserRole(groupId, needed);
    if (member.role === role) return;
    member.role = role;
    const participation = shared.members.find((other) => other.who === member.who);
    if (participation !== undefined) participation.role = role;
    if (member.who !== undefined) {
      tellPeople(world, shared.id, { kind: 'role', group: shared.id, who: member.who, role });
    }
    this.ownEvent(groupId);
  }

  remove(groupId: number, memberIds: readonly number[]): void {
    const { world } = this.core;
    const { shared } = this.current(groupId, 'admin');
    const members = memberIds.map((id) => this.member(groupId, id));
    for (const member of members) {
      const who = member.who;
      if (who === undefined) continue;
      tellPeople(world, shared.id, { kind: 'removed', group: shared.id, who });
      const participation = shared.members.find((other) => other.who === who);
      if (participation !== undefined) participation.status = 'removed';
      member.status = 'removed';
    }
    this.ownEvent(groupId);
  }

  leave(groupId: number): void {
    const { standard, world } = this.core;
    const group = this.core.store.group(groupId);
    group.membership.status = 'left';
    if (group.conversation !== undefined) {
      const shared = world.group(group.conversation);
      const own = shared.members.find((member) => member.who === AGENT);
      if (own?.status === 'connected') {
        tellPeople(world, shared.id, { kind: 'left', group: shared.id, who: AGENT });
      }
      if (own !== undefined) own.status = 'left';
      const link = this.linkOf(shared.id);
      if (link !== undefined) world.links.delete(link.id);
    }
    this.core.added(standard.ownGroupEvent(groupRef(groupId)));
  }

  /** Deletes a group of which the agent is no member, or for all its members as an owner. */
  delete(groupId: number): void {
    const { world, store } = this.core;
    const group = store.group(groupId);
    if (isCurrentMember(group) && group.conversation !== undefined) {
      if (group.membership.role !== 'owner') throw coreErrors.groupUserRole(groupId, 'owner');
      const shared = world.group(group.conversation);
      shared.deleted = true;
      tellPeople(world, shared.id, { kind: 'group-deleted', group: shared.id });
      for (const member of shared.members) member.status = 'removed';
      const link = this.linkOf(shared.id);
      if (link !== undefined) world.links.delete(link.id);
    }
    store.deleteChat(groupRef(groupId));
    this.endInvitation(groupId);
  }

  /** The invitation to a deleted group changes in the chat of the contact who invited. */
  private endInvitation(groupId: number): void {
    const { store, world, events } = this.core;
    const row = world.items.find((item) => item.invites === groupId);
    if (row === undefined) return;
    delete world.items.edit(row.id).invites;
    events.push({ kind: 'item-updated', item: store.itemView(row) });
  }

  addMember(groupId: number, participation: Participation): MemberRow {
    const { store, world } = this.core;
    const peerType = world.people.get(participation.who)?.profile.peerType;
    return world.members.add({
      id: store.nextMemberId(),
      group: groupId,
      who: participation.who,
      name: participation.name,
      role: participation.role,
      status: 'connected',
      ...(peerType === undefined ? {} : { peerType }),
    });
  }

  /** The member of the agent's core; one that history names and nobody introduced is `unknown`. */
  knownMember(groupId: number, who: number): MemberRow {
    const { store, world } = this.core;
    const known = store.memberBy(groupId, who);
    if (known !== undefined) return known;
    const person = world.people.get(who);
    return world.members.add({
      id: store.nextMemberId(),
      group: groupId,
      who,
      name: person?.profile.name ?? world.user?.displayName ?? 'unknown',
      role: 'author',
      status: 'unknown',
    });
  }

  /** The agent is let in: the host is known now, and the other members are introduced. Returns the host. */
  meetMembers(groupId: number, shared: Readonly<GroupRow>): MemberRow {
    const { store, world } = this.core;
    const relay = shared.members.find((member) => member.role === 'relay');
    const hostWho = relay?.who ?? shared.host;
    const placeholder = store.membersOf(groupId).find((member) => member.who === undefined);
    let host: MemberRow | undefined;
    for (const participation of shared.members) {
      if (participation.who === AGENT || participation.status !== 'connected') continue;
      let row = store.memberBy(groupId, participation.who);
      if (row === undefined && participation.who === hostWho && placeholder !== undefined) {
        row = world.members.edit(placeholder.id);
        row.who = participation.who;
        row.name = participation.name;
        row.role = participation.role;
      }
      row ??= this.addMember(groupId, participation);
      if (participation.who === hostWho) {
        row.status = 'connected';
        host = row;
      } else {
        row.status = relay === undefined ? 'intro-inv' : 'introduced';
      }
    }
    return (
      host ??
      this.addMember(groupId, {
        who: hostWho,
        name: shared.profile.displayName,
        role: 'admin',
        status: 'connected',
        since: 0,
      })
    );
  }
}
