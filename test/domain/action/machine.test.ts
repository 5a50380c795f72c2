import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action, ActionState, Decider } from '../../../src/domain/action/action.js';
import { isDecided, transition, type ActionEvent } from '../../../src/domain/action/machine.js';

const ann: Decider = { kind: 'approver', name: 'Ann', memberId: 2 };
const facts: Action['facts'] = {
  number: 1,
  key: 'key',
  request: { tool: 'leave', chat: '@4', subject: { kind: 'contact', name: 'Bob' } },
  created: 1000,
  expires: 2000,
};
const pending: ActionState = { state: 'pending', interrupted: false };
const cancelled: ActionState = { state: 'pending', interrupted: true };
const performing: ActionState = { state: 'performing', decider: ann, interrupted: false };
const interrupted: ActionState = { state: 'performing', decider: ann, interrupted: true };

const apply = (status: ActionState, event: ActionEvent) => transition({ facts, status }, event);

describe('the action state machine (behaviour 5.3)', () => {
  it.each<[string, ActionState, ActionEvent, ActionState, readonly string[]]>([
    [
      'a card post fails while pending',
      pending,
      { kind: 'post-failed', error: 'E' },
      { state: 'failed', error: 'E' },
      ['log-post-failure'],
    ],
    [
      'a counter write fails while performing',
      performing,
      { kind: 'post-failed', error: 'E' },
      { state: 'failed', decider: ann, error: 'E' },
      ['log-post-failure'],
    ],
    [
      'the stop arrives while the counter of a performing action is written',
      performing,
      { kind: 'stopped', beforePerform: true },
      cancelled,
      ['show-outcome'],
    ],
    [
      'the control chat is lost',
      pending,
      { kind: 'control-lost', error: 'lost' },
      { state: 'failed', error: 'lost' },
      [],
    ],
    [
      'the agent leaves its chat while pending',
      pending,
      { kind: 'chat-left', error: 'No chat @4.' },
      { state: 'failed', error: 'No chat @4.' },
      ['show-outcome'],
    ],
    [
      '/reject',
      pending,
      { kind: 'rejected', by: 'Ann', memberId: 2 },
      { state: 'rejected', by: 'Ann', memberId: 2 },
      ['show-outcome'],
    ],
    [
      'the expiry time passes',
      pending,
      { kind: 'time-checked', now: 2000 },
      { state: 'expired' },
      ['show-outcome'],
    ],
    ['/approve', pending, { kind: 'approved', by: ann }, performing, ['perform']],
    [
      'the perform throws',
      performing,
      { kind: 'perform-failed', error: 'E' },
      { state: 'failed', decider: ann, error: 'E' },
      ['show-outcome'],
    ],
    [
      'the perform ends',
      performing,
      { kind: 'performed' },
      { state: 'done', decider: ann },
      ['show-outcome'],
    ],
    [
      'the perform of a connect ends without the other side',
      performing,
      { kind: 'performed', connected: false },
      { state: 'done', decider: ann, connected: false },
      ['show-outcome'],
    ],
    [
      'the stop arrives while pending',
      pending,
      { kind: 'stopped', beforePerform: false },
      cancelled,
      ['show-outcome'],
    ],
    [
      'the stop arrives while performing',
      performing,
      { kind: 'stopped', beforePerform: false },
      interrupted,
      ['show-outcome'],
    ],
    [
      'an interrupted perform ends: its card stays',
      interrupted,
      { kind: 'performed' },
      { state: 'done', decider: ann },
      [],
    ],
    [
      'an interrupted perform throws: its card stays',
      interrupted,
      { kind: 'perform-failed', error: 'E' },
      { state: 'failed', decider: ann, error: 'E' },
      [],
    ],
  ])('%s', (_name, from, event, to, effects) => {
    expect(apply(from, event)).toEqual({ status: to, effects });
  });

  it('keeps a pending action before its expiry time', () => {
    expect(apply(pending, { kind: 'time-checked', now: 1999 }).status).toBe(pending);
  });

  it('approves nothing that the stop has cancelled', () => {
    expect(apply(cancelled, { kind: 'approved', by: ann }).status).toBe(cancelled);
  });

  it('cancels an action once', () => {
    expect(apply(interrupted, { kind: 'stopped', beforePerform: false }).status).toBe(interrupted);
  });
});

const events: fc.Arbitrary<ActionEvent> = fc.oneof(
  fc.constant<ActionEvent>({ kind: 'approved', by: ann }),
  fc.constant<ActionEvent>({ kind: 'rejected', by: 'Ann', memberId: 2 }),
  fc.nat(4000).map((now): ActionEvent => ({ kind: 'time-checked', now })),
  fc.constant<ActionEvent>({ kind: 'post-failed', error: 'E' }),
  fc.constant<ActionEvent>({ kind: 'control-lost', error: 'E' }),
  fc.constant<ActionEvent>({ kind: 'chat-left', error: 'E' }),
  fc.boolean().map((beforePerform): ActionEvent => ({ kind: 'stopped', beforePerform })),
  fc.constant<ActionEvent>({ kind: 'performed' }),
  fc.constant<ActionEvent>({ kind: 'perform-failed', error: 'E' }),
);

describe('any events in any order', () => {
  it('start a perform at most once, only by an approval, and never change a decided action', () => {
    fc.assert(
      fc.property(fc.array(events, { maxLength: 20 }), (given) => {
        let status: ActionState = pending;
        let performs = 0;
        for (const event of given) {
          const before: ActionState = status;
          const next = transition({ facts, status: before }, event);
          if (isDecided(before)) expect(next).toEqual({ status: before, effects: [] });
          if (next.effects.includes('perform')) {
            performs += 1;
            expect(event.kind).toBe('approved');
          }
          if (next.status === before) expect(next.effects).toEqual([]);
          status = next.status;
        }
        expect(performs).toBeLessThanOrEqual(1);
      }),
    );
  });
});
