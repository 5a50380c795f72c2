import type { MemberStatus } from './chat.js';

/** The member is in the group. A status that is unknown here, or of somebody who is not in the group, is not. */
export function isCurrent(status: MemberStatus): boolean {
  switch (status) {
    case 'introduced':
    case 'intro-inv':
    case 'accepted':
    case 'announced':
    case 'connected':
    case 'complete':
    case 'creator':
      return true;
    default:
      return false;
  }
}
