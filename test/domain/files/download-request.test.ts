import { describe, expect, it } from 'vitest';
import type { Contact, Group, Member } from '../../../src/domain/chat/chat.js';
import type {
  FileStatus,
  Item,
  ItemDirection,
  MessageContent,
} from '../../../src/domain/chat/item.js';
import {
  fileFailedText,
  noItemText,
  noReceivedFileText,
  notUploadedText,
} from '../../../src/domain/files/download-refusal.js';
import {
  approvesServers,
  cardPreview,
  downloadRequest,
  hasReceivedFile,
  needsServers,
  type ItemWithFile,
} from '../../../src/domain/files/download-request.js';

const base = { commands: [], incognito: false, connected: true, prepared: false };
const alice: Contact = { ...base, kind: 'contact', ref: '@4', name: 'alice' };
const team: Group = {
  ...base,
  kind: 'group',
  ref: '#2',
  name: 'team',
  groupType: 'group',
  membership: { memberId: 1, role: 'member', status: 'connected', name: 'agent' },
  fullName: '',
};
const bob: Member = { memberId: 9, name: 'bob', role: 'member', status: 'connected' };

function item(
  message: Partial<MessageContent> = {},
  direction: ItemDirection = { kind: 'contact-received' },
): ItemWithFile {
  const received: Item = {
    chat: direction.kind === 'contact-received' ? alice : team,
    scope: 'main',
    itemId: 7,
    direction,
    content: { kind: 'received', message: { type: 'file', text: '', ...message } },
    time: '2026-01-02T03:04:05Z',
    unread: true,
    live: false,
    deleted: false,
    mentionsMe: false,
    file: { fileId: 3, name: 'notes.txt', size: 5, xftp: true, status: { kind: 'invited' } },
  };
  if (!hasReceivedFile(received)) throw new Error('It has a file.');
  return received;
}

describe('tool errors of download (api 1.5)', () => {
  it('are these texts', () => {
    expect(noItemText('@4', 7)).toBe('item: @4 has no item 7.');
    expect(noReceivedFileText('@4', 7)).toBe('item: item 7 in @4 has no received file.');
    expect(fileFailedText('#2', 7, 'It broke.')).toBe(
      'item: the file of item 7 in #2 failed: It broke.',
    );
    expect(notUploadedText('#2', 7)).toBe(
      'item: the sender has not uploaded the file of item 7 in #2 yet; call download again later.',
    );
  });
});

describe('what a download asks for (api 2.2)', () => {
  it('is the file with its chat and servers', () => {
    expect(downloadRequest(alice, item(), { kind: 'known' })).toEqual({
      tool: 'download',
      chat: '@4',
      itemId: 7,
      fileId: 3,
      subject: { kind: 'contact', name: 'alice' },
      fileName: 'notes.txt',
      fileSize: 5,
      servers: { kind: 'known' },
    });
  });

  it('names the sender of a member’s message in a group, and not of a channel’s post', () => {
    const byBob = item({}, { kind: 'group-received', member: bob });
    expect(downloadRequest(team, byBob, { kind: 'none' }).sender).toBe('bob');
    const post = item({}, { kind: 'channel-received' });
    expect(downloadRequest(team, post, { kind: 'none' })).not.toHaveProperty('sender');
  });
});

describe('whose servers are asked for (api 1.5)', () => {
  const statuses: readonly FileStatus[] = [
    { kind: 'accepted' },
    { kind: 'transfer', received: 0, total: 1 },
    { kind: 'complete' },
  ];
  const file = (xftp: boolean, status: FileStatus) => ({ ...item().file, xftp, status });

  it('are those of an offered file, sent in whatever way', () => {
    expect(needsServers(file(true, { kind: 'invited' }))).toBe(true);
    expect(needsServers(file(false, { kind: 'invited' }))).toBe(true);
  });

  it('are later those of an XFTP file only', () => {
    for (const status of statuses) {
      expect(needsServers(file(true, status))).toBe(true);
      expect(needsServers(file(false, status))).toBe(false);
    }
  });
});

describe('whether unknown servers may see the IP address (behaviour 6.6)', () => {
  const unknown = { kind: 'unknown', hosts: ['a.example'] } as const;

  it('they may in mode requests when the card named them, and never otherwise', () => {
    const request = downloadRequest(alice, item(), unknown);
    expect(approvesServers(request, 'requests')).toBe(true);
    expect(approvesServers(request, 'host')).toBe(false);
    for (const servers of [{ kind: 'known' }, { kind: 'none' }] as const) {
      expect(approvesServers(downloadRequest(alice, item(), servers), 'requests')).toBe(false);
    }
  });
});

describe('the picture of the card (api 2.2)', () => {
  const preview = 'data:image/jpg;base64,/9j/4A==';

  it('is the preview of an image or a video', () => {
    expect(cardPreview(item({ type: 'image', preview }))).toEqual({ type: 'image', preview });
    expect(cardPreview(item({ type: 'video', preview, durationSeconds: 61.4 }))).toEqual({
      type: 'video',
      preview,
      durationSeconds: 61,
    });
  });

  it.each([[undefined], [-5], [Number.NaN]])('counts a duration of %s as 0', (seconds) => {
    const video = item({
      type: 'video',
      preview,
      ...(seconds === undefined ? {} : { durationSeconds: seconds }),
    });
    expect(cardPreview(video)).toMatchObject({ durationSeconds: 0 });
  });

  it('counts no more than 999999 seconds', () => {
    const video = item({ type: 'video', preview, durationSeconds: 1e300 });
    expect(cardPreview(video)).toMatchObject({ durationSeconds: 999_999 });
  });

  it('is none for other messages', () => {
    for (const type of ['file', 'voice', 'link', 'text'] as const) {
      expect(cardPreview(item({ type, preview }))).toBeUndefined();
    }
    expect(cardPreview(item({ type: 'image' }))).toBeUndefined();
  });

  it.each([
    'data:image/jpg;base64,',
    'data:image/svg+xml;base64,PHN2Zz4=',
    'data:text/html;base64,PGI+',
    'data:image/png;base64,aaaa"x',
    'data:image/png;base64,aaaa\n',
    'https://example.invalid/a.png',
    'file:///etc/passwd',
  ])('is none for the preview %j', (hostile) => {
    expect(cardPreview(item({ type: 'image', preview: hostile }))).toBeUndefined();
  });
});
