import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OwnerConsole } from '../../../src/adapters/sandbox/owner/console.js';
import type { OwnerChange, OwnerItem } from '../../../src/adapters/sandbox/owner/owner-item.js';

const forwarded: OwnerItem = {
  id: 7,
  from: 'agent',
  mine: false,
  byAgent: true,
  text: '',
  edited: false,
  deleted: false,
  image: false,
  file: { offer: 1, name: 'minutes.txt', size: 45, ready: false },
  time: '2026-11-30T23:46:00.000Z',
};

let written: string;
let change: (one: OwnerChange) => void;
let console: OwnerConsole;

beforeEach(async () => {
  written = '';
  const input = new PassThrough();
  const output = new PassThrough();
  output.on('data', (data: Buffer) => (written += data.toString()));
  console = new OwnerConsole({ input, output, colours: false }, () => undefined);
  await console.open({
    name: 'owner',
    items: () => [],
    say: () => undefined,
    subscribe: (listener) => {
      change = listener;
    },
  });
});

afterEach(() => {
  console.close();
});

const times = (text: string): number => written.split(text).length - 1;

describe('the control chat in a terminal', () => {
  it('shows a forwarded file once, also when its upload is complete', () => {
    change({ kind: 'added', item: forwarded });
    change({
      kind: 'edited',
      item: { ...forwarded, file: { offer: 1, name: 'minutes.txt', size: 45, ready: true } },
    });
    expect(times('agent 23:46\n  [file minutes.txt, 45 bytes]\n')).toBe(1);
  });

  it('shows an item again when its text changes, with a mark', () => {
    change({ kind: 'added', item: { ...forwarded, text: 'a card' } });
    change({ kind: 'edited', item: { ...forwarded, text: 'Approved.', edited: true } });
    expect(written).toContain(
      'agent 23:46 (edited)\n  [file minutes.txt, 45 bytes]\n  Approved.\n',
    );
  });

  it('shows an item again when it is edited back to what it was', () => {
    for (const text of ['one', 'two', 'one']) {
      change({ kind: 'edited', item: { ...forwarded, text, edited: true } });
    }
    expect(times('  one\n')).toBe(2);
  });
});
