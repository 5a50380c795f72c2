import { FIXED_PREVIEW } from '../../domain/files/fixed-preview.js';
import {
  MediaError,
  type MediaPort,
  type ResizedImage,
  type VideoPreview,
} from '../../ports/media.js';
import { bytesWithin, fromDataUrl, toDataUrl } from './data-url.js';
import { encodeToFit } from './fit.js';
import { within } from './media-failed.js';
import { decode, type PictureFormat } from './picture.js';
import { readPictureFile } from './picture-file.js';
import { duration, firstFrame, type VideoPrograms } from './video.js';

/** As the SimpleX apps: an image has at most 255 KiB, the data URL of a preview 14000 characters. */
const IMAGE_BYTES = 261_120;
const PREVIEW_LENGTH = 14_000;

/** A flat picture of few bytes could have any number of pixels. */
const IMAGE_SIDE = 4096;
const PREVIEW_SIDE = 1024;

const MIB = 1024 * 1024;
const ANY_PICTURE: readonly PictureFormat[] = ['jpeg', 'png', 'gif', 'webp'];

/** All that one call may take: the decoder's own limit and the encoding. */
const CALL_MS = 60_000;

/** Pictures by libvips (sharp), videos by FFmpeg. */
export class MediaAdapter implements MediaPort {
  readonly #programs: VideoPrograms;
  #last: Promise<unknown> = Promise.resolve();

  /** `searchPath`: where FFmpeg is looked for, as in PATH. `programMs`: the time of each run. */
  constructor(searchPath: string = process.env['PATH'] ?? '', programMs = 30_000) {
    this.#programs = { searchPath, limits: { ms: programMs, outputBytes: 64 * MIB } };
  }

  async resizeImage(path: string): Promise<ResizedImage> {
    return this.#inTurn(async () => {
      const picture = await decode(await readPictureFile(path), ['jpeg', 'png'], IMAGE_SIDE);
      const { bytes, type } = await encodeToFit(picture, () => IMAGE_BYTES);
      return { bytes, extension: `.${type}` };
    });
  }

  async imagePreview(path: string): Promise<string> {
    return this.#inTurn(async () => preview(await readPictureFile(path), PREVIEW_LENGTH));
  }

  async videoPreview(path: string): Promise<VideoPreview> {
    return this.#inTurn(async () => {
      const frame = await outcome(this.#frame(path));
      const seconds = await outcome(duration(path, this.#programs));
      const failure = frame.failure ?? seconds.failure;
      if (frame.failure !== undefined && seconds.failure !== undefined) throw frame.failure;
      return {
        preview: frame.value ?? FIXED_PREVIEW,
        durationSeconds: seconds.value ?? 0,
        ...(failure !== undefined && { failure }),
      };
    });
  }

  async fitPreview(dataUrl: string, maxBytes: number): Promise<string> {
    return this.#inTurn(() => preview(fromDataUrl(dataUrl), maxBytes));
  }

  async #frame(path: string): Promise<string> {
    return preview(await firstFrame(path, this.#programs), PREVIEW_LENGTH);
  }

  /** One at a time, so that the memory of one is the most that is used. */
  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(() => within(CALL_MS + 2 * this.#programs.limits.ms, work()));
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

async function preview(bytes: Uint8Array, maxLength: number): Promise<string> {
  const picture = await decode(bytes, ANY_PICTURE, PREVIEW_SIDE);
  return toDataUrl(await encodeToFit(picture, (type) => bytesWithin(maxLength, type)));
}

type Outcome<T> = { value: T; failure?: undefined } | { value?: undefined; failure: MediaError };

async function outcome<T>(work: Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await work };
  } catch (error) {
    if (error instanceof MediaError) return { failure: error };
    throw error;
  }
}
