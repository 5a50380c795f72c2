/** What is at a path after symbolic links. */
export type PathFacts =
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly realPath?: string }
  /** A folder, device, pipe or socket. */
  | { readonly kind: 'not-a-file'; readonly realPath: string }
  | { readonly kind: 'file'; readonly file: FileFacts };

export interface FileFacts {
  readonly realPath: string;
  /** Bytes. */
  readonly size: number;
  /** Identify the file and its content: they change when another file or other content is at the path. */
  readonly device: string;
  readonly inode: string;
  readonly changeTime: string;
  /** The first bytes, at most 4096. */
  readonly head: Uint8Array;
}
