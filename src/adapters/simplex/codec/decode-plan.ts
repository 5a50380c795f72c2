import { z } from 'zod';
import type { Chat } from '../../../domain/chat/chat.js';
import type {
  ConnectionPlan,
  LinkData,
  LinkType,
  PlanHandle,
  PlanState,
} from '../../../domain/chat/connection.js';
import type { PlanLink } from './commands-connect.js';
import { contactSchema, groupSchema, isChannel } from './decode-chat.js';
import { decodeError } from './decode-error.js';
import { domainSchema, groupProfileSchema, profileSchema } from './decode-profile.js';
import { byTag, maybe, withOriginal } from './schema.js';

/** What a join by a plan needs; the handle of the plan, opaque outside of this adapter. */
export interface JoinHandle {
  readonly link: PlanLink;
  /** Link data as the core gave it: the prepare command takes it back. */
  readonly data?: unknown;
  /** `false` for a channel, absent where the core does not tell it. */
  readonly direct?: boolean;
  readonly domain?: string;
}

/** The handles that this adapter made: nothing else can be joined by. */
const handles = new WeakMap<object, JoinHandle>();

export function joinHandle(handle: PlanHandle): JoinHandle {
  const found = handles.get(handle);
  if (found === undefined) throw new TypeError('Not a plan of this adapter.');
  return found;
}

const contactDataSchema = z
  .object({
    profile: profileSchema,
    message: maybe(z.object({ text: z.string().default('') })),
    business: maybe(z.boolean()),
  })
  .transform(({ profile, message, business }) => ({
    business: business === true,
    channel: false,
    data: linkData(profile.displayName, {
      peerType: profile.peerType,
      shortDescription: profile.shortDescr,
      welcome: message?.text,
      commands: profile.preferences,
    }),
  }));

const groupDataSchema = z
  .object({ groupProfile: groupProfileSchema })
  .transform(({ groupProfile }) => ({
    business: false,
    channel: isChannel(groupProfile),
    data: linkData(groupProfile.displayName, {
      peerType: undefined,
      shortDescription: groupProfile.shortDescr,
      welcome: groupProfile.description,
      commands: groupProfile.groupPreferences,
    }),
  }));

interface OptionalData {
  readonly peerType: string | undefined;
  readonly shortDescription: string | undefined;
  readonly welcome: string | undefined;
  readonly commands: LinkData['commands'];
}

function linkData(name: string, data: OptionalData): LinkData {
  return {
    name,
    ...(data.peerType !== undefined && { peerType: data.peerType }),
    ...(data.shortDescription !== undefined && { shortDescription: data.shortDescription }),
    ...(data.welcome !== undefined && { welcome: data.welcome }),
    commands: data.commands,
  };
}

/** All fields of the plans of the three kinds of links: each state has some of them. */
const linkPlanSchema = z.object({
  type: z.string(),
  contactSLinkData_: withOriginal(maybe(contactDataSchema)),
  groupSLinkData_: withOriginal(maybe(groupDataSchema)),
  groupSLinkInfo_: maybe(z.object({ direct: maybe(z.boolean()) })),
  verifiedDomain: domainSchema,
  contact: maybe(contactSchema),
  contact_: maybe(contactSchema),
  groupInfo: maybe(groupSchema),
  groupInfo_: maybe(groupSchema),
});

type LinkPlan = z.output<typeof linkPlanSchema>;

/** What the core plans for a link, or the error that it met. */
type CorePlan =
  | { readonly kind: 'link'; readonly linkType: LinkType; readonly plan: LinkPlan }
  | { readonly kind: 'error'; readonly error: unknown }
  | { readonly kind: 'unknown'; readonly tag: string };

const corePlanSchema = byTag<CorePlan>(
  {
    invitationLink: z
      .object({ invitationLinkPlan: linkPlanSchema })
      .transform((core) => linkPlan('invitation', core.invitationLinkPlan)),
    contactAddress: z
      .object({ contactAddressPlan: linkPlanSchema })
      .transform((core) => linkPlan('address', core.contactAddressPlan)),
    groupLink: z
      .object({ groupLinkPlan: linkPlanSchema })
      .transform((core) => linkPlan('group', core.groupLinkPlan)),
    error: z
      .object({ chatError: z.unknown() })
      .transform((core) => ({ kind: 'error', error: core.chatError })),
  },
  (tag) => ({ kind: 'unknown', tag }),
);

function linkPlan(linkType: LinkType, plan: LinkPlan): CorePlan {
  return { kind: 'link', linkType, plan };
}

/** The answer to a plan command. */
export const planResultSchema = z.object({
  connLink: maybe(z.object({ connFullLink: z.string(), connShortLink: maybe(z.string()) })),
  connectionPlan: corePlanSchema,
});

/** The plan for the domain. ChatError when the core could not plan. */
export function toPlan(result: z.output<typeof planResultSchema>): ConnectionPlan {
  const { connLink, connectionPlan: core } = result;
  if (core.kind === 'error') throw decodeError(core.error);
  if (core.kind === 'unknown' || connLink === undefined) {
    throw decodeError({
      type: 'connectionPlan',
      plan: { type: core.kind === 'unknown' ? core.tag : 'noLink' },
    });
  }
  const { plan, linkType } = core;
  const data = plan.contactSLinkData_.read ?? plan.groupSLinkData_.read;
  const original =
    plan.contactSLinkData_.read !== undefined ? plan.contactSLinkData_ : plan.groupSLinkData_;
  const chat = planChat(plan);
  const direct = plan.groupSLinkInfo_?.direct;
  return {
    linkType,
    state: states[plan.type] ?? 'other',
    stateWord: plan.type,
    ...(data !== undefined && { data: data.data }),
    business: data?.business === true || isGroupOf(chat, 'business'),
    channel: direct === false || data?.channel === true || isGroupOf(chat, 'channel'),
    ...(chat !== undefined && { chat }),
    handle: newHandle({
      link: {
        full: connLink.connFullLink,
        ...(connLink.connShortLink !== undefined && { short: connLink.connShortLink }),
      },
      ...(data !== undefined && { data: original.original }),
      ...(direct !== undefined && { direct }),
      ...(plan.verifiedDomain !== undefined && { domain: plan.verifiedDomain }),
    }),
  };
}

function newHandle(join: JoinHandle): PlanHandle {
  const handle: PlanHandle = Object.freeze({});
  handles.set(handle, join);
  return handle;
}

function planChat(plan: LinkPlan): Chat | undefined {
  return (
    plan.contact?.contact ??
    plan.contact_?.contact ??
    plan.groupInfo ??
    plan.groupInfo_ ??
    undefined
  );
}

function isGroupOf(chat: Chat | undefined, type: 'business' | 'channel'): boolean {
  return chat?.kind === 'group' && chat.groupType === type;
}

const states: Readonly<Record<string, PlanState>> = {
  ok: 'ok',
  ownLink: 'own-link',
  connecting: 'connecting',
  connectingConfirmReconnect: 'connecting-confirm-reconnect',
  connectingProhibit: 'connecting-prohibit',
  known: 'known',
  contactViaAddress: 'contact-via-address',
};
