import { open, type FileHandle } from 'node:fs/promises';
import { CHAIN_START, checkLine, type ChainVerdict } from '../../domain/audit/chain.js';
import { unreadableLog } from '../../domain/audit/text.js';
import { AuditError, type AuditEntry, type AuditLogPort } from '../../ports/audit.js';
import type { ClockPort } from '../../ports/clock.js';
import { readLines, sha256 } from './lines.js';
import { auditPaths, type AuditPaths } from './paths.js';
import { readHead, walkChain } from './walk.js';

const FOLLOW_INTERVAL_MS = 500;

/** Where the next read of the log begins. */
interface Position {
  readonly offset: number;
  readonly line: number;
}

/** Reads DATA/audit.jsonl without changing anything. */
export class AuditLogReader implements AuditLogPort {
  readonly path: string;
  private readonly paths: AuditPaths;
  private readonly clock: ClockPort;

  constructor(dataFolder: string, clock: ClockPort) {
    this.paths = auditPaths(dataFolder);
    this.path = this.paths.log;
    this.clock = clock;
  }

  async *entries(): AsyncGenerator<AuditEntry> {
    yield* this.read({ offset: 0, line: 1 });
  }

  async *follow(signal: AbortSignal): AsyncGenerator<AuditEntry> {
    let position: Position = { offset: 0, line: 1 };
    while (!signal.aborted) {
      position = yield* this.read(position);
      await this.clock.sleep(FOLLOW_INTERVAL_MS, signal);
    }
  }

  async verify(): Promise<ChainVerdict | undefined> {
    const known = await readHead(this.paths.head);
    const file = await this.open();
    if (!file) {
      return known && { kind: 'broken', seq: 1, reason: 'missing' };
    }
    try {
      return (await walkChain(file, known)).verdict;
    } catch (error) {
      throw this.unreadable(error);
    } finally {
      await file.close();
    }
  }

  /** Yields the whole lines from `position` on; returns the position after them. */
  private async *read(position: Position): AsyncGenerator<AuditEntry, Position> {
    const file = await this.open();
    if (!file) return position;
    let { offset, line } = position;
    try {
      for await (const { text, end, complete } of readLines(file, offset)) {
        if (!complete) break;
        // Only the form is of interest here: `verify` walks the chain.
        const check = checkLine(CHAIN_START, text, sha256);
        yield check.record
          ? { kind: 'record', record: check.record, text }
          : { kind: 'damaged', line };
        offset = end;
        line += 1;
      }
    } catch (error) {
      throw this.unreadable(error);
    } finally {
      await file.close();
    }
    return { offset, line };
  }

  private async open(): Promise<FileHandle | undefined> {
    try {
      return await open(this.paths.log, 'r');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw this.unreadable(error);
    }
  }

  private unreadable(error: unknown): AuditError {
    const { code, message } = error as NodeJS.ErrnoException;
    return new AuditError(unreadableLog(this.paths.log, code ?? message), { cause: error });
  }
}
