import { createInterface, type Interface } from 'node:readline';
import { renderItem } from './render-item.js';
import type { OwnerChange, OwnerItem } from './owner-item.js';

/** A person's app for the control chat, in this process or another. */
export interface OwnerSeat {
  readonly name: string;
  items(): readonly OwnerItem[] | Promise<readonly OwnerItem[]>;
  say(text: string): unknown;
  subscribe(listener: (change: OwnerChange) => void): unknown;
}

export interface ConsoleStreams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Colours for what the app highlights. */
  readonly colours: boolean;
}

const clearLine = '\r\u001b[2K';

/**
 * The control chat in a terminal, as the app would show it: items as they come, edited ones again with a mark, and
 * each typed line is a message of the person who sits here.
 */
export class OwnerConsole {
  private lines: Interface | undefined;
  private seat: OwnerSeat | undefined;
  private readonly shown = new Map<number, string>();

  /** `onInterrupt`: Ctrl-C was pressed, or the input has ended. */
  constructor(
    private readonly streams: ConsoleStreams,
    private readonly onInterrupt: () => void,
  ) {}

  /** Shows what is in the chat, then reads lines until `close`. */
  async open(seat: OwnerSeat): Promise<void> {
    this.seat = seat;
    for (const item of await seat.items()) this.show({ kind: 'added', item });
    await seat.subscribe((change) => {
      this.show(change);
    });
    const { input, output } = this.streams;
    const lines = createInterface({ input, output, prompt: `${seat.name}> ` });
    this.lines = lines;
    lines.on('line', (line) => {
      this.say(line);
    });
    lines.on('SIGINT', this.onInterrupt);
    lines.on('close', () => {
      if (this.lines !== undefined) this.onInterrupt();
    });
    lines.prompt();
  }

  /** Writes text above the prompt. */
  write(text: string): void {
    const { output } = this.streams;
    if (this.lines === undefined) {
      output.write(text);
      return;
    }
    output.write(`${clearLine}${text}`);
    this.lines.prompt(true);
  }

  close(): void {
    const { lines } = this;
    this.lines = undefined;
    lines?.close();
    this.streams.output.write('\n');
  }

  private show(change: OwnerChange): void {
    // What was typed here stands on the screen already.
    if (change.kind === 'added' && change.item.mine && this.lines !== undefined) return;
    const text = renderItem(change, this.streams.colours);
    // An item changes unseen when the upload of its file is complete.
    if (this.shown.get(change.item.id) === text) return;
    this.shown.set(change.item.id, text);
    this.write(`${text}\n`);
  }

  private say(line: string): void {
    if (line.trim() !== '') {
      void Promise.resolve(this.seat?.say(line)).catch((error: unknown) => {
        this.write(`${error instanceof Error ? error.message : String(error)}\n`);
      });
    }
    this.lines?.prompt();
  }
}
