/** The first bytes of a file, with their text: each byte a character, without NULs, so that UTF-16 is read too. */
export interface Head {
  readonly bytes: ArrayLike<number>;
  readonly text: string;
}

export function headOf(bytes: ArrayLike<number>): Head {
  const codes = Array.from(bytes).filter((byte) => byte !== 0);
  return { bytes, text: codes.map((code) => String.fromCharCode(code)).join('') };
}

/** What the first bytes of a file can show. */
export interface ContentTest {
  /** In words, for the owner. */
  readonly shown: string;
  /** It could also be after the first bytes. */
  readonly anywhere: boolean;
  found(head: Head): boolean;
}

/** A text anywhere in the file. */
export function textTest(shown: string, pattern: RegExp): ContentTest {
  return { shown, anywhere: true, found: ({ text }) => pattern.test(text) };
}

/** The file begins with one of some byte sequences, in hex. */
export function magicTest(shown: string, ...sequences: readonly string[]): ContentTest {
  const starts = sequences.map(hexBytes);
  return {
    shown,
    anywhere: false,
    found: ({ bytes }) => starts.some((start) => hasAt(bytes, 0, start)),
  };
}

/**
 * The file is DER (or BER) whose nested elements begin with one of some paths. A path is a list of steps: `30` enters
 * an element with that tag, `02=01` passes an element of exactly this tag and content.
 */
export function derTest(shown: string, ...paths: readonly string[]): ContentTest {
  const steps = paths.map((path) => path.split(' '));
  return {
    shown,
    anywhere: false,
    found: ({ bytes }) => steps.some((path) => followsDer(bytes, path)),
  };
}

function followsDer(bytes: ArrayLike<number>, steps: readonly string[]): boolean {
  let position = 0;
  for (const step of steps) {
    const [tag = '', content] = step.split('=');
    if (!hasAt(bytes, position, hexBytes(tag))) return false;
    const start = derContent(bytes, position + 1);
    if (start === undefined) return false;
    if (content === undefined) {
      position = start.at;
      continue;
    }
    const wanted = hexBytes(content);
    if (start.length !== wanted.length || !hasAt(bytes, start.at, wanted)) return false;
    position = start.at + wanted.length;
  }
  return true;
}

/** Where the content of a DER element begins, and its length; `undefined` length for the indefinite form of BER. */
function derContent(
  bytes: ArrayLike<number>,
  position: number,
): { at: number; length?: number } | undefined {
  const first = bytes[position];
  if (first === undefined || first > 0x84) return undefined;
  if (first < 0x80) return { at: position + 1, length: first };
  if (first === 0x80) return { at: position + 1 };
  const count = first - 0x80;
  let length = 0;
  for (let n = 1; n <= count; n++) length = length * 256 + (bytes[position + n] ?? 0);
  return { at: position + 1 + count, length };
}

/** An OpenPGP secret key or subkey packet, of version 3 to 6 with a known algorithm (RFC 9580, 4.2, 5.5 and 9.1). */
export function openPgpSecretKeyTest(shown: string): ContentTest {
  return {
    shown,
    anywhere: false,
    found: ({ bytes }) => {
      const body = openPgpBody(bytes);
      if (body === undefined) return false;
      const version = bytes[body] ?? 0;
      const algorithm = bytes[body + (version === 3 ? 7 : 5)] ?? 0;
      return version >= 3 && version <= 6 && openPgpAlgorithms.includes(algorithm);
    },
  };
}

const openPgpAlgorithms = [1, 2, 3, 16, 17, 18, 19, 20, 22, 25, 26, 27, 28];

/** Where the body of a secret key packet begins. */
function openPgpBody(bytes: ArrayLike<number>): number | undefined {
  const lengths: Readonly<Record<number, number>> = { 0x94: 1, 0x95: 2, 0x96: 4, 0x9c: 1, 0x9d: 2 };
  const tag = bytes[0] ?? 0;
  if (tag in lengths) return 1 + (lengths[tag] ?? 0);
  if (tag !== 0xc5 && tag !== 0xc7) return undefined;
  const length = bytes[1] ?? 0;
  return length < 192 ? 2 : length < 224 ? 3 : 6;
}

function hasAt(bytes: ArrayLike<number>, position: number, wanted: readonly number[]): boolean {
  return wanted.every((byte, n) => bytes[position + n] === byte);
}

function hexBytes(hex: string): readonly number[] {
  return Array.from(hex.matchAll(/../g), ([pair]) => Number.parseInt(pair, 16));
}
