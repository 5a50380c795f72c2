import { mediaFailureText, type MediaFailure } from '../../domain/files/media-failure.js';
import { MediaError } from '../../ports/media.js';

export function mediaError(failure: MediaFailure, cause?: unknown): MediaError {
  return new MediaError(mediaFailureText(failure), { cause });
}

/** Rejects when `work` takes longer. The work itself has limits of its own; this one is for what those miss. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(mediaError({ kind: 'time', seconds: ms / 1000 }));
    }, ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
