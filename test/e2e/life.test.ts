import { readFile, stat } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import './support/built-cli.js';
import { Agent } from './support/agent.js';
import type { Host } from './support/host.js';
import { freePort, Place } from './support/place.js';
import { fields } from './support/results.js';

let place: Place;
let agent: Agent;

beforeEach(async () => {
  place = await Place.make();
});

afterEach(async () => {
  await agent.end();
  await place.remove();
});

/** A call for which a card is open; what becomes of the call is of no interest. */
async function openCard(host: Host, number: number, target = '@echo.simplex'): Promise<void> {
  host.call('connect', { target }).catch(() => undefined);
  await agent.card(number);
}

const cancelled = (name: string, ...lines: readonly string[]): string =>
  [`I want to connect to ${name}, as myself.`, ...lines, 'Cancelled: the server stopped.'].join(
    '\n',
  );

const echoCancelled = cancelled(
  'bot echo (@echo.simplex)',
  '`Repeats what you say`',
  '`Hello! I repeat what you send.`',
);

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

describe('the start (behaviour 3.3, api 3.4)', () => {
  it('prints the lines of the start, and writes its files for this user only', async () => {
    agent = await Agent.start(place);
    const { out, err, child } = agent.process;
    expect(err).toEqual([]);
    expect(out.slice(0, 5)).toEqual([
      'SimpleX MCP server 0.1.0, agent "demo"',
      `Data folder: ${place.data}`,
      'Approval mode: requests',
      'Agent control chat "demo" created.',
      'Join the agent control chat in the SimpleX app. The link works once:',
    ]);
    const link = out.findIndex((line) => line.startsWith('https://'));
    expect(out.slice(link + 1, link + 4)).toEqual([
      'If the QR code does not scan, restart with --qr-code large, or paste the link into the app.',
      'The person who joins becomes the owner of the agent.',
      `Listening on http://127.0.0.1:${agent.port}/mcp`,
    ]);
    expect(await place.read('lock')).toBe(`${child.pid}\n`);
    const token = await place.read('token');
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(JSON.parse(await place.read('headers.json'))).toEqual({
      Authorization: `Bearer ${token}`,
    });
    expect(JSON.parse(await place.read('server.json'))).toEqual({
      name: 'demo',
      port: agent.port,
      expireHours: 23,
    });
    expect(agent.process.text).not.toContain(token);
    const mode = async (...names: string[]): Promise<string> =>
      ((await stat(place.path(...names))).mode & 0o777).toString(8);
    for (const name of ['token', 'headers.json', 'server.json', 'lock', 'audit.jsonl']) {
      expect([name, await mode(name)]).toEqual([name, '600']);
    }
    for (const name of ['.', 'tmp', 'sandbox']) {
      expect([name, await mode(name)]).toEqual([name, '700']);
    }
  });

  it('tells how to register once the owner has joined', async () => {
    agent = await Agent.withOwner(place);
    await agent.shows(
      "I'm your agent. I ask here before I connect, send, download a file or leave a chat.",
    );
    expect(await agent.owner.members()).toEqual([
      { name: 'demo', role: 'owner', agent: true },
      { name: 'owner', role: 'owner', agent: false },
    ]);
    await agent.process.line((line) =>
      line.endsWith(`dist/cli.js register demo --data ${place.data}`),
    );
    const joined = agent.process.out.findIndex((line) =>
      line.endsWith('is now an owner. The link is deleted.'),
    );
    expect(agent.process.out[joined]).toMatch(
      /^owner joined \(member \d+\) and is now an owner\. /,
    );
    expect(agent.process.out[joined + 1]).toBe('Add the agent to Claude Code:');
  });

  it('finds its chats, owner, approvals and token again', async () => {
    agent = await Agent.withOwner(place);
    const token = await place.read('token');
    const before = await agent.host();
    await openCard(before, 1);
    await agent.owner.say('/approve 1');
    await agent.process.line('Action 1 approved by owner: connected.');
    const listed = (await fields(before.call('list')))['chats'] as { name: string; chat: string }[];
    const { chat } = listed.find(({ name }) => name === 'echo') ?? { chat: '' };
    await agent.owner.say(`/approve ${chat} all`);
    await agent.shows(`Approved for bot echo (${chat}) by owner. /'revoke ${chat}'`);
    agent.process.signal('SIGTERM');
    expect(await agent.process.ended).toEqual({ code: 0, signal: null });
    await agent.end();

    agent = await Agent.start(place);
    expect(await place.read('token')).toBe(token);
    expect(agent.process.text).not.toContain('Join the agent control chat');
    const after = await agent.host();
    expect(await fields(after.call('send', { chat, text: 'again', limit: 1 }))).toMatchObject({
      action: 2,
      status: 'done',
      responses: [{ text: 'again' }],
    });
  });
});

describe('the stop (behaviour 4.3)', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'cancels pending cards at %s, and a second signal ends the wait for them',
    async (signal) => {
      agent = await Agent.withOwner(place, ['--stop-wait', '60']);
      const host = await agent.host();
      await openCard(host, 1);
      agent.process.signal(signal);
      await agent.process.line(
        'Stopping: sending 1 cancelled card(s), up to 60 s. Ctrl-C to stop now.',
      );
      await agent.shows(echoCancelled);
      agent.process.signal(signal);
      expect(await agent.process.ended).toEqual({ code: 0, signal: null });
      expect(agent.process.out.slice(-3)).toEqual([
        'Cancelled 1 action.',
        'Stopping: sending 1 cancelled card(s), up to 60 s. Ctrl-C to stop now.',
        'Stopped.',
      ]);
      expect(agent.process.err).toEqual([]);
      expect(await isThere(place.path('lock'))).toBe(false);
    },
  );

  it('waits for cancelled cards as long as --stop-wait says', async () => {
    agent = await Agent.withOwner(place, ['--stop-wait', '1']);
    await openCard(await agent.host(), 1);
    await openCard(await agent.host(), 2, '#sandbox-news.simplex');
    agent.process.signal('SIGTERM');
    const { code } = await agent.process.ended;
    expect(code).toBe(0);
    expect(agent.process.out.slice(-3)).toEqual([
      'Cancelled 2 actions.',
      'Stopping: sending 2 cancelled card(s), up to 1 s. Ctrl-C to stop now.',
      'Stopped.',
    ]);
  });

  it('marks what is being performed as interrupted', async () => {
    agent = await Agent.withOwner(place, ['--stop-wait', '60']);
    await agent.owner.request('hold', { point: 'join' });
    await openCard(await agent.host(), 1);
    await agent.owner.say('/approve 1');
    await agent.owner.request('reached', { point: 'join' });
    agent.process.signal('SIGTERM');
    await agent.shows(
      echoCancelled.replace(
        'Cancelled: the server stopped.',
        'Approved by owner; interrupted: the server stopped.',
      ),
    );
    agent.process.signal('SIGTERM');
    expect(await agent.process.ended).toEqual({ code: 0, signal: null });
  });

  it('is immediate when nothing is pending', async () => {
    agent = await Agent.start(place, ['--stop-wait', '60']);
    agent.process.signal('SIGTERM');
    expect(await agent.process.ended).toEqual({ code: 0, signal: null });
    expect(agent.process.out.at(-1)).toBe('Stopped.');
    expect(agent.process.text).not.toContain('Stopping');
  });

  it('can come while the server starts', async () => {
    agent = Agent.launch(place, await freePort());
    await agent.process.line('Approval mode: requests');
    agent.process.signal('SIGTERM');
    expect(await agent.process.ended).toEqual({ code: 0, signal: null });
    expect(agent.process.out.at(-1)).toBe('Stopped.');
    expect(agent.process.err).toEqual([]);
    expect(await isThere(place.path('lock'))).toBe(false);
  });
});

describe('a server that was killed (issue: crash safety)', () => {
  it('starts again without help, closes the cards it left open and reuses no number', async () => {
    agent = await Agent.withOwner(place);
    const host = await agent.host();
    await openCard(host, 1);
    await openCard(host, 2, '#sandbox-news.simplex');
    await agent.owner.say('/reject 2');
    await agent.process.line('Action 2 rejected by owner.');
    const rejected = await agent.owner.waitFor(({ text }) => text.endsWith('Rejected by owner.'));
    const { pid } = agent.process.child;
    agent.process.signal('SIGKILL');
    await agent.process.ended;
    expect(await place.read('lock')).toBe(`${pid}\n`);
    await agent.end();

    agent = await Agent.start(place);
    await agent.sit();
    await agent.shows(echoCancelled);
    expect((await agent.owner.items()).find(({ id }) => id === rejected.id)).toEqual(rejected);
    await agent.owner.say('/approve 1');
    await agent.shows('Action 1 is not pending.');
    await openCard(await agent.host(), 3);
    expect(await readFile(place.path('audit.jsonl'), 'utf8')).toMatch(
      /"event":"action-cancelled","action":1/,
    );
  });

  it('does not call cancelled what the owner had approved', async () => {
    agent = await Agent.withOwner(place);
    await agent.owner.request('hold', { point: 'join' });
    await openCard(await agent.host(), 1);
    await agent.owner.say('/approve 1');
    await agent.owner.request('reached', { point: 'join' });
    agent.process.signal('SIGKILL');
    await agent.process.ended;
    await agent.end();

    agent = await Agent.start(place);
    await agent.sit();
    await agent.shows(
      echoCancelled.replace(
        'Cancelled: the server stopped.',
        'Approved by owner; interrupted: the server stopped.',
      ),
    );
  });
});
