import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import './support/built-cli.js';
import { Agent } from './support/agent.js';
import { freePort, Place } from './support/place.js';
import { errorOf, fields } from './support/results.js';
import { runCli, type CliResult } from './support/run-cli.js';

let used: Place;
let place: Place;
let agent: Agent | undefined;

beforeAll(async () => {
  used = await Place.make();
  const first = await Agent.start(used);
  first.process.signal('SIGTERM');
  await first.process.ended;
});

afterAll(() => used.remove());

beforeEach(async () => {
  place = await Place.make();
  agent = undefined;
});

afterEach(async () => {
  await agent?.end();
  await place.remove();
});

/** Runs a server that is to fail at its start. */
async function fails(): Promise<CliResult> {
  const port = String(await freePort());
  const words = ['serve', 'demo', '--core', 'sandbox', '--data', place.data, '--port', port];
  const result = await runCli(place, words);
  expect(await readdir(place.data)).not.toContain('lock');
  return result;
}

/** Puts the data folder of an agent that ran in place. */
async function ran(): Promise<void> {
  await cp(used.data, place.data, { recursive: true });
}

describe('a damaged state file is kept aside, never overwritten (issue: bad input)', () => {
  it('token', async () => {
    await ran();
    await writeFile(place.path('token'), 'half a tok');
    const kept = place.path('token.corrupt-1');
    expect(await fails()).toMatchObject({
      code: 1,
      err: `simplex-mcp: The token in ${place.data} is damaged and was moved to ${kept}. Start again for a new token, then register the agent again in hosts that copied the old one.`,
    });
    expect(await readFile(kept, 'utf8')).toBe('half a tok');
    agent = await Agent.start(place);
    expect(await place.read('token')).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(await readFile(kept, 'utf8')).toBe('half a tok');
  });

  it('server.json', async () => {
    await ran();
    await writeFile(place.path('server.json'), '{"name":"demo","po');
    const registered = await runCli(place, ['register', 'demo', '--data', place.data]);
    expect(registered.code).toBe(1);
    expect(registered.err).toMatch(/^Agent "demo" was never started\. Start it with: node /);
    expect(await place.read('server.json')).toBe('{"name":"demo","po');
    agent = await Agent.start(place);
    const kept = place.path('server.json.corrupt-1');
    expect(agent.process.out).toContain(
      `server.json was damaged. It is kept as ${kept}, and a new one is written.`,
    );
    expect(await readFile(kept, 'utf8')).toBe('{"name":"demo","po');
    expect(JSON.parse(await place.read('server.json'))).toMatchObject({ port: agent.port });
  });

  it.each([
    ['it is not JSON', '{"version":1,"see'],
    ['unexpected value at seed', '{"version":1,"seed":"x"}'],
  ])('state of the sandbox: %s', async (reason, text) => {
    await ran();
    const path = place.path('sandbox', 'state.json');
    await writeFile(path, text);
    const kept = `${path}.corrupt-1`;
    expect(await fails()).toMatchObject({
      code: 1,
      err: `simplex-mcp: The sandbox's state ${path} is damaged (${reason}). It is kept as ${kept}. Put a good copy back as state.json, or start again to begin with a new sandbox.`,
    });
    expect(await readFile(kept, 'utf8')).toBe(text);
    agent = await Agent.start(place);
    expect(agent.process.out).toContain('Agent control chat "demo" created.');
    expect(await readFile(kept, 'utf8')).toBe(text);
  });

  it('state of a newer sandbox is left as it is', async () => {
    await ran();
    const path = place.path('sandbox', 'state.json');
    const text = (await readFile(path, 'utf8')).replace('"version":1', '"version":2');
    await writeFile(path, text);
    expect(await fails()).toMatchObject({
      code: 1,
      err: `simplex-mcp: The sandbox's state ${path} was written by a newer simplex-mcp (state version 2). Use that one, or another --data folder.`,
    });
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  it('an audit log that was edited: nothing is performed, agent and owner are told', async () => {
    await ran();
    const path = place.path('audit.jsonl');
    const text = (await readFile(path, 'utf8')).replace('server-started', 'server-stopped');
    await writeFile(path, text);
    agent = await Agent.withOwner(place);
    expect(agent.process.err.some((line) => line.startsWith('audit: '))).toBe(true);
    const host = await agent.host();
    const result = await fields(host.call('connect', { target: '@echo.simplex' }));
    expect(result).toMatchObject({ action: 1, status: 'failed' });
    expect(String(result['error'])).toContain('audit.jsonl');
    await agent.owner.waitFor(({ text: shown }) =>
      shown.startsWith("Action 1 is not performed, because it can't be recorded: "),
    );
    expect(await readFile(path, 'utf8')).toBe(text);
  });
});

describe('another server on the same data folder (behaviour 4.4)', () => {
  it('ends with the PID of the first, which goes on', async () => {
    agent = await Agent.withOwner(place);
    const before = await readdir(place.data);
    const port = String(await freePort());
    const words = ['serve', 'demo', '--core', 'sandbox', '--data', place.data, '--port', port];
    const { pid } = agent.process.child;
    expect(await runCli(place, words)).toEqual({
      code: 1,
      out: '',
      err: `Another server uses ${place.data} (PID ${pid}). If no server runs, remove ${place.data}/lock.`,
    });
    expect(await readdir(place.data)).toEqual(before);
    expect(await place.read('lock')).toBe(`${pid}\n`);
    const host = await agent.host();
    await fields(host.call('list'));
  });

  it.each(['', '999999999\n'])('is not taken for one: a lock that reads %j', async (text) => {
    await mkdir(place.data);
    await writeFile(place.path('lock'), text);
    agent = await Agent.start(place);
    expect(await place.read('lock')).toBe(`${agent.process.child.pid}\n`);
  });

  it('may use another data folder at the same time', async () => {
    agent = await Agent.start(place);
    const other = await Place.make();
    const second = await Agent.start(other);
    const host = await second.host();
    expect(await errorOf(host.call('receive', { chat: '@99' }))).toBe(
      "No chat @99. list shows the agent's chats.",
    );
    await second.end();
    await other.remove();
  });
});

describe('a token', () => {
  it('is replaced by --new-token, and the old one opens nothing', async () => {
    await ran();
    const before = await place.read('token');
    agent = await Agent.start(place, ['--new-token']);
    const after = await place.read('token');
    expect(after).not.toBe(before);
    expect(JSON.parse(await place.read('headers.json'))).toEqual({
      Authorization: `Bearer ${after}`,
    });
    const answer = await fetch(`http://127.0.0.1:${agent.port}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${before}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(answer.status).toBe(401);
    expect(agent.process.text).not.toContain(after);
  });

  it('is never in what the server keeps beside it', async () => {
    await ran();
    const token = await place.read('token');
    const names = await readdir(place.data, { recursive: true, withFileTypes: true });
    for (const entry of names.filter((one) => one.isFile())) {
      if (['token', 'headers.json'].includes(entry.name)) continue;
      expect(await readFile(join(entry.parentPath, entry.name), 'utf8')).not.toContain(token);
    }
  });
});
