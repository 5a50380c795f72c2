import { readFile, type FileHandle } from 'node:fs/promises';
import {
  CHAIN_START,
  checkLine,
  type ChainHead,
  type ChainVerdict,
} from '../../domain/audit/chain.js';
import { readLines, sha256 } from './lines.js';

/** The chain as far as it is whole. */
export interface Walk {
  readonly verdict: ChainVerdict;
  /** The last whole record and the byte after it. */
  readonly head: ChainHead;
  readonly end: number;
}

/** Walks the log from its first byte, and compares it with the last record that it is known to have had. */
export async function walkChain(file: FileHandle, known: ChainHead | undefined): Promise<Walk> {
  let head = CHAIN_START;
  let end = 0;
  const stop = (reason: Extract<ChainVerdict, { kind: 'broken' }>['reason']): Walk => ({
    verdict: { kind: 'broken', seq: head.seq + 1, reason },
    head,
    end,
  });
  for await (const line of readLines(file)) {
    if (!line.complete) return behind(head, known) ? stop('missing') : stop('incomplete');
    const check = checkLine(head, line.text, sha256);
    if (check.kind === 'broken') return stop(check.reason);
    if (check.head.seq === known?.seq && check.head.hash !== known.hash) return stop('replaced');
    head = check.head;
    end = line.end;
  }
  return behind(head, known) ? stop('missing') : { verdict: { kind: 'intact', head }, head, end };
}

function behind(head: ChainHead, known: ChainHead | undefined): boolean {
  return known !== undefined && head.seq < known.seq;
}

/** The last record that was written, or `undefined` when its note is absent or unreadable. */
export async function readHead(path: string): Promise<ChainHead | undefined> {
  try {
    const { seq, hash } = JSON.parse(await readFile(path, 'latin1')) as Partial<ChainHead>;
    return typeof seq === 'number' && typeof hash === 'string' ? { seq, hash } : undefined;
  } catch {
    return undefined;
  }
}
