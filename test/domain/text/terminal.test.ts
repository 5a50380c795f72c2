import { describe, expect, it } from 'vitest';
import type { Decider } from '../../../src/domain/action/action.js';
import type { ActionRequest } from '../../../src/domain/action/request.js';
import {
  actionCreatedLine,
  actionEndedLine,
  failedUndecidedLine,
  cancelledLine,
  controlChatCreatedLine,
  controlLostLine,
  damagedServerInfoLine,
  joinLine,
  joinRoleLine,
  listeningLine,
  noOwnersLine,
  ownerJoinedLine,
  ownersSetLine,
  registerHintLines,
  smallQrCodeLine,
  startLines,
  stoppedLine,
  stoppingLine,
} from '../../../src/domain/text/terminal.js';
import { owner } from '../owner/people.js';

describe('terminal lines of the process (api 3.4)', () => {
  it('start', () => {
    expect(startLines('0.2.0', 'demo', '/home/me/.simplex-mcp/demo', 'requests')).toEqual([
      'SimpleX MCP server 0.2.0, agent "demo"',
      'Data folder: /home/me/.simplex-mcp/demo',
      'Approval mode: requests',
    ]);
  });

  it('control chat created', () => {
    expect(controlChatCreatedLine('My\nagent')).toBe('Agent control chat "My agent" created.');
  });

  it('damaged server.json', () => {
    expect(damagedServerInfoLine('/d/server.json.corrupt-1')).toBe(
      'server.json was damaged. It is kept as /d/server.json.corrupt-1, and a new one is written.',
    );
  });

  it('link opened', () => {
    expect(joinLine).toBe('Join the agent control chat in the SimpleX app. The link works once:');
    expect(smallQrCodeLine).toBe(
      'If the QR code does not scan, restart with --qr-code large, or paste the link into the app.',
    );
    expect(joinRoleLine('member')).toBe('The person who joins becomes the owner of the agent.');
    expect(joinRoleLine('observer')).toBe(
      'The person who joins is an observer until the server is restarted with --owners.',
    );
  });

  it('listening', () => {
    expect(listeningLine(5226)).toBe('Listening on http://127.0.0.1:5226/mcp');
  });

  it('owner setup done', () => {
    expect(registerHintLines('simplex-mcp', 'demo')).toEqual([
      'Add the agent to Claude Code:',
      ' simplex-mcp register demo',
    ]);
    expect(registerHintLines('node /opt/cli.js', 'demo', '/home/me/my data')).toEqual([
      'Add the agent to Claude Code:',
      " node /opt/cli.js register demo --data '/home/me/my data'",
    ]);
  });

  it('owner joined', () => {
    expect(ownerJoinedLine(owner(2, "Ann\nO'Neil"))).toBe(
      "Ann O'Neil joined (member 2) and is now an owner. The link is deleted.",
    );
  });

  it('listed owners set', () => {
    expect(ownersSetLine("2:alice,'3:Ann Lee'")).toBe("Owners: 2:alice,'3:Ann Lee'.");
  });

  it('approvers gone and control chat lost', () => {
    expect(noOwnersLine).toBe('No owners in the agent control chat.');
    expect(controlLostLine).toBe(
      'The agent lost its control chat. Restart the server with --reset-owners.',
    );
  });

  it('stop', () => {
    expect(cancelledLine(1)).toBe('Cancelled 1 action.');
    expect(cancelledLine(3)).toBe('Cancelled 3 actions.');
    expect(stoppingLine(2, 10)).toBe(
      'Stopping: sending 2 cancelled card(s), up to 10 s. Ctrl-C to stop now.',
    );
    expect(stoppedLine).toBe('Stopped.');
  });
});

const connect: ActionRequest = {
  tool: 'connect',
  target: '#news.simplex',
  incognito: false,
  message: null,
  subject: { kind: 'channel', name: "Bob's\nnews", simplexName: '#news.simplex' },
};
const send: ActionRequest = {
  tool: 'send',
  chat: '@5',
  subject: { kind: 'contact', name: 'bob' },
  incognito: false,
  text: 'a secret text',
};
const download: ActionRequest = {
  tool: 'download',
  chat: '#7',
  itemId: 1,
  fileId: 1,
  subject: { kind: 'group', name: 'Book club' },
  fileName: 'a\u001B[2J.txt',
  fileSize: 1,
  servers: { kind: 'known' },
};
const leaveContact: ActionRequest = { tool: 'leave', chat: '@5', subject: send.subject };
const leaveGroup: ActionRequest = { tool: 'leave', chat: '#7', subject: download.subject };

describe('terminal line of a new action (api 3.4)', () => {
  it.each<[string, ActionRequest]>([
    ["Action 9: connect to channel Bob's news (#news.simplex), as itself", connect],
    [
      "Action 9: connect to channel Bob's news (#news.simplex), incognito",
      { ...connect, incognito: true },
    ],
    ['Action 9: send to contact bob (@5)', send],
    ['Action 9: download a[U+001B][2J.txt from group Book club (#7)', download],
    ['Action 9: delete contact bob (@5)', leaveContact],
    ['Action 9: leave group Book club (#7)', leaveGroup],
  ])('is %s', (line, request) => {
    expect(actionCreatedLine(9, request)).toBe(line);
  });
});

describe('terminal line of an action whose counter or card failed (api 3.4)', () => {
  it('has the error on one line', () => {
    expect(failedUndecidedLine(9, 'no\nnetwork')).toBe('Action 9: failed: no network.');
  });
});

describe('terminal line of an action that ended (api 3.4)', () => {
  const alice: Decider = { kind: 'approver', name: 'alice', memberId: 2 };
  const standing: Decider = { kind: 'standing', name: 'Ann\nLee', memberId: 2 };
  const host: Decider = { kind: 'host' };

  it.each<[string, ActionRequest, boolean | undefined]>([
    ['Action 9 approved by alice: sent.', send, undefined],
    ['Action 9 approved by alice: downloaded.', download, undefined],
    ['Action 9 approved by alice: deleted.', leaveContact, undefined],
    ['Action 9 approved by alice: left.', leaveGroup, undefined],
    ['Action 9 approved by alice: connected.', connect, true],
    ['Action 9 approved by alice: connection requested.', connect, false],
  ])('done: %s', (line, request, connected) => {
    const done = { state: 'done', decider: alice } as const;
    expect(
      actionEndedLine(9, request, connected === undefined ? done : { ...done, connected }),
    ).toBe(line);
  });

  it('names who gave a standing approval', () => {
    expect(actionEndedLine(9, send, { state: 'done', decider: standing })).toBe(
      'Action 9 approved by Ann Lee: sent.',
    );
  });

  it('tells the error of a failed one', () => {
    expect(
      actionEndedLine(9, send, { state: 'failed', decider: alice, error: 'no\nnetwork' }),
    ).toBe('Action 9 approved by alice: failed: no network.');
  });

  it('tells that mode host asks nobody', () => {
    expect(actionEndedLine(9, send, { state: 'done', decider: host })).toBe(
      'Action 9: performed without approval (mode host).',
    );
    expect(actionEndedLine(9, send, { state: 'failed', decider: host, error: 'no network' })).toBe(
      'Action 9: performed without approval (mode host); failed: no network.',
    );
  });

  it('tells of a rejected and an expired one', () => {
    expect(actionEndedLine(9, send, { state: 'rejected', by: 'Ann\nLee', memberId: 2 })).toBe(
      'Action 9 rejected by Ann Lee.',
    );
    expect(actionEndedLine(9, send, { state: 'expired' })).toBe('Action 9 expired.');
  });

  it('tells of one that failed before anybody decided', () => {
    expect(actionEndedLine(9, send, { state: 'failed', error: 'no\nchat' })).toBe(
      'Action 9: failed: no chat.',
    );
  });

  it('is none for an action that has not ended', () => {
    expect(actionEndedLine(9, send, { state: 'pending', interrupted: true })).toBeUndefined();
    expect(
      actionEndedLine(9, send, { state: 'performing', decider: alice, interrupted: true }),
    ).toBeUndefined();
  });
});
