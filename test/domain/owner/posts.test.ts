import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChatLabel } from '../../../src/domain/card/subject.js';
import {
  auditFailedPost,
  fileNotSentPost,
  fileRefusedPost,
  filesKeptPost,
  forwardFailedPost,
  leftByOwner,
} from '../../../src/domain/owner/posts.js';
import { tappable } from '../text/app-markup.js';
import { BREAKS, hostileName, hostileText } from '../text/hostile.js';

const bob: ChatLabel = { ref: '@5', kind: 'contact', name: 'bob' };
const club: ChatLabel = { ref: '#7', kind: 'group', name: "Bob's\nclub" };

describe('posts of the control chat (api 2.3)', () => {
  it('tells that a file was refused', () => {
    expect(fileRefusedPost('/home/me/.ssh/id `1`', club)).toEqual({
      chat: "Refused to send `/home/me/.ssh/id '1'` to group `Bob's club` (#7): private keys and the server's own files are not sent.",
      log: "Refused to send `/home/me/.ssh/id `1`` to group Bob's club (#7): private keys and the server's own files are not sent.",
    });
  });

  it('tells that a file was not sent', () => {
    expect(fileNotSentPost('a\nb.txt', bob, 'no\nserver')).toEqual({
      chat: 'The file `a b.txt` was not sent to contact bob (@5): `no server`.',
      log: 'The file `a b.txt` was not sent to contact bob (@5): `no server`.',
    });
  });

  it('tells that a file to forward was not received', () => {
    expect(forwardFailedPost(8, 'The sender cancelled the file.')).toBe(
      'Action 8: the file was not received: `The sender cancelled the file.`.',
    );
  });

  it('tells that an action can’t be recorded', () => {
    expect(auditFailedPost(8, 'disk\nfull')).toBe(
      "Action 8 is not performed, because it can't be recorded: `disk full`.",
    );
  });

  it('tells where the files of a left chat are', () => {
    expect(filesKeptPost(bob, '/home/me/data/files/contact-5', 1, 12)).toBe(
      "Files from contact bob (@5) are kept in `/home/me/data/files/contact-5`: 1 file, 12 bytes. /'delete @5 files'",
    );
    expect(filesKeptPost(club, '/d/files/group-7', 2, 4_200_000)).toBe(
      "Files from group `Bob's club` (#7) are kept in `/d/files/group-7`: 2 files, 4.2 MB. /'delete #7 files'",
    );
  });

  it('tells that a chat was left for an owner (api 2.1, 3.4)', () => {
    expect(leftByOwner(club, 'alice')).toEqual({
      chat: "Left group `Bob's club` (#7), requested by alice.",
      log: "Left group Bob's club (#7), requested by alice.",
    });
    expect(leftByOwner(bob, "O'Neil")).toEqual({
      chat: "Deleted contact bob (@5), requested by `O'Neil`.",
      log: "Deleted contact bob (@5), requested by O'Neil.",
    });
  });

  it('has only its own command to tap and one line, for any names and texts', () => {
    fc.assert(
      fc.property(hostileName, hostileText, hostileText, (name, path, reason) => {
        const chat: ChatLabel = { ref: '#7', kind: 'group', name };
        const posts = [
          fileRefusedPost(path, chat),
          fileNotSentPost(path, chat, reason),
          leftByOwner(chat, name),
        ];
        for (const post of posts) {
          expect(tappable(post.chat)).toEqual([]);
          expect(`${post.chat}${post.log}`).not.toMatch(BREAKS);
        }
        expect(tappable(forwardFailedPost(8, reason))).toEqual([]);
        expect(tappable(filesKeptPost(chat, path, 1, 1))).toEqual(['/delete #7 files']);
      }),
      { numRuns: 300 },
    );
  });
});
