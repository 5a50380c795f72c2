/** Chance that comes out the same for the same seed. */
export class SeededRandom {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** What continues this sequence. */
  get seed(): number {
    return this.state;
  }

  /** A number from 0 to 2^32 - 1. */
  next(): number {
    this.state = (this.state + 0x9e3779b9) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  }

  pick<Value>(values: readonly [Value, ...Value[]]): Value {
    return values[this.next() % values.length] ?? values[0];
  }

  /** Base64url text of `bytes` random bytes. */
  key(bytes: number): string {
    const data = Buffer.alloc(bytes);
    for (let at = 0; at < bytes; at += 1) data[at] = this.next() & 0xff;
    return data.toString('base64url');
  }
}

const adjectives = [
  'Amber', 'Bold', 'Calm', 'Dusty', 'Early', 'Frosty', 'Gentle', 'Hollow', 'Inner', 'Jolly',
  'Keen', 'Lunar', 'Mellow', 'Narrow', 'Open', 'Plain', 'Quiet', 'Rapid', 'Silent', 'Tidy',
] as const; // prettier-ignore
const nouns = [
  'Anchor', 'Beacon', 'Comet', 'Delta', 'Ember', 'Fable', 'Garden', 'Harbor', 'Island', 'Journey',
  'Kettle', 'Lantern', 'Meadow', 'Needle', 'Orchard', 'Pebble', 'River', 'Signal', 'Timber', 'Valley',
] as const; // prettier-ignore

/** The name of a random profile, two words in one as the core makes them. */
export function incognitoName(random: SeededRandom): string {
  return random.pick(adjectives) + random.pick(nouns);
}
