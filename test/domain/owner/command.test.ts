import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseOwnerCommand } from '../../../src/domain/owner/command.js';

describe('owner requests (api 2.1)', () => {
  it.each([
    ['/approve 12', { kind: 'approve', action: 12 }],
    ['/approve @5 12', { kind: 'approve', action: 12, chat: '@5' }],
    ['/approve #7 12', { kind: 'approve', action: 12, chat: '#7' }],
    ['/reject 12', { kind: 'reject', action: 12 }],
    ['/reject @5 12', { kind: 'reject', action: 12, chat: '@5' }],
    ['/receive 12', { kind: 'receive', action: 12 }],
    ['/receive @5 12', { kind: 'receive', action: 12, chat: '@5' }],
    ['/receive @5 12 all', { kind: 'receive-all', action: 12, chat: '@5' }],
    ['/receive @5 off', { kind: 'receive-off', chat: '@5' }],
    ['/forward 12', { kind: 'forward', action: 12 }],
    ['/forward @5 12', { kind: 'forward', action: 12, chat: '@5' }],
    ['/approve @5 all', { kind: 'approve-all', chat: '@5' }],
    ['/revoke @5', { kind: 'revoke', chat: '@5' }],
    ['/leave #7', { kind: 'leave', chat: '#7' }],
    ['/delete #7 files', { kind: 'delete-files', chat: '#7' }],
    ['/pending', { kind: 'pending' }],
    ['/list', { kind: 'list' }],
  ])('reads %s', (text, command) => {
    expect(parseOwnerCommand(text)).toEqual(command);
  });
});

describe('the form of a command (api 2.1, behaviour 6.5)', () => {
  it.each([
    ['leading spaces', '   /list'],
    ['a newline at the end', '/list\n'],
    ['a carriage return and newline at the end', '/list\r\n'],
    ['spaces at the end', '/list   '],
  ])('allows %s', (_, text) => {
    expect(parseOwnerCommand(text)).toEqual({ kind: 'list' });
  });

  it('splits parameters at any whitespace', () => {
    expect(parseOwnerCommand('/approve \t @5   12 ')).toEqual({
      kind: 'approve',
      action: 12,
      chat: '@5',
    });
  });

  it.each([
    ['a text', 'hello'],
    ['an empty text', ''],
    ['a slash inside a text', 'and/or'],
    ['a tab before the slash', '\t/list'],
    ['two lines', '/list\n/pending'],
    ['two newlines at the end', '/list\n\n'],
    ['a newline before the slash', '\n/list'],
    ['a line separator', '/approve\u202812'],
    ['a carriage return inside', '/approve\r12'],
  ])('is not met by %s', (_, text) => {
    expect(parseOwnerCommand(text)).toBeUndefined();
  });

  it.each([
    ['an unknown keyword', '/help'],
    ['a keyword in another case', '/Approve 12'],
    ['only a slash', '/'],
    ['a slash and a space', '/ list'],
    ['two slashes', '//list'],
    ['no number', '/approve'],
    ['a number of zero', '/approve 0'],
    ['a number with a leading zero', '/approve 012'],
    ['a number with a sign', '/approve +12'],
    ['a number of 16 digits', '/approve 1234567890123456'],
    ['digits of another script', '/approve ١٢'],
    ['too many parameters', '/approve @5 12 now'],
    ['a chat with a leading zero', '/revoke @05'],
    ['a chat of 16 digits', '/revoke @1234567890123456'],
    ['a chat number beyond 64 bits, which the core reads as #1', '/leave #18446744073709551617'],
    ['a chat without a sign', '/leave 7'],
    ['reject with all', '/reject @5 all'],
    ['receive of all without an action', '/receive @5 all'],
    ['a trailing word', '/receive @5 12 everything'],
    ['delete without files', '/delete #7'],
    ['delete of something else', '/delete #7 chat'],
    ['parameters of pending', '/pending @5'],
    ['parameters of list', '/list all'],
    ['a quoted parameter', "/'approve 12'"],
  ])('gets the help reply for %s', (_, text) => {
    expect(parseOwnerCommand(text)).toEqual({ kind: 'help' });
  });

  it('never fails, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const command = parseOwnerCommand(`/${text}`);
        expect(command === undefined || command.kind !== undefined).toBe(true);
      }),
    );
  });
});
