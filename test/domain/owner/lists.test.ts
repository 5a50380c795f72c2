import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ActionFacts } from '../../../src/domain/action/action.js';
import type { ActionRequest } from '../../../src/domain/action/request.js';
import { listReply, pendingReply, type ListedChat } from '../../../src/domain/owner/lists.js';
import { tappable } from '../text/app-markup.js';
import { BREAKS, hostileName } from '../text/hostile.js';

const expires = 1_893_456_000_000;

function facts(number: number, request: ActionRequest): ActionFacts {
  return { number, key: '', request, created: 0, expires };
}

const bob = { kind: 'contact', name: 'bob' } as const;

describe('/pending (api 2.1)', () => {
  it('tells that nothing is pending', () => {
    expect(pendingReply([])).toBe('No pending actions.');
  });

  it('has one line an action', () => {
    const reply = pendingReply([
      facts(3, {
        tool: 'connect',
        target: '#news.simplex',
        incognito: false,
        message: null,
        subject: { kind: 'channel', name: "Bob's", simplexName: '#news.simplex' },
      }),
      facts(4, {
        tool: 'connect',
        target: 'https://smp1.example.org/i#a',
        incognito: true,
        message: null,
        subject: { kind: 'contact' },
      }),
      facts(5, {
        tool: 'send',
        chat: '@5',
        subject: { ...bob, simplexName: '@bob.simplex' },
        incognito: false,
        text: 'Hello',
      }),
      facts(6, {
        tool: 'download',
        chat: '@5',
        itemId: 1,
        fileId: 1,
        subject: bob,
        fileName: 'photo\n1.jpg',
        fileSize: 1,
        servers: { kind: 'known' },
      }),
      facts(7, { tool: 'leave', chat: '@5', subject: bob }),
      facts(8, { tool: 'leave', chat: '#7', subject: { kind: 'group', name: 'Book club' } }),
    ]);
    expect(reply).toBe(`3 connect to channel \`Bob's\` (#news.simplex) expires 2030-01-01 00:00 UTC
4 connect to an unnamed contact expires 2030-01-01 00:00 UTC
5 send to contact bob (@bob.simplex) expires 2030-01-01 00:00 UTC
6 download \`photo 1.jpg\` from contact bob expires 2030-01-01 00:00 UTC
7 delete contact bob expires 2030-01-01 00:00 UTC
8 leave group Book club expires 2030-01-01 00:00 UTC`);
  });
});

const contact = (n: number, change: Partial<ListedChat> = {}): ListedChat => ({
  ref: `@${n}`,
  kind: 'contact',
  name: `c${n}`,
  connected: true,
  ...change,
});

describe('/list (api 2.1)', () => {
  it('tells that there are no chats', () => {
    expect(listReply([])).toBe('No chats.');
  });

  it('has one line a chat', () => {
    const reply = listReply([
      contact(5, { name: 'bob', approvedBy: 'alice', filesApprovedBy: "O'Neil" }),
      { ref: '#7', kind: 'business', name: "Bob's", connected: false },
      { ref: '#8', kind: 'group', name: 'C# users', connected: true, approvedBy: 'alice' },
      contact(9, { kind: 'agent', connected: false, filesApprovedBy: 'alice' }),
    ]);
    expect(reply)
      .toBe(`@5 contact bob, approved for this chat by alice, files approved by \`O'Neil\`
#7 business \`Bob's\`, not connected
#8 group C＃ users, approved for this chat by alice
@9 agent c9, files approved by alice, not connected`);
  });

  it('cuts a line to 100 bytes, and closes a code span that is cut', () => {
    const name = 'é'.repeat(50);
    expect(listReply([contact(5, { name, connected: false })])).toBe(
      `@5 contact ${'é'.repeat(43)}…`,
    );
    expect(listReply([contact(5, { name: `  ${'x'.repeat(100)}` })])).toBe(
      `@5 contact \`\u00A0 ${'x'.repeat(81)}…\``,
    );
  });

  it('closes a cut code span also after a name with a backtick', () => {
    const approvedBy = "/'approve 1' /'approve 1' /'approve 1'";
    expect(listReply([contact(5, { name: 'x`', approvedBy })])).toBe(
      "@5 contact `x'`, approved for this chat by `/'approve 1' /'approve 1' /'approve 1'`",
    );
    expect(
      listReply([contact(5, { name: 'x`', approvedBy: `${approvedBy} ${approvedBy}` })]),
    ).toMatch(/^@5 contact `x'`, approved for this chat by `[^`]*…`$/);
  });

  it('shows the 100 most recent chats and counts the others', () => {
    const chats = Array.from({ length: 102 }, (_, n) => contact(n + 1));
    const lines = (count: number) => listReply(chats.slice(0, count)).split('\n');
    expect(lines(100)).toHaveLength(100);
    expect(lines(101)).toHaveLength(101);
    expect(lines(101)[99]).toBe('@100 contact c100');
    expect(lines(101)[100]).toBe('1 older chat is not shown.');
    expect(lines(102)[100]).toBe('2 older chats are not shown.');
  });

  it('has no command to tap and no more lines than chats, for any names', () => {
    const chat = fc.record(
      {
        ref: fc.constantFrom('@5', '#7' as const),
        kind: fc.constant('contact' as const),
        name: hostileName,
        connected: fc.boolean(),
        approvedBy: hostileName,
        filesApprovedBy: hostileName,
      },
      { requiredKeys: ['ref', 'kind', 'name', 'connected'] },
    ) as fc.Arbitrary<ListedChat>;
    fc.assert(
      fc.property(fc.array(chat, { minLength: 1, maxLength: 3 }), (chats) => {
        const reply = listReply(chats);
        const lines = reply.split('\n');
        expect(lines).toHaveLength(chats.length);
        for (const line of lines) {
          expect(line).not.toMatch(BREAKS);
          expect(Buffer.byteLength(line, 'utf8')).toBeLessThanOrEqual(100);
        }
        expect(tappable(reply, 'line')).toEqual([]);
        expect(tappable(reply, 'word')).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('does not let a group’s name put a command after a number sign', () => {
    const name = "a#/'approve #7 all'";
    const reply = listReply([{ ref: '#7', kind: 'group', name, connected: true }]);
    expect(reply).toBe("#7 group `a＃/'approve ＃7 all'`");
  });
});
