/** What a host is: a name, or an address of the network. */
export type HostKind = 'ipv4' | 'ipv6' | 'onion' | 'name';

const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const NAME = new RegExp(`^${LABEL}(\\.${LABEL})*$`);
const ONION = /^([a-z2-7]{56}|[a-z2-7]{16})\.onion$/;
const OCTET = /^(0|[1-9]\d{0,2})$/;

/** Kind of a host without brackets, in lower case; `undefined` when it is none. */
export function hostKind(host: string): HostKind | undefined {
  if (host.includes(':')) return isIPv6(host) ? 'ipv6' : undefined;
  if (/^[\d.]+$/.test(host)) return isIPv4(host) ? 'ipv4' : undefined;
  if (host.endsWith('.onion')) return ONION.test(host) ? 'onion' : undefined;
  return host.length <= 253 && NAME.test(host) ? 'name' : undefined;
}

/** A decimal port of 1 to 65535, without a sign or leading zeros. */
export function parsePort(text: string): number | undefined {
  if (!/^[1-9]\d{0,4}$/.test(text)) return undefined;
  const port = Number(text);
  return port <= 65_535 ? port : undefined;
}

/** This computer, by an address or name that never leaves it. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost' || host === '::1') return true;
  return isIPv4(host) && host.startsWith('127.');
}

function isIPv4(host: string): boolean {
  const parts = host.split('.');
  return parts.length === 4 && parts.every((part) => OCTET.test(part) && Number(part) <= 255);
}

function isIPv6(host: string): boolean {
  const halves = host.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))) return false;
  return halves.length === 2 ? groups.length < 8 : groups.length === 8;
}
