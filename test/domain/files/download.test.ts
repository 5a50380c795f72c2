import { describe, expect, it } from 'vitest';
import type { Item, ItemFile, FileStatus } from '../../../src/domain/chat/item.js';
import { checkDownload, startProgress } from '../../../src/domain/files/download-check.js';
import {
  downloadFailureText,
  fileError,
  serversRefusedText,
  type DownloadFailure,
} from '../../../src/domain/files/download-failure.js';
import { fileField } from '../../../src/domain/files/file-field.js';
import { deletesPartial, placeCompleted } from '../../../src/domain/files/completed-file.js';

const places = { download: '/d/files/contact-1/5.png', forwarded: '/d/forwarded/contact-1/5.png' };
const nowhere = { download: false, forwarded: false };

function file(status: FileStatus, more: Partial<ItemFile> = {}): ItemFile {
  return { fileId: 5, name: 'a.png', size: 100, xftp: true, status, ...more };
}

function itemWith(status: FileStatus): Item {
  return {
    chat: {
      kind: 'contact',
      ref: '@1',
      name: 'bob',
      incognito: false,
      connected: true,
      prepared: false,
      commands: [],
    },
    scope: 'main',
    itemId: 9,
    direction: { kind: 'contact-received' },
    content: { kind: 'received', message: { type: 'file', text: '' } },
    time: '2025-01-01T00:00:00Z',
    unread: false,
    live: false,
    deleted: false,
    mentionsMe: false,
    file: file(status),
  };
}

describe('failure texts of a download (api 1.5)', () => {
  it.each<[DownloadFailure, string]>([
    [{ kind: 'file-failed', error: 'File not found.' }, 'File not found.'],
    [{ kind: 'sender-cancelled' }, 'The sender cancelled the file.'],
    [{ kind: 'deleted' }, 'The message or its chat was deleted.'],
    [{ kind: 'no-progress' }, 'The download made no progress for 30 minutes and was cancelled.'],
    [{ kind: 'not-in-folder' }, "The received file is not in the agent's files folder."],
    [{ kind: 'owner-deleted' }, 'Your owner deleted the files of this chat.'],
    [{ kind: 'returned-to-offer' }, 'The file is on unknown servers that were not approved.'],
  ])('%o', (failure, text) => {
    expect(downloadFailureText(failure)).toBe(text);
  });

  it('names the servers that the core refuses, in the words of the apps', () => {
    expect(serversRefusedText(['a.example', 'b.example'])).toBe(
      'Unknown servers! Without Tor or VPN, your IP address will be visible to these XFTP relays: a.example, b.example.',
    );
  });
});

describe('file field (api 1.8)', () => {
  const complete = { kind: 'complete' } as const;
  const atDownload = { download: true, forwarded: false };

  it('rejected: before all else', () => {
    const failed = file({ kind: 'error', error: 'x' });
    expect(fileField(failed, places, nowhere, true)).toEqual({ status: 'rejected' });
  });

  it('failed: prohibited', () => {
    const prohibited = file({ kind: 'invited' }, { prohibited: 'File is too large.' });
    expect(fileField(prohibited, places, nowhere, false)).toEqual({
      status: 'failed',
      error: 'File is too large.',
    });
  });

  it.each<[FileStatus, string]>([
    [{ kind: 'cancelled' }, 'The file was cancelled.'],
    [{ kind: 'aborted' }, 'The transfer of the file was aborted.'],
    [{ kind: 'error', error: 'File not found.' }, 'File not found.'],
    [{ kind: 'invalid', error: 'Bad status.' }, 'Bad status.'],
  ])('failed: %o', (status, error) => {
    expect(fileField(file(status), places, atDownload, false)).toEqual({ status: 'failed', error });
  });

  it('failed: complete, and a file at neither place', () => {
    expect(fileField(file(complete, { path: places.download }), places, nowhere, false)).toEqual({
      status: 'failed',
      error: "The received file is not in the agent's files folder.",
    });
  });

  it.each([places.download, places.forwarded])(
    'received: complete at %s and on the disk',
    (path) => {
      expect(fileField(file(complete, { path }), places, atDownload, false)).toEqual({
        status: 'received',
        path: '/d/files/contact-1/5.png',
      });
    },
  );

  it('offered: a file that /forward downloaded', () => {
    const forwarded = file(complete, { path: places.forwarded });
    expect(fileField(forwarded, places, { download: false, forwarded: true }, false)).toEqual({
      status: 'offered',
    });
  });

  it('offered: complete elsewhere, whatever is at the download path', () => {
    const elsewhere = file(complete, { path: '/home/u/5.png' });
    expect(fileField(elsewhere, places, atDownload, false)).toEqual({ status: 'offered' });
    expect(fileField(file(complete), places, atDownload, false)).toEqual({ status: 'offered' });
  });

  it.each<FileStatus>([
    { kind: 'invited' },
    { kind: 'accepted' },
    { kind: 'transfer', received: 1, total: 2 },
    { kind: 'warning', error: 'retrying' },
  ])('offered: %o', (status) => {
    expect(fileField(file(status), places, atDownload, false)).toEqual({ status: 'offered' });
    expect(fileError(file(status))).toBeUndefined();
  });
});

describe('check of a download every 60 s (api 1.5, behaviour 6.6 and 7)', () => {
  const minute = 60_000;
  const begun = startProgress(1000);

  it('ends it when the message or its file is gone', () => {
    const bare: Item = itemWith({ kind: 'accepted' });
    delete (bare as { file?: ItemFile }).file;
    for (const item of [undefined, bare]) {
      expect(checkDownload(item, begun, 1000)).toEqual({
        kind: 'failed',
        failure: { kind: 'deleted' },
        cancel: false,
      });
    }
  });

  it('ends it when the file is received', () => {
    expect(checkDownload(itemWith({ kind: 'complete' }), begun, 1000)).toEqual({
      kind: 'complete',
    });
  });

  it('ends it when the core returned the accepted file to its offer', () => {
    expect(checkDownload(itemWith({ kind: 'invited' }), begun, 1000)).toEqual({
      kind: 'failed',
      failure: { kind: 'returned-to-offer' },
      cancel: false,
    });
  });

  it('ends it with the error of the file', () => {
    expect(checkDownload(itemWith({ kind: 'error', error: 'x' }), begun, 1000)).toEqual({
      kind: 'failed',
      failure: { kind: 'file-failed', error: 'x' },
      cancel: false,
    });
  });

  it('goes on while the received bytes rise, from the time of the rise', () => {
    const transfer = itemWith({ kind: 'transfer', received: 10, total: 100 });
    expect(checkDownload(transfer, begun, 29 * minute)).toEqual({
      kind: 'continue',
      progress: { received: 10, since: 29 * minute },
    });
  });

  const still: FileStatus[] = [
    { kind: 'accepted' },
    { kind: 'warning', error: 'x' },
    { kind: 'transfer', received: 0, total: 100 },
  ];

  it.each(still)(
    'goes on without a rise for less than 30 minutes, then is cancelled: %o',
    (status) => {
      const item = itemWith(status);
      expect(checkDownload(item, begun, 1000 + 30 * minute - 1)).toEqual({
        kind: 'continue',
        progress: begun,
      });
      expect(checkDownload(item, begun, 1000 + 30 * minute)).toEqual({
        kind: 'failed',
        failure: { kind: 'no-progress' },
        cancel: true,
      });
    },
  );

  it('does not take a fall of the received bytes as progress, nor the way back up', () => {
    const at10 = { received: 10, since: 1000 };
    for (const received of [3, 10]) {
      const item = itemWith({ kind: 'transfer', received, total: 100 });
      expect(checkDownload(item, at10, 2000)).toEqual({ kind: 'continue', progress: at10 });
    }
  });
});

describe('a received file (behaviour 6.6)', () => {
  const facts = { places, size: 100, sizeAtCorePath: 100, inMemory: false };

  it.each([places.download, places.forwarded])('stays at %s', (corePath) => {
    expect(placeCompleted({ ...facts, corePath })).toEqual({ kind: 'in-place' });
  });

  it('is moved from elsewhere into the folder of its chat', () => {
    expect(placeCompleted({ ...facts, corePath: '/home/u/a.png' })).toEqual({
      kind: 'move',
      from: '/home/u/a.png',
      to: '/d/files/contact-1/5.png',
    });
  });

  it('without a download in memory is moved only in its full size', () => {
    const partial = { ...facts, corePath: '/home/u/a.png', sizeAtCorePath: 99 };
    expect(placeCompleted(partial)).toEqual({ kind: 'leave' });
    expect(placeCompleted({ ...partial, inMemory: true }).kind).toBe('move');
  });

  it('that is nowhere is left', () => {
    expect(placeCompleted(facts)).toEqual({ kind: 'leave' });
    const gone = { ...facts, corePath: '/home/u/a.png', sizeAtCorePath: undefined };
    expect(placeCompleted(gone)).toEqual({ kind: 'leave' });
  });
});

describe('a partial file (behaviour 6.6)', () => {
  it('is deleted only for a download in memory, when it is no larger than the file', () => {
    expect(deletesPartial(40, 100, true)).toBe(true);
    expect(deletesPartial(100, 100, true)).toBe(true);
    expect(deletesPartial(101, 100, true)).toBe(false);
    expect(deletesPartial(40, 100, false)).toBe(false);
    expect(deletesPartial(undefined, 100, true)).toBe(false);
  });
});
