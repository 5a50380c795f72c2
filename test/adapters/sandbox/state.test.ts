import { fork } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { SandboxChat, SandboxNetwork, SandboxOwner } from '../../../src/adapters/sandbox/index.js';
import { compile } from '../../support/compiled.js';
import { FakeClock } from '../../support/fake-clock.js';
import { SandboxAgent } from './sandbox-agent.js';

let folder: string;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'sandbox-state-')), 'sandbox');
});

afterEach(async () => {
  await rm(join(folder, '..'), { recursive: true, force: true });
});

function network(): SandboxNetwork {
  return new SandboxNetwork({ clock: new FakeClock(), folder });
}

const profile = { displayName: 'agent', description: 'x', history: true, commands: [] };
const text = (value: string) => ({ content: { type: 'text', text: value } }) as const;

describe('the state of the sandbox', () => {
  it('finds chats, owner, approvals, links and what was said again', async () => {
    const agent = await SandboxAgent.start({ folder });
    await agent.chat.createGroup(profile);
    await agent.chat.setCustomData('#1', { simplexMcp: { control: true, nextAction: 5 } });
    const owner = new SandboxOwner(agent.network);
    await owner.join(await agent.chat.createGroupLink(1, 'member'));
    await agent.network.settled();
    await agent.chat.setMemberRole(1, 2, 'owner');
    await agent.chat.send('#1', text('a card'));
    await agent.network.settled();
    await agent.chat.close();

    const again = network();
    const chat = new SandboxChat({ network: again });
    await chat.open();
    await chat.start();
    expect(await chat.chat('#1')).toMatchObject({
      customData: { simplexMcp: { control: true, nextAction: 5 } },
    });
    expect(await chat.members(1)).toMatchObject([{ name: 'owner', role: 'owner' }]);
    const seat = new SandboxOwner(again);
    expect(seat.joined).toBe(true);
    expect(seat.items().map((item) => item.text)).toEqual(['a card']);
    seat.say('/approve 5');
    await again.settled();
    expect((await chat.items('#1', { kind: 'last', count: 1 })).items[0]).toMatchObject({
      content: { kind: 'received', message: { text: '/approve 5' } },
      unread: true,
    });
    await chat.close();
  });

  it('is on the disk before a change answers, in a file for this user only', async () => {
    const agent = await SandboxAgent.start({ folder });
    await agent.chat.createGroup(profile);
    await agent.chat.setCustomData('#1', { simplexMcp: { nextAction: 9 } });
    const { itemId } = await agent.chat.send('#1', text('a card'));
    // Nothing is closed: this is what a killed program leaves.
    const chat = new SandboxChat({ network: network() });
    await chat.open();
    expect((await chat.chat('#1')).customData).toEqual({ simplexMcp: { nextAction: 9 } });
    expect((await chat.item('#1', itemId))?.content).toMatchObject({ message: { text: 'a card' } });
    expect((await stat(join(folder, 'state.json'))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it('survives a kill in the middle of writing: whole, with all that was answered', async () => {
    const compiled = await compile('test/adapters/sandbox/busy-sandbox.ts');
    const program = compiled.path('test/adapters/sandbox/busy-sandbox.ts');
    const sent: { itemId: number; text: string }[] = [];
    try {
      for (const count of [3, 20, 41]) {
        const child = fork(program, [folder], { execArgv: [] });
        await new Promise<void>((resolve, reject) => {
          let seen = 0;
          child.on('message', (message) => {
            sent.push(message as { itemId: number; text: string });
            seen += 1;
            if (seen === count) child.kill('SIGKILL');
          });
          child.once('error', reject);
          child.once('exit', () => {
            resolve();
          });
        });
      }
    } finally {
      await compiled.remove();
    }
    expect(sent.length).toBeGreaterThanOrEqual(64);
    const chat = new SandboxChat({ network: network() });
    await chat.open();
    for (const { itemId, text: said } of sent) {
      expect((await chat.item('#1', itemId))?.content).toMatchObject({ message: { text: said } });
    }
    expect(new Set(sent.map(({ itemId }) => itemId)).size).toBe(sent.length);
  });

  it('goes on with numbers that were never given before', async () => {
    const agent = await SandboxAgent.start({ folder });
    await agent.chat.createGroup(profile);
    const first = await agent.chat.send('#1', text('one'));
    await agent.chat.close();
    const chat = new SandboxChat({ network: network() });
    await chat.open();
    await chat.start();
    const second = await chat.send('#1', text('two'));
    expect(second.itemId).toBe(first.itemId + 1);
    await chat.close();
  });

  it('delivers what was on its way to a closed agent', async () => {
    const agent = await SandboxAgent.start({ folder });
    const alice = agent.network.person('alice');
    await agent.join(alice.links.invitation().short);
    await agent.happened();
    await agent.chat.close();
    alice.messages.say(alice.directs()[0] ?? 0, 'while you were away');
    await agent.network.close();
    const chat = new SandboxChat({ network: network() });
    await chat.open();
    await chat.start();
    await new Promise((resolve) => setImmediate(resolve));
    expect((await chat.items('@4', { kind: 'last', count: 1 })).items[0]).toMatchObject({
      content: { message: { text: 'while you were away' } },
    });
    await chat.close();
  });

  it('removes the parts of writes that a killed program left', async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'state.json.1234567'), '{"version":1,"se');
    const agent = await SandboxAgent.start({ folder });
    await agent.chat.close();
    expect((await readdir(folder)).sort()).toEqual(['files', 'state.json']);
  });
});

describe('a state that can not be used', () => {
  async function opening(): Promise<unknown> {
    return new SandboxChat({ network: network() }).open().then(
      () => undefined,
      (error: unknown) => error,
    );
  }

  async function write(content: string): Promise<void> {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'state.json'), content);
  }

  it('is kept aside when it is no JSON, and the next start begins anew', async () => {
    await write('{"version":1,"se');
    expect(await opening()).toMatchObject({
      name: 'ChatError',
      message: `The sandbox's state ${folder}/state.json is damaged (it is not JSON). It is kept as ${folder}/state.json.corrupt-1. Put a good copy back as state.json, or start again to begin with a new sandbox.`,
    });
    expect(await readFile(join(folder, 'state.json.corrupt-1'), 'utf8')).toBe('{"version":1,"se');
    expect(await opening()).toBeUndefined();
  });

  it('is never written over another one that was kept aside', async () => {
    await write('first');
    await opening();
    await write('second');
    expect(await opening()).toMatchObject({
      message: expect.stringContaining('state.json.corrupt-2.'),
    });
    expect(await readFile(join(folder, 'state.json.corrupt-1'), 'utf8')).toBe('first');
    expect(await readFile(join(folder, 'state.json.corrupt-2'), 'utf8')).toBe('second');
  });

  for (const [what, content] of [
    ['an empty file', ''],
    ['a list', '[]'],
    ['an object without a version', '{}'],
    ['zeros', '\0\0\0\0'],
  ] as const) {
    it(`is kept aside when it is ${what}`, async () => {
      await write(content);
      expect(await opening()).toMatchObject({ failure: { kind: 'store' } });
      expect(await readFile(join(folder, 'state.json.corrupt-1'), 'utf8')).toBe(content);
    });
  }

  it('names the place of a value that is not as it should be', async () => {
    const agent = await SandboxAgent.start({ folder });
    await agent.chat.createGroup(profile);
    await agent.chat.close();
    const path = join(folder, 'state.json');
    const state = JSON.parse(await readFile(path, 'utf8')) as { groups: { membership: unknown }[] };
    state.groups[0]!.membership = 'gone';
    await writeFile(path, JSON.stringify(state));
    expect(await opening()).toMatchObject({
      message: expect.stringContaining('(unexpected value at groups.0.membership)'),
    });
  });

  it('is kept aside when a row names another that is missing', async () => {
    const agent = await SandboxAgent.start({ folder });
    await agent.chat.createGroup(profile);
    await agent.chat.close();
    const path = join(folder, 'state.json');
    const state = JSON.parse(await readFile(path, 'utf8')) as { groups: unknown[] };
    state.groups = [];
    await writeFile(path, JSON.stringify(state));
    expect(await opening()).toMatchObject({
      message: expect.stringContaining('(row 1 names another that is missing)'),
    });
  });

  it('is left as it is when a newer program wrote it', async () => {
    await write('{"version":2}');
    expect(await opening()).toMatchObject({
      message: `The sandbox's state ${folder}/state.json was written by a newer simplex-mcp (state version 2). Use that one, or another --data folder.`,
    });
    expect(await readdir(folder)).toContain('state.json');
    expect(await readFile(join(folder, 'state.json'), 'utf8')).toBe('{"version":2}');
  });

  it('is not touched when it is a folder', async () => {
    await mkdir(join(folder, 'state.json'), { recursive: true });
    expect(await opening()).toMatchObject({
      message: `The sandbox's state ${folder}/state.json can't be read.`,
    });
  });

  it('says when the folder is a file', async () => {
    await writeFile(folder, '');
    expect(await opening()).toMatchObject({
      message: `The sandbox's folder ${folder} can't be written.`,
    });
  });
});

describe('a disk that can not be written', () => {
  it('fails the change and writes again at the next one', async () => {
    const agent = await SandboxAgent.start({ folder });
    await agent.chat.createGroup(profile);
    await rm(folder, { recursive: true });
    await writeFile(folder, 'in the way');
    await expect(agent.chat.send('#1', text('lost?'))).rejects.toMatchObject({
      message: `The sandbox's state ${folder}/state.json can't be written.`,
      failure: { kind: 'store' },
    });
    await rm(folder);
    await mkdir(join(folder, 'files'), { recursive: true });
    await agent.chat.send('#1', text('there'));
    expect(await readFile(join(folder, 'state.json'), 'utf8')).toContain('there');
    await agent.chat.close();
  });
});
