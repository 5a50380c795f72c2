import { describe, expect, it } from 'vitest';
import { sendFileType, sendMedia } from '../../../src/domain/files/media-type.js';

describe('file types by extension, lower-cased (api 1.3)', () => {
  it.each([
    ['/p/a.jpg', 'resized-image', 'image'],
    ['/p/a.jpeg', 'resized-image', 'image'],
    ['/p/a.png', 'resized-image', 'image'],
    ['/p/a.PNG', 'resized-image', 'image'],
    ['/p/a.gif', 'image', 'image'],
    ['/p/a.WebP', 'image', 'image'],
    ['/p/a.mp4', 'video', 'video'],
    ['/p/a.MOV', 'video', 'video'],
    ['/p/a.pdf', 'file', 'file'],
    ['/p/a.svg', 'file', 'file'],
    ['/p/a', 'file', 'file'],
    ['/p/.png', 'file', 'file'],
    ['/p.png/a', 'file', 'file'],
    ['/p/a.png.', 'file', 'file'],
    ['/p/a.png ', 'file', 'file'],
    ['/p/a.constructor', 'file', 'file'],
  ] as const)('%s is %s', (path, media, type) => {
    expect(sendMedia(path, false)).toBe(media);
    expect(sendFileType(sendMedia(path, false))).toBe(type);
  });

  it('as: "file" sends any of them as a file', () => {
    expect(sendMedia('/p/a.jpg', true)).toBe('file');
    expect(sendMedia('/p/a.mp4', true)).toBe('file');
  });
});
