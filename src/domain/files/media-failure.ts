/** Why no picture or preview could be made. */
export type MediaFailure =
  | { readonly kind: 'not-a-file' }
  | { readonly kind: 'unreadable'; readonly code: string }
  | { readonly kind: 'too-many-bytes'; readonly limit: number }
  | { readonly kind: 'not-a-picture'; readonly formats: readonly string[] }
  | { readonly kind: 'too-many-pixels'; readonly limit: number }
  | { readonly kind: 'broken' }
  | { readonly kind: 'not-a-data-url' }
  | { readonly kind: 'does-not-fit'; readonly limit: number }
  | { readonly kind: 'time'; readonly seconds: number }
  | { readonly kind: 'no-program'; readonly program: string }
  | { readonly kind: 'program-failed'; readonly program: string; readonly code: string }
  | { readonly kind: 'program-output'; readonly program: string; readonly limit: number }
  | { readonly kind: 'no-duration' };

const MIB = 1024 * 1024;

/** For the log: what happened, never a part of a file. */
export function mediaFailureText(failure: MediaFailure): string {
  switch (failure.kind) {
    case 'not-a-file':
      return 'It is not a regular file.';
    case 'unreadable':
      return `The file can't be read: ${failure.code}.`;
    case 'too-many-bytes':
      return `A picture of more than ${failure.limit / MIB} MiB is not read.`;
    case 'not-a-picture':
      return `It is not a picture in ${failure.formats.join(', ')}.`;
    case 'too-many-pixels':
      return `A picture of more than ${failure.limit} pixels is not read.`;
    case 'broken':
      return 'The picture is broken.';
    case 'not-a-data-url':
      return 'It is not the data URL of a picture.';
    case 'does-not-fit':
      return `The picture can't be made as small as ${failure.limit} bytes.`;
    case 'time':
      return `It took more than ${failure.seconds} s and was stopped.`;
    case 'no-program':
      return `${failure.program} was not found. Install FFmpeg for previews of videos.`;
    case 'program-failed':
      return `${failure.program} failed: ${failure.code}.`;
    case 'program-output':
      return `${failure.program} wrote more than ${failure.limit / MIB} MiB and was stopped.`;
    case 'no-duration':
      return 'The video does not tell its duration.';
  }
}
