import { describe, expect, it } from 'vitest';
import { actionRefusal, type RefusalFacts } from '../../../src/domain/action/refusal.js';
import { actionKey } from '../../../src/domain/action/key.js';
import { connectWaitEnd, expiryTime } from '../../../src/domain/action/limits.js';

const fine: RefusalFacts = {
  stopping: false,
  controlLost: false,
  pending: 19,
  performing: 19,
  cardRefusal: undefined,
  approvers: 1,
  ownersGiven: false,
};

// Each row holds for all facts of the rows below it too: the first match counts.
const rows: readonly [Partial<RefusalFacts>, string][] = [
  [{ stopping: true }, 'The server is stopping.'],
  [
    { controlLost: true },
    'The agent lost its control chat. The person who runs it has to restart it with --reset-owners.',
  ],
  [{ pending: 20 }, "20 actions are pending; wait for the owner's decisions."],
  [{ performing: 20 }, '20 actions are being performed; wait for their results.'],
  [
    { cardRefusal: 'text: too long for its approval card; shorten it.' },
    'text: too long for its approval card; shorten it.',
  ],
  [
    { approvers: 0 },
    'The agent has no owner. The person who runs it has to join its control chat with the link the server printed.',
  ],
];

describe('refusals of a new action, first match (api 1.9)', () => {
  it.each(rows.map(([facts, text], index) => [text, facts, index] as const))(
    '%s',
    (text, facts, index) => {
      const later = Object.assign({}, ...rows.slice(index + 1).map(([more]) => more)) as object;
      expect(actionRefusal({ ...fine, ...later, ...facts })).toBe(text);
    },
  );

  it('names --owners when it was given', () => {
    expect(actionRefusal({ ...fine, approvers: 0, ownersGiven: true })).toBe(
      'The agent has no approving owner. The person who runs it has to restart it with the --owners options it printed.',
    );
  });

  it('refuses nothing otherwise', () => {
    expect(actionRefusal(fine)).toBeUndefined();
  });
});

describe('the key of an action (api 1.1)', () => {
  it('takes missing fields as their defaults', () => {
    expect(actionKey('connect', { target: 'x' })).toBe('["connect","x",false,null]');
    expect(actionKey('connect', { target: 'x', incognito: false, wait: 5 })).toBe(
      actionKey('connect', { target: 'x', idle: 7 }),
    );
  });

  it('tells all action fields apart', () => {
    expect(
      actionKey('send', {
        chat: '@4',
        text: 'a',
        file: '/f',
        as: 'file',
        reply_to: 3,
        mention: [1, 2],
      }),
    ).toBe('["send","@4","a","/f","file",3,[1,2]]');
    expect(actionKey('send', { chat: '@4', text: 'a' })).not.toBe(
      actionKey('send', { chat: '@4', file: 'a' }),
    );
  });

  it('is of one tool', () => {
    expect(actionKey('leave', { chat: '@4' })).toBe('["leave","@4"]');
    expect(actionKey('download', { chat: '@4', item: 9 })).toBe('["download","@4",9]');
  });
});

describe('times (behaviour 5.6)', () => {
  it('expire after the given hours, and end the wait of a connect 10 minutes before a day', () => {
    expect(expiryTime(1000, 23)).toBe(1000 + 23 * 3_600_000);
    expect(connectWaitEnd(1000)).toBe(1000 + 23 * 3_600_000 + 50 * 60_000);
  });
});
