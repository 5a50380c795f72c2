import { describe, expect, it } from 'vitest';
import {
  fitsMessage,
  messageBytes,
  messageRefusal,
  pictureRoom,
} from '../../../src/domain/message/size.js';

// The JSON of the content, as the core writes it, without what is in its texts.
const TEXT_JSON = '{"type":"text","text":""}'.length;
const IMAGE_JSON = '{"type":"image","text":"","image":""}'.length;

describe('size of a message as the core sends it (api 1.3)', () => {
  it('is the envelope and the JSON of the content', () => {
    expect(messageBytes({ content: { type: 'text', text: 'Hello' } })).toBe(600 + TEXT_JSON + 5);
  });

  it('counts escapes and bytes', () => {
    expect(messageBytes({ content: { type: 'text', text: '"\n€\u0001' } })).toBe(
      600 + TEXT_JSON + 2 + 2 + 3 + 6,
    );
  });

  it('counts the preview and the duration', () => {
    expect(
      messageBytes({ content: { type: 'image', text: 'Hi', preview: 'data:image/png;base64,AA' } }),
    ).toBe(600 + IMAGE_JSON + 2 + 24);
    expect(
      messageBytes({
        content: { type: 'video', text: '', preview: 'data:', durationSeconds: 125 },
      }),
    ).toBe(600 + '{"type":"video","text":"","image":"data:","duration":125}'.length);
  });

  it('counts the file’s name and the mentioned names', () => {
    expect(
      messageBytes({
        content: { type: 'file', text: '' },
        fileName: 'a"b.txt',
        mentions: ['alice', 'Ann Lee'],
      }),
    ).toBe(600 + '{"type":"file","text":""}"a\\"b.txt""alice""Ann Lee"'.length);
  });

  it('counts the quote', () => {
    expect(
      messageBytes({
        content: { type: 'text', text: 'Yes' },
        quote: { content: { type: 'text', text: 'Really?' } },
      }),
    ).toBe(600 + TEXT_JSON + 3 + TEXT_JSON + 7);
  });

  it('counts the preview of a quoted image, which a quote by an image leaves out', () => {
    const quote = { content: { type: 'image', text: 'Look', preview: 'x'.repeat(1000) } } as const;
    expect(messageBytes({ content: { type: 'text', text: '' }, quote })).toBe(
      600 + TEXT_JSON + IMAGE_JSON + 4 + 1000,
    );
    expect(messageBytes({ content: { type: 'image', text: '', preview: '' }, quote })).toBe(
      600 + IMAGE_JSON + TEXT_JSON + 4,
    );
  });
});

describe('messages above 15602 bytes (api 1.3)', () => {
  const most = 15602 - 600 - TEXT_JSON;
  const text = (count: number) => ({ type: 'text', text: 'x'.repeat(count) }) as const;
  const quote = { content: { type: 'text', text: '' } } as const;

  it('fits exactly', () => {
    expect(fitsMessage({ content: text(most) })).toBe(true);
    expect(messageRefusal({ content: text(most) })).toBeUndefined();
    expect(fitsMessage({ content: text(most + 1) })).toBe(false);
  });

  it('is refused with its quote', () => {
    expect(messageRefusal({ content: text(most), quote })).toBe(
      'text: too long for the message with its quote; shorten it.',
    );
  });

  it.each(['image', 'video', 'file'] as const)('is refused with its %s', (type) => {
    const content =
      type === 'file'
        ? { type, text: 'x'.repeat(15_000) }
        : type === 'image'
          ? { type, text: 'x'.repeat(15_000), preview: '' }
          : { type, text: 'x'.repeat(15_000), preview: '', durationSeconds: 0 };
    expect(messageRefusal({ content, fileName: 'a', quote })).toBe(
      `text: too long for a message with this ${type}; shorten it.`,
    );
  });

  it('is refused for its card when it is nothing but a text', () => {
    expect(messageRefusal({ content: text(most + 1) })).toBe(
      'text: too long for its approval card; shorten it.',
    );
  });
});

describe('room for the picture of a card (api 2.2)', () => {
  it('is what the message has left beside the text of the card', () => {
    const room = pictureRoom(2000);
    const card = { type: 'image', text: 'x'.repeat(2000), preview: 'y'.repeat(room) } as const;
    expect(fitsMessage({ content: card })).toBe(true);
    expect(room).toBeGreaterThan(12_900);
  });

  it('is enough for a video of any duration', () => {
    const preview = 'y'.repeat(pictureRoom(2000));
    const text = 'x'.repeat(2000);
    expect(
      fitsMessage({ content: { type: 'video', text, preview, durationSeconds: 999_999 } }),
    ).toBe(true);
  });

  it('is none for a card that fills the message', () => {
    expect(pictureRoom(15_602)).toBe(0);
  });
});
