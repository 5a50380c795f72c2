import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

type Wait = {
  readonly test: (line: string) => boolean;
  readonly resolve: (line: string) => void;
  readonly reject: (error: Error) => void;
};

/** A child process whose lines a test waits for. */
export class RunningProcess {
  /** Lines of stdout and stderr so far. */
  readonly out: string[] = [];
  readonly err: string[] = [];
  /** Resolves when the process and its output have ended. */
  readonly ended: Promise<Ended>;
  readonly child: ChildProcess;
  private waits: Wait[] = [];

  constructor(command: string, args: readonly string[], options: SpawnOptions = {}) {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    this.child = child;
    this.read(child.stdout, this.out);
    this.read(child.stderr, this.err);
    this.ended = new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => {
        resolve({ code, signal });
        for (const wait of this.waits) wait.reject(new Error(`The process ended.\n${this.text}`));
      });
    });
    this.ended.catch(() => undefined);
  }

  /** All that it wrote. */
  get text(): string {
    return [...this.out, ...this.err].join('\n');
  }

  /** The first line, there or to come, that is `wanted`, or for which it is true. */
  line(wanted: string | ((line: string) => boolean)): Promise<string> {
    const test = typeof wanted === 'string' ? (line: string) => line === wanted : wanted;
    const there = this.out.find(test) ?? this.err.find(test);
    if (there !== undefined) return Promise.resolve(there);
    return new Promise((resolve, reject) => {
      this.waits.push({ test, resolve, reject });
    });
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  /** Ends the process however it is. */
  async end(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }

  private read(stream: Readable | null, lines: string[]): void {
    if (stream === null) return;
    createInterface({ input: stream, crlfDelay: Infinity }).on('line', (line) => {
      lines.push(line);
      const found = this.waits.filter((wait) => wait.test(line));
      this.waits = this.waits.filter((wait) => !found.includes(wait));
      for (const wait of found) wait.resolve(line);
    });
  }
}
