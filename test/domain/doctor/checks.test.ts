import { describe, expect, it } from 'vitest';
import { checkLine, isHealthy, type Check } from '../../../src/domain/doctor/check.js';
import {
  clockCheck,
  coreCheck,
  diskCheck,
  ffmpegCheck,
  folderChecks,
  nodeCheck,
} from '../../../src/domain/doctor/computer.js';
import {
  parseStatus,
  type CoreFacts,
  type ExchangeFailure,
  type FolderFacts,
  type ProgramFacts,
} from '../../../src/domain/doctor/facts.js';
import {
  auditCheck,
  bridgeCheck,
  controlCheck,
  httpCheck,
  portCheck,
  serverCheck,
  type ServerState,
} from '../../../src/domain/doctor/server.js';
import type { ChainVerdict } from '../../../src/domain/audit/chain.js';

const lines = (checks: readonly Check[]) => checks.map(checkLine);

describe('the check of Node.js', () => {
  it.each([
    ['20.19.0', '✓ Node.js 20.19.0'],
    ['24.1.0', '✓ Node.js 24.1.0'],
    ['20.18.9', '✗ Node.js 20.18.9 is too old: install 20.19 or newer'],
    ['18.20.0', '✗ Node.js 18.20.0 is too old: install 20.19 or newer'],
  ])('%s', (version, line) => {
    expect(checkLine(nodeCheck(version))).toBe(line);
  });
});

describe('the checks of the data folder', () => {
  const file = (name: string, mode: number | undefined) => ({
    name,
    changed: 0,
    ...(mode === undefined ? {} : { mode }),
  });

  it.each<[string, FolderFacts, string[]]>([
    [
      'missing',
      { kind: 'missing' },
      ['✗ There is no data folder /d: start the server with simplex-mcp serve ann'],
    ],
    [
      'unreadable',
      { kind: 'unreadable', code: 'EACCES' },
      ["✗ The data folder /d can't be read (EACCES): check who owns it"],
    ],
    [
      'closed',
      { kind: 'folder', mode: 0o700, files: [file('token', 0o600), file('notes.txt', 0o644)] },
      ['✓ Data folder /d', '✓ Its secrets are readable by you only'],
    ],
    [
      'open',
      {
        kind: 'folder',
        mode: 0o755,
        files: [file('token', 0o640), file('headers.json', 0o604), file('audit.jsonl', 0o600)],
      },
      [
        "✗ The data folder /d is open to others: run chmod 700 '/d'",
        "✗ Others can read token, headers.json: run chmod 600 '/d/token' '/d/headers.json'",
      ],
    ],
    ['new', { kind: 'folder', mode: 0o700, files: [] }, ['✓ Data folder /d']],
    [
      'on Windows',
      { kind: 'folder', files: [file('token', undefined)] },
      ['✓ Data folder /d', '✓ Its secrets are readable by you only'],
    ],
  ])('%s', (_, facts, expected) => {
    expect(lines(folderChecks('/d', facts, 'simplex-mcp serve ann'))).toEqual(expected);
  });
});

describe('the check of the server', () => {
  it.each<[ServerState, string]>([
    [
      { kind: 'never-started' },
      '✗ The server was never started: start it with simplex-mcp serve ann',
    ],
    [{ kind: 'stopped' }, '✗ The server is not running: start it with simplex-mcp serve ann'],
    [{ kind: 'starting', pid: 7 }, '– The server is starting (PID 7)'],
    [{ kind: 'running', pid: 7, port: 5226 }, '✓ The server runs (PID 7), port 5226'],
  ])('%j', (state, line) => {
    expect(checkLine(serverCheck(state, 'simplex-mcp serve ann'))).toBe(line);
  });

  it('that does not run looks at its port', () => {
    expect(checkLine(portCheck(5226, true))).toBe('✓ Port 5226 is free');
    expect(checkLine(portCheck(5226, false))).toBe(
      '✗ Port 5226 is taken by another program: start the server with --port N',
    );
  });
});

describe('the probes of the tools', () => {
  it.each<[number | ExchangeFailure, string]>([
    [1, '✓ list over HTTP: 1 chat'],
    [{ kind: 'unreachable' }, '✗ list over HTTP: nothing answers at the port: restart the server'],
    [{ kind: 'starting' }, '– list over HTTP: the server is starting'],
    [
      { kind: 'unauthorized' },
      '✗ list over HTTP: the token of the data folder is refused: restart the server',
    ],
    [{ kind: 'timeout' }, '✗ list over HTTP: no answer in time: restart the server'],
    [{ kind: 'error', message: 'a\nb' }, '✗ list over HTTP: a b: look at the log of the server'],
  ])('%j', (answer, line) => {
    expect(checkLine(httpCheck(answer))).toBe(line);
    expect(checkLine(bridgeCheck(answer))).toBe(line.replace('over HTTP', 'through the bridge'));
  });
});

describe('the check of the control chat', () => {
  it.each([
    [undefined, '– The control chat can only be checked while the server runs'],
    [
      { controlChat: 'lost', approvers: 0 },
      '✗ The agent lost its control chat: restart the server with --reset-owners',
    ],
    [
      { controlChat: 'ready', approvers: 0 },
      '✗ The agent has no approver: join its control chat with the link the server prints',
    ],
    [{ controlChat: 'ready', approvers: 2 }, '✓ Control chat with 2 approvers'],
  ] as const)('%j', (status, line) => {
    expect(checkLine(controlCheck(status))).toBe(line);
  });

  it.each([
    ['{"controlChat":"ready","approvers":1,"more":2}', { controlChat: 'ready', approvers: 1 }],
    ['{"controlChat":"other","approvers":1}', undefined],
    ['{"controlChat":"ready"}', undefined],
    ['null', undefined],
    ['', undefined],
  ])('reads %s', (text, status) => {
    expect(parseStatus(text)).toEqual(status);
  });
});

describe('the check of the audit log', () => {
  it.each<[ChainVerdict | undefined, string]>([
    [undefined, '– No audit log at /d/audit.jsonl'],
    [
      { kind: 'intact', head: { seq: 3, hash: 'aa' } },
      '✓ Audit log: 3 records, the chain is whole',
    ],
    [
      { kind: 'broken', seq: 3, reason: 'incomplete' },
      '– Audit log: its last record is being written, or was cut by a crash',
    ],
    [
      { kind: 'broken', seq: 3, reason: 'edited' },
      '✗ The audit log is broken at record 3: run simplex-mcp audit with --verify, and move the log to a safe place',
    ],
  ])('%j', (verdict, line) => {
    expect(checkLine(auditCheck('/d/audit.jsonl', verdict))).toBe(line);
  });
});

describe('the checks of the computer', () => {
  it.each<[CoreFacts, string]>([
    [{ kind: 'sandbox' }, '– The agent is on the sandbox network: there is no core library'],
    [{ kind: 'loads', path: '/l.so', version: '7.0.0.6' }, '✓ SimpleX core 7.0.0.6, /l.so'],
    [
      { kind: 'none' },
      '– The SimpleX core library is not on this computer yet: serve downloads it',
    ],
    [
      { kind: 'unusable', message: '--core-lib: no l.so at /x.' },
      '✗ There is no SimpleX core library to use: --core-lib: no l.so at /x.',
    ],
    [
      { kind: 'fails', path: '/l.so', reason: 'It did not tell its version.' },
      "✗ The SimpleX core library /l.so can't be loaded: It did not tell its version. Remove it and run simplex-mcp core install",
    ],
  ])('core %j', (facts, line) => {
    expect(checkLine(coreCheck(facts))).toBe(line);
  });

  it.each<[ProgramFacts, string]>([
    [{ kind: 'found', version: '6.1' }, '✓ ffmpeg 6.1'],
    [{ kind: 'missing' }, '– ffmpeg is not installed: videos are sent without a preview'],
    [
      { kind: 'broken', reason: 'exit 1' },
      '– ffmpeg does not run (exit 1): videos are sent without a preview',
    ],
  ])('ffmpeg %j', (facts, line) => {
    expect(checkLine(ffmpegCheck(facts))).toBe(line);
  });

  it.each([
    [500_000_000, '✓ 500.0 MB of disk are free'],
    [
      499_000_000,
      '✗ Only 499.0 MB of disk are free: make room: without it no action is recorded, so none is performed',
    ],
    [undefined, '– The system does not tell how much disk is free'],
  ])('disk %j', (bytes, line) => {
    expect(checkLine(diskCheck(bytes))).toBe(line);
  });

  it.each<[string, FolderFacts, string]>([
    ['no folder', { kind: 'missing' }, '✓ The clock is not behind the files of the agent'],
    ['within five minutes', folderOf(300_000), '✓ The clock is not behind the files of the agent'],
    ['far', folderOf(3_600_000), '✗ The clock is 60 minutes behind the files of the agent: set it'],
  ])('clock, %s', (_, folder, line) => {
    expect(checkLine(clockCheck(1_000_000, folder))).toBe(line);
  });
});

function folderOf(aheadMs: number): FolderFacts {
  return {
    kind: 'folder',
    files: [
      { name: 'a', changed: 0 },
      { name: 'b', changed: 1_000_000 + aheadMs },
    ],
  };
}

describe('all checks', () => {
  it('are well when none is bad', () => {
    expect(
      isHealthy([
        { result: 'good', text: 'a' },
        { result: 'note', text: 'b' },
      ]),
    ).toBe(true);
    expect(
      isHealthy([
        { result: 'good', text: 'a' },
        { result: 'bad', text: 'b', fix: 'c' },
      ]),
    ).toBe(false);
  });

  it('stay on one line each', () => {
    expect(checkLine({ result: 'bad', text: 'a\nb', fix: 'c\u202ed' })).toBe('✗ a b: c[U+202E]d');
  });
});
