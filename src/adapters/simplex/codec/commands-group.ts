import { command, json, type CoreCommand } from './command.js';
import { numberList, numberWord, roleWord } from './words.js';

/** `profile`: a core group profile. */
export const createGroup = (userId: number, profile: object): CoreCommand =>
  command('/_group', ' ', numberWord(userId), ' ', json(profile));

/** Replaces the whole profile. */
export const updateGroupProfile = (groupId: number, profile: object): CoreCommand =>
  command('/_group_profile', ' #', numberWord(groupId), ' ', json(profile));

export const createGroupLink = (groupId: number, role: string): CoreCommand =>
  command('/_create link', ' #', numberWord(groupId), ' ', roleWord(role));

export const deleteGroupLink = (groupId: number): CoreCommand =>
  command('/_delete link', ' #', numberWord(groupId));

export const listMembers = (groupId: number): CoreCommand =>
  command('/_members', ' #', numberWord(groupId));

/** One member: the core refuses the role `owner` for several. */
export const setMemberRole = (groupId: number, memberId: number, role: string): CoreCommand =>
  command('/_member role', ` #${numberWord(groupId)} ${numberWord(memberId)} ${roleWord(role)}`);

export const removeMembers = (groupId: number, memberIds: readonly number[]): CoreCommand =>
  command('/_remove', ` #${numberWord(groupId)} ${numberList(memberIds)}`);

export const leaveGroup = (groupId: number): CoreCommand =>
  command('/_leave', ' #', numberWord(groupId));
