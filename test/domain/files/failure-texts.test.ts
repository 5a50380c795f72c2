import { describe, expect, it } from 'vitest';
import { mediaFailureText, type MediaFailure } from '../../../src/domain/files/media-failure.js';
import { storeFailureText, type StoreFailure } from '../../../src/domain/files/store-failure.js';

describe('what went wrong with a file or folder', () => {
  it.each<[StoreFailure, string]>([
    ['no-space', 'No space is left to write /d/a. Free some space, then try again.'],
    [
      'denied',
      '/d/a: permission denied. Give the user who runs the server the right to read and write it.',
    ],
    ['read-only', '/d/a is on a read-only file system. Use a folder that can be written.'],
    [
      'file-in-the-way',
      '/d/a is a file where a folder is needed. Move it away, or use another folder.',
    ],
    ['folder-in-the-way', '/d/a is not a regular file, and one is needed there. Move it away.'],
    ['link-in-the-way', '/d/a is a symbolic link where a folder is needed. Move it away.'],
    ['no-folder', 'The folder of /d/a does not exist.'],
    ['missing', '/d/a does not exist.'],
    ['name-too-long', '/d/a: the path is too long for this file system. Use a shorter one.'],
    [
      'too-many-open',
      '/d/a: too many files are open. Raise the limit of open files, then try again.',
    ],
    ['too-large', '/d/a is too large to be a state file of the server. Move it away.'],
    ['changing', '/d/a changes while it is read. Try again when it is complete.'],
    ['other', '/d/a: EIO.'],
  ])('%s', (failure, text) => {
    expect(storeFailureText('/d/a', failure, 'EIO')).toBe(text);
  });
});

describe('why there is no picture or preview', () => {
  it.each<[MediaFailure, string]>([
    [{ kind: 'not-a-file' }, 'It is not a regular file.'],
    [{ kind: 'unreadable', code: 'EACCES' }, "The file can't be read: EACCES."],
    [{ kind: 'too-many-bytes', limit: 134_217_728 }, 'A picture of more than 128 MiB is not read.'],
    [{ kind: 'not-a-picture', formats: ['JPEG', 'PNG'] }, 'It is not a picture in JPEG, PNG.'],
    [
      { kind: 'too-many-pixels', limit: 64_000_000 },
      'A picture of more than 64000000 pixels is not read.',
    ],
    [{ kind: 'broken' }, 'The picture is broken.'],
    [{ kind: 'not-a-data-url' }, 'It is not the data URL of a picture.'],
    [{ kind: 'does-not-fit', limit: 27 }, "The picture can't be made as small as 27 bytes."],
    [{ kind: 'time', seconds: 30 }, 'It took more than 30 s and was stopped.'],
    [
      { kind: 'no-program', program: 'ffmpeg' },
      'ffmpeg was not found. Install FFmpeg for previews of videos.',
    ],
    [{ kind: 'program-failed', program: 'ffprobe', code: 'code 1' }, 'ffprobe failed: code 1.'],
    [
      { kind: 'program-output', program: 'ffmpeg', limit: 67_108_864 },
      'ffmpeg wrote more than 64 MiB and was stopped.',
    ],
    [{ kind: 'no-duration' }, 'The video does not tell its duration.'],
  ])('%o', (failure, text) => {
    expect(mediaFailureText(failure)).toBe(text);
  });
});
