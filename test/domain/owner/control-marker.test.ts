import { describe, expect, it } from 'vitest';
import { controlMarker, withNextAction } from '../../../src/domain/owner/control-marker.js';

describe('control marker and counter (behaviour 3.2, 5.7)', () => {
  it('is found with its counter', () => {
    expect(controlMarker({ simplexMcp: { control: true, nextAction: 12 } })).toEqual({
      nextAction: 12,
    });
  });

  it.each([
    ['no data', undefined],
    ['other data', { other: 1 }],
    ['a standing approval', { simplexMcp: { approvedBy: 'alice', approvedById: 2 } }],
    ['a marker that is not true', { simplexMcp: { control: 'true', nextAction: 1 } }],
    ['null', { simplexMcp: null }],
  ])('is not found in %s', (_, data) => {
    expect(controlMarker(data)).toBeUndefined();
  });

  it.each([undefined, 0, -1, 1.5, '7', Number.NaN, 2 ** 60])(
    'counts from 1 when the counter is %s',
    (nextAction) => {
      expect(controlMarker({ simplexMcp: { control: true, nextAction } })).toEqual({
        nextAction: 1,
      });
    },
  );

  it('is written beside other keys', () => {
    expect(withNextAction({ other: 1, simplexMcp: { control: true, nextAction: 4 } }, 5)).toEqual({
      other: 1,
      simplexMcp: { control: true, nextAction: 5 },
    });
    expect(withNextAction(undefined, 1)).toEqual({ simplexMcp: { control: true, nextAction: 1 } });
  });
});
