import QRCode from 'qrcode';
import type { TerminalPort } from '../../ports/terminal.js';

/** Where lines go: a stream, or what draws around a prompt. */
export interface LineOutput {
  write(text: string): void;
}

/** Standard output and error of the process. A reader that is gone (EPIPE) loses lines, not the server. */
export class ConsoleTerminal implements TerminalPort {
  constructor(
    private readonly stdout: LineOutput,
    private readonly stderr: LineOutput,
  ) {}

  /** The streams of this process; errors of a closed pipe are dropped. */
  static ofProcess(): ConsoleTerminal {
    for (const stream of [process.stdout, process.stderr]) {
      stream.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EPIPE') throw error;
      });
    }
    return new ConsoleTerminal(process.stdout, process.stderr);
  }

  out(line: string): void {
    this.stdout.write(`${line}\n`);
  }

  err(line: string): void {
    this.stderr.write(`${line}\n`);
  }

  async qrCode(text: string, size: 'small' | 'large'): Promise<void> {
    const drawn = await QRCode.toString(text, {
      type: 'terminal',
      small: size === 'small',
      errorCorrectionLevel: 'L',
    });
    this.stdout.write(drawn.endsWith('\n') ? drawn : `${drawn}\n`);
  }
}
