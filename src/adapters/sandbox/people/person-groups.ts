import type { MemberRole } from '../../../domain/chat/chat.js';
import { admitAgent, admitPerson } from '../model/admission.js';
import { reachesAgent, tellPeople } from '../model/audience.js';
import { atLeast, roleToChange } from '../model/roles.js';
import { AGENT, type GroupFields, type GroupRow, type Participation } from '../model/rows.js';
import type { World } from '../model/world.js';
import { AppRefusal } from './app-refusal.js';
import type { PersonMessages } from './person-messages.js';

export interface GroupOptions {
  readonly name: string;
  readonly type?: 'group' | 'channel';
  readonly shortDescription?: string;
  readonly description?: string;
  readonly history?: boolean;
  readonly commands?: GroupFields['commands'];
}

/** Groups that a person makes and takes part in. */
export class PersonGroups {
  private readonly world: World;
  private readonly id: number;
  private readonly messages: PersonMessages;

  constructor(world: World, id: number, messages: PersonMessages) {
    this.world = world;
    this.id = id;
    this.messages = messages;
  }

  create(options: GroupOptions): number {
    const { world } = this;
    const channel = options.type === 'channel';
    const id = world.next('network');
    const members: GroupRow['members'] = [
      {
        who: this.id,
        name: this.world.people.need(this.id).profile.name,
        role: 'owner',
        status: 'connected',
        since: 0,
      },
    ];
    if (channel) members.push(this.relay());
    world.conversations.add({
      kind: 'group',
      id,
      groupType: options.type ?? 'group',
      host: this.id,
      profile: {
        displayName: options.name,
        fullName: '',
        ...(options.shortDescription === undefined
          ? {}
          : { shortDescription: options.shortDescription }),
        ...(options.description === undefined ? {} : { description: options.description }),
        commands: options.commands ?? [],
        history: options.history ?? true,
      },
      members,
    });
    return id;
  }

  /** The chat relay of a channel. */
  private relay(): GroupRow['members'][number] {
    const { world } = this;
    const relay = world.people.add({
      id: world.next('network'),
      profile: { name: 'relay' },
    });
    return { who: relay.id, name: 'relay', role: 'relay', status: 'connected', since: 0 };
  }

  /** Joins a group by its link, the agent's or another person's. Returns the group, or `undefined` for a bad link. */
  join(short: string): number | undefined {
    const link = this.world.links.find((row) => row.short === short || row.full === short);
    if (link?.group === undefined) return undefined;
    admitPerson(this.world, link.group, this.id, link.role ?? 'member');
    return link.group;
  }

  /** Whether the agent is a member now. */
  hasAgent(group: number): boolean {
    return reachesAgent(this.world, group);
  }

  /** Lets the agent into a group whose link does not do it by itself. */
  admit(group: number): void {
    admitAgent(this.world, group);
  }

  /** This person's part in the group, with at least `role`; a person can't do what their app would refuse. */
  private own(group: number, role: MemberRole): Participation {
    const member = this.world.group(group).members.find((other) => other.who === this.id);
    if (member?.status !== 'connected') throw new AppRefusal('not a member of the group');
    if (!atLeast(member.role, role)) throw new AppRefusal(`the role ${role} is needed`);
    return member;
  }

  private member(group: number, who: number): Participation {
    const member = this.world.group(group).members.find((other) => other.who === who);
    if (member?.status !== 'connected') throw new AppRefusal('no such member in the group');
    return member;
  }

  setRole(group: number, who: number, role: MemberRole): void {
    const { world } = this;
    const member = this.member(group, who);
    this.own(group, roleToChange(member.role, role));
    member.role = role;
    if (reachesAgent(world, group)) {
      world.toAgent({ kind: 'role', group, who, by: this.id, role });
    }
    tellPeople(world, group, { kind: 'role', group, who, role }, this.id);
  }

  /** Removes a member; the agent is 0. */
  remove(group: number, who: number): void {
    const { world } = this;
    const member = this.member(group, who);
    this.own(group, roleToChange(member.role, 'member'));
    if (reachesAgent(world, group)) {
      world.toAgent({ kind: 'member-removed', group, who, by: this.id });
    }
    tellPeople(world, group, { kind: 'removed', group, who }, this.id);
    member.status = 'removed';
  }

  leave(group: number): void {
    const { world } = this;
    const member = this.own(group, 'relay');
    member.status = 'left';
    if (reachesAgent(world, group)) world.toAgent({ kind: 'member-left', group, who: this.id });
    tellPeople(world, group, { kind: 'left', group, who: this.id });
  }

  update(group: number, fields: Partial<GroupFields>): void {
    const { world } = this;
    this.own(group, 'owner');
    const row = world.group(group);
    row.profile = { ...row.profile, ...fields };
    if (reachesAgent(world, group)) world.toAgent({ kind: 'group-updated', group, by: this.id });
    tellPeople(world, group, { kind: 'group-updated', group }, this.id);
  }

  delete(group: number): void {
    const { world } = this;
    this.own(group, 'owner');
    const row = world.group(group);
    if (reachesAgent(world, group)) world.toAgent({ kind: 'group-deleted', group, by: this.id });
    tellPeople(world, group, { kind: 'group-deleted', group }, this.id);
    row.deleted = true;
    for (const member of row.members) member.status = 'removed';
  }

  /** Invites the agent, a contact, to a group. */
  invite(group: number, conversation: number, role: MemberRole = 'member'): void {
    const { world } = this;
    const row = world.group(group);
    const name = world.direct(conversation).agentName;
    row.members = row.members.filter((member) => member.who !== AGENT);
    row.members.push({ who: AGENT, name, role, status: 'invited', since: world.counters.network });
    world.toAgent({ kind: 'group-invitation', group, by: this.id, conversation });
  }

  /** Opens a direct chat with the agent through a group of both, and writes to it. */
  openDirect(group: number, text: string): number {
    const { world } = this;
    const own = world.sharedGroup(group).members.find((member) => member.who === AGENT);
    const conversation = world.next('network');
    world.conversations.add({
      kind: 'direct',
      id: conversation,
      person: this.id,
      agentName: own?.name ?? '',
      state: 'open',
    });
    world.toAgent({ kind: 'member-contact', group, conversation });
    this.messages.say(conversation, text);
    return conversation;
  }
}
