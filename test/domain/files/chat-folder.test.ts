import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chatFolderName,
  filePlaces,
  filesFolder,
  forwardedFolder,
  safeExtension,
  sentFolder,
  temporaryFolder,
} from '../../../src/domain/files/chat-folder.js';

describe('FOLDER (api 1.5)', () => {
  it('is contact-N for @N and group-N for #N', () => {
    expect(chatFolderName('@7')).toBe('contact-7');
    expect(chatFolderName('#7')).toBe('group-7');
  });

  it('is in DATA/files, DATA/forwarded and beside DATA/files/sent (behaviour 3.3)', () => {
    expect(filesFolder('/d/agent', '#12')).toBe('/d/agent/files/group-12');
    expect(forwardedFolder('/d/agent', '@3')).toBe('/d/agent/forwarded/contact-3');
    expect(sentFolder('/d/agent')).toBe('/d/agent/files/sent');
    expect(temporaryFolder('/d/agent')).toBe('/d/agent/tmp');
  });

  it('is written as the data folder is', () => {
    expect(filesFolder('C:\\d\\agent', '#12')).toBe('C:\\d\\agent\\files\\group-12');
    expect(filesFolder('/', '#12')).toBe('/files/group-12');
  });
});

describe('extension of a download (behaviour 6.6: 1 to 16 ASCII letters and digits)', () => {
  it.each([
    ['photo.jpg', '.jpg'],
    ['photo.JPG', '.JPG'],
    ['archive.tar.gz', '.gz'],
    ['a.1234567890abcdef', '.1234567890abcdef'],
    ['a.1234567890abcdefg', ''],
    ['.bashrc', ''],
    ['name.', ''],
    ['name', ''],
    ['', ''],
    ['name.a b', ''],
    ['name.ä', ''],
    ['name.jpg\n', ''],
    ['name.jpg\0', ''],
    ['name.\u202Egpj', ''],
    ['../../etc/passwd', ''],
    ['a/.png', ''],
    ['a\\.png', ''],
    ['a.png/../b', ''],
    ['a.b/c', ''],
    ['a.b\\c', ''],
    ['a.png:stream', ''],
  ])('of %j is %j', (name, extension) => {
    expect(safeExtension(name)).toBe(extension);
  });
});

describe('filePlaces (api 1.5)', () => {
  it('are one name under DATA/files/FOLDER and DATA/forwarded/FOLDER', () => {
    expect(filePlaces('/d/agent', '#12', 34, 'report.pdf')).toEqual({
      download: '/d/agent/files/group-12/34.pdf',
      forwarded: '/d/agent/forwarded/group-12/34.pdf',
    });
  });

  const peerName = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(
        fc.constantFrom('..', '.', '/', '\\', '\0', ':', '%2e', 'a', 'png', '\n', '\u2024', '~'),
      )
      .map((parts) => parts.join('')),
  );

  it('never leave their folder, for any file name', () => {
    fc.assert(
      fc.property(peerName, fc.nat(), fc.nat(), fc.boolean(), (name, chat, file, contact) => {
        const ref = contact ? (`@${chat}` as const) : (`#${chat}` as const);
        const folder = `${contact ? 'contact' : 'group'}-${chat}`;
        const places = filePlaces('/d/agent', ref, file, name);
        const inFiles = /^\/d\/agent\/files\/([a-z]+-\d+)\/(\d+(?:\.[A-Za-z0-9]{1,16})?)$/;
        const match = inFiles.exec(places.download);
        expect(match?.[1]).toBe(folder);
        expect(match?.[2]?.startsWith(String(file))).toBe(true);
        expect(places.forwarded).toBe(`/d/agent/forwarded/${folder}/${match?.[2]}`);
      }),
      { numRuns: 1000 },
    );
  });
});
