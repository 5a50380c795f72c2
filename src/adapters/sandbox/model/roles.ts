import type { MemberRole } from '../../../domain/chat/chat.js';

const ranks: readonly string[] = [
  'relay',
  'observer',
  'author',
  'member',
  'moderator',
  'admin',
  'owner',
];

export function atLeast(role: MemberRole, least: MemberRole): boolean {
  return ranks.indexOf(role) >= ranks.indexOf(least);
}

/** The role that changing a member from one role to another needs. */
export function roleToChange(from: MemberRole, to: MemberRole): MemberRole {
  return atLeast(from, 'admin') || atLeast(to, 'admin') ? 'owner' : 'admin';
}
