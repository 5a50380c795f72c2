import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { MediaAdapter } from '../../../src/adapters/media/media-adapter.js';
import { FileWorld } from '../../support/file-world.js';

let world: FileWorld;

afterEach(async () => {
  await world.end();
});

/** A photo of 1500 × 1000 pixels whose metadata tell who made it and where. */
function photo(): ReturnType<typeof sharp> {
  return sharp({
    create: { width: 1500, height: 1000, channels: 3, background: '#336699' },
  }).withExif({
    IFD0: { Copyright: 'made by somebody' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '59/1 20/1 30/1' },
  });
}

describe('the metadata of a picture (behaviour 6.6)', () => {
  it.each(['jpg', 'png'] as const)('never leave with a resized .%s', async (extension) => {
    world = await FileWorld.start({ media: new MediaAdapter() });
    const made = extension === 'jpg' ? photo().jpeg() : photo().png();
    const bytes = await made.toBuffer();
    const { exif: before } = await sharp(bytes).metadata();
    expect(before?.includes('made by somebody')).toBe(true);
    const path = await world.userFile(`photo.${extension}`, bytes);

    const call = world.agent.call('send', { chat: world.chat, file: path, wait: 0 });
    await world.pending();
    const preview = world.agent.card.preview ?? '';
    await world.agent.say('/approve 2');
    expect(await world.result(call)).toMatchObject({ result: { status: 'done' } });
    const { offers } = world.agent.network.world;
    await world.until(() => [...offers.all()].at(-1)?.state === 'ready');
    const sent = await world.alice.files.download([...offers.all()].at(-1)!.id);

    for (const left of [Buffer.from(sent), Buffer.from(preview.split(',')[1]!, 'base64')]) {
      const { exif, xmp, iptc, width } = await sharp(left).metadata();
      expect({ exif, xmp, iptc }).toEqual({ exif: undefined, xmp: undefined, iptc: undefined });
      expect(width).toBeGreaterThan(0);
      expect(left.includes('made by somebody')).toBe(false);
    }
    expect(world.agent.terminal.errors).toEqual([]);
  });
});
