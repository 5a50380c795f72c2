import type { Member } from '../chat/chat.js';
import { isCurrent } from '../chat/member-status.js';
import { oneLine } from '../text/line.js';

/** Who may be an owner, from the option `--owners` of the run (behaviour 5.2). */
export type OwnerPolicy =
  /** Without the option: the first person who joins by the link. */
  | { readonly kind: 'absent' }
  /** `--owners` without a list: nobody yet; the server tells the IDs of those who join. */
  | { readonly kind: 'unlisted' }
  | { readonly kind: 'listed'; readonly entries: readonly OwnerEntry[] };

/** `ID:NAME`. */
export interface OwnerEntry {
  readonly memberId: number;
  readonly name: string;
}

/** A member of the control chat who takes part in it now. */
export function isHuman(member: Member): boolean {
  return member.status === 'connected' || member.status === 'complete';
}

export function isHumanOwner(member: Member): boolean {
  return isHuman(member) && member.role === 'owner';
}

/** Whether a member may decide on actions (behaviour 5.2). One who left or was removed is not a member. */
export function isApprover(policy: OwnerPolicy, member: Member): boolean {
  return member.role === 'owner' && isCurrent(member.status) && isAllowed(policy, member);
}

/** The approvers among the members. */
export function approvers(policy: OwnerPolicy, members: readonly Member[]): readonly Member[] {
  return members.filter((member) => isApprover(policy, member));
}

/** An entry is for a member by the ID and by the name folded to one line: a renamed member has to be listed again. */
export function matchesEntry(entry: OwnerEntry, member: Member): boolean {
  return entry.memberId === member.memberId && oneLine(entry.name) === oneLine(member.name);
}

export function isListed(entries: readonly OwnerEntry[], member: Member): boolean {
  return entries.some((entry) => matchesEntry(entry, member));
}

function isAllowed(policy: OwnerPolicy, member: Member): boolean {
  switch (policy.kind) {
    case 'absent':
      return true;
    case 'unlisted':
      return false;
    case 'listed':
      return isListed(policy.entries, member);
  }
}
