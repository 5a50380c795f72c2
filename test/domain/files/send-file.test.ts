import { describe, expect, it } from 'vitest';
import type { FileFacts } from '../../../src/domain/files/facts.js';
import { guardedFolders } from '../../../src/domain/files/refused-file.js';
import {
  checkSendFile,
  fileChanged,
  relativePathError,
} from '../../../src/domain/files/send-file.js';

const folders = guardedFolders('/home/ann', '/home/ann/.simplex-mcp/bot');

function facts(realPath: string, text = 'text'): FileFacts {
  const head = new TextEncoder().encode(text);
  return { realPath, size: head.length, device: '1', inode: '2', changeTime: '3', head };
}

function check(realPath: string, text?: string) {
  return checkSendFile('/given', { kind: 'file', file: facts(realPath, text) }, folders);
}

describe('tool errors of the file of a send (api 1.3)', () => {
  it('file: an absolute path is expected.', () => {
    const error = 'file: an absolute path is expected.';
    for (const path of ['notes.txt', './a', '~/a', 'C:\\a', '', '\\a', 'file:///a']) {
      expect(relativePathError(path, '/data')).toBe(error);
    }
    expect(relativePathError('/a', '/data')).toBeUndefined();
    for (const path of ['a', 'C:a', 'C:']) {
      expect(relativePathError(path, 'C:\\data')).toBe(error);
    }
    for (const path of ['C:\\a', 'c:/a', '\\\\server\\share\\a']) {
      expect(relativePathError(path, 'C:\\data')).toBeUndefined();
    }
  });

  it('file: no file at FILE.', () => {
    expect(checkSendFile('/given', { kind: 'missing' }, folders)).toEqual({
      kind: 'error',
      text: 'file: no file at /given.',
    });
  });

  it('file: PATH is not a file.', () => {
    const folder = { kind: 'not-a-file', realPath: '/real' } as const;
    expect(checkSendFile('/given', folder, folders)).toEqual({
      kind: 'error',
      text: 'file: /real is not a file.',
    });
  });

  it("file: PATH can't be read.", () => {
    expect(checkSendFile('/given', { kind: 'unreadable' }, folders)).toEqual({
      kind: 'error',
      text: "file: /given can't be read.",
    });
    const known = { kind: 'unreadable', realPath: '/real' } as const;
    expect(checkSendFile('/given', known, folders)).toEqual({
      kind: 'error',
      text: "file: /real can't be read.",
    });
  });

  it('file: PATH is refused, by a name', () => {
    expect(check('/x/id_rsa')).toEqual({
      kind: 'refused',
      text: "file: /x/id_rsa is refused: private keys and the server's own files are not sent.",
      path: '/x/id_rsa',
      refusal: { id: 'ssh-key-name', why: 'the names of SSH private keys' },
    });
  });

  it('file: PATH is refused, by its content, in the same words', () => {
    expect(check('/x/notes.txt', '-----BEGIN PRIVATE KEY-----')).toEqual({
      kind: 'refused',
      text: "file: /x/notes.txt is refused: private keys and the server's own files are not sent.",
      path: '/x/notes.txt',
      refusal: {
        id: 'pem-private-key',
        why: 'private keys of TLS, SSH, OpenPGP and cloud accounts',
      },
    });
  });

  it('file: PATH is empty., after the refusal', () => {
    expect(check('/x/notes.txt', '')).toEqual({
      kind: 'error',
      text: 'file: /x/notes.txt is empty.',
    });
    expect(check('/x/id_rsa', '').kind).toBe('refused');
  });

  it('accepts any other file with its facts', () => {
    expect(check('/x/notes.txt')).toEqual({ kind: 'accepted', file: facts('/x/notes.txt') });
  });
});

describe('the failure of a perform (api 1.3)', () => {
  it('file: PATH changed after the request.', () => {
    expect(fileChanged('/x/a')).toBe('file: /x/a changed after the request.');
  });
});
