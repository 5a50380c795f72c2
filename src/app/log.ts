import { oneLine } from '../domain/text/line.js';
import type { TerminalPort } from '../ports/terminal.js';
import { errorText } from './errors.js';

/** The log of the server: lines on stdout, errors on stderr (api 3.4). */
export class Log {
  constructor(private readonly terminal: TerminalPort) {}

  /** A line whose names are folded already. */
  line(line: string): void {
    this.terminal.out(line);
  }

  /** `CONTEXT: ERROR` */
  error(context: string, error: unknown): void {
    this.terminal.err(`${context}: ${oneLine(errorText(error))}`);
  }
}
