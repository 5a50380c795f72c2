import type { FilePlaces } from './chat-folder.js';

/** What is done with a file when the core has received it (behaviour 6.6). */
export type CompletedFile =
  /** It is at its download path, or it waits at the forwarded path for a download. */
  | { readonly kind: 'in-place' }
  | { readonly kind: 'move'; readonly from: string; readonly to: string }
  /** Nothing is at any place, or only a part of a file that no download of this run asked for. */
  | { readonly kind: 'leave' };

export interface CompletedFacts {
  readonly places: FilePlaces;
  /** The path that the core names. */
  readonly corePath?: string;
  /** Bytes, as the sender said. */
  readonly size: number;
  /** Bytes of the file at the core's path, `undefined` when there is none. */
  readonly sizeAtCorePath: number | undefined;
  /** A download of this file is in memory: its content is what the core says is complete, whatever its size. */
  readonly inMemory: boolean;
}

/** Moves a received file into its chat's folder, unless it is at the forwarded path. */
export function placeCompleted(facts: CompletedFacts): CompletedFile {
  const { places, corePath, size, sizeAtCorePath, inMemory } = facts;
  if (corePath === undefined || sizeAtCorePath === undefined) return { kind: 'leave' };
  if (corePath === places.download || corePath === places.forwarded) return { kind: 'in-place' };
  if (!inMemory && sizeAtCorePath !== size) return { kind: 'leave' };
  return { kind: 'move', from: corePath, to: places.download };
}

/**
 * Whether what a failed download left at a path is its part and is deleted: only of a download in memory, and only when
 * it is no larger than the file, so that another file there stays.
 */
export function deletesPartial(
  sizeOnDisk: number | undefined,
  size: number,
  inMemory: boolean,
): boolean {
  return inMemory && sizeOnDisk !== undefined && sizeOnDisk <= size;
}
