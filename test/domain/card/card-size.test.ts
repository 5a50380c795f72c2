import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Decider } from '../../../src/domain/action/action.js';
import type { ConnectRequest, SendRequest } from '../../../src/domain/action/request.js';
import { largestCardBytes } from '../../../src/domain/card/largest.js';
import { fitLinkTexts } from '../../../src/domain/card/link-texts.js';
import { planCard } from '../../../src/domain/card/plan.js';
import { cardText } from '../../../src/domain/card/text.js';
import { jsonBytes } from '../../../src/domain/text/measure.js';
import { hostileText } from '../text/hostile.js';

const send: SendRequest = {
  tool: 'send',
  chat: '@5',
  subject: { kind: 'contact', name: 'bob' },
  incognito: false,
  text: 'x',
};

const connect: ConnectRequest = {
  tool: 'connect',
  target: 'https://smp1.example.org/a#abc',
  incognito: false,
  message: null,
  subject: { kind: 'bot', name: 'weather' },
};

describe('largest form of a card (api 1.9)', () => {
  it('is the failed form with an error of 600 euro signs and the longest approver name', () => {
    const text =
      'I want to send a message to contact bob:\\n`x`\\nApproved by Ann Lee; failed: `' +
      `${'€'.repeat(600)}\`.`;
    const card = { number: 1, request: send, linkLines: [] };
    expect(largestCardBytes(card, undefined, ['bob', 'Ann Lee', 'carol'])).toBe(
      Buffer.byteLength(text, 'utf8'),
    );
  });

  it('takes the action’s own decider where it has one', () => {
    const card = { number: 1, request: send, linkLines: [] };
    const standing: Decider = { kind: 'standing', name: 'al', memberId: 2 };
    const host: Decider = { kind: 'host' };
    const base = largestCardBytes(card, undefined, ['x']) - 'Approved by x'.length;
    expect(largestCardBytes(card, standing, ['somebody else'])).toBe(
      base + 'Approved for this chat by al'.length,
    );
    expect(largestCardBytes(card, host, ['somebody else'])).toBe(
      base + 'Performed without approval (mode host)'.length,
    );
  });

  it('measures names as they are shown', () => {
    const card = { number: 1, request: send, linkLines: [] };
    expect(largestCardBytes(card, undefined, ["O'Neil", 'Ann Lee'])).toBe(
      largestCardBytes(card, undefined, ["O'Neil"]),
    );
  });

  it('counts escapes: quotes, backslashes and newlines take two bytes', () => {
    const plain = { number: 1, request: { ...send, text: 'xxxx' }, linkLines: [] };
    const escaped = { number: 1, request: { ...send, text: '"\\xx' }, linkLines: [] };
    expect(largestCardBytes(escaped, undefined, ['a'])).toBe(
      largestCardBytes(plain, undefined, ['a']) + 2,
    );
  });
});

describe('refusals of too large cards (api 1.9)', () => {
  const withoutText = { number: 1, request: { ...send, text: '' }, linkLines: [] };
  // The ticks of its code span take two bytes.
  const longest = 15000 - largestCardBytes(withoutText, undefined, ['bob']) - 2;

  it('accepts a send of exactly 15000 bytes', () => {
    const plan = planCard(1, { ...send, text: 'x'.repeat(longest) }, undefined, ['bob']);
    expect(plan).toMatchObject({ kind: 'fits', bytes: 15000 });
  });

  it('refuses a send of one byte more', () => {
    expect(planCard(1, { ...send, text: 'x'.repeat(longest + 1) }, undefined, ['bob'])).toEqual({
      kind: 'too-long',
      text: 'text: too long for its approval card; shorten it.',
    });
  });

  it('refuses a connect whose message does not fit', () => {
    const request = { ...connect, message: '€'.repeat(5000) };
    expect(planCard(1, request, undefined, ['bob'])).toEqual({
      kind: 'too-long',
      text: 'message: too long for its approval card; shorten it.',
    });
  });

  it('refuses a download whose names do not fit', () => {
    const plan = planCard(
      1,
      {
        tool: 'download',
        chat: '@5',
        itemId: 1,
        fileId: 1,
        subject: { kind: 'contact', name: 'bob' },
        fileName: 'a'.repeat(14_000),
        fileSize: 1,
        servers: { kind: 'known' },
      },
      undefined,
      ['bob'],
    );
    expect(plan).toEqual({
      kind: 'too-long',
      text: 'item: the names of its file and chat are too long for its approval card.',
    });
  });

  it('never refuses a leave', () => {
    const subject = { kind: 'contact', name: 'b'.repeat(14_000) } as const;
    const plan = planCard(1, { tool: 'leave', chat: '@5', subject }, undefined, ['bob']);
    expect(plan.kind).toBe('fits');
  });
});

describe('link texts of a connect card (api 1.9)', () => {
  it('keeps the lines that fit, cuts the next and leaves out the rest', () => {
    // Two bytes of newline, two ticks: 7 for `abc`, 12 are left.
    expect(fitLinkTexts({ description: 'abc', welcome: '0123456789\nlast' }, 19)).toEqual([
      '`abc`',
      '`01234…`',
    ]);
  });

  it('keeps all when they fit exactly', () => {
    expect(fitLinkTexts({ description: 'abc', welcome: 'de\n\nf' }, 20)).toEqual([
      '`abc`',
      '`de`',
      '',
      '`f`',
    ]);
  });

  it('leaves out a line without room for an ellipsis', () => {
    expect(fitLinkTexts({ description: 'abc', welcome: '0123456789' }, 13)).toEqual(['`abc`']);
    expect(fitLinkTexts({ description: 'abcd' }, 0)).toEqual([]);
  });

  it('never refuses a connect for its link texts, and stays within 15000 bytes', () => {
    const request = { ...connect, description: '"'.repeat(9000), welcome: 'x'.repeat(9000) };
    const plan = planCard(1, request, undefined, ['bob']);
    expect(plan.kind).toBe('fits');
    if (plan.kind !== 'fits') return;
    expect(plan.card.linkLines).toHaveLength(1);
    expect(plan.card.linkLines[0]).toMatch(/^`"{6000,}…`$/);
    expect(plan.bytes).toBeGreaterThan(14_990);
    expect(plan.bytes).toBeLessThanOrEqual(15_000);
  });

  it('keeps a welcome whole that fits with the description', () => {
    const request = { ...connect, description: 'One', welcome: 'Two\nThree' };
    const plan = planCard(1, request, undefined, ['bob']);
    expect(plan.kind === 'fits' && plan.card.linkLines).toEqual(['`One`', '`Two`', '`Three`']);
  });
});

describe('errors on cards (behaviour 6.3)', () => {
  const card = { number: 1, request: send, linkLines: [] };
  const failed = (error: string) =>
    cardText(card, { state: 'failed', decider: { kind: 'host' }, error });

  it('keeps an error of 600 euro signs whole', () => {
    expect(failed('€'.repeat(600))).toContain(`failed: \`${'€'.repeat(600)}\`.`);
  });

  it('cuts a longer one, so that the card can always be edited', () => {
    expect(failed('€'.repeat(601))).toContain(`failed: \`${'€'.repeat(599)}…\`.`);
  });

  it('never makes a card larger than its largest form', () => {
    fc.assert(
      fc.property(fc.array(hostileText, { maxLength: 300 }), (pieces) => {
        expect(jsonBytes(failed(pieces.join('')))).toBeLessThanOrEqual(
          largestCardBytes(card, { kind: 'host' }, []),
        );
      }),
    );
  });
});
