import { describe, expect, it } from 'vitest';
import { forwardMessage } from '../../../src/app/files/forward-message.js';

const request = {
  tool: 'download',
  chat: '@4',
  itemId: 5,
  fileId: 1,
  subject: { kind: 'contact', name: 'alice' },
  fileName: 'notes.txt',
  fileSize: 5,
  servers: { kind: 'known' },
} as const;

function card(previewLength: number): Parameters<typeof forwardMessage>[0] {
  return {
    card: { number: 2, request, linkLines: [] },
    action: {
      facts: { number: 2, key: '', request, created: 0, expires: 1 },
      status: { state: 'pending', interrupted: false },
    },
    cardItem: 7,
    cardPicture: { type: 'image', preview: 'x'.repeat(previewLength) },
  };
}

// 600 of envelope, 25 of the post itself, 11 of the file's name, 162 of the card's text and 37 around its picture.
const room = 15602 - 600 - 25 - 11 - 162 - 37;

describe('the post of /forward (api 2.1: 15602 bytes)', () => {
  it('quotes the card, whose picture counts', () => {
    expect(forwardMessage(card(room), '/d/files/sent/x/notes.txt')).toEqual({
      content: { type: 'file', text: '' },
      filePath: '/d/files/sent/x/notes.txt',
      quotedItemId: 7,
    });
  });

  it('leaves out the quote that makes it too large', () => {
    expect(forwardMessage(card(room + 1), '/d/files/sent/x/notes.txt')).toEqual({
      content: { type: 'file', text: '' },
      filePath: '/d/files/sent/x/notes.txt',
    });
  });
});
