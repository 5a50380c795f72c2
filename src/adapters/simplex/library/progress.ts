import type { LibraryBuild } from '../../../domain/core/library.js';
import { downloadedText, downloadingText, progressBar } from '../../../domain/core/library-text.js';

/** Standard error of the process. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Shows a download: a bar that moves on a terminal, and only the first and last line elsewhere. */
export class DownloadProgress {
  private shown = '';

  constructor(
    private readonly output: ProgressOutput,
    private readonly build: LibraryBuild,
  ) {
    output.write(`${downloadingText(build)}\n`);
  }

  show(received: number, total: number | undefined): void {
    if (this.output.isTTY !== true) return;
    const bar = progressBar(received, total);
    if (bar === this.shown) return;
    // Spaces cover what was longer before.
    this.output.write(`\r${bar.padEnd(this.shown.length)}`);
    this.shown = bar;
  }

  done(installed: boolean): void {
    if (this.shown !== '') this.output.write('\n');
    if (installed) this.output.write(`${downloadedText(this.build)}\n`);
  }
}
