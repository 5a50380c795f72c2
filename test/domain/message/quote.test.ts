import { describe, expect, it } from 'vitest';
import type { MessageContent } from '../../../src/domain/chat/item.js';
import { quoteContent, quoteText } from '../../../src/domain/message/quote.js';

const image: MessageContent = { type: 'image', text: 'Look', preview: 'data:' };

describe('quoted text (api 1.3)', () => {
  it('is the text', () => {
    expect(quoteText({ content: image, fileName: 'a.jpg' })).toBe('Look');
  });

  it('is the file’s name when the text is empty', () => {
    expect(quoteText({ content: { ...image, text: '' }, fileName: 'a.jpg' })).toBe('a.jpg');
    expect(quoteText({ content: { ...image, text: '' } })).toBe('');
  });
});

describe('content of a quote (api 1.3)', () => {
  it.each(['image', 'video'] as const)('is text in a sent %s', (sent) => {
    expect(quoteContent(sent, { content: image })).toEqual({ type: 'text', text: 'Look' });
  });

  it.each(['text', 'file'] as const)('keeps the image’s preview in a sent %s', (sent) => {
    expect(quoteContent(sent, { content: image })).toEqual(image);
    expect(quoteContent(sent, { content: { ...image, text: '' }, fileName: 'a.jpg' })).toEqual({
      type: 'image',
      text: 'a.jpg',
      preview: 'data:',
    });
  });

  it('names a file without a text', () => {
    expect(
      quoteContent('text', { content: { type: 'file', text: '' }, fileName: 'a.txt' }),
    ).toEqual({ type: 'file', text: 'a.txt' });
  });

  it.each<MessageContent>([
    { type: 'text', text: 'Hi' },
    { type: 'link', text: 'Hi', preview: 'data:' },
    { type: 'video', text: '', preview: 'data:', durationSeconds: 3 },
    { type: 'voice', text: '', durationSeconds: 3 },
  ])('keeps a quoted $type as it is', (content) => {
    expect(quoteContent('text', { content, fileName: 'a' })).toEqual(content);
  });
});
