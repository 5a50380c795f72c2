import { describe, expect, it } from 'vitest';
import { hasWhitespace, isNameTarget, notTargetText } from '../../../src/domain/connect/target.js';

describe('target of connect (api 1.2)', () => {
  it.each(['a b', ' a', 'a\n', 'a\tb', 'a\u00A0b', 'a\u2028b', '\u3000'])(
    'refuses whitespace: %j',
    (target) => {
      expect(hasWhitespace(target)).toBe(true);
    },
  );

  it('takes a target without whitespace', () => {
    expect(hasWhitespace('https://smp1.example.org/a#abc')).toBe(false);
  });

  it('has an error text with the target', () => {
    expect(notTargetText('hello world')).toBe('Not a SimpleX link or name: hello world');
  });

  it.each(['@weather.simplex', '#news.simplex', '@алиса.simplex', '#a-b_c.d'])(
    'takes %s as a name',
    (target) => {
      expect(isNameTarget(target)).toBe(true);
    },
  );

  it.each([
    'https://smp1.example.org/a#abc',
    'simplex:/a#abc',
    'weather',
    '@',
    '#',
    "@a/'b'",
    '@`a',
  ])('takes %s as no name', (target) => {
    expect(isNameTarget(target)).toBe(false);
  });
});
