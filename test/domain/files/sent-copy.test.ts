import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  copyFolder,
  copyName,
  lastName,
  resizedName,
} from '../../../src/domain/files/sent-copy.js';
import { hostileText } from '../text/hostile.js';

describe('the name of a file', () => {
  it('is what follows the last separator of its system', () => {
    expect(lastName('/home/me/a b.txt')).toBe('a b.txt');
    expect(lastName('/home/me/a\\b.txt')).toBe('a\\b.txt');
    expect(lastName('C:\\docs\\a.txt')).toBe('a.txt');
    expect(lastName('C:\\docs/a.txt')).toBe('a.txt');
  });
});

describe('the copy of a received file (api 2.1, /forward)', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['.bashrc', '.bashrc'],
    ['/etc/passwd', 'passwd'],
    ['..\\..\\evil.exe', 'evil.exe'],
    ['..', 'file'],
    ['', 'file'],
    ['a/', 'file'],
    ['trailing. . ', 'trailing'],
    ['one\ntwo\t.txt', 'onetwo.txt'],
    ['a\u202Egpj.exe', 'agpj.exe'],
    ['a\u200B\uFEFFb', 'ab'],
    ['what?<is>:"this|*".txt', 'whatisthis.txt'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['console.txt', 'console.txt'],
    ['lone\uD800.txt', 'lone.txt'],
  ])('%j is %j', (name, expected) => {
    expect(copyName(name)).toBe(expected);
  });

  it('has at most 200 bytes and keeps its extension', () => {
    expect(copyName(`${'x'.repeat(196)}.txt`)).toBe(`${'x'.repeat(196)}.txt`);
    expect(copyName(`${'x'.repeat(197)}.txt`)).toBe(`${'x'.repeat(193)}….txt`);
    expect(copyName('ä'.repeat(101))).toBe(`${'ä'.repeat(98)}…`);
  });

  it.each([' ', '.', '. '])('is found at once for a name of very many %j', (characters) => {
    // Tried at each character, this would take minutes.
    const name = `${characters.repeat(400_000)}x`;
    expect(copyName(name)).toContain('…');
    expect(copyName(`x${characters.repeat(400_000)}`)).toBe('x');
  });

  it('is one name that stays in its folder, whatever the sender wrote', () => {
    fc.assert(
      fc.property(hostileText, (name) => {
        const copy = copyName(name);
        expect(copy).not.toMatch(/[/\\\p{Cc}]|^\.{1,2}$|^$/u);
        expect(new TextEncoder().encode(copy).length).toBeLessThanOrEqual(200);
        expect(copyFolder('/d', `/d/files/sent/x/${copy}`)).toBe('/d/files/sent/x');
      }),
    );
  });
});

describe('the name of a resized image (api 1.3)', () => {
  it('has the extension of its own format', () => {
    expect(resizedName('photo.png', '.jpg')).toBe('photo.jpg');
    expect(resizedName('my.photo.JPEG', '.jpg')).toBe('my.photo.jpg');
  });
});

describe('what is deleted as a copy (behaviour 3.3)', () => {
  it('is the folder of a file in DATA/files/sent/FOLDER', () => {
    expect(copyFolder('/d', '/d/files/sent/1/a.txt')).toBe('/d/files/sent/1');
    expect(copyFolder('C:\\d', 'C:\\d\\files\\sent\\1\\a.txt')).toBe('C:\\d\\files\\sent\\1');
  });

  it.each([
    '/d/files/sent',
    '/d/files/sent/a.txt',
    '/d/files/sent/1/2/a.txt',
    '/d/files/sent/../a.txt',
    '/d/files/sent/./a.txt',
    '/d/files/sent/1/..',
    '/d/files/sent//a.txt',
    '/d/files/sent2/1/a.txt',
    '/d/files/contact-1/1.txt',
    '/home/me/docs/a.txt',
    'sent/1/a.txt',
  ])('is never %s', (path) => {
    expect(copyFolder('/d', path)).toBeUndefined();
  });
});
