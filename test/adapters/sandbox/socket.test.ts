import { mkdtemp, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { SandboxOwnerClient, SandboxSocket } from '../../../src/adapters/sandbox/index.js';
import { SandboxAgent } from './sandbox-agent.js';

let folder: string;
let agent: SandboxAgent;
let socket: SandboxSocket;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-socket-'));
  agent = await SandboxAgent.start();
  socket = new SandboxSocket(agent.network, folder);
  path = await socket.listen();
});

afterEach(async () => {
  await socket.close();
  await rm(folder, { recursive: true, force: true });
});

async function control(): Promise<SandboxOwnerClient> {
  await agent.chat.createGroup({
    displayName: 'agent',
    description: '',
    history: true,
    commands: [],
  });
  const client = await SandboxOwnerClient.open(folder);
  await client.join(await agent.chat.createGroupLink(1, 'member'));
  await agent.network.settled();
  await agent.chat.setMemberRole(1, 2, 'owner');
  await agent.happened();
  return client;
}

const text = (value: string) => ({ content: { type: 'text', text: value } }) as const;

describe('the socket of the sandbox', () => {
  it.skipIf(process.platform === 'win32')('is for this user only', async () => {
    expect(path).toBe(join(folder, 'owner.sock'));
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('leaves the modes of other new files as they were', async () => {
    const before = process.umask();
    const other = new SandboxSocket(agent.network, join(folder, 'x'.repeat(120)));
    await other.listen();
    expect(process.umask()).toBe(before);
    await other.close();
  });

  it('lets the owner see and answer a card', async () => {
    const client = await control();
    const coming = client.waitFor((item) => item.text === 'a card');
    const card = await agent.chat.send('#1', text('a card'));
    const item = await coming;
    expect(item).toMatchObject({ from: 'agent', byAgent: true, edited: false });
    await client.say('/approve 1', { replyTo: item.id });
    expect(await agent.happened()).toEqual(['+ #1:17 /approve 1 new mention']);
    await agent.chat.edit('#1', card.itemId, text('Approved by owner.'));
    expect(await client.waitFor(({ edited }) => edited)).toMatchObject({
      text: 'Approved by owner.',
    });
    expect((await client.items()).map((seen) => seen.text)).toEqual([
      'Approved by owner.',
      '/approve 1',
    ]);
    expect(await client.members()).toEqual([
      { name: 'agent', role: 'owner', agent: true },
      { name: 'owner', role: 'owner', agent: false },
    ]);
    await client.request('send-file', { name: 'notes.txt', base64: 'bm90ZXM=', text: 'notes' });
    expect(await agent.happened()).toContain('+ #1:18 notes new file 1 invited');
    client.close();
  });

  it('has a client for each person', async () => {
    const client = await control();
    const second = await SandboxOwnerClient.open(folder, 'second');
    await agent.chat.deleteGroupLink(1);
    await second.join(await agent.chat.createGroupLink(1, 'member'));
    await second.say('hello');
    expect(await client.waitFor((item) => item.text === 'hello')).toMatchObject({ from: 'second' });
    await client.request('set-role', { name: 'second', role: 'owner' });
    await second.request('remove-agent');
    expect((await agent.happened()).at(-1)).toBe('deletedMemberUser owner removed');
    client.close();
    second.close();
  });

  it('plays other people: their links, messages and files', async () => {
    const client = await SandboxOwnerClient.open(folder);
    const { short } = await client.request<{ short: string }>('address', {
      person: 'alice',
      welcome: 'hi',
    });
    await agent.join(short);
    await agent.happened();
    await client.request('person-say', { person: 'alice', text: 'hello agent' });
    expect(await agent.happened()).toEqual(['+ @4:10 hello agent new']);
    await agent.chat.send('@4', text('hello alice'));
    await agent.network.settled();
    expect(await client.request<object[]>('person-messages', { person: 'alice' })).toMatchObject([
      { text: 'hello agent', byAgent: false },
      { text: 'hello alice', byAgent: true },
    ]);
    const file = await client.request<{ offer: number }>('person-file', {
      person: 'alice',
      name: 'x.txt',
      base64: Buffer.from('content').toString('base64'),
      held: true,
    });
    expect(await agent.happened()).toEqual(['+ @4:12  new file 1 invited']);
    await client.request('finish-upload', { person: 'alice', offer: file.offer });
    expect(await agent.happened()).toEqual(['file-described 1']);
    await client.request('cancel-file', { person: 'alice', offer: file.offer });
    expect(await agent.happened()).toEqual(['file-sender-cancelled 1']);
    client.close();
  });

  it('makes calls fail and wait', async () => {
    await control();
    const client = await SandboxOwnerClient.open(folder);
    await client.request('fail', { point: 'send', message: 'no network' });
    await expect(agent.chat.send('#1', text('x'))).rejects.toThrow('no network');
    await client.request('hold', { point: 'send' });
    const sending = agent.chat.send('#1', text('held'));
    await client.request('reached', { point: 'send' });
    await client.request('release', { point: 'send' });
    expect((await sending).itemId).toBeGreaterThan(0);
    client.close();
  });

  it('answers what it does not know or can not do with an error', async () => {
    const client = await SandboxOwnerClient.open(folder);
    await expect(client.request('fly')).rejects.toThrow('no operation fly');
    await expect(client.say('hello')).rejects.toThrow('owner is not in the control chat');
    await expect(client.join('https://nowhere.invalid/')).rejects.toThrow(
      'the link leads to no group',
    );
    await expect(client.request('fail', { point: 'sendd', message: '' })).rejects.toThrow();
    client.close();
  });

  it('ends a connection that says no JSON, and goes on with others', async () => {
    const closed = await new Promise<boolean>((resolve) => {
      const raw = connect(path, () => raw.write('hello\n'));
      raw.once('close', () => {
        resolve(true);
      });
    });
    expect(closed).toBe(true);
    const client = await SandboxOwnerClient.open(folder);
    expect(await client.request('inhabitants')).toEqual([]);
    client.close();
  });

  it('rejects what waits when the sandbox goes', async () => {
    const client = await control();
    const waiting = client.waitFor((item) => item.text === 'never');
    await client.items();
    await socket.close();
    await expect(waiting).rejects.toThrow('the sandbox is gone');
    await expect(client.say('hello?')).rejects.toThrow('the sandbox is gone');
    await expect(SandboxOwnerClient.open(folder)).rejects.toThrow();
  });

  it('takes the place of a socket that a killed program left', async () => {
    const other = new SandboxSocket(agent.network, folder);
    await socket.close();
    await other.listen();
    const client = await SandboxOwnerClient.open(folder);
    client.close();
    await other.close();
  });

  it.skipIf(process.platform === 'win32')('finds a place for a long path', async () => {
    const deep = join(folder, 'x'.repeat(120));
    const other = new SandboxSocket(agent.network, deep);
    const place = await other.listen();
    expect(Buffer.byteLength(place)).toBeLessThan(100);
    expect((await stat(place)).mode & 0o777).toBe(0o600);
    (await SandboxOwnerClient.open(deep)).close();
    await other.close();
  });
});
