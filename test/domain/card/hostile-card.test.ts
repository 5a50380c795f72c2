import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ActionState, Decider } from '../../../src/domain/action/action.js';
import type { ActionRequest, Subject } from '../../../src/domain/action/request.js';
import { planCard } from '../../../src/domain/card/plan.js';
import { cardText } from '../../../src/domain/card/text.js';
import { whatText } from '../../../src/domain/card/what.js';
import { inChat, inLog } from '../../../src/domain/card/subject.js';
import { jsonBytes } from '../../../src/domain/text/measure.js';
import { tappable } from '../text/app-markup.js';
import { BREAKS, hostileName, hostileText, TURNING } from '../text/hostile.js';

const kind = fc.constantFrom('contact', 'bot', 'agent', 'business', 'group', 'channel' as const);

const subject: fc.Arbitrary<Subject> = fc.record(
  { kind, name: hostileName, simplexName: hostileText },
  { requiredKeys: ['kind'] },
) as fc.Arbitrary<Subject>;

const longText = fc.oneof(
  hostileText,
  fc.array(hostileText, { minLength: 20, maxLength: 400 }).map((pieces) => pieces.join('')),
);

const chat = fc.constantFrom('@5', '#7' as const);

const request = fc.oneof(
  fc.record({
    tool: fc.constant('connect' as const),
    target: fc.constant('https://smp1.example.org/a#abc'),
    incognito: fc.boolean(),
    message: fc.option(longText),
    subject,
    description: longText,
    welcome: longText,
  }),
  fc.record(
    {
      tool: fc.constant('send' as const),
      chat,
      subject,
      incognito: fc.boolean(),
      text: fc.option(longText),
      file: fc.record({
        type: fc.constantFrom('image', 'video', 'file' as const),
        path: hostileText,
        size: fc.nat(),
      }),
      quote: fc.record({ itemId: fc.constant(1), name: hostileName, text: longText }),
      mentions: fc.array(fc.record({ memberId: fc.nat(), name: hostileName }), { maxLength: 3 }),
    },
    { requiredKeys: ['tool', 'chat', 'subject', 'incognito', 'text'] },
  ),
  fc.record(
    {
      tool: fc.constant('download' as const),
      chat,
      itemId: fc.constant(1),
      fileId: fc.constant(1),
      subject,
      sender: hostileName,
      fileName: longText,
      fileSize: fc.nat(),
      servers: fc.oneof(
        fc.constant({ kind: 'known' } as const),
        fc.record({
          kind: fc.constant('unknown' as const),
          hosts: fc.array(hostileText, { minLength: 1, maxLength: 3 }),
        }),
      ),
    },
    {
      requiredKeys: [
        'tool',
        'chat',
        'itemId',
        'fileId',
        'subject',
        'fileName',
        'fileSize',
        'servers',
      ],
    },
  ),
  fc.record({ tool: fc.constant('leave' as const), chat, subject }),
) as fc.Arbitrary<ActionRequest>;

const decider = (name: string): fc.Arbitrary<Decider> =>
  fc.constantFrom<Decider>(
    { kind: 'host' },
    { kind: 'standing', name, memberId: 2 },
    { kind: 'approver', name, memberId: 2 },
  );

/** An action with the name of its approver and a state that it can reach. */
const action = hostileName.chain((approver) =>
  decider(approver).chain((by) =>
    fc.record({
      request,
      approver: fc.constant(approver),
      decider: fc.constant(by),
      status: fc.oneof(
        fc.constantFrom<ActionState>(
          { state: 'pending', interrupted: false },
          { state: 'pending', interrupted: true },
          { state: 'performing', decider: by, interrupted: true },
          { state: 'done', decider: by, connected: true },
          { state: 'done', decider: by, connected: false },
          { state: 'rejected', by: approver, memberId: 2 },
          { state: 'expired' },
        ),
        longText.map((error): ActionState => ({ state: 'failed', decider: by, error })),
      ),
    }),
  ),
);

function plannedCard(a: { request: ActionRequest; approver: string; decider: Decider }) {
  const own = a.decider.kind === 'approver' ? undefined : a.decider;
  return planCard(9, a.request, own, [a.approver]);
}

function meantCommands(of: ActionRequest, status: ActionState): readonly string[] {
  const pending = status.state === 'pending' && !status.interrupted;
  if (of.tool === 'connect') return pending ? ['/approve 9', '/reject 9'] : [];
  const { chat: ref } = of;
  const revoke = status.state === 'done' && status.decider.kind === 'standing';
  if (!pending) return revoke && of.tool === 'send' ? [`/revoke ${ref}`] : [];
  switch (of.tool) {
    case 'send':
      return [`/approve ${ref} 9`, `/approve ${ref} all`, `/reject ${ref} 9`];
    case 'download':
      return [
        `/receive ${ref} 9`,
        ...(of.servers.kind === 'unknown' ? [] : [`/receive ${ref} 9 all`]),
        `/forward ${ref} 9`,
        `/reject ${ref} 9`,
      ];
    case 'leave':
      return [`/approve ${ref} 9`, `/reject ${ref} 9`];
  }
}

const LINE_BREAKS = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/u;
const linesOf = (text: string | null | undefined) =>
  text === null || text === undefined ? 0 : text.split(LINE_BREAKS).length;

/** How many lines a card may have. */
function mostLines(of: ActionRequest): number {
  switch (of.tool) {
    case 'connect':
      return 2 + linesOf(of.description) + linesOf(of.welcome) + 1 + linesOf(of.message);
    case 'send':
      return 2 + linesOf(of.text) + 3;
    case 'download':
      return 4;
    case 'leave':
      return 2;
  }
}

describe('cards of peers’ text (behaviour 6.3)', () => {
  it('hold exactly the commands to tap that the server meant', () => {
    fc.assert(
      fc.property(action, (a) => {
        const plan = plannedCard(a);
        fc.pre(plan.kind === 'fits');
        if (plan.kind !== 'fits') return;
        const text = cardText(plan.card, a.status);
        const meant = meantCommands(a.request, a.status);
        expect(tappable(text, 'line')).toEqual(meant);
        expect(tappable(text, 'word')).toEqual(meant);
      }),
      { numRuns: 500 },
    );
  });

  it('stay within 15000 JSON-escaped bytes when they are accepted', () => {
    fc.assert(
      fc.property(action, (a) => {
        const plan = plannedCard(a);
        fc.pre(plan.kind === 'fits' && a.request.tool !== 'leave');
        if (plan.kind !== 'fits') return;
        expect(plan.bytes).toBeLessThanOrEqual(15_000);
        expect(jsonBytes(cardText(plan.card, a.status))).toBeLessThanOrEqual(plan.bytes);
      }),
      { numRuns: 300 },
    );
  });

  it('stay within their lines', () => {
    fc.assert(
      fc.property(action, (a) => {
        const plan = plannedCard(a);
        fc.pre(plan.kind === 'fits');
        if (plan.kind !== 'fits') return;
        const lines = cardText(plan.card, a.status).split('\n');
        expect(lines.length).toBeLessThanOrEqual(mostLines(a.request));
        for (const line of lines) expect(line).not.toMatch(BREAKS);
      }),
      { numRuns: 300 },
    );
  });

  it('show what would turn or hide their text', () => {
    fc.assert(
      fc.property(action, (a) => {
        const plan = plannedCard(a);
        fc.pre(plan.kind === 'fits');
        if (plan.kind !== 'fits') return;
        expect(cardText(plan.card, a.status)).not.toMatch(TURNING);
      }),
      { numRuns: 300 },
    );
  });
});

describe('attacks by valid display names', () => {
  it('does not let a backtick in a name end the code span of the quote', () => {
    const plan = planCard(
      9,
      {
        tool: 'send',
        chat: '#7',
        subject: { kind: 'group', name: 'Book club' },
        incognito: false,
        text: 'Yes',
        quote: { itemId: 1, name: 'carol `x', text: "/'approve #7 all'" },
      },
      undefined,
      ['alice'],
    );
    expect(plan.kind === 'fits' && cardText(plan.card, { state: 'expired' }))
      .toBe(`I want to send a message to group Book club:
\`Yes\`
replying to \`carol 'x\`: \`/'approve #7 all'\`
Expired.`);
  });

  it('does not let a name hide the command of a standing card', () => {
    const text = cardText(
      {
        number: 9,
        request: {
          tool: 'send',
          chat: '@5',
          subject: { kind: 'contact', name: 'bob' },
          incognito: false,
          text: 'Yes',
        },
        linkLines: [],
      },
      { state: 'done', decider: { kind: 'standing', name: '~alice', memberId: 2 } },
    );
    expect(tappable(text)).toEqual(['/revoke @5']);
  });
});

describe('WHAT of peers’ names (api 2.1)', () => {
  it('is one line without commands to tap', () => {
    fc.assert(
      fc.property(request, (r) => {
        expect(whatText(r, inLog)).not.toMatch(BREAKS);
        expect(whatText(r, inChat)).not.toMatch(BREAKS);
        expect(tappable(`12 ${whatText(r, inChat)} expires 2030-01-01 00:00 UTC`)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
