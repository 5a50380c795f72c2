import { beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../../../src/app/cli/run.js';
import { FakeTerminal } from '../../support/fakes.js';

let terminal: FakeTerminal;

beforeEach(() => {
  terminal = new FakeTerminal();
});

const usage =
  'Usage: simplex-mcp serve NAME [options] or simplex-mcp register NAME [options]. Run simplex-mcp --help.';
const badName =
  'NAME: 1 to 32 lowercase letters, digits and single hyphens, starting with a letter or digit.';

const serve = (...options: readonly string[]) => ['serve', 'demo', '--core', 'sandbox', ...options];

describe('wrong arguments end with exit code 2 (api 3.3)', () => {
  it.each<[readonly string[], string]>([
    [[], usage],
    [['nope'], usage],
    [['serve'], usage],
    [['serve', 'a', 'b'], usage],
    [['register'], usage],
    [['bridge', 'a', 'b'], usage],
    [['serve', 'Demo'], badName],
    [['serve', 'de mo'], badName],
    [['serve', 'a--b'], badName],
    [['serve', '-a'], 'Unknown option -a. Run simplex-mcp --help.'],
    [['serve', ''], badName],
    [['serve', '../x'], badName],
    [['serve', 'dé'], badName],
    [['serve', 'a'.repeat(33)], badName],
    [['register', 'Demo'], badName],
    [serve('--port'), '--port: a value expected.'],
    [serve('--data'), '--data: a value expected.'],
    [serve('--data', '--port', '1'), '--data: a value expected.'],
    [serve('--nope'), 'Unknown option --nope. Run simplex-mcp --help.'],
    [serve('--scope', 'user'), 'Unknown option --scope. Run simplex-mcp --help.'],
    [['register', 'demo', '--port', '1'], 'Unknown option --port. Run simplex-mcp --help.'],
    [
      serve('--display-name', ' Ada  Lovelace '),
      '--display-name: not a valid SimpleX name; try Ada Lovelace',
    ],
    [serve('--display-name', '#ada'), '--display-name: not a valid SimpleX name; try ada'],
    [serve('--approve', 'never'), '--approve: requests or host expected, got never'],
    [serve('--qr-code', 'huge'), '--qr-code: small or large expected, got huge'],
    [['register', 'demo', '--scope', 'all'], '--scope: user or local expected, got all'],
    [serve('--owners', 'bob'), '--owners: ID:NAME expected, got bob'],
    [serve('--owners', '0:ann'), '--owners: ID:NAME expected, got 0:ann'],
    [serve('--expire', '0'), '--expire: hours from 1 to 23 expected, got 0'],
    [serve('--expire', '24'), '--expire: hours from 1 to 23 expected, got 24'],
    [serve('--expire', '1.5'), '--expire: hours from 1 to 23 expected, got 1.5'],
    [serve('--stop-wait', '61'), '--stop-wait: seconds from 0 to 60 expected, got 61'],
    [serve('--stop-wait', '-1'), '--stop-wait: seconds from 0 to 60 expected, got -1'],
    [serve('--port', '0'), '--port: a port from 1 to 65535 expected, got 0'],
    [serve('--port', '65536'), '--port: a port from 1 to 65535 expected, got 65536'],
    [serve('--port', '1e3'), '--port: a port from 1 to 65535 expected, got 1e3'],
    [
      serve('--reset-owners', '--owners', '2:bob'),
      '--reset-owners takes --owners without a list: member IDs change in a new agent control chat.',
    ],
    [['serve', 'demo', '--core', 'nope'], '--core: sandbox, native or ws://HOST:PORT is expected.'],
    [
      ['register', 'demo', '--host', 'emacs'],
      '--host: one of claude-code, claude-desktop, cursor, vscode, codex, gemini, opencode expected, got emacs',
    ],
  ])('%j', async (args, message) => {
    expect(await runCli(args, terminal)).toBe(2);
    expect(terminal).toMatchObject({ lines: [], errors: [message] });
  });
});

describe('--help prints on stdout, exit code 0 (api 3.3)', () => {
  it.each<[readonly string[], readonly string[]]>([
    [
      ['--help'],
      [
        'simplex-mcp COMMAND [options]',
        'Your AI agent on SimpleX Chat, with you in command.',
        'simplex-mcp serve',
        'simplex-mcp register',
        'simplex-mcp bridge',
        'simplex-mcp doctor',
        'simplex-mcp audit',
        'simplex-mcp service',
        'simplex-mcp core',
        'simplex-mcp owner',
      ],
    ],
    [
      ['serve', '--help'],
      [
        'simplex-mcp serve NAME [options]',
        '--data',
        '--display-name',
        '--approve',
        '--owners',
        '--expire',
        '--stop-wait',
        '--reset-owners',
        '--new-token',
        '--port',
        '--qr-code',
        '--core',
      ],
    ],
    [['serve', 'demo', '--help'], ['simplex-mcp serve NAME [options]']],
    [
      ['register', '--help'],
      ['simplex-mcp register NAME [options]', '--scope', '--host', '--print'],
    ],
    [
      ['unregister', '--help'],
      ['simplex-mcp unregister NAME [options]', '--host'],
    ],
    [
      ['bridge', '--help'],
      ['simplex-mcp bridge NAME [options]', '--channel'],
    ],
    [
      ['doctor', '--help'],
      ['simplex-mcp doctor NAME [options]', '--json'],
    ],
    [
      ['audit', '--help'],
      ['simplex-mcp audit NAME [options]', '--verify', '--follow'],
    ],
    [
      ['service', '--help'],
      ['simplex-mcp service NAME [options]', '--systemd', '--launchd'],
    ],
    [
      ['core', '--help'],
      ['simplex-mcp core [install] [options]', '--core-lib'],
    ],
    [
      ['owner', '--help'],
      ['simplex-mcp owner NAME [options]', '--data'],
    ],
  ])('%j', async (args, words) => {
    expect(await runCli(args, terminal)).toBe(0);
    expect(terminal.errors).toEqual([]);
    const text = terminal.lines.join('\n');
    for (const word of words) expect(text).toContain(word);
  });
});
