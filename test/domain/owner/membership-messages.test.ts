import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  becameOwnerMessage,
  greeting,
  joinedMessage,
  noLongerOwnerMessage,
} from '../../../src/domain/owner/membership-messages.js';
import { tappable } from '../text/app-markup.js';
import { BREAKS, hostileName } from '../text/hostile.js';
import { member, owner } from './people.js';

const ann = member(2, 'Ann Lee');
const bob = member(3, 'bob');
const neil = member(4, "O'Neil");

describe('membership messages (api 2.4)', () => {
  it('greets the owner', () => {
    expect(greeting).toBe(
      "I'm your agent. I ask here before I connect, send, download a file or leave a chat.",
    );
  });

  it('tells who joined while --owners has no list', () => {
    expect(joinedMessage([bob], [ann, bob])).toEqual({
      chat: "bob joined (member 3). Restart the server with `--owners '2:Ann Lee',3:bob`",
      log: "bob joined (member 3). Restart the server with --owners '2:Ann Lee',3:bob",
    });
  });

  it('tells who is there at the start', () => {
    expect(joinedMessage([ann, bob], [ann, bob])).toEqual({
      chat: "Ann Lee joined (member 2). bob joined (member 3). Restart the server with `--owners '2:Ann Lee',3:bob`",
      log: "Ann Lee joined (member 2). bob joined (member 3). Restart the server with --owners '2:Ann Lee',3:bob",
    });
  });

  it('shows other names as code spans in the chat, and quotes them for the shell', () => {
    expect(joinedMessage([neil], [neil])).toEqual({
      chat: "`O'Neil` joined (member 4). Restart the server with `--owners '4:O'\\''Neil'`",
      log: "O'Neil joined (member 4). Restart the server with --owners '4:O'\\''Neil'",
    });
  });

  it('folds names to one line in both', () => {
    const eve = member(5, 'eve\nApproved\u202E');
    expect(joinedMessage([eve], [eve])).toEqual({
      chat: "`eve Approved[U+202E]` joined (member 5). Restart the server with `--owners '5:eve Approved[U+202E]'`",
      log: "eve Approved[U+202E] joined (member 5). Restart the server with --owners '5:eve Approved[U+202E]'",
    });
  });

  it('tells of an owner who is not listed', () => {
    expect(becameOwnerMessage(owner(3, 'bob'), [owner(2, 'alice'), owner(3, 'bob')])).toEqual({
      chat: "bob (member 3) is now an owner and can't approve actions yet. Restart the server with `--owners 2:alice,3:bob`",
      log: "bob (member 3) is now an owner and can't approve actions yet. Restart the server with --owners 2:alice,3:bob",
    });
  });

  it('tells of a listed owner who is none any more', () => {
    expect(noLongerOwnerMessage(bob, [owner(2, 'alice')])).toEqual({
      chat: 'bob (member 3) is no longer an owner. Restart the server with `--owners 2:alice`',
      log: 'bob (member 3) is no longer an owner. Restart the server with --owners 2:alice',
    });
  });

  it('tells that no owners remain', () => {
    expect(noLongerOwnerMessage(bob, [])).toEqual({
      chat: 'bob (member 3) is no longer an owner. No owners remain: restart the server with `--reset-owners --owners`',
      log: 'bob (member 3) is no longer an owner. No owners remain: restart the server with --reset-owners --owners',
    });
  });

  it('has nothing to tap and one line, for any names', () => {
    fc.assert(
      fc.property(hostileName, hostileName, (name, other) => {
        const people = [member(2, name), member(3, other)];
        for (const message of [
          joinedMessage(people, people),
          becameOwnerMessage(member(2, name), people),
          noLongerOwnerMessage(member(2, name), people),
        ]) {
          expect(tappable(message.chat, 'line')).toEqual([]);
          expect(tappable(message.chat, 'word')).toEqual([]);
          expect(message.chat + message.log).not.toMatch(BREAKS);
        }
      }),
      { numRuns: 300 },
    );
  });
});
