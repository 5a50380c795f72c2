import type { ChatRef } from '../../domain/chat/ref.js';
import type { FileFacts } from '../../domain/files/facts.js';
import { FIXED_PREVIEW } from '../../domain/files/fixed-preview.js';
import type { SendMedia } from '../../domain/files/media-type.js';
import type { MediaPort } from '../../ports/media.js';
import type { CardPicture } from '../actions/record.js';
import type { Log } from '../log.js';
import type { PrivateCopies } from './private-copies.js';

export type PicturedMedia = Exclude<SendMedia, 'file'>;

/** The previews of images and videos that are sent, for the message and its card (api 1.3). */
export class Previews {
  constructor(
    private readonly copies: PrivateCopies,
    private readonly media: MediaPort,
    private readonly log: Log,
  ) {}

  /**
   * The preview of exactly the file that `facts` describe, or `undefined` when the file has changed. It is made from a
   * copy: a file that is swapped meanwhile must not show on the card as another one. After an error the fixed preview.
   */
  async of(
    facts: FileFacts,
    media: PicturedMedia,
    chat: ChatRef,
  ): Promise<CardPicture | undefined> {
    let copy: string | undefined;
    try {
      copy = await this.copies.ofUnchanged(facts, chat);
      return copy === undefined ? undefined : await this.read(copy, media);
    } catch (error) {
      this.log.error('preview', error);
      return fixedPicture(media);
    } finally {
      if (copy !== undefined) await this.discard(copy);
    }
  }

  private async read(path: string, media: PicturedMedia): Promise<CardPicture> {
    if (media !== 'video') return { type: 'image', preview: await this.media.imagePreview(path) };
    const { preview, durationSeconds, failure } = await this.media.videoPreview(path);
    if (failure !== undefined) this.log.error('preview', failure);
    return { type: 'video', preview, durationSeconds };
  }

  private async discard(copy: string): Promise<void> {
    try {
      await this.copies.delete(copy);
    } catch (error) {
      this.log.error('preview', error);
    }
  }
}

function fixedPicture(media: PicturedMedia): CardPicture {
  return media === 'video'
    ? { type: 'video', preview: FIXED_PREVIEW, durationSeconds: 0 }
    : { type: 'image', preview: FIXED_PREVIEW };
}
