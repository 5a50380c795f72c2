import type { Group, Member } from '../chat/chat.js';
import type { MembershipEventName } from '../chat/event.js';
import { approvers, isHuman, isHumanOwner, isListed, type OwnerPolicy } from './approver.js';
import { becameOwnerMessage, joinedMessage, noLongerOwnerMessage } from './membership-messages.js';
import type { Announcement } from './posts.js';

/** What happened in the control chat. */
export interface MembershipFacts {
  readonly policy: OwnerPolicy;
  /** The join link exists. */
  readonly linkOpen: boolean;
  readonly event: MembershipEventName;
  /** The control chat after the event. */
  readonly group: Group;
  /** Members other than the agent. */
  readonly before: readonly Member[];
  readonly after: readonly Member[];
}

/** What to do about it, in this order (behaviour 5.2). */
export type MembershipChange =
  /** The agent is no longer an owner of the chat, or not in it: nothing else follows. */
  | { readonly kind: 'control-lost' }
  /** The first join by the link: delete the link. */
  | { readonly kind: 'link-used' }
  /** Make the one who joined an owner, and greet. */
  | { readonly kind: 'make-owner'; readonly member: Member }
  /** Log that no owner is left, and open a new link with role `member`. */
  | { readonly kind: 'owners-gone' }
  /** Post and log. */
  | { readonly kind: 'announce'; readonly announcement: Announcement };

export function membershipChanges(facts: MembershipFacts): readonly MembershipChange[] {
  if (isControlLost(facts)) return [{ kind: 'control-lost' }];
  const joins = joinChanges(facts);
  switch (facts.policy.kind) {
    case 'absent':
      return ownersGone(facts) && joins.length === 0 ? [{ kind: 'owners-gone' }] : joins;
    case 'unlisted':
      return joins;
    case 'listed':
      return listedChanges(facts, facts.policy);
  }
}

function isControlLost({ event, group }: MembershipFacts): boolean {
  return (
    event === 'deletedMemberUser' || event === 'groupDeleted' || group.membership.role !== 'owner'
  );
}

function joinChanges({ policy, linkOpen, before, after }: MembershipFacts): MembershipChange[] {
  if (!linkOpen) return [];
  const humans = after.filter(isHuman);
  const joined = humans
    .filter((human) => !before.some((member) => isSame(member, human) && isHuman(member)))
    .sort((one, other) => one.memberId - other.memberId);
  const [first] = joined;
  if (first === undefined) return [];
  const change: MembershipChange =
    policy.kind === 'absent'
      ? { kind: 'make-owner', member: first }
      : { kind: 'announce', announcement: joinedMessage(joined, humans) };
  return [{ kind: 'link-used' }, change];
}

function ownersGone({ policy, before, after }: MembershipFacts): boolean {
  return approvers(policy, before).length > 0 && approvers(policy, after).length === 0;
}

function listedChanges(
  { before, after }: MembershipFacts,
  { entries }: Extract<OwnerPolicy, { kind: 'listed' }>,
): readonly MembershipChange[] {
  const owners = after.filter(isHumanOwner);
  const isOutside = (member: Member) => isHumanOwner(member) && !isListed(entries, member);
  const isInside = (member: Member) => isHumanOwner(member) && isListed(entries, member);
  const lost = before
    .filter((member) => isInside(member) && !owners.some((owner) => isSame(owner, member)))
    .map((member) => noLongerOwnerMessage(member, owners));
  const gained = after
    .filter(
      (member) =>
        isOutside(member) && !before.some((other) => isSame(other, member) && isOutside(other)),
    )
    .map((member) => becameOwnerMessage(member, owners));
  return [...lost, ...gained].map((announcement) => ({ kind: 'announce', announcement }));
}

function isSame(one: Member, other: Member): boolean {
  return one.memberId === other.memberId;
}
