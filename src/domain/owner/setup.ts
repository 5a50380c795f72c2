import type { Member } from '../chat/chat.js';
import { oneLine } from '../text/line.js';
import { isHuman, isHumanOwner, isListed, matchesEntry, type OwnerEntry } from './approver.js';
import type { OwnerPolicy } from './approver.js';
import { entriesText } from './entries.js';
import { joinedMessage } from './membership-messages.js';
import type { Announcement } from './posts.js';

/** Role with which people join by the link of the control chat. */
export type JoinRole = 'member' | 'observer';

/** What to do about owners when the server starts (behaviour 5.2). */
export type OwnerSetup =
  /** A human owner is there: show the register hint. */
  | { readonly kind: 'ready' }
  /** Open a link; `ownersGone`: people are in the chat, and none of them is an owner. */
  | { readonly kind: 'open-link'; readonly role: JoinRole; readonly ownersGone: boolean }
  /** Tell the IDs of those who are in the chat. */
  | { readonly kind: 'announce'; readonly announcement: Announcement }
  /** Make the listed people owners, remove the others, delete the link; `entries` is ENTRIES of the owners. */
  | {
      readonly kind: 'apply-list';
      readonly promote: readonly Member[];
      readonly remove: readonly Member[];
      readonly entries: string;
    }
  /** An entry is for nobody in the chat: exit code 2 with this message (api 3.3). */
  | { readonly kind: 'unmatched'; readonly text: string };

export function decideOwnerSetup(policy: OwnerPolicy, members: readonly Member[]): OwnerSetup {
  const humans = members.filter(isHuman);
  switch (policy.kind) {
    case 'absent':
      return humans.some(isHumanOwner)
        ? { kind: 'ready' }
        : { kind: 'open-link', role: 'member', ownersGone: humans.length > 0 };
    case 'unlisted':
      return humans.length === 0
        ? { kind: 'open-link', role: 'observer', ownersGone: false }
        : { kind: 'announce', announcement: joinedMessage(humans, humans) };
    case 'listed':
      return listedSetup(policy.entries, humans);
  }
}

function listedSetup(entries: readonly OwnerEntry[], humans: readonly Member[]): OwnerSetup {
  const unmatched = entries.find((entry) => !humans.some((human) => matchesEntry(entry, human)));
  if (unmatched !== undefined) return { kind: 'unmatched', text: unmatchedText(unmatched) };
  const owners = humans.filter((human) => isListed(entries, human));
  return {
    kind: 'apply-list',
    promote: owners.filter((human) => !isHumanOwner(human)),
    remove: humans.filter((human) => !isListed(entries, human)),
    entries: entriesText(owners),
  };
}

function unmatchedText({ memberId, name }: OwnerEntry): string {
  return `--owners: member ${memberId}:${oneLine(name)} is not in the agent control chat. Start with --reset-owners --owners, or use the IDs of current members.`;
}
