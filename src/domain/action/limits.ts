/** Behaviour 7. */
export const mostPending = 20;
export const mostPerforming = 20;

const hour = 3_600_000;
const minute = 60_000;

/** When an action expires, milliseconds since the epoch (behaviour 5.6). */
export function expiryTime(created: number, expireHours: number): number {
  return created + expireHours * hour;
}

/** Until when a connect may wait for the other side: 10 minutes before a day has passed (behaviour 5.6). */
export function connectWaitEnd(created: number): number {
  return created + 24 * hour - 10 * minute;
}

/** Milliseconds between checks of expiry, and between progress notifications. */
export const expiryCheckInterval = minute;
export const progressInterval = minute;
