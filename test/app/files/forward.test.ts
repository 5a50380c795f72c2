import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { unknownServer } from '../../../src/adapters/sandbox/model/file-servers.js';
import { ChatError } from '../../../src/ports/chat.js';
import type { FakeClock } from '../../support/fake-clock.js';
import { FileWorld, type Offered } from '../../support/file-world.js';
import type { RunningCall } from '../../support/fakes.js';

let world: FileWorld;

afterEach(async () => {
  await world.end();
});

/** A download that waits for the owner: action 2. */
async function pending(
  options: Parameters<FileWorld['offer']>[0] = {},
): Promise<{ offered: Offered; call: RunningCall; card: number }> {
  world = await FileWorld.start();
  const offered = await world.offer(options);
  const call = await world.download(offered);
  return { offered, call, card: world.agent.card.id };
}

/** The post of the forwarded file, once its bytes are with the owner. */
async function forwarded(): Promise<{ name: string; bytes: string; reply: number | undefined }> {
  const item = await world.agent.owner.waitFor(({ file }) => file?.ready === true);
  const bytes = await world.agent.owner.download(item.id);
  return {
    name: item.file?.name ?? '',
    bytes: Buffer.from(bytes).toString('utf8'),
    reply: item.reply?.id,
  };
}

describe('/forward (api 2.1)', () => {
  it('posts the file under its name as a reply to the card, which stays pending', async () => {
    const { offered, call, card } = await pending();
    await world.agent.say(`/forward ${world.chat} 2`);
    expect(await forwarded()).toEqual({ name: 'notes.txt', bytes: 'hello', reply: card });
    expect(world.agent.owner.items().find(({ id }) => id === card)?.text).toContain(
      `/'receive ${world.chat} 2'`,
    );
    expect(await world.text('forwarded', 'contact-4', '1.txt')).toBe('hello');
    expect(await world.mode('forwarded', 'contact-4')).toBe('700');
    expect(await world.names('files')).toEqual(['sent']);
    await world.until(async () => (await world.names('files', 'sent'))?.length === 0);
    expect(await world.fileField(offered)).toMatchObject({ status: 'offered' });
    call.abort();
  });

  it('leaves nothing that the agent could send: the forwarded file is refused', async () => {
    const { call } = await pending();
    await world.agent.say('/forward 2');
    await forwarded();
    const path = world.path('forwarded', 'contact-4', '1.txt');
    const send = world.agent.call('send', { chat: world.chat, file: path });
    expect(await world.result(send)).toEqual({
      kind: 'error',
      text: `file: ${path} is refused: private keys and the server's own files are not sent.`,
    });
    call.abort();
  });

  it('is followed by a download that moves the file to its path', async () => {
    const { offered, call } = await pending();
    await world.agent.say('/forward 2');
    await forwarded();
    await world.agent.say('/receive 2');
    expect(await world.result(call)).toMatchObject({
      result: { status: 'done', path: world.path('files', 'contact-4', '1.txt') },
    });
    expect(await world.text('files', 'contact-4', '1.txt')).toBe('hello');
    expect(await world.names('forwarded', 'contact-4')).toEqual([]);
    expect(await world.fileField(offered)).toMatchObject({ status: 'received' });
  });

  it('keeps a download from moving the file before the copy for the post is made', async () => {
    const { offered, call } = await pending({ pace: 'held' });
    const { store } = world.agent;
    const copyFile = store.copyFile.bind(store);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let reached = false;
    store.copyFile = async (from, to) => {
      reached = true;
      await released;
      await copyFile(from, to);
    };
    await world.agent.say('/forward 2');
    await world.transferring(offered);
    await world.agent.say('/receive 2');
    world.alice.files.letThrough(offered.offer);
    await world.until(() => reached);
    await world.agent.quiet();
    await world.action(2, 'performing');
    expect(await world.text('forwarded', 'contact-4', '1.txt')).toBe('hello');
    release();
    expect(await world.result(call)).toMatchObject({ result: { status: 'done' } });
    expect(await forwarded()).toMatchObject({ bytes: 'hello' });
    expect(await world.text('files', 'contact-4', '1.txt')).toBe('hello');
    expect(await world.text('forwarded', 'contact-4', '1.txt')).toBeUndefined();
  });

  it('posts a file that the agent has received already', async () => {
    world = await FileWorld.start();
    const offered = await world.offer();
    await world.receive(offered);
    const call = await world.download(offered);
    await world.agent.say(`/forward ${await world.pending()}`);
    expect(await forwarded()).toMatchObject({ bytes: 'hello' });
    expect(await world.text('files', 'contact-4', '1.txt')).toBe('hello');
    call.abort();
  });

  it('shows the IP address to the unknown servers that the card named', async () => {
    const { call } = await pending({ servers: [unknownServer] });
    await world.agent.say('/forward 2');
    expect(await forwarded()).toMatchObject({ bytes: 'hello' });
    call.abort();
  });

  it('posts again when it is asked for again', async () => {
    const { call } = await pending();
    await world.agent.say('/forward 2');
    await forwarded();
    await world.agent.say('/forward 2');
    await world.until(
      () => world.agent.owner.items().filter(({ file }) => file?.ready === true).length === 2,
    );
    call.abort();
  });

  it.each([
    ['../../../etc/passwd', 'passwd'],
    ['a\u202Egpj.exe', 'agpj.exe'],
    ['one\ntwo.txt', 'onetwo.txt'],
    ['..', 'file'],
    [`${'ä'.repeat(300)}.txt`, `${'ä'.repeat(96)}….txt`],
  ])('names the copy of %j safely', async (name, copy) => {
    const { call } = await pending({ name });
    await world.agent.say('/forward 2');
    expect(await forwarded()).toMatchObject({ name: copy });
    call.abort();
  });
});

describe('/forward of a file that is not received or not posted (api 2.3)', () => {
  it('tells why it was not received, and the card stays pending', async () => {
    const { offered, call } = await pending({ pace: 'held' });
    await world.agent.say('/forward 2');
    await world.transferring(offered);
    world.alice.files.cancel(offered.offer);
    await world.posted('not received');
    expect(world.agent.card.text).toBe(
      'Action 2: the file was not received: `The sender cancelled the file.`.',
    );
    expect(world.agent.terminal.errors).toEqual(['action 2 file: The sender cancelled the file.']);
    await world.action(2, 'pending');
    expect(await world.names('forwarded', 'contact-4')).toEqual([]);
    call.abort();
  });

  it('deletes the copy when the post fails', async () => {
    const { call } = await pending();
    world.agent.network.failNext('send', new ChatError('It broke.', { kind: 'other' }));
    await world.agent.say('/forward 2');
    await world.posted('not received');
    expect(world.agent.card.text).toBe('Action 2: the file was not received: `It broke.`.');
    expect(await world.names('files', 'sent')).toEqual([]);
    call.abort();
  });

  it('tells of a full disk', async () => {
    const { call } = await pending();
    world.agent.store.copyFile = () => Promise.reject(new Error('No space is left.'));
    await world.agent.say('/forward 2');
    await world.posted('not received');
    expect(world.agent.card.text).toBe('Action 2: the file was not received: `No space is left.`.');
    expect(await world.names('files', 'sent')).toEqual([]);
    call.abort();
  });

  it('tells of a post whose upload fails, and deletes the copy', async () => {
    const { call } = await pending();
    world.agent.network.failNext('upload', new ChatError('No server.', { kind: 'other' }));
    await world.agent.say('/forward 2');
    await world.posted('was not sent');
    expect(world.agent.card.text).toBe(
      'The file `notes.txt` was not sent to group demo (#1): `No server.`.',
    );
    expect(await world.names('files', 'sent')).toEqual([]);
    call.abort();
  });

  it('tells nothing when the server stops meanwhile', async () => {
    const { offered } = await pending({ pace: 'held' });
    await world.agent.say('/forward 2');
    await world.transferring(offered);
    const waiting = (world.agent.clock satisfies FakeClock).waiting;
    await world.agent.stop();
    expect(world.agent.ownerSees.join()).not.toContain('not received');
    expect(world.agent.terminal.errors).toEqual([]);
    expect(world.agent.clock.waiting).toBeLessThan(waiting);
    // What the core goes on with is for the owner; the agent needs a new action.
    world = await world.restart();
    world.alice.files.letThrough(offered.offer);
    await world.until(
      async () => (await world.text('forwarded', 'contact-4', '1.txt')) === 'hello',
    );
    expect(await world.fileField(offered)).toMatchObject({ status: 'offered' });
    const call = await world.download(offered);
    await world.agent.say(`/receive ${await world.pending()}`);
    expect(await world.result(call)).toMatchObject({ result: { status: 'done' } });
    expect(await readFile(world.path('files', 'contact-4', '1.txt'), 'utf8')).toBe('hello');
  });
});
