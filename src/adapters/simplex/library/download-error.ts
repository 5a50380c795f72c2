import type { DownloadProblem } from '../../../domain/core/library.js';

/** A download was given up; the installer adds the address and what to do. */
export class DownloadError extends Error {
  override readonly name = 'DownloadError';
  constructor(
    readonly problem: DownloadProblem,
    options?: { cause?: unknown },
  ) {
    super(problem.kind, options);
  }
}
