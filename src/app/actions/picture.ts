import { pictureRoom } from '../../domain/message/size.js';
import type { MediaPort } from '../../ports/media.js';
import type { Log } from '../log.js';
import type { ActionRecord, CardPicture } from './record.js';

/** Makes the picture of a card small enough for the largest form of its text (api 2.2). */
export class PictureFitter {
  constructor(
    private readonly media: MediaPort,
    private readonly log: Log,
  ) {}

  /** The picture as it fits, or `undefined`: the card is text then. */
  async fit(record: ActionRecord): Promise<CardPicture | undefined> {
    const { picture } = record.plan;
    if (picture === undefined) return undefined;
    const room = pictureRoom(record.cardBytes);
    if (picture.preview.length <= room) return picture;
    try {
      return { ...picture, preview: await this.media.fitPreview(picture.preview, room) };
    } catch (error) {
      this.log.error(`action ${record.number} card image`, error);
      return undefined;
    }
  }
}
