import type { Member } from '../chat/chat.js';
import { oneLine } from '../text/line.js';
import { shellQuoted } from '../text/shell.js';
import type { OwnerEntry } from './approver.js';

export type ParsedEntries =
  | { readonly kind: 'entries'; readonly entries: readonly OwnerEntry[] }
  /** Not `ID:NAME`. */
  | { readonly kind: 'invalid'; readonly entry: string };

/** Reads the value of `--owners` (api 3.1): split at each comma followed by `ID:`, so a name may hold commas. */
export function parseOwnerEntries(value: string): ParsedEntries {
  const entries: OwnerEntry[] = [];
  for (const text of value.split(/,(?=[1-9]\d*:)/)) {
    const [, id, name] = /^([1-9]\d{0,14}):(.+)$/u.exec(text) ?? [];
    if (id === undefined || name === undefined) return { kind: 'invalid', entry: text };
    entries.push({ memberId: Number(id), name });
  }
  return { kind: 'entries', entries };
}

/** ENTRIES (api 2.4): the value of `--owners` for these members, quoted for a POSIX shell. */
export function entriesText(members: readonly (Member | OwnerEntry)[]): string {
  return members.map(entryWord).join(',');
}

// The colon of an entry is plain for a shell; what may need quotes is the name.
function entryWord({ memberId, name }: Member | OwnerEntry): string {
  const folded = oneLine(name);
  return /^[\p{L}\p{N}_-]+$/u.test(folded)
    ? `${memberId}:${folded}`
    : shellQuoted(`${memberId}:${folded}`);
}
