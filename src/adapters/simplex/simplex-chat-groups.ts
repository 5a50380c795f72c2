import { z } from 'zod';
import type { Group, Member, MemberRole } from '../../domain/chat/chat.js';
import { groupRef } from '../../domain/chat/ref.js';
import type { GroupProfile } from '../../ports/chat.js';
import { getChat } from './codec/commands-chat.js';
import {
  createGroup,
  createGroupLink,
  deleteGroupLink,
  leaveGroup,
  listMembers,
  removeMembers,
  setMemberRole,
  updateGroupProfile,
} from './codec/commands-group.js';
import { groupSchema, memberSchema } from './codec/decode-chat.js';

import type { CoreSession } from './core-session.js';
import { anything, maybe } from './codec/schema.js';

const groupResult = z.object({ groupInfo: groupSchema }).transform(({ groupInfo }) => groupInfo);
const updatedResult = z.object({ toGroup: groupSchema }).transform(({ toGroup }) => toGroup);

const membersResult = z
  .object({ group: z.object({ members: z.array(memberSchema) }) })
  .transform(({ group }) => group.members);

const linkResult = z
  .object({
    groupLink: z.object({
      connLinkContact: z.object({
        connFullLink: z.string(),
        connShortLink: maybe(z.string()),
      }),
    }),
  })
  .transform(({ groupLink: { connLinkContact: link } }) => link.connShortLink ?? link.connFullLink);

/** The profile as the core holds it: the command replaces all of it. */
const currentProfileResult = z
  .object({
    chat: z.object({
      chatInfo: z.object({
        groupInfo: z.object({
          groupProfile: z.looseObject({ groupPreferences: maybe(z.looseObject({})) }),
        }),
      }),
    }),
  })
  .transform(({ chat }) => chat.chatInfo.groupInfo.groupProfile);

/** Groups that the agent makes, and those that it leaves. */
export class SimplexGroups {
  readonly #core: CoreSession;

  constructor(core: CoreSession) {
    this.#core = core;
  }

  async create(profile: GroupProfile): Promise<Group> {
    const command = createGroup(await this.#core.userId(), coreProfile({}, {}, profile));
    return this.#core.run(command, { groupCreated: groupResult });
  }

  /** Fields that the profile of the port does not have, like an image that an owner set, stay. */
  async update(groupId: number, profile: GroupProfile): Promise<Group> {
    const read = getChat(groupRef(groupId), { kind: 'last', count: 1 });
    const current = await this.#core.run(read, { apiChat: currentProfileResult });
    const changed = coreProfile(current, current.groupPreferences ?? {}, profile);
    return this.#core.run(updateGroupProfile(groupId, changed), { groupUpdated: updatedResult });
  }

  /** A link of an earlier run, which may have another role and may be known to others, is replaced. */
  async createLink(groupId: number, role: MemberRole): Promise<string> {
    const command = createGroupLink(groupId, role);
    const forms = { groupLinkCreated: linkResult };
    const answer = await this.#core.attempt(command, forms, ['duplicateGroupLink']);
    if ('result' in answer) return answer.result;
    await this.deleteLink(groupId);
    return this.#core.run(command, forms);
  }

  async deleteLink(groupId: number): Promise<void> {
    const forms = { groupLinkDeleted: anything };
    await this.#core.attempt(deleteGroupLink(groupId), forms, ['groupLinkNotFound']);
  }

  async members(groupId: number): Promise<readonly Member[]> {
    return this.#core.run(listMembers(groupId), { groupMembers: membersResult });
  }

  async setRole(groupId: number, memberId: number, role: MemberRole): Promise<void> {
    await this.#core.run(setMemberRole(groupId, memberId, role), { membersRoleUser: anything });
  }

  async removeMembers(groupId: number, memberIds: readonly number[]): Promise<void> {
    if (memberIds.length === 0) return;
    await this.#core.run(removeMembers(groupId, memberIds), { userDeletedMembers: anything });
  }

  async leave(groupId: number): Promise<void> {
    await this.#core.run(leaveGroup(groupId), { leftMemberUser: anything });
  }
}

function coreProfile(
  current: Readonly<Record<string, unknown>>,
  preferences: Readonly<Record<string, unknown>>,
  profile: GroupProfile,
): object {
  return {
    ...current,
    displayName: profile.displayName,
    fullName: '',
    description: profile.description,
    groupPreferences: {
      ...preferences,
      history: { enable: profile.history ? 'on' : 'off' },
      commands: profile.commands,
    },
  };
}
