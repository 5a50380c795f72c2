import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import {
  knownServers,
  unknownServer,
  type Participant,
} from '../../../src/adapters/sandbox/index.js';
import { ChatError } from '../../../src/ports/chat.js';
import { SandboxAgent } from './sandbox-agent.js';

let folder: string;
let agent: SandboxAgent;
let alice: Participant;
let chat: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-files-'));
  agent = await SandboxAgent.start();
  alice = agent.network.person('alice');
  await agent.join(alice.links.invitation().full);
  await agent.happened();
  chat = alice.directs()[0] ?? 0;
});

afterEach(async () => {
  await agent.chat.close();
  await rm(folder, { recursive: true, force: true });
});

const path = (): string => join(folder, '1.bin');
const bytes = Buffer.alloc(600_000, 7);

async function offer(options: Partial<Parameters<Participant['files']['send']>[1]> = {}) {
  return alice.files.send(chat, { name: 'a file.bin', bytes, text: 'a file', ...options });
}

async function file(itemId = 8) {
  return (await agent.chat.item('@4', itemId))?.file;
}

describe('an upload that is not finished', () => {
  it('has no servers until it is', async () => {
    const sent = await offer({ held: true });
    expect(await agent.happened()).toEqual(['+ @4:8 a file new file 1 invited']);
    expect(await agent.chat.fileServers('@4', 8, 1)).toBeUndefined();
    alice.files.finishUpload(sent.offer);
    expect(await agent.happened()).toEqual(['file-described 1']);
    expect(await agent.chat.fileServers('@4', 8, 1)).toEqual(knownServers);
  });

  it('can be accepted, and is received when it is finished', async () => {
    const sent = await offer({ held: true });
    await agent.happened();
    await agent.chat.receiveFile(1, path(), false);
    expect((await file())?.status).toEqual({ kind: 'accepted' });
    expect((await stat(path())).size).toBe(0);
    expect(await agent.happened()).toEqual([]);
    alice.files.finishUpload(sent.offer);
    expect(await agent.happened()).toEqual(['file-described 1', 'file-received 1']);
    expect(bytes.equals(await readFile(path()))).toBe(true);
  });

  it('goes back to the offer when its servers turn out to be unknown', async () => {
    const sent = await offer({ held: true, servers: [unknownServer] });
    await agent.happened();
    await agent.chat.receiveFile(1, path(), false);
    alice.files.finishUpload(sent.offer);
    expect(await agent.happened()).toEqual([
      'file-described 1',
      '~ @4:8 a file new file 1 invited',
    ]);
    await expect(stat(path())).rejects.toThrow();
    await agent.chat.receiveFile(1, path(), true);
    expect(await agent.happened()).toEqual(['file-received 1']);
  });
});

describe('a slow download', () => {
  it('shows how much has come, and has it at its path', async () => {
    const sent = await offer({ pace: 'held' });
    await agent.happened();
    await agent.chat.receiveFile(1, path(), false);
    expect(await agent.happened()).toEqual([]);
    const total = 262_144 * 2 + 65_536 * 2;
    expect((await file())?.status).toEqual({ kind: 'transfer', received: 0, total });
    alice.files.letThrough(sent.offer, 1);
    await agent.happened();
    expect((await file())?.status).toEqual({ kind: 'transfer', received: 262_144, total });
    expect((await stat(path())).size).toBe(262_144);
    alice.files.letThrough(sent.offer);
    expect(await agent.happened()).toEqual(['file-received 1']);
    expect(bytes.equals(await readFile(path()))).toBe(true);
  });

  it('takes the time of its pace', async () => {
    await offer({ pace: 1000 });
    await agent.happened();
    await agent.chat.receiveFile(1, path(), false);
    await agent.happened();
    const received: unknown[] = [];
    for (let second = 0; second < 4; second += 1) {
      await agent.clock.advance(1000);
      await agent.network.settled();
      const status = (await file())?.status;
      received.push(status?.kind === 'transfer' ? status.received : status?.kind);
    }
    expect(received).toEqual([262_144, 524_288, 589_824, 'complete']);
  });

  it('goes on after a restart from where it was', async () => {
    const sent = await offer({ pace: 'held' });
    await agent.happened();
    await agent.chat.receiveFile(1, path(), false);
    await agent.happened();
    alice.files.letThrough(sent.offer, 1);
    await agent.happened();
    await agent.restart();
    expect(await agent.happened()).toEqual([]);
    expect((await file())?.status).toMatchObject({ kind: 'transfer', received: 262_144 });
    alice.files.letThrough(sent.offer);
    expect(await agent.happened()).toEqual(['file-received 1']);
    expect(bytes.equals(await readFile(path()))).toBe(true);
  });

  it('ends when its sender cancels, and leaves nothing', async () => {
    const sent = await offer({ pace: 'held' });
    await agent.happened();
    await agent.chat.receiveFile(1, path(), false);
    alice.files.letThrough(sent.offer, 1);
    await agent.happened();
    alice.files.cancel(sent.offer);
    expect(await agent.happened()).toEqual(['file-sender-cancelled 1']);
    expect((await file())?.status).toEqual({ kind: 'cancelled' });
    await expect(stat(path())).rejects.toThrow();
  });

  it('ends when the agent cancels, is on offer again, and can be received from the start', async () => {
    const sent = await offer({ pace: 'held' });
    await agent.happened();
    await agent.chat.receiveFile(1, path(), false);
    alice.files.letThrough(sent.offer, 1);
    await agent.happened();
    await agent.chat.cancelFile(1);
    expect((await file())?.status).toEqual({ kind: 'invited' });
    await expect(stat(path())).rejects.toThrow();
    alice.files.letThrough(sent.offer);
    expect(await agent.happened()).toEqual([]);
    await agent.chat.receiveFile(1, path(), false);
    expect(await agent.happened()).toEqual(['file-received 1']);
    expect(bytes.equals(await readFile(path()))).toBe(true);
  });
});

describe('a download that fails', () => {
  it('because the file is gone from the servers, in the words of the apps', async () => {
    const sent = await offer();
    await agent.happened();
    alice.files.expire(sent.offer);
    await agent.chat.receiveFile(1, path(), false);
    expect(await agent.happened()).toEqual(['file-receive-failed 1']);
    expect((await file())?.status).toEqual({
      kind: 'error',
      error: 'Wrong key or unknown file chunk address - most likely file is deleted.',
    });
    await expect(stat(path())).rejects.toThrow();
  });

  it('when it expires in the middle', async () => {
    const sent = await offer({ pace: 'held' });
    await agent.happened();
    await agent.chat.receiveFile(1, path(), false);
    await agent.happened();
    alice.files.expire(sent.offer);
    expect(await agent.happened()).toEqual(['file-receive-failed 1']);
  });

  it('because a test wants it', async () => {
    await offer();
    await agent.happened();
    agent.network.failNext(
      'download',
      new ChatError('File server error: QUOTA', { kind: 'other' }),
    );
    await agent.chat.receiveFile(1, path(), false);
    expect(await agent.happened()).toEqual(['file-receive-failed 1']);
    expect((await file())?.status).toEqual({ kind: 'error', error: 'File server error: QUOTA' });
  });

  it('before it begins: another file is at the path, or no folder', async () => {
    await offer();
    await agent.happened();
    await writeFile(path(), 'mine');
    await expect(agent.chat.receiveFile(1, path(), false)).rejects.toMatchObject({
      message: `SimpleX error: error: fileAlreadyExists: ${path()}`,
    });
    expect(await readFile(path(), 'utf8')).toBe('mine');
    await expect(
      agent.chat.receiveFile(1, join(folder, 'none', '1.bin'), false),
    ).rejects.toMatchObject({ message: expect.stringContaining('fileWrite') });
    expect((await file())?.status).toEqual({ kind: 'invited' });
  });

  it('before it begins: the core prohibits it', async () => {
    await offer({ prohibited: 'The file is larger than its sender may send.' });
    await agent.happened();
    expect(await file()).toMatchObject({
      status: { kind: 'invited' },
      prohibited: 'The file is larger than its sender may send.',
    });
    await expect(agent.chat.receiveFile(1, path(), false)).rejects.toBeInstanceOf(ChatError);
  });
});

describe('a file that the agent sends', () => {
  const content = { type: 'file', text: 'from the agent' } as const;

  it('is read after the message is sent', async () => {
    await writeFile(path(), 'approved');
    const hold = agent.network.hold('upload');
    const item = await agent.chat.send('@4', { content, filePath: path() });
    expect(item.file).toMatchObject({ fileId: 1, name: '1.bin', size: 8, path: path() });
    await hold.reached;
    expect(await agent.happened()).toEqual([]);
    hold.release();
    expect(await agent.happened()).toEqual(['file-sent 1']);
    const message = alice.messages.list(chat).at(-1);
    expect(message?.file).toMatchObject({ name: '1.bin', size: 8, state: 'ready' });
    expect(Buffer.from(await alice.files.download(message?.file?.offer ?? 0)).toString()).toBe(
      'approved',
    );
  });

  it('fails when it is gone before it is read', async () => {
    await writeFile(path(), 'approved');
    const hold = agent.network.hold('upload');
    await agent.chat.send('@4', { content, filePath: path() });
    await hold.reached;
    await rm(path());
    hold.release();
    expect(await agent.happened()).toEqual(['file-send-failed 1']);
  });

  it('fails because a test wants it', async () => {
    await writeFile(path(), 'approved');
    agent.network.failNext('upload', new ChatError('File server error: AUTH', { kind: 'other' }));
    await agent.chat.send('@4', { content, filePath: path() });
    expect(await agent.happened()).toEqual(['file-send-failed 1']);
    expect(alice.messages.list(chat).at(-1)?.file?.state).toBe('expired');
  });

  it('is taken back by the agent', async () => {
    await writeFile(path(), 'approved');
    await agent.chat.send('@4', { content, filePath: path() });
    await agent.happened();
    await agent.chat.cancelFile(1);
    expect(alice.messages.list(chat).at(-1)?.file?.state).toBe('cancelled');
    await expect(agent.chat.cancelFile(1)).rejects.toMatchObject({
      message: expect.stringContaining('file already cancelled'),
    });
  });
});
