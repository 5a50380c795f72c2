import type { Contact, Group, Member } from '../../../domain/chat/chat.js';
import type { ItemContent, ItemFile } from '../../../domain/chat/item.js';
import { contactRef, groupRef } from '../../../domain/chat/ref.js';
import type { AgentGroupRow, ContactRow, FileRow, ItemRow, MemberRow } from '../model/rows.js';

/** Membership states in which messages can be exchanged. */
const current = new Set(['connected', 'complete', 'creator']);

export function isCurrentMember(row: {
  readonly membership: { readonly status: string };
}): boolean {
  return current.has(row.membership.status);
}

/** Rows of the agent's core in the words of the domain. */
export function contentView(row: Readonly<ItemRow>): ItemContent {
  if (row.content === undefined) return { kind: 'other', tag: row.tag ?? 'unknown' };
  const { type, text, preview, duration } = row.content;
  return {
    kind: row.direction === 'sent' ? 'sent' : 'received',
    message: {
      type,
      text,
      ...(preview === undefined ? {} : { preview }),
      ...(duration === undefined ? {} : { durationSeconds: duration }),
    },
  };
}

export function fileView(row: Readonly<FileRow>): ItemFile {
  return {
    fileId: row.id,
    name: row.name,
    size: row.size,
    xftp: true,
    status: row.status,
    ...(row.path === undefined ? {} : { path: row.path }),
    ...(row.prohibited === undefined ? {} : { prohibited: row.prohibited }),
  };
}

export function memberView(row: Readonly<MemberRow>): Member {
  return {
    memberId: row.id,
    name: row.name,
    role: row.role,
    status: row.status,
    ...(row.peerType === undefined ? {} : { peerType: row.peerType }),
  };
}

export function contactView(row: Readonly<ContactRow>): Contact {
  const { profile } = row;
  return {
    kind: 'contact',
    ref: contactRef(row.id),
    name: profile.name,
    ...(row.simplexName === undefined ? {} : { simplexName: row.simplexName }),
    ...(profile.peerType === undefined ? {} : { peerType: profile.peerType }),
    ...(profile.shortDescription === undefined
      ? {}
      : { shortDescription: profile.shortDescription }),
    commands: profile.commands ?? [],
    incognito: row.incognitoName !== undefined,
    connected: row.state === 'ready',
    prepared: row.state === 'prepared',
    ...(row.customData === undefined ? {} : { customData: row.customData }),
  };
}

export function groupView(row: Readonly<AgentGroupRow>): Group {
  const { profile, membership } = row;
  return {
    kind: 'group',
    ref: groupRef(row.id),
    groupType: row.groupType,
    name: profile.displayName,
    fullName: profile.fullName,
    ...(row.simplexName === undefined ? {} : { simplexName: row.simplexName }),
    ...(profile.shortDescription === undefined
      ? {}
      : { shortDescription: profile.shortDescription }),
    ...(profile.description === undefined
      ? {}
      : { description: profile.description, welcome: profile.description }),
    commands: profile.commands,
    membership: { ...membership },
    incognito: row.incognito,
    ...(row.incognito ? { knownAs: membership.name } : {}),
    connected: isCurrentMember(row),
    prepared: row.prepared,
    ...(row.customData === undefined ? {} : { customData: row.customData }),
  };
}
