import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

/** A line of the log, one character a byte, so that no edit of a byte is lost in decoding. */
export interface Line {
  readonly text: string;
  /** Offset of its first byte. */
  readonly start: number;
  /** Offset after its newline, or after the last byte of a line without one. */
  readonly end: number;
  /** False for a last line without a newline. */
  readonly complete: boolean;
}

const CHUNK_BYTES = 1 << 16;

/** Lines from byte `from` to the end of the file. Only a newline ends a line: readline would take others too. */
export async function* readLines(file: FileHandle, from = 0): AsyncGenerator<Line> {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let start = from;
  let parts: string[] = [];
  let position = from;
  for (;;) {
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, position);
    if (bytesRead === 0) break;
    const text = chunk.toString('latin1', 0, bytesRead);
    let begin = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', begin)) {
      const line = parts.join('') + text.slice(begin, end);
      parts = [];
      begin = end + 1;
      yield { text: line, start, end: position + begin, complete: true };
      start = position + begin;
    }
    parts.push(text.slice(begin));
    position += bytesRead;
  }
  const rest = parts.join('');
  if (rest) yield { text: rest, start, end: position, complete: false };
}

export function sha256(bytes: string): string {
  return createHash('sha256').update(bytes, 'latin1').digest('hex');
}
