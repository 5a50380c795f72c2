import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseServerInfo } from '../../domain/hosts/server-info.js';
import type { DaemonPort, DaemonState } from '../../ports/daemon.js';

/** Reads `lock`, `server.json` and `token` of a data folder, and changes nothing. */
export class LocalDaemon implements DaemonPort {
  constructor(private readonly dataFolder: string) {}

  async locate(): Promise<DaemonState> {
    const server = parseServerInfo((await this.read('server.json')) ?? '');
    const pid = Number((await this.read('lock'))?.trim());
    // Without a running server, another program may listen on its port: it must not get the token.
    if (!Number.isInteger(pid) || pid < 1 || !isRunning(pid))
      return { kind: server ? 'stopped' : 'never-started' };
    const token = (await this.read('token'))?.trim();
    if (!server || token === undefined || token === '') return { kind: 'starting', pid };
    return { kind: 'running', pid, port: server.port, token };
  }

  private async read(name: string): Promise<string | undefined> {
    return readFile(join(this.dataFolder, name), 'utf8').catch(() => undefined);
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
