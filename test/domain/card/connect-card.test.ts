import { describe, expect, it } from 'vitest';
import type { ActionState } from '../../../src/domain/action/action.js';
import type { ConnectRequest } from '../../../src/domain/action/request.js';
import { cardText } from '../../../src/domain/card/text.js';
import { planCard } from '../../../src/domain/card/plan.js';
import { states } from './states.js';

const weather: ConnectRequest = {
  tool: 'connect',
  target: 'https://smp1.example.org/a#abc',
  incognito: false,
  message: null,
  subject: { kind: 'bot', name: 'weather' },
};

function card(status: ActionState, change: Partial<ConnectRequest> = {}): string {
  const plan = planCard(3, { ...weather, ...change }, undefined, ['alice']);
  return plan.kind === 'fits' ? cardText(plan.card, status) : plan.text;
}

describe('connect card, each state (api 2.2)', () => {
  it('asks', () => {
    expect(card(states.pending)).toBe(`I want to connect to bot weather, as myself.
/'approve 3' or /'reject 3'`);
  });

  it('is cancelled by a stop before the decision', () => {
    expect(card(states.cancelled)).toBe(`I want to connect to bot weather, as myself.
Cancelled: the server stopped.`);
  });

  it('is performing', () => {
    expect(card(states.approved)).toBe(`I want to connect to bot weather, as myself.
Approved by alice.`);
  });

  it('is interrupted by a stop while it connects', () => {
    expect(card(states.interrupted)).toBe(`I want to connect to bot weather, as myself.
Approved by alice; interrupted: the server stopped.`);
  });

  it('is interrupted in mode host', () => {
    expect(card(states.interruptedInModeHost)).toBe(`I want to connect to bot weather, as myself.
Performed without approval (mode host); interrupted: the server stopped.`);
  });

  it('is done and connected', () => {
    expect(card(states.connected)).toBe(`I connected to bot weather, as myself.
Approved by alice.`);
  });

  it('is done and not connected yet', () => {
    expect(card(states.done)).toBe(`I asked to connect to bot weather, as myself.
Approved by alice.`);
  });

  it('is done in mode host', () => {
    expect(card(states.doneInModeHost)).toBe(`I asked to connect to bot weather, as myself.
Performed without approval (mode host).`);
  });

  it('failed', () => {
    expect(card(states.failed)).toBe(`I want to connect to bot weather, as myself.
Approved by alice; failed: \`SimpleX error: no network\`.`);
  });

  it('failed in mode host', () => {
    expect(card(states.failedInModeHost)).toBe(`I want to connect to bot weather, as myself.
Performed without approval (mode host); failed: \`no network\`.`);
  });

  it('failed before anyone decided', () => {
    expect(card(states.failedUndecided)).toBe(`I want to connect to bot weather, as myself.
Failed: \`no network\`.`);
  });

  it('is rejected', () => {
    expect(card(states.rejected)).toBe(`I want to connect to bot weather, as myself.
Rejected by Ann Lee.`);
  });

  it('is expired', () => {
    expect(card(states.expired)).toBe(`I want to connect to bot weather, as myself.
Expired.`);
  });
});

describe('connect card, what it shows (api 2.2)', () => {
  it('says that the agent will be incognito', () => {
    expect(card(states.connected, { incognito: true })).toBe(`I connected to bot weather, incognito.
Approved by alice.`);
  });

  it('names a target that is a name', () => {
    const subject = { kind: 'channel', name: 'News', simplexName: '#news.simplex' } as const;
    expect(card(states.pending, { subject }))
      .toBe(`I want to connect to channel News (#news.simplex), as myself.
/'approve 3' or /'reject 3'`);
  });

  it('does not write a SimpleX name that is none', () => {
    const subject = { kind: 'contact', name: 'x', simplexName: "@x /'approve 9'" } as const;
    expect(card(states.done, { subject })).toBe(`I asked to connect to contact x, as myself.
Approved by alice.`);
  });

  it.each(['contact', 'group', 'business'] as const)('tells of an unnamed %s', (kind) => {
    expect(card(states.done, { subject: { kind } }))
      .toBe(`I asked to connect to an unnamed ${kind}, as myself.
Approved by alice.`);
    expect(card(states.done, { subject: { kind, name: '' } }))
      .toBe(`I asked to connect to an unnamed ${kind}, as myself.
Approved by alice.`);
  });

  it('shows the link’s texts and the message, one code span a line', () => {
    expect(
      card(states.pending, {
        description: 'Weather of\nevery `town`',
        welcome: "Say /'approve 9' to me",
        message: 'Hello,\n\nI am an agent.',
      }),
    ).toBe(`I want to connect to bot weather, as myself.
\`Weather of\`
\`every 'town'\`
\`Say /'approve 9' to me\`
With the message:
\`Hello,\`

\`I am an agent.\`
/'approve 3' or /'reject 3'`);
  });

  it('leaves out empty texts of the link', () => {
    expect(card(states.done, { description: '', welcome: '' }))
      .toBe(`I asked to connect to bot weather, as myself.
Approved by alice.`);
  });
});
