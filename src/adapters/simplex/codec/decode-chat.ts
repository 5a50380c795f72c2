import { z } from 'zod';
import type { Chat, Contact, Group, Member } from '../../../domain/chat/chat.js';
import { contactRef, groupRef } from '../../../domain/chat/ref.js';
import {
  groupProfileSchema,
  profileSchema,
  tagSchema,
  taggedSchema,
  type CoreGroupProfile,
  type CoreProfile,
} from './decode-profile.js';
import { byTag, given, maybe } from './schema.js';

const customDataSchema = maybe(z.record(z.string(), z.unknown())).catch(undefined);

/** The connection of a contact or member. */
const connectionSchema = z.object({
  connId: z.number(),
  connStatus: taggedSchema,
  customUserProfileId: maybe(z.number()),
});

const coreContactSchema = z.object({
  contactId: z.number(),
  profile: profileSchema,
  activeConn: maybe(connectionSchema),
  preparedContact: given,
  customData: customDataSchema,
});

/** A contact, and the number of its connection. */
export const contactSchema = coreContactSchema.transform((core) => ({
  contact: toContact(core),
  connectionId: core.activeConn?.connId,
}));

function toContact(core: z.output<typeof coreContactSchema>): Contact {
  const { profile } = core;
  return {
    kind: 'contact',
    ref: contactRef(core.contactId),
    name: profile.displayName,
    ...profileFields(profile),
    ...(profile.contactDomainVerified === true &&
      profile.contactDomain?.domain !== undefined && {
        simplexName: `@${profile.contactDomain.domain}`,
      }),
    commands: profile.preferences,
    incognito: core.activeConn?.customUserProfileId !== undefined,
    connected: core.activeConn?.connStatus === 'ready',
    prepared: core.preparedContact && connectionToStart(core.activeConn?.connStatus),
    ...(core.customData !== undefined && { customData: core.customData }),
  };
}

/** No connection, or one whose request was never sent: it can be started (again). */
function connectionToStart(status: string | undefined): boolean {
  return status === undefined || status === 'prepared';
}

function profileFields(profile: CoreProfile): { peerType?: string; shortDescription?: string } {
  return {
    ...(profile.peerType !== undefined && { peerType: profile.peerType }),
    ...(profile.shortDescr !== undefined && { shortDescription: profile.shortDescr }),
  };
}

const coreMemberSchema = z.object({
  groupMemberId: z.number(),
  memberRole: tagSchema,
  memberStatus: tagSchema,
  memberProfile: profileSchema.extend({ profileId: maybe(z.number()) }),
  memberContactProfileId: maybe(z.number()),
  activeConn: maybe(connectionSchema),
});

type CoreMember = z.output<typeof coreMemberSchema>;

export const memberSchema = coreMemberSchema.transform(toMember);

/** A member with the number of its connection: the host through which the agent joins. */
export const hostSchema = coreMemberSchema.transform((core) => core.activeConn?.connId);

function toMember(core: CoreMember): Member {
  return {
    memberId: core.groupMemberId,
    name: core.memberProfile.displayName,
    role: core.memberRole,
    status: core.memberStatus,
    ...(core.memberProfile.peerType !== undefined && { peerType: core.memberProfile.peerType }),
  };
}

const coreGroupSchema = z.object({
  groupId: z.number(),
  useRelays: maybe(z.boolean()),
  groupProfile: groupProfileSchema,
  businessChat: given,
  membership: coreMemberSchema,
  preparedGroup: maybe(z.object({ connLinkStartedConnection: maybe(z.boolean()) })),
  customData: customDataSchema,
  groupDomainVerified: maybe(z.boolean()),
});

type CoreGroup = z.output<typeof coreGroupSchema>;

export const groupSchema = coreGroupSchema.transform(toGroup);

const connectedStatuses = ['connected', 'complete', 'creator'];

function toGroup(core: CoreGroup): Group {
  const { groupProfile: profile, membership } = core;
  const domain = profile.publicGroup?.publicGroupAccess?.groupDomainClaim?.domain;
  const incognito = isIncognito(membership);
  const name = membership.memberProfile.displayName;
  return {
    kind: 'group',
    ref: groupRef(core.groupId),
    groupType: groupType(core),
    name: profile.displayName,
    fullName: profile.fullName,
    ...(core.groupDomainVerified === true && domain !== undefined && { simplexName: `#${domain}` }),
    ...(profile.shortDescr !== undefined && { shortDescription: profile.shortDescr }),
    ...(profile.description !== undefined && {
      welcome: profile.description,
      description: profile.description,
    }),
    commands: profile.groupPreferences,
    incognito,
    ...(incognito && { knownAs: name }),
    connected: connectedStatuses.includes(membership.memberStatus),
    prepared:
      core.preparedGroup !== undefined && core.preparedGroup.connLinkStartedConnection !== true,
    membership: {
      memberId: membership.groupMemberId,
      role: membership.memberRole,
      status: membership.memberStatus,
      name,
    },
    ...(core.customData !== undefined && { customData: core.customData }),
  };
}

/** The agent's own profile is that of its contact record, unless it uses a random one in the group. */
function isIncognito(membership: CoreMember): boolean {
  const own = membership.memberContactProfileId;
  const used = membership.memberProfile.profileId;
  return own !== undefined && used !== undefined && own !== used;
}

function groupType(core: CoreGroup): Group['groupType'] {
  if (core.businessChat) return 'business';
  return core.useRelays === true || isChannel(core.groupProfile) ? 'channel' : 'group';
}

export function isChannel(profile: CoreGroupProfile): boolean {
  return profile.publicGroup?.groupType === 'channel';
}

interface ChatInScope {
  readonly chat: Chat;
  readonly scope: 'main' | 'member';
}

/** What a chat is: `undefined` for notes, requests and kinds of a newer core, which are no chats of the agent. */
export const chatInfoSchema = byTag<ChatInScope | undefined>(
  {
    direct: z
      .object({ contact: contactSchema })
      .transform(({ contact }) => ({ chat: contact.contact, scope: 'main' })),
    group: z
      .object({ groupInfo: groupSchema, groupChatScope: given })
      .transform(({ groupInfo, groupChatScope }) => ({
        chat: groupInfo,
        scope: groupChatScope ? 'member' : 'main',
      })),
  },
  () => undefined,
);

const itemNumbersSchema = z
  .array(z.object({ meta: z.object({ itemId: z.number() }) }))
  .transform((items) => items.map(({ meta }) => meta.itemId));

/** A list of chats with how many of their items are unread, and the highest number of their last items. */
export const chatListSchema = z
  .object({
    chats: z.array(
      z.object({
        chatInfo: chatInfoSchema,
        chatStats: z.object({ unreadCount: z.number() }),
        chatItems: itemNumbersSchema,
      }),
    ),
  })
  .transform(({ chats }) => ({
    summaries: chats.flatMap(({ chatInfo, chatStats }) =>
      chatInfo === undefined ? [] : [{ chat: chatInfo.chat, unread: chatStats.unreadCount }],
    ),
    newestItem: chats.reduce((newest, chat) => Math.max(newest, ...chat.chatItems), 0),
  }));
