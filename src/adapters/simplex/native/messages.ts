/** What the server asks of the process that runs the library. */
export type ToCoreProcess =
  /** First. `path`: prefix of the database files; `key`: encrypts them, empty for none. */
  | {
      readonly kind: 'open';
      readonly library: string;
      readonly path: string;
      readonly key: string;
    }
  | { readonly kind: 'send'; readonly id: number; readonly command: string }
  /** Last. The chat is stopped, then the store is closed. */
  | { readonly kind: 'close' };

export type FromCoreProcess =
  /** The library did not load, or lacks a function. */
  | { readonly kind: 'cannot-load'; readonly detail: string }
  /** The library's own JSON about the database, `{"type":"ok"}` when it is open. */
  | { readonly kind: 'migrated'; readonly text: string }
  | { readonly kind: 'answer'; readonly id: number; readonly text: string }
  | { readonly kind: 'event'; readonly text: string }
  /** A call did not return what it should: the library can't be used any more. */
  | { readonly kind: 'broken'; readonly detail: string }
  | { readonly kind: 'closed' };
