import type { TerminalPort } from '../../ports/terminal.js';
import { qrLines, type QrSize } from './qr-lines.js';

/** Where lines go: a stream, or what draws around a prompt. */
export interface LineOutput {
  write(text: string): void;
}

/** Standard output and error of the process. */
export class ConsoleTerminal implements TerminalPort {
  /** `coloured`: `stdout` understands colours, so that a QR code is dark on light whatever the terminal's own are. */
  constructor(
    private readonly stdout: LineOutput,
    private readonly stderr: LineOutput,
    private readonly coloured: boolean = hasColours(),
  ) {}

  /**
   * The streams of this process. A closed pipe or terminal, or a full disk under a log, loses lines and never the
   * server.
   */
  static ofProcess(): ConsoleTerminal {
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
    return new ConsoleTerminal(process.stdout, process.stderr);
  }

  out(line: string): void {
    this.stdout.write(`${line}\n`);
  }

  err(line: string): void {
    this.stderr.write(`${line}\n`);
  }

  /** Draws nothing for a text too long for a QR code: the text itself is printed beside it. */
  async qrCode(text: string, size: QrSize): Promise<void> {
    const lines = qrLines(text, size, this.coloured);
    if (lines !== undefined) this.stdout.write(lines.map((line) => `${line}\n`).join(''));
    return Promise.resolve();
  }
}

function hasColours(): boolean {
  const { stdout, env } = process;
  return stdout.isTTY && env['NO_COLOR'] === undefined && env['TERM'] !== 'dumb';
}
