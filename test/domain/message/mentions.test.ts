import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withMentions } from '../../../src/domain/message/mentions.js';
import { appParts } from '../text/app-markup.js';
import { hostileText } from '../text/hostile.js';

describe('mention names missing from the text (api 1.3)', () => {
  it('are put before it', () => {
    expect(withMentions('Hello', ['alice'])).toBe('@alice Hello');
    expect(withMentions('Hello', ['alice', 'Ann Lee'])).toBe("@alice @'Ann Lee' Hello");
    expect(withMentions('Hello', ['Ann.'])).toBe("@'Ann.' Hello");
  });

  it('are the text of a file without one', () => {
    expect(withMentions(null, ['alice'])).toBe('@alice');
    expect(withMentions(null, [])).toBeNull();
  });

  it.each([
    ['in the text', 'Hello @alice'],
    ['with punctuation after it', 'Hello @alice, how are you?'],
    ['at the start', '@alice hello'],
    ['on another line', 'Hello\n@alice'],
    ['before a carriage return', 'Hello @alice\r\nBye'],
    ['in quotes', "Hello @'alice'"],
  ])('are not put before it when the name is %s', (_, text) => {
    expect(withMentions(text, ['alice'])).toBe(text);
  });

  it('knows names with spaces', () => {
    expect(withMentions("Hi @'Ann Lee'!", ['Ann Lee'])).toBe("Hi @'Ann Lee'!");
    expect(withMentions('Hi @Ann Lee', ['Ann Lee'])).toBe("@'Ann Lee' Hi @Ann Lee");
  });

  it('knows a mention after another one, and after marks inside words', () => {
    expect(withMentions("@'Ann Lee' and @alice", ['alice', 'Ann Lee'])).toBe(
      "@'Ann Lee' and @alice",
    );
    expect(withMentions("don't use C# @alice", ['alice'])).toBe("don't use C# @alice");
  });

  it.each([
    ['another name', 'Hello @alicia'],
    ['the name after what is no line break to the apps', 'x\u2028@alice'],
    ['an e-mail address', 'mail x@alice now'],
    ['a name without its sign', 'Hello alice'],
    ['a name in a code span', 'Run `a @alice b`'],
  ])('are put before a text that has %s', (_, text) => {
    expect(withMentions(text, ['alice'])).toBe(`@alice ${text}`);
  });

  it('takes every character of a name as itself', () => {
    expect(withMentions('@a.c', ['a.c'])).toBe('@a.c');
    expect(withMentions('@abc', ['a.c'])).toBe('@a.c @abc');
    expect(withMentions('x', ['a+(b'])).toBe('@a+(b x');
  });

  const talk = fc
    .array(
      fc.constantFrom(
        '@alice',
        "@'Ann Lee'",
        '@a-b',
        "@'J. D.'",
        ...[
          "@'",
          "/'",
          '(1)',
          '@',
          '/',
          '`',
          '*',
          '_',
          '~',
          '#',
          '!1 ',
          '[',
          "'",
          ' ',
          '\n',
          '\r',
          '\u2028',
          'x',
          '.',
          '/list',
          '1234567',
        ],
      ),
      { maxLength: 10 },
    )
    .map((words) => words.join(''));

  it('leaves each name in the text as the apps read mentions, for any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(talk, hostileText),
        fc.subarray(['alice', 'Ann Lee', 'J. D.', 'a-b']),
        (text, names) => {
          const parts = appParts(withMentions(text, names) ?? '');
          const mentioned = parts
            .filter(({ kind }) => kind === 'mention')
            .map((part) =>
              part.text.startsWith("@'")
                ? part.text.slice(2, -1)
                : part.text.slice(1).replace(/\p{P}+$/u, ''),
            );
          for (const name of names) expect(mentioned).toContain(name);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
