import { execFile } from 'node:child_process';
import { access, readdir, stat, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { FileFacts, FolderFacts, ProgramFacts } from '../../domain/doctor/facts.js';
import type { DoctorPort } from '../../ports/doctor.js';

const FFMPEG_TIMEOUT_MS = 10_000;

/** This computer, as far as an agent needs it. */
export class LocalComputer implements DoctorPort {
  readonly nodeVersion = process.versions.node;

  constructor(
    private readonly dataFolder: string,
    private readonly platform: NodeJS.Platform = process.platform,
  ) {}

  async folder(): Promise<FolderFacts> {
    try {
      const { mode } = await stat(this.dataFolder);
      const names = await readdir(this.dataFolder);
      const files = await Promise.all(names.map((name) => this.file(name)));
      return { kind: 'folder', ...this.modeOf(mode), files: files.flatMap((file) => file ?? []) };
    } catch (error) {
      const { code = 'unknown error' } = error as NodeJS.ErrnoException;
      return code === 'ENOENT' ? { kind: 'missing' } : { kind: 'unreadable', code };
    }
  }

  portIsFree(port: number): Promise<boolean> {
    return new Promise((resolve) => {
      const server = createServer();
      server.once('error', () => {
        resolve(false);
      });
      server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
        server.close(() => {
          resolve(true);
        });
      });
    });
  }

  ffmpeg(): Promise<ProgramFacts> {
    const options = { timeout: FFMPEG_TIMEOUT_MS, windowsHide: true };
    return new Promise((resolve) => {
      execFile('ffmpeg', ['-version'], options, (error, stdout) => {
        if (error?.code === 'ENOENT') resolve({ kind: 'missing' });
        else if (error) resolve({ kind: 'broken', reason: reasonOf(error) });
        else resolve({ kind: 'found', version: /version (\S+)/.exec(stdout)?.[1] ?? 'unknown' });
      });
    });
  }

  async freeBytes(): Promise<number | undefined> {
    return statfs(this.dataFolder).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => undefined,
    );
  }

  fileExists(path: string): Promise<boolean> {
    return access(path).then(
      () => true,
      () => false,
    );
  }

  private async file(name: string): Promise<FileFacts | undefined> {
    try {
      const facts = await stat(join(this.dataFolder, name));
      if (!facts.isFile()) return undefined;
      return { name, ...this.modeOf(facts.mode), changed: facts.mtimeMs };
    } catch {
      // It was removed meanwhile, or is a link to nothing.
      return undefined;
    }
  }

  private modeOf(mode: number): { readonly mode?: number } {
    return this.platform === 'win32' ? {} : { mode: mode & 0o777 };
  }
}

function reasonOf(error: Error & { killed?: boolean; code?: unknown }): string {
  return error.killed === true ? 'no answer' : `exit ${String(error.code)}`;
}
