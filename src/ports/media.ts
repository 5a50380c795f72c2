/** An image or video as it is sent. */
export interface ResizedImage {
  /** Bytes of the file. */
  readonly bytes: Uint8Array;
  /** Extension with its dot: the format may change from PNG to JPEG. */
  readonly extension: '.jpg' | '.png';
}

export interface VideoPreview {
  /** Data URL. */
  readonly preview: string;
  /** Whole seconds. */
  readonly durationSeconds: number;
  /** Set when only one of the two could be read: the fixed preview, or 0, stands for the other. */
  readonly failure?: MediaError;
}

/** A failed conversion: a broken or hostile picture, a missing program. The caller uses the spec's fallback. */
export class MediaError extends Error {
  override readonly name = 'MediaError';
}

/** Pictures and videos. Rejects with MediaError; never hangs: every step has a time limit. */
export interface MediaPort {
  /** A JPEG or PNG at the size that SimpleX apps send (at most about 255 KB), without its metadata. */
  resizeImage(path: string): Promise<ResizedImage>;
  /** Preview of the first frame of a JPEG, PNG, GIF or WebP: a data URL of at most about 14 KB. */
  imagePreview(path: string): Promise<string>;
  /** First frame and duration of an MP4 or QuickTime file. */
  videoPreview(path: string): Promise<VideoPreview>;
  /** The picture of a data URL, made small enough that the data URL has at most `maxBytes` bytes. */
  fitPreview(dataUrl: string, maxBytes: number): Promise<string>;
}
