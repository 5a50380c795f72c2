import type { Member } from '../chat/chat.js';
import { codeSpan, oneLine } from '../text/line.js';
import { safeName } from '../text/name.js';
import { entriesText } from './entries.js';
import type { Announcement } from './posts.js';

// Messages about the members of the control chat (api 2.4): posted there, and logged.

/** Posted when the first person has joined and is the owner. */
export const greeting =
  "I'm your agent. I ask here before I connect, send, download a file or leave a chat.";

const NO_OWNERS_OPTIONS = '--reset-owners --owners';

type Text = (name: (member: Member) => string, options: (text: string) => string) => string;

function announcement(text: Text): Announcement {
  return {
    chat: text(({ name }) => safeName(name), codeSpan),
    log: text(
      ({ name }) => oneLine(name),
      (options) => options,
    ),
  };
}

/** People are in the chat while `--owners` has no list: their IDs, and how to start with all `humans` as owners. */
export function joinedMessage(joined: readonly Member[], humans: readonly Member[]): Announcement {
  return announcement((name, options) => {
    const who = joined.map((member) => `${name(member)} joined (member ${member.memberId}).`);
    return `${who.join(' ')} Restart the server with ${options(ownersOption(humans))}`;
  });
}

/** A human became an owner without being listed; `owners` are all human owners now. */
export function becameOwnerMessage(member: Member, owners: readonly Member[]): Announcement {
  return announcement(
    (name, options) =>
      `${name(member)} (member ${member.memberId}) is now an owner and can't approve actions yet. ` +
      `Restart the server with ${options(ownersOption(owners))}`,
  );
}

/** A listed owner is none any more; `owners` are the human owners that remain. */
export function noLongerOwnerMessage(member: Member, owners: readonly Member[]): Announcement {
  return announcement((name, options) => {
    const start = `${name(member)} (member ${member.memberId}) is no longer an owner.`;
    return owners.length === 0
      ? `${start} No owners remain: restart the server with ${options(NO_OWNERS_OPTIONS)}`
      : `${start} Restart the server with ${options(ownersOption(owners))}`;
  });
}

function ownersOption(members: readonly Member[]): string {
  return `--owners ${entriesText(members)}`;
}
