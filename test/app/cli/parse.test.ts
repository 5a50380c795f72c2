import { describe, expect, it } from 'vitest';
import { parseCommandLine, type CommandRule } from '../../../src/app/cli/parse.js';

const commands: Readonly<Record<string, CommandRule>> = {
  serve: {
    words: 'NAME [options]',
    describe: 'Runs the agent NAME.',
    options: {
      port: { kind: 'value', value: 'number', describe: 'the port' },
      owners: { kind: 'optional-value', value: 'ID:NAME', describe: 'the owners' },
      'new-token': { kind: 'flag', describe: 'a new token' },
      'smp-server': { kind: 'values', value: 'address', describe: 'a server' },
    },
  },
};

const parse = (...args: string[]) => parseCommandLine(args, commands);

describe('the command line (api 3)', () => {
  it('reads a command, its words and its options', () => {
    expect(parse('serve', '12', '--port', '-5', '--new-token')).toEqual({
      kind: 'command',
      command: 'serve',
      words: ['12'],
      options: { port: '-5', 'new-token': true },
    });
  });

  it('takes the last of a repeated option, and all of one that may be repeated', () => {
    expect(
      parse('serve', 'a', '--port=1', '--port', '2', '--smp-server', 'x', '--smp-server', 'y'),
    ).toMatchObject({ options: { port: '2', 'smp-server': ['x', 'y'] } });
  });

  it('takes an absent value of --owners before another option and at the end', () => {
    expect(parse('serve', 'a', '--owners', '--new-token')).toMatchObject({
      options: { owners: true, 'new-token': true },
    });
    expect(parse('serve', 'a', '--owners')).toMatchObject({ options: { owners: true } });
    expect(parse('serve', 'a', '--owners', '2:bob')).toMatchObject({
      options: { owners: '2:bob' },
    });
  });

  it.each([
    [['serve', 'a', '--port'], '--port: a value expected.'],
    [['serve', 'a', '--port='], '--port: a value expected.'],
    [['serve', 'a', '--port', '--new-token'], '--port: a value expected.'],
    [['serve', 'a', '--smp-server'], '--smp-server: a value expected.'],
    [['serve', 'a', '--nope'], 'Unknown option --nope. Run simplex-mcp --help.'],
    [['serve', 'a', '--no-new-token'], 'Unknown option --no-new-token. Run simplex-mcp --help.'],
    [['serve', 'a', '-x'], 'Unknown option -x. Run simplex-mcp --help.'],
    [
      ['serve', 'a', '--constructor', 'x'],
      'Usage: simplex-mcp serve NAME [options] or simplex-mcp register NAME [options]. Run simplex-mcp --help.',
    ],
    [
      [],
      'Usage: simplex-mcp serve NAME [options] or simplex-mcp register NAME [options]. Run simplex-mcp --help.',
    ],
    [
      ['nope'],
      'Usage: simplex-mcp serve NAME [options] or simplex-mcp register NAME [options]. Run simplex-mcp --help.',
    ],
  ])('refuses %j', (args, message) => {
    expect(() => parse(...args)).toThrow(message);
  });

  it('shows the commands, and the options of a command', () => {
    const all = parse('--help');
    expect(all).toMatchObject({
      kind: 'help',
      text: expect.stringContaining('Runs the agent NAME.'),
    });
    const one = parse('serve', '--help');
    expect(one).toMatchObject({ kind: 'help', text: expect.stringContaining('number: the port') });
  });
});
