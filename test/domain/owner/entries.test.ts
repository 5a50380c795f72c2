import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesEntry } from '../../../src/domain/owner/approver.js';
import { entriesText, parseOwnerEntries } from '../../../src/domain/owner/entries.js';
import { member } from './people.js';

describe('--owners (api 3.1)', () => {
  it.each([
    ['one entry', '2:alice', [{ memberId: 2, name: 'alice' }]],
    [
      'several entries',
      '2:alice,13:Bob Roe',
      [
        { memberId: 2, name: 'alice' },
        { memberId: 13, name: 'Bob Roe' },
      ],
    ],
    ['a name with commas', '2:Roe, Bob, 3rd', [{ memberId: 2, name: 'Roe, Bob, 3rd' }]],
    ['a name with a colon', '2:a:b', [{ memberId: 2, name: 'a:b' }]],
    ['a comma at the end, which is of the name', '2:alice,', [{ memberId: 2, name: 'alice,' }]],
  ])('reads %s', (_, value, entries) => {
    expect(parseOwnerEntries(value)).toEqual({ kind: 'entries', entries });
  });

  it.each([
    ['an empty value', '', ''],
    ['a name without an ID', 'alice', 'alice'],
    ['an ID without a name', '2:', '2:'],
    ['an ID of zero', '0:alice', '0:alice'],
    ['an ID with a leading zero', '02:alice', '02:alice'],
    ['an ID of 16 digits', '1234567890123456:alice', '1234567890123456:alice'],
    ['a second entry without a name', '2:alice,3:', '3:'],
    ['a name with a line break', '2:a\nb', '2:a\nb'],
  ])('refuses %s', (_, value, entry) => {
    expect(parseOwnerEntries(value)).toEqual({ kind: 'invalid', entry });
  });
});

describe('ENTRIES (api 2.4)', () => {
  it.each([
    ['letters, digits, underscores and hyphens', 'Anna_1-2', '2:Anna_1-2'],
    ['letters of any script', 'алиса', '2:алиса'],
    ['a space', 'Ann Lee', "'2:Ann Lee'"],
    ['an apostrophe', "O'Neil", "'2:O'\\''Neil'"],
    ['what a shell would run', '$(id);`id`', "'2:$(id);`id`'"],
    ['a line break', 'a\nb', "'2:a b'"],
  ])('writes a name with %s', (_, name, text) => {
    expect(entriesText([member(2, name)])).toBe(text);
  });

  it('joins entries by commas', () => {
    expect(entriesText([member(2, 'alice'), member(3, 'Ann Lee'), member(4, 'bob')])).toBe(
      "2:alice,'3:Ann Lee',4:bob",
    );
  });

  it('matches the member again when it is typed in a shell, for any name but a list of entries', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (name) => {
        fc.pre(!/,[1-9]\d*:/.test(name));
        const word = entriesText([member(2, name)]);
        const typed = word.replaceAll("'\\''", '\0').replaceAll("'", '').replaceAll('\0', "'");
        const parsed = parseOwnerEntries(typed);
        expect(parsed.kind).toBe('entries');
        if (parsed.kind !== 'entries') return;
        expect(parsed.entries.map((entry) => matchesEntry(entry, member(2, name)))).toEqual([true]);
      }),
    );
  });
});
