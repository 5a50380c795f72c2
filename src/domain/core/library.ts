/** Where the path of libsimplex comes from, the first that applies. */
export type LibrarySource = '--core-lib' | 'SIMPLEX_MCP_CORE_LIB' | 'SIMPLEX_LIBS_DIR' | 'cache';

/** The published build for this system. */
export interface LibraryBuild {
  /** `v7.0.2`, for example. */
  readonly tag: string;
  readonly url: string;
  /** Where its files go, beside each other. */
  readonly folder: string;
}

/** Why a download was given up. */
export type DownloadProblem =
  /** No connection, or a proxy that refuses; `detail` is short and holds no address of a redirect. */
  | { readonly kind: 'unreachable'; readonly detail: string }
  | { readonly kind: 'status'; readonly status: number }
  /** Redirected to an address that is not https. */
  | { readonly kind: 'insecure-redirect' }
  | { readonly kind: 'too-many-redirects' }
  | { readonly kind: 'too-large'; readonly limit: number }
  /** `seconds` without a byte, or in all. */
  | { readonly kind: 'stalled'; readonly seconds: number }
  | { readonly kind: 'too-slow'; readonly seconds: number }
  /** The connection ended before the announced length. */
  | { readonly kind: 'cut-off' }
  /** Not the file whose SHA-256 is pinned. */
  | { readonly kind: 'other-file'; readonly expected: string; readonly got: string }
  /** The right file, which can't be unpacked safely. */
  | { readonly kind: 'bad-archive'; readonly detail: string };

export type LibraryFailure =
  /** Named by an option or the environment, and not there. `name`: file name of the library on this system. */
  | {
      readonly kind: 'given-missing';
      readonly source: LibrarySource;
      readonly path: string;
      readonly name: string;
    }
  /** No build is pinned for this system, for example `linux-arm64`. */
  | { readonly kind: 'no-build'; readonly system: string; readonly name: string }
  /** Not in the cache, and a download is not wanted now. */
  | { readonly kind: 'not-installed'; readonly build: LibraryBuild }
  /** Another user owns the file or folder, or every user may write to it. */
  | { readonly kind: 'unsafe'; readonly path: string }
  /** The folder in the cache is there without the library: somebody else's, or broken. */
  | { readonly kind: 'folder-taken'; readonly folder: string; readonly name: string }
  /** The cache can't be written. */
  | { readonly kind: 'disk'; readonly folder: string; readonly detail: string }
  | { readonly kind: 'download'; readonly build: LibraryBuild; readonly problem: DownloadProblem };
