import { ChatError } from '../../../ports/chat.js';
import { invalidLink } from './alerts.js';

/** Printable ASCII without a space: the core reads it as one word of a command, whatever it is. */
const word = /^[\x21-\x7e]+$/;

/** A link or name that somebody gave. Links and names of SimpleX are ASCII words; ChatError `invalid-link` otherwise. */
export function targetWord(target: string): string {
  if (!word.test(target)) throw invalidLink();
  return target;
}

/** A link that the core gave for a plan: it comes from the other side's data. */
export function linkWord(link: string): string {
  if (!word.test(link) || !/^(simplex:|https:)/.test(link)) throw invalidLink();
  return link;
}

/** A SimpleX name without its sign, as the core verified it. */
export function domainWord(domain: string): string {
  if (!/^[A-Za-z0-9.-]{1,253}$/.test(domain)) throw invalidLink();
  return domain;
}

/**
 * A path at the end of a command. The core reads bytes to the end of the line and cuts those at the end that it
 * takes for spaces, 0xA0 included, which ends the UTF-8 of `à`: so the last character has to be printable ASCII.
 */
export function pathWord(path: string): string {
  if (/[\x00-\x1f\x7f]/.test(path) || !/[\x21-\x7e]$/.test(path)) {
    throw new ChatError(
      'The SimpleX core takes no path with control characters or with a last character outside ASCII.',
      { kind: 'other' },
    );
  }
  return path;
}

/** A contact, group, item, member or file number. */
export function numberWord(value: number): string {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError('Not a number of the core.');
  return String(value);
}

/** Numbers joined as the core reads lists. */
export function numberList(values: readonly number[]): string {
  return values.map(numberWord).join(',');
}

const givenRoles = ['owner', 'admin', 'moderator', 'member', 'observer'];

/** A role that commands can name; the other roles are given by the core itself. */
export function roleWord(role: string): string {
  if (!givenRoles.includes(role)) {
    throw new ChatError('This role is not given by the SimpleX core.', { kind: 'other' });
  }
  return role;
}
