/** A version of the core as its numbers, for example 7.0.0.6. */
export type CoreVersion = readonly number[];

/** The oldest core whose commands this program sends: earlier ones lack prepared chats and short links. */
export const oldestVersion = '6.4.3';

/** From here on the peer type `agent` is known. */
const agentPeerType = parseVersion('7.1');

/** `6.5.0.19`, `v7.1.0-beta.6`: what follows the numbers is left out; other texts give an empty version. */
export function parseVersion(text: string): CoreVersion {
  const numbers = /^v?(\d+(?:\.\d+)*)/.exec(text)?.[1];
  return numbers === undefined ? [] : numbers.split('.').map(Number);
}

export function isAtLeast(version: CoreVersion, wanted: CoreVersion): boolean {
  for (let i = 0; i < Math.max(version.length, wanted.length); i += 1) {
    const difference = (version[i] ?? 0) - (wanted[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}

export function isSupported(version: CoreVersion): boolean {
  return isAtLeast(version, parseVersion(oldestVersion));
}

export function takesAgentPeerType(version: CoreVersion): boolean {
  return isAtLeast(version, agentPeerType);
}
