import { rename, stat, writeFile } from 'node:fs/promises';
import { sealRecord } from '../../domain/audit/chain.js';
import type { AuditEvent } from '../../domain/audit/event.js';
import { changedLog, unwritableLog } from '../../domain/audit/text.js';
import { AuditError, type AuditPort } from '../../ports/audit.js';
import type { ClockPort } from '../../ports/clock.js';
import { sha256 } from './lines.js';
import { openLog, type OpenLog } from './open.js';
import { auditPaths, type AuditPaths } from './paths.js';

interface Waiting {
  readonly event: AuditEvent;
  readonly resolve: () => void;
  readonly reject: (error: AuditError) => void;
}

/** DATA/audit.jsonl. Records that wait while a write is under way are flushed together. */
export class AuditLogWriter implements AuditPort {
  private readonly paths: AuditPaths;
  private readonly clock: ClockPort;
  private readonly openLog: typeof openLog;
  private log: OpenLog | undefined;
  private waiting: Waiting[] = [];
  private drain: Promise<void> | undefined;

  /** `open` is for tests: a log on a disk that fails. */
  constructor(dataFolder: string, clock: ClockPort, open = openLog) {
    this.paths = auditPaths(dataFolder);
    this.clock = clock;
    this.openLog = open;
  }

  append(event: AuditEvent): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ event, resolve, reject });
      this.drain ??= this.writeWaiting();
    });
  }

  async close(): Promise<void> {
    await this.drain;
    const log = this.log;
    this.log = undefined;
    await log?.file.close();
  }

  private async writeWaiting(): Promise<void> {
    // Calls of the same turn are written together.
    await Promise.resolve();
    while (this.waiting.length > 0) {
      const batch = this.waiting;
      this.waiting = [];
      try {
        await this.write(batch);
        for (const { resolve } of batch) resolve();
      } catch (error) {
        const failure = auditError(error, this.paths.log);
        for (const { reject } of batch) reject(failure);
      }
    }
    this.drain = undefined;
  }

  private async write(batch: readonly Waiting[]): Promise<void> {
    this.log ??= await this.openLog(this.paths, this.time());
    const { file, size } = this.log;
    await this.checkUnchanged(this.log);
    let head = this.log.head;
    let text = '';
    for (const { event } of batch) {
      const sealed = sealRecord(head, this.time(), event, sha256);
      head = sealed.head;
      text += `${sealed.line}\n`;
    }
    const bytes = Buffer.from(text, 'latin1');
    try {
      await writeAll(file, bytes);
      await file.datasync();
    } catch (error) {
      await this.takeBack(size);
      throw error;
    }
    this.log = { file, head, size: size + bytes.length };
    // The note may be behind the log, never before it: a failed or lost write of it breaks nothing.
    const note = `${this.paths.head}.new`;
    await writeFile(note, `${JSON.stringify(head)}\n`, { mode: 0o600 })
      .then(() => rename(note, this.paths.head))
      .catch(() => undefined);
  }

  /** Another program changed, moved or removed the log since the last record. */
  private async checkUnchanged(log: OpenLog): Promise<void> {
    const [ours, there] = await Promise.all([
      log.file.stat({ bigint: true }),
      stat(this.paths.log, { bigint: true }).catch(() => undefined),
    ]);
    if (there?.ino === ours.ino && there.dev === ours.dev && Number(ours.size) === log.size) return;
    throw new AuditError(changedLog(this.paths.log));
  }

  /** Cuts off records that were refused; where even that fails, the log is opened anew, which sets them aside. */
  private async takeBack(size: number): Promise<void> {
    const log = this.log;
    try {
      await log?.file.truncate(size);
      await log?.file.sync();
    } catch {
      this.log = undefined;
      await log?.file.close().catch(() => undefined);
    }
  }

  private time(): string {
    return new Date(this.clock.now()).toISOString();
  }
}

async function writeAll(file: OpenLog['file'], bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    done += (await file.write(bytes, done)).bytesWritten;
  }
}

function auditError(error: unknown, path: string): AuditError {
  if (error instanceof AuditError) return error;
  const cause = error as NodeJS.ErrnoException;
  return new AuditError(unwritableLog(path, cause.code ?? cause.message), { cause });
}
