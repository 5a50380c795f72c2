import type { MediaPort, ResizedImage, VideoPreview } from '../../src/ports/media.js';

/** Says what it was asked, and shows what it was given: previews hold the bytes of their file. */
export class FakeMedia implements MediaPort {
  readonly paths: string[] = [];

  constructor(
    private readonly read: (path: string) => Promise<Uint8Array>,
    private readonly extension: '.jpg' | '.png' = '.jpg',
  ) {}

  async resizeImage(path: string): Promise<ResizedImage> {
    const bytes = await this.bytes(path);
    return { bytes: Buffer.from(`resized ${bytes.toString()}`), extension: this.extension };
  }

  async imagePreview(path: string): Promise<string> {
    return dataUrl(await this.bytes(path));
  }

  async videoPreview(path: string): Promise<VideoPreview> {
    return { preview: dataUrl(await this.bytes(path)), durationSeconds: 12 };
  }

  fitPreview(preview: string): Promise<string> {
    return Promise.resolve(preview);
  }

  private async bytes(path: string): Promise<Buffer> {
    this.paths.push(path);
    return Buffer.from(await this.read(path));
  }
}

export function dataUrl(bytes: Uint8Array): string {
  return `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`;
}
