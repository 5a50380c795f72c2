import type { LibraryBuild, LibraryFailure, LibrarySource } from '../domain/core/library.js';
import { libraryText } from '../domain/core/library-text.js';

/** There is no libsimplex to use. `message` says why and what to do. */
export class CoreLibraryError extends Error {
  override readonly name = 'CoreLibraryError';
  readonly failure: LibraryFailure;
  constructor(failure: LibraryFailure, options?: { cause?: unknown }) {
    super(libraryText(failure), options);
    this.failure = failure;
  }
}

export type LibraryFound =
  | { readonly kind: 'library'; readonly path: string; readonly source: LibrarySource }
  /** Nothing yet, and this is what would be downloaded. */
  | { readonly kind: 'none'; readonly build: LibraryBuild };

/** What came of loading the library. `reason` is a sentence. */
export type LibraryProbe =
  | { readonly kind: 'loads'; readonly version: string }
  | { readonly kind: 'fails'; readonly reason: string };

/** Finds or downloads the library of the native core. `given` is the value of `--core-lib`. */
export interface CoreLibraryPort {
  /** Looks without downloading. Rejects with CoreLibraryError: a place that was given must have the library. */
  find(given: string | undefined): Promise<LibraryFound>;
  /**
   * As `find`, and downloads the pinned build when nothing is found and `download` is true; shows the progress.
   * Resolves with the absolute path. Rejects with CoreLibraryError.
   */
  provide(given: string | undefined, download: boolean): Promise<string>;
  /** Loads the library in a process of its own, with an empty store that is deleted afterwards. Never rejects. */
  probe(path: string): Promise<LibraryProbe>;
}
