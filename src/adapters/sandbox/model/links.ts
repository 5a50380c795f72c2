import type { LinkKind } from './rows.js';
import type { SeededRandom } from './random.js';

/** No real server has a name under `.invalid`. */
const host = 'sandbox.simplex.invalid';

const letters = { address: 'a', invitation: 'i', group: 'g', channel: 'c' } as const;

export interface LinkPair {
  readonly short: string;
  readonly full: string;
}

/** A short and a full link, in the shapes of real ones. */
export function makeLinks(kind: LinkKind, channel: boolean, random: SeededRandom): LinkPair {
  const letter = letters[kind === 'group' && channel ? 'channel' : kind];
  const key = random.key(32);
  const id = kind === 'invitation' ? `${random.key(24)}/${key}` : key;
  const word = kind === 'invitation' ? 'invitation' : 'contact';
  const queue = encodeURIComponent(`smp://${random.key(32)}@${host}/${random.key(24)}`);
  return {
    short: `https://${host}/${letter}#${id}`,
    full: `simplex:/${word}#/?v=2-7&smp=${queue}`,
  };
}

/** A SimpleX name: `@name.simplex` or `#name.simplex`, with or without further labels. */
export function isSimplexName(target: string): boolean {
  return /^[@#][a-z0-9-]+(\.[a-z0-9-]+)*$/.test(target);
}

/** A link of the right form: nothing is behind it when the network does not know it. */
export function looksReal(target: string): boolean {
  const [place, key = ''] = target.split('#');
  if (place === `https://${host}/i`) return /^[\w-]{32}\/[\w-]{43}$/.test(key);
  return (
    /^https:\/\/[a-z.]+\/[agc]$/.test(place ?? '') &&
    place?.includes(host) === true &&
    /^[\w-]{43}$/.test(key)
  );
}
