import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ActionFacts } from '../../../src/domain/action/action.js';
import type { ChatLabel } from '../../../src/domain/card/subject.js';
import {
  approvedReply,
  commandFailedReply,
  deletedFilesReply,
  helpReply,
  hostModeReply,
  isDownloadReply,
  noApprovalReply,
  noChatReply,
  notApproverReply,
  notDownloadReply,
  notForChatReply,
  notPendingReply,
  withdrawnReply,
} from '../../../src/domain/owner/replies.js';
import { tappable } from '../text/app-markup.js';
import { BREAKS, hostileName } from '../text/hostile.js';

const bob: ChatLabel = { ref: '@5', kind: 'bot', name: 'bob' };
const club: ChatLabel = { ref: '#7', kind: 'channel', name: "Bob's\nclub" };

const download: ActionFacts = {
  number: 8,
  key: '',
  created: 0,
  expires: 0,
  request: {
    tool: 'download',
    chat: '@5',
    itemId: 1,
    fileId: 1,
    subject: { kind: 'contact', name: 'bob' },
    fileName: 'a.txt',
    fileSize: 1,
    servers: { kind: 'known' },
  },
};

describe('replies to owner commands (api 2.1)', () => {
  it('helps', () => {
    expect(helpReply).toBe(
      'Commands: /approve, /reject, /receive, /forward, /revoke, /leave, /delete, /pending, /list. Each card shows its commands.',
    );
  });

  it('tells who approves', () => {
    expect(notApproverReply(false)).toBe('Only owners approve actions.');
    expect(notApproverReply(true)).toBe('Only the owners listed in --owners approve actions.');
  });

  it('tells that an action can’t be decided on', () => {
    expect(notPendingReply(12)).toBe('Action 12 is not pending.');
    expect(notForChatReply(12, '#7')).toBe('Action 12 is not for #7.');
    expect(notDownloadReply(12)).toBe('Action 12 is not a download.');
  });

  it('tells the commands of a download', () => {
    expect(isDownloadReply(download)).toBe(
      "Action 8 is a download: /'receive @5 8', /'receive @5 8 all', /'forward @5 8' or /'reject @5 8'.",
    );
  });

  it('tells that mode host has no approvals', () => {
    expect(hostModeReply).toBe('Approvals apply in mode requests; this server runs in mode host.');
  });

  it('tells of an unknown chat', () => {
    expect(noChatReply('@5')).toBe("No chat @5. /list shows the agent's chats.");
  });

  it('confirms standing approvals', () => {
    expect(approvedReply('messages', bob, 'Ann Lee')).toBe(
      "Approved for bot bob (@5) by Ann Lee. /'revoke @5'",
    );
    expect(approvedReply('files', club, "O'Neil")).toBe(
      "Files approved for channel `Bob's club` (#7) by `O'Neil`. /'receive #7 off'",
    );
  });

  it('confirms their end', () => {
    expect(withdrawnReply('messages', bob)).toBe('Messages to bot bob (@5) need approval again.');
    expect(withdrawnReply('files', bob)).toBe('Files from bot bob (@5) need approval again.');
  });

  it('tells that there is none', () => {
    expect(noApprovalReply('messages', '#7')).toBe('Messages to #7 have no standing approval.');
    expect(noApprovalReply('files', '#7')).toBe('Files from #7 have no standing approval.');
  });

  it('tells what was deleted', () => {
    expect(deletedFilesReply('#7', 0, 0)).toBe('No files from #7.');
    expect(deletedFilesReply('#7', 1, 999)).toBe('Deleted 1 file from #7, 999 bytes.');
    expect(deletedFilesReply('@5', 3, 2_500_000)).toBe('Deleted 3 files from @5, 2.5 MB.');
  });

  it('tells that a command failed', () => {
    expect(commandFailedReply('no\n`network`')).toBe("The command failed: `no 'network'`.");
  });

  it('has only its own command to tap and one line, for any names', () => {
    fc.assert(
      fc.property(hostileName, hostileName, (name, by) => {
        const chat: ChatLabel = { ref: '#7', kind: 'group', name };
        const replies = [
          approvedReply('messages', chat, by),
          approvedReply('files', chat, by),
          withdrawnReply('messages', chat),
          commandFailedReply(name),
        ];
        for (const unclosed of ['line', 'word'] as const) {
          expect(replies.map((reply) => tappable(reply, unclosed))).toEqual([
            ['/revoke #7'],
            ['/receive #7 off'],
            [],
            [],
          ]);
        }
        expect(replies.join('')).not.toMatch(BREAKS);
      }),
      { numRuns: 300 },
    );
  });
});
