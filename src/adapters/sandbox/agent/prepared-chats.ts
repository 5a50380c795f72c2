import { contactRef, groupRef } from '../../../domain/chat/ref.js';
import type { GroupFields, LinkRow } from '../model/rows.js';
import type { AgentContext } from './context.js';

/** Chats that the core makes from a link's data before anything is asked of the other side. */
export class PreparedChats {
  private readonly core: AgentContext;

  constructor(core: AgentContext) {
    this.core = core;
  }

  /** The contact, with its first items and the welcome message; no event tells of them. */
  contact(link: Readonly<LinkRow>): number {
    const { store, standard, world } = this.core;
    const person = world.people.need(link.by);
    const contact = store.addContact({
      profile: { ...person.profile },
      ...(link.name?.startsWith('@') === true ? { simplexName: link.name } : {}),
      state: 'prepared',
      link: link.id,
    });
    const ref = contactRef(contact.id);
    standard.banner(ref);
    standard.encryption(ref);
    standard.directFeatures(ref);
    if (link.welcome !== undefined) {
      const content = { type: 'text', text: link.welcome } as const;
      store.addItem({ chat: ref, scope: 'main', direction: 'received', content, unread: true });
    }
    return contact.id;
  }

  /** The group, channel or business chat; its host is not known yet. */
  group(link: Readonly<LinkRow>): number {
    const { store, standard, world } = this.core;
    const shared = link.group === undefined ? undefined : world.sharedGroup(link.group);
    const channel = shared?.groupType === 'channel';
    const id = world.groups.nextId(1);
    const host = channel ? undefined : this.placeholderHost(id);
    const group = store.addGroup(
      {
        groupType: shared?.groupType ?? 'business',
        profile: shared === undefined ? this.businessProfile(link) : { ...shared.profile },
        ...(link.name?.startsWith('#') === true ? { simplexName: link.name } : {}),
        link: link.id,
        prepared: true,
        incognito: false,
        membership: {
          memberId: store.nextMemberId(),
          role: link.role ?? 'member',
          status: 'unknown',
          name: world.user?.displayName ?? '',
        },
      },
      id,
    );
    const ref = groupRef(group.id);
    standard.banner(ref);
    standard.joinedGroupFeatures(ref, host);
    const welcome = shared === undefined ? link.welcome : shared.profile.description;
    if (welcome !== undefined) {
      store.addItem({
        chat: ref,
        scope: 'main',
        direction: host === undefined ? 'channel' : 'received',
        ...(host === undefined ? {} : { member: host }),
        content: { type: 'text', text: welcome },
        unread: true,
      });
    }
    return group.id;
  }

  private placeholderHost(group: number): number {
    const { store, world } = this.core;
    return world.members.add({
      id: store.nextMemberId(),
      group,
      name: world.random.key(5),
      role: 'admin',
      status: 'accepted',
    }).id;
  }

  private businessProfile(link: Readonly<LinkRow>): GroupFields {
    const { profile } = this.core.world.people.need(link.by);
    return {
      displayName: profile.name,
      fullName: '',
      ...(profile.shortDescription === undefined
        ? {}
        : { shortDescription: profile.shortDescription }),
      commands: profile.commands ?? [],
      history: true,
    };
  }
}
