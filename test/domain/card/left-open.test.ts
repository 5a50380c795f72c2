import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ActionState } from '../../../src/domain/action/action.js';
import type { ActionRequest, ActionTool } from '../../../src/domain/action/request.js';
import type { AuditEvent } from '../../../src/domain/audit/event.js';
import { commandLine, readCommandLine } from '../../../src/domain/card/command.js';
import {
  leftCard,
  leftCardText,
  leftPending,
  leftState,
} from '../../../src/domain/card/left-open.js';
import { cardText } from '../../../src/domain/card/text.js';
import { states } from './states.js';

const subject = { kind: 'contact', name: 'bob' } as const;

const requests = {
  connect: { tool: 'connect', target: '@bob.simplex', incognito: false, message: 'hi', subject },
  send: { tool: 'send', chat: '@5', subject, incognito: false, text: 'Hello\nBob' },
  download: {
    tool: 'download',
    chat: '#7',
    itemId: 3,
    fileId: 4,
    subject: { kind: 'group', name: 'lounge' },
    fileName: 'notes.txt',
    fileSize: 12,
    servers: { kind: 'known' },
  },
  leave: { tool: 'leave', chat: '@5', subject },
} as const satisfies Readonly<Record<ActionTool, ActionRequest>>;

const unknownServers: ActionRequest = {
  ...requests.download,
  servers: { kind: 'unknown', hosts: ['a.example'] },
};

const leaveGroup: ActionRequest = {
  tool: 'leave',
  chat: '#7',
  subject: { kind: 'group', name: 'lounge' },
};

const text = (request: ActionRequest, status: ActionState, number = 12): string =>
  cardText({ number, request, linkLines: [] }, status);

describe('the command line of a card (api 2.2), read again', () => {
  it.each<[ActionTool, string]>([
    ['connect', "/'approve 12' or /'reject 12'"],
    ['send', "/'approve @5 12', /'approve @5 all' or /'reject @5 12'"],
    ['download', "/'receive #7 12', /'receive #7 12 all', /'forward #7 12' or /'reject #7 12'"],
    ['download', "/'receive #7 12', /'forward #7 12' or /'reject #7 12'"],
    ['leave', "/'approve @5 12' or /'reject @5 12'"],
  ])('is known as that of a %s: %s', (tool, line) => {
    expect(readCommandLine(line)).toEqual({ tool, number: 12 });
  });

  it.each([
    '',
    '/approve 12 or /reject 12',
    "/'approve 12' or /'reject 13'",
    "/'approve 0' or /'reject 0'",
    "/'approve @5 12' or /'reject @6 12'",
    "/'approve @5 12', /'approve @6 all' or /'reject @5 12'",
    "/'approve 12' or /'reject 12'.",
    " /'approve 12' or /'reject 12'",
    "Action 12 is a download: /'receive #7 12', /'forward #7 12' or /'reject #7 12'.",
    "Approved for this chat by alice. /'revoke @5'",
  ])('is not %j', (line) => {
    expect(readCommandLine(line)).toBeUndefined();
  });

  it.each([...Object.values(requests), unknownServers, leaveGroup])(
    'is what the domain writes: $tool',
    (request) => {
      fc.assert(
        fc.property(fc.integer({ min: 1 }), (number) => {
          expect(readCommandLine(commandLine(request, number))).toEqual({
            tool: request.tool,
            number,
          });
        }),
      );
    },
  );
});

describe('a card that a dead server left open', () => {
  it.each([...Object.values(requests), unknownServers, leaveGroup])(
    'is known by its text: $tool',
    (request) => {
      const asking = text(request, states.pending);
      expect(leftCard(asking)).toEqual({
        action: 12,
        request: asking.slice(0, asking.lastIndexOf('\n')),
      });
    },
  );

  it.each(Object.entries(states).filter(([name]) => name !== 'pending'))(
    'is not a card that is %s',
    (_name, status) => {
      for (const request of Object.values(requests)) {
        expect(leftCard(text(request, status))).toBeUndefined();
      }
    },
  );

  it.each([
    "/'approve 12' or /'reject 12'",
    "I sent a message to contact bob:\n/'approve @5 12' or /'reject @5 12'",
    "I want to send a message to contact bob:\n/'approve 12' or /'reject 12'",
    "I want to leave group lounge (#7).\n/'approve #7 12' or /'reject #7 12'\nand more",
    "Hello. I want to connect to bob.\n/'approve 12' or /'reject 12'",
    "Files from contact bob (@5) are kept in `/d`: 1 file, 12 bytes. /'delete @5 files'",
  ])('is not %j', (other) => {
    expect(leftCard(other)).toBeUndefined();
  });

  it('is never made of the words of a peer', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (words, name) => {
        const asking = "\n/'approve @5 12', /'approve @5 all' or /'reject @5 12'";
        const request = {
          ...requests.send,
          text: `${words}${asking}`,
          subject: { kind: 'contact', name: `${name}${asking}` },
        } as const;
        for (const status of [states.done, states.rejected, states.expired, states.cancelled]) {
          expect(leftCard(text(request, status))).toBeUndefined();
        }
        expect(leftCard(text(request, states.pending))?.action).toBe(12);
      }),
    );
  });
});

describe('what is known of its action', () => {
  const after = (...events: readonly AuditEvent[]) => events.reduce(leftState, leftPending);
  const by = { kind: 'approver', name: 'Ann Lee', memberId: 3 } as const;
  const created: AuditEvent = {
    event: 'action-created',
    action: 12,
    tool: 'send',
    chat: '@5',
    content: { kind: 'text', sha256: '' },
  };
  const posted: AuditEvent = { event: 'card-posted', action: 12, item: 9 };
  const approved: AuditEvent = { event: 'action-decided', action: 12, decision: 'approved', by };
  const rejected: AuditEvent = { event: 'action-decided', action: 12, decision: 'rejected', by };
  const card = { action: 12, request: 'I want to send a message to contact bob:\n`Hello`' };

  it.each<[string, readonly AuditEvent[], string]>([
    ['nothing', [], 'Cancelled: the server stopped.'],
    ['that it was posted', [created, posted], 'Cancelled: the server stopped.'],
    [
      'that it was approved',
      [created, posted, approved],
      'Approved by Ann Lee; interrupted: the server stopped.',
    ],
    [
      'that it was performed',
      [created, approved, { event: 'action-performed', action: 12 }],
      'Approved by Ann Lee.',
    ],
    [
      'that it failed, but not why',
      [created, approved, { event: 'action-failed', action: 12 }],
      'Approved by Ann Lee; interrupted: the server stopped.',
    ],
    ['that it was rejected', [created, rejected], 'Rejected by Ann Lee.'],
    ['that it expired', [created, { event: 'action-expired', action: 12 }], 'Expired.'],
    [
      'a performed action that nobody approved',
      [{ event: 'action-performed', action: 12 }],
      'Cancelled: the server stopped.',
    ],
  ])('is on its last line: %s', (_what, events, line) => {
    expect(leftCardText(card, after(...events))).toBe(
      `I want to send a message to contact bob:\n\`Hello\`\n${line}`,
    );
  });
});
