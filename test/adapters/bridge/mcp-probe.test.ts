import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { McpProbe } from '../../../src/adapters/bridge/mcp-probe.js';
import { LocalDaemon } from '../../../src/adapters/daemon/local-daemon.js';
import { compile, type Compiled } from '../../support/compiled.js';
import { TestDaemon } from './test-daemon.js';

const PROGRAM = 'test/adapters/bridge/bridge-process.ts';

let compiled: Compiled;
let folder: string;
let daemon: TestDaemon;
let probe: McpProbe;

beforeAll(async () => {
  compiled = await compile(PROGRAM);
});

afterAll(() => compiled.remove());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'probe-'));
  daemon = new TestDaemon(folder);
  probe = new McpProbe(new LocalDaemon(folder), '0.1.0');
});

afterEach(async () => {
  await daemon.stop();
  await rm(folder, { recursive: true });
});

const failure = (kind: string, message?: string) => ({
  kind: 'failure',
  failure: { kind, ...(message === undefined ? {} : { message }) },
});

/** Answers the next call with three chats. */
async function answerList(): Promise<void> {
  const chats = [{}, {}, {}];
  (await daemon.nextCall()).answer({ content: [], structuredContent: { chats } });
}

const throughBridge = () =>
  probe.listOverBridge([process.execPath, compiled.path(PROGRAM), folder, 'off', '300']);

describe('list over HTTP', () => {
  it('counts the chats', async () => {
    await daemon.start();
    const [answer] = await Promise.all([probe.listOverHttp(), answerList()]);
    expect(answer).toEqual({ kind: 'answer', value: 3 });
  });

  it('takes a new connection for each request, which no server has closed meanwhile', async () => {
    await daemon.start();
    for (let round = 0; round < 3; round += 1)
      await Promise.all([probe.listOverHttp(), answerList()]);
    expect(daemon.connections).toBe(3);
  });

  it('tells why there is no answer', async () => {
    expect(await probe.listOverHttp()).toEqual(failure('unreachable'));
    daemon.ready = false;
    await daemon.start();
    expect(await probe.listOverHttp()).toEqual(failure('starting'));
    await daemon.write('token', 'wrong');
    expect(await probe.listOverHttp()).toEqual(failure('unauthorized'));
  });

  it('tells the error of the tool', async () => {
    await daemon.start();
    const failing = daemon.nextCall().then((call) => {
      call.answer({ content: [{ type: 'text', text: 'No store.' }], isError: true });
    });
    const [answer] = await Promise.all([probe.listOverHttp(), failing]);
    expect(answer).toEqual(failure('error', 'No store.'));
  });
});

describe('list through the bridge', () => {
  it('counts the chats', async () => {
    await daemon.start();
    const [answer] = await Promise.all([throughBridge(), answerList()]);
    expect(answer).toEqual({ kind: 'answer', value: 3 });
  });

  it('tells what the bridge says', async () => {
    expect(await throughBridge()).toEqual(failure('error', 'Not running.'));
  });

  it('tells that the bridge does not start', async () => {
    expect(await probe.listOverBridge([join(folder, 'none')])).toMatchObject({
      kind: 'failure',
      failure: { kind: 'error' },
    });
  });
});

describe('a resource', () => {
  it('is read', async () => {
    await daemon.start();
    daemon.message('@4', 'hi');
    expect(await probe.readResource('simplex://ann/chat/@4')).toEqual({
      kind: 'answer',
      value: '{"chat":"@4"}',
    });
    expect(await probe.readResource('simplex://ann/none')).toMatchObject({
      kind: 'failure',
      failure: { kind: 'error' },
    });
  });
});
