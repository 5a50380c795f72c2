import { describe, expect, it } from 'vitest';
import type { ActionState } from '../../../src/domain/action/action.js';
import type { SendRequest } from '../../../src/domain/action/request.js';
import { cardText } from '../../../src/domain/card/text.js';
import { states } from './states.js';

const hello: SendRequest = {
  tool: 'send',
  chat: '@5',
  subject: { kind: 'contact', name: 'bob' },
  incognito: false,
  text: 'Hello Bob,\n\n  see you at `noon`. ',
};

function card(status: ActionState, change: Partial<SendRequest> = {}): string {
  return cardText({ number: 12, request: { ...hello, ...change }, linkLines: [] }, status);
}

describe('send card, each state (api 2.2)', () => {
  it('asks', () => {
    expect(card(states.pending)).toBe(`I want to send a message to contact bob:
\`Hello Bob,\`

\`\u00A0 see you at 'noon'.\u00A0\`
/'approve @5 12', /'approve @5 all' or /'reject @5 12'`);
  });

  it('is cancelled by a stop before the decision', () => {
    expect(card(states.cancelled, { text: 'Hello' })).toBe(`I want to send a message to contact bob:
\`Hello\`
Cancelled: the server stopped.`);
  });

  it('is performing', () => {
    expect(card(states.approved, { text: 'Hello' })).toBe(`I want to send a message to contact bob:
\`Hello\`
Approved by alice.`);
  });

  it('is interrupted by a stop while it is sent', () => {
    expect(card(states.interrupted, { text: 'Hello' }))
      .toBe(`I want to send a message to contact bob:
\`Hello\`
Approved by alice; interrupted: the server stopped.`);
  });

  it('is interrupted under a standing approval', () => {
    expect(card(states.interruptedStanding, { text: 'Hello' }))
      .toBe(`I want to send a message to contact bob:
\`Hello\`
Approved for this chat by alice; interrupted: the server stopped.`);
  });

  it('is interrupted in mode host', () => {
    expect(card(states.interruptedInModeHost, { text: 'Hello' }))
      .toBe(`I want to send a message to contact bob:
\`Hello\`
Performed without approval (mode host); interrupted: the server stopped.`);
  });

  it('is done', () => {
    expect(card(states.done, { text: 'Hello' })).toBe(`I sent a message to contact bob:
\`Hello\`
Approved by alice.`);
  });

  it('is done under a standing approval', () => {
    expect(card(states.doneStanding, { text: 'Hello' })).toBe(`I sent a message to contact bob:
\`Hello\`
Approved for this chat by alice. /'revoke @5'`);
  });

  it('is done in mode host', () => {
    expect(card(states.doneInModeHost, { text: 'Hello' })).toBe(`I sent a message to contact bob:
\`Hello\`
Performed without approval (mode host).`);
  });

  it('failed', () => {
    expect(card(states.failed, { text: 'Hello' })).toBe(`I want to send a message to contact bob:
\`Hello\`
Approved by alice; failed: \`SimpleX error: no network\`.`);
  });

  it('failed under a standing approval', () => {
    expect(card(states.failedStanding, { text: 'Hello' }))
      .toBe(`I want to send a message to contact bob:
\`Hello\`
Approved for this chat by alice; failed: \`no network\`.`);
  });

  it('failed in mode host', () => {
    expect(card(states.failedInModeHost, { text: 'Hello' }))
      .toBe(`I want to send a message to contact bob:
\`Hello\`
Performed without approval (mode host); failed: \`no network\`.`);
  });

  it('failed before anyone decided', () => {
    expect(card(states.failedUndecided, { text: 'Hello' }))
      .toBe(`I want to send a message to contact bob:
\`Hello\`
Failed: \`no network\`.`);
  });

  it('is rejected', () => {
    expect(card(states.rejected, { text: 'Hello' })).toBe(`I want to send a message to contact bob:
\`Hello\`
Rejected by Ann Lee.`);
  });

  it('is expired', () => {
    expect(card(states.expired, { text: 'Hello' })).toBe(`I want to send a message to contact bob:
\`Hello\`
Expired.`);
  });
});

describe('send card, what it shows (api 2.2)', () => {
  it('names the verified SimpleX name of the chat', () => {
    const subject = { kind: 'bot', name: 'weather', simplexName: '@weather.simplex' } as const;
    expect(card(states.done, { subject, text: 'Hello' }))
      .toBe(`I sent a message to bot weather (@weather.simplex):
\`Hello\`
Approved by alice.`);
  });

  it('says where the agent is incognito', () => {
    const subject = { kind: 'group', name: 'Book club' } as const;
    expect(card(states.pending, { chat: '#7', subject, text: 'Hello', incognito: true }))
      .toBe(`I want to send a message to group Book club, where I am incognito:
\`Hello\`
/'approve #7 12', /'approve #7 all' or /'reject #7 12'`);
    expect(card(states.done, { chat: '#7', subject, text: 'Hello', incognito: true }))
      .toBe(`I sent a message to group Book club, where I am incognito:
\`Hello\`
Approved by alice.`);
  });

  it('shows the file, the quote and the mentions below the text', () => {
    expect(
      card(states.pending, {
        chat: '#7',
        subject: { kind: 'channel', name: "Bob's news" },
        text: 'Look',
        file: { type: 'image', path: '/home/me/my `photo`.jpg', size: 123_456 },
        quote: { itemId: 3, name: "O'Neil", text: 'What\n\n  about  it?' },
        mentions: [
          { memberId: 4, name: 'alice' },
          { memberId: 5, name: 'Ann Lee' },
          { memberId: 6, name: "O'Neil" },
        ],
      }),
    ).toBe(`I want to send a message to channel \`Bob's news\`:
\`Look\`
attaching image \`/home/me/my 'photo'.jpg\`, 123.5 KB
replying to \`O'Neil\`: \`What about it?\`
mentioning @alice, @'Ann Lee', \`@O'Neil\`
/'approve #7 12', /'approve #7 all' or /'reject #7 12'`);
  });

  it('shows a file without a text', () => {
    expect(card(states.done, { text: null, file: { type: 'file', path: '/a.bin', size: 1 } }))
      .toBe(`I sent a message to contact bob:
attaching file \`/a.bin\`, 1 byte
Approved by alice.`);
    expect(card(states.done, { text: null, file: { type: 'video', path: '/a.mp4', size: 2e9 } }))
      .toBe(`I sent a message to contact bob:
attaching video \`/a.mp4\`, 2.0 GB
Approved by alice.`);
  });

  it('cuts the quote to its first 100 characters', () => {
    const text = `${'😀'.repeat(99)}\t\u2028 ${'b'.repeat(50)}`;
    expect(card(states.done, { text: 'Yes', quote: { itemId: 3, name: 'bob', text } }))
      .toBe(`I sent a message to contact bob:
\`Yes\`
replying to bob: \`${'😀'.repeat(99)}\u00A0\`
Approved by alice.`);
  });

  it('shows characters that would turn or hide the text', () => {
    expect(card(states.done, { text: 'pay \u202E001\u202C\u200B' }))
      .toBe(`I sent a message to contact bob:
\`pay [U+202E]001[U+202C][U+200B]\`
Approved by alice.`);
  });
});
