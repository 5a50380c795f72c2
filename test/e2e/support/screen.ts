import { RunningProcess } from './running-process.js';

/** A program in a terminal of its own, made by `script`, with what it shows. */
export class Screen {
  /** Resolves with the exit code of the program. */
  readonly ended: Promise<number | null>;
  private readonly process: RunningProcess;
  private shown = '';
  private over = false;
  private waits: (() => void)[] = [];

  constructor(command: readonly string[], env: NodeJS.ProcessEnv) {
    const quoted = command.map((word) => `'${word}'`).join(' ');
    this.process = new RunningProcess('script', ['-qefc', `exec ${quoted}`, '/dev/null'], {
      env: { ...env, SHELL: '/bin/sh' },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.process.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.shown += text;
      this.wake();
    });
    this.ended = this.process.ended.then(({ code }) => {
      this.over = true;
      this.wake();
      return code;
    });
  }

  /** All that was shown, with the lines of a terminal as lines of a text. */
  get text(): string {
    return this.shown.replaceAll('\r\n', '\n');
  }

  /** Waits until `text` is on the screen; rejects when the program ends without it. */
  async shows(text: string): Promise<void> {
    while (!this.text.includes(text)) {
      if (this.over) throw new Error(`The program ended without showing ${text}\n${this.text}`);
      await new Promise<void>((resolve) => this.waits.push(resolve));
    }
  }

  type(keys: string): void {
    this.process.child.stdin?.write(keys);
  }

  /** Ends the program however it is: it loses its terminal. */
  async end(): Promise<void> {
    await this.process.end();
  }

  private wake(): void {
    for (const resolve of this.waits.splice(0)) resolve();
  }
}
