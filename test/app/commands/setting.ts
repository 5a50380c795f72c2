import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { LocalHosts } from '../../../src/adapters/hosts/local-hosts.js';
import type { TerminalPort } from '../../../src/ports/terminal.js';

/** What a command wrote: lines of stdout, and lines of stderr after `! `. */
export class RecordedTerminal implements TerminalPort {
  readonly lines: string[] = [];

  out(line: string): void {
    this.lines.push(line);
  }

  err(line: string): void {
    this.lines.push(`! ${line}`);
  }

  qrCode(): Promise<void> {
    return Promise.resolve();
  }

  /** The lines since the last call. */
  take(): string[] {
    return this.lines.splice(0);
  }
}

/** A home folder of its own with a PATH of its own, and a recorded `claude` on it. */
export class Setting {
  readonly terminal = new RecordedTerminal();

  private constructor(
    readonly home: string,
    readonly registry: LocalHosts,
  ) {}

  static async make(
    platform: NodeJS.Platform = 'linux',
    claudeTimeoutMs = 30_000,
  ): Promise<Setting> {
    const home = await mkdtemp(join(tmpdir(), 'hosts-'));
    await mkdir(join(home, 'bin'));
    await mkdir(join(home, 'work'));
    const windows = platform === 'win32';
    const registry = new LocalHosts(
      {
        platform,
        env: { PATH: `${home}/bin:/bin:/usr/bin`, CLAUDE_LOG: join(home, 'claude.log') },
        home,
        folder: join(home, 'work'),
        invocation: {
          platform: windows ? 'windows' : 'posix',
          node: windows ? 'C:\\node\\node.exe' : '/usr/bin/node',
          script: windows ? 'C:\\simplex-mcp\\dist\\cli.js' : '/opt/simplex-mcp/dist/cli.js',
          path: ['/usr/bin'],
        },
      },
      claudeTimeoutMs,
    );
    return new Setting(home, registry);
  }

  /** What `register` reads of the data folder. */
  get files(): { dataFolder: string; readState: () => Promise<string | undefined> } {
    return {
      dataFolder: '/home/ann/.simplex-mcp/ann',
      readState: () => Promise.resolve('{"name":"ann","port":5226,"expireHours":23}'),
    };
  }

  /** Puts a `claude` on PATH that records its arguments, then runs `script`. */
  async claude(script = ''): Promise<void> {
    const path = join(this.home, 'bin/claude');
    const record =
      'for word in "$@"; do printf "%s\\n" "$word" >> "$CLAUDE_LOG"; done; echo >> "$CLAUDE_LOG"';
    await writeFile(path, `#!/bin/sh\n${record}\n${script}\n`);
    await chmod(path, 0o755);
  }

  /** The recorded calls, each a list of arguments. */
  async claudeCalls(): Promise<string[][]> {
    const log = await readFile(join(this.home, 'claude.log'), 'utf8').catch(() => '');
    return log
      .split('\n\n')
      .filter(Boolean)
      .map((call) => call.split('\n'));
  }

  path(...parts: string[]): string {
    return join(this.home, ...parts);
  }

  async write(file: string, text: string): Promise<string> {
    const path = this.path(file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    return path;
  }

  read(file: string): Promise<string> {
    return readFile(this.path(file), 'utf8');
  }

  async remove(): Promise<void> {
    await rm(this.home, { recursive: true, force: true });
  }
}
