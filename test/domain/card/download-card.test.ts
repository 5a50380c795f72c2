import { describe, expect, it } from 'vitest';
import type { ActionState } from '../../../src/domain/action/action.js';
import type { DownloadRequest } from '../../../src/domain/action/request.js';
import { cardText } from '../../../src/domain/card/text.js';
import { states } from './states.js';

const photo: DownloadRequest = {
  tool: 'download',
  chat: '@5',
  itemId: 40,
  fileId: 9,
  subject: { kind: 'contact', name: 'bob' },
  fileName: 'photo.jpg',
  fileSize: 234_567,
  servers: { kind: 'known' },
};

const fromGroup: Partial<DownloadRequest> = {
  chat: '#7',
  subject: { kind: 'group', name: 'Book club' },
  sender: 'carol',
};

function card(status: ActionState, change: Partial<DownloadRequest> = {}): string {
  return cardText({ number: 8, request: { ...photo, ...change }, linkLines: [] }, status);
}

describe('download card, each state (api 2.2)', () => {
  it('asks', () => {
    expect(card(states.pending)).toBe(`I want to download a file from contact bob (@5):
\`photo.jpg\`, 234.6 KB
Servers: known.
/'receive @5 8', /'receive @5 8 all', /'forward @5 8' or /'reject @5 8'`);
  });

  it('is cancelled by a stop before the decision', () => {
    expect(card(states.cancelled)).toBe(`I want to download a file from contact bob (@5):
\`photo.jpg\`, 234.6 KB
Servers: known.
Cancelled: the server stopped.`);
  });

  it('is performing', () => {
    expect(card(states.approved)).toBe(`I want to download a file from contact bob (@5):
\`photo.jpg\`, 234.6 KB
Servers: known.
Approved by alice.`);
  });

  it('is interrupted by a stop while it is downloaded', () => {
    expect(card(states.interrupted)).toBe(`I want to download a file from contact bob (@5):
\`photo.jpg\`, 234.6 KB
Servers: known.
Approved by alice; interrupted: the server stopped.`);
  });

  it('is done', () => {
    expect(card(states.done)).toBe(`I downloaded a file from contact bob (@5):
\`photo.jpg\`, 234.6 KB
Servers: known.
Approved by alice.`);
  });

  it('is done under a files approval: such a download has no card, and none offers to revoke messages', () => {
    expect(card(states.doneStanding)).toBe(`I downloaded a file from contact bob (@5):
\`photo.jpg\`, 234.6 KB
Servers: known.
Approved for this chat by alice.`);
  });

  it('failed', () => {
    expect(card(states.failed)).toBe(`I want to download a file from contact bob (@5):
\`photo.jpg\`, 234.6 KB
Servers: known.
Approved by alice; failed: \`SimpleX error: no network\`.`);
  });

  it('failed before anyone decided', () => {
    expect(card(states.failedUndecided)).toBe(`I want to download a file from contact bob (@5):
\`photo.jpg\`, 234.6 KB
Servers: known.
Failed: \`no network\`.`);
  });

  it('is rejected', () => {
    expect(card(states.rejected)).toBe(`I want to download a file from contact bob (@5):
\`photo.jpg\`, 234.6 KB
Servers: known.
Rejected by Ann Lee.`);
  });

  it('is expired', () => {
    expect(card(states.expired)).toBe(`I want to download a file from contact bob (@5):
\`photo.jpg\`, 234.6 KB
Servers: known.
Expired.`);
  });
});

describe('download card, what it shows (api 2.2)', () => {
  it('names the sender in a group', () => {
    expect(card(states.pending, fromGroup))
      .toBe(`I want to download a file from carol in group Book club (#7):
\`photo.jpg\`, 234.6 KB
Servers: known.
/'receive #7 8', /'receive #7 8 all', /'forward #7 8' or /'reject #7 8'`);
    expect(card(states.done, { ...fromGroup, sender: "O'Neil" }))
      .toBe(`I downloaded a file from \`O'Neil\` in group Book club (#7):
\`photo.jpg\`, 234.6 KB
Servers: known.
Approved by alice.`);
  });

  it('names unknown servers, and does not offer to receive all', () => {
    const servers = { kind: 'unknown', hosts: ['xftp1.example.org', 'xftp2.example.org'] } as const;
    expect(card(states.pending, { servers })).toBe(`I want to download a file from contact bob (@5):
\`photo.jpg\`, 234.6 KB
Servers: \`xftp1.example.org\`, \`xftp2.example.org\`, unknown: downloading shows them this computer's IP address.
/'receive @5 8', /'forward @5 8' or /'reject @5 8'`);
  });

  it('names one unknown server', () => {
    const servers = { kind: 'unknown', hosts: ['xftp1.example.org'] } as const;
    expect(card(states.done, { servers })).toBe(`I downloaded a file from contact bob (@5):
\`photo.jpg\`, 234.6 KB
Servers: \`xftp1.example.org\`, unknown: downloading shows it this computer's IP address.
Approved by alice.`);
  });

  it('says nothing of servers for a file that is not on any', () => {
    expect(card(states.pending, { servers: { kind: 'none' } }))
      .toBe(`I want to download a file from contact bob (@5):
\`photo.jpg\`, 234.6 KB
/'receive @5 8', /'receive @5 8 all', /'forward @5 8' or /'reject @5 8'`);
  });

  it('shows a hostile file name as one code span', () => {
    expect(card(states.done, { fileName: "a`\n/'receive @5 9'\u202Egpj.exe" }))
      .toBe(`I downloaded a file from contact bob (@5):
\`a' /'receive @5 9'[U+202E]gpj.exe\`, 234.6 KB
Servers: known.
Approved by alice.`);
  });
});
