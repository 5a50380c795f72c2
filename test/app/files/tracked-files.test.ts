import { mkdir, writeFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { FileWorld, type Offered } from '../../support/file-world.js';

let world: FileWorld;

afterEach(async () => {
  await world.end();
});

/** The core receives a file at a path of its own, as it would for another client. */
async function receiveElsewhere(offered: Offered, name: string): Promise<string> {
  await mkdir(world.path('tmp', 'elsewhere'), { recursive: true });
  const path = world.path('tmp', 'elsewhere', name);
  await world.agent.chats.receiveFile(offered.fileId, path, false);
  await world.until(
    () => world.agent.network.world.files.need(offered.fileId).status.kind === 'complete',
  );
  await world.agent.quiet();
  return path;
}

/** What the core writes elsewhere is a byte short. */
function partElsewhere(): void {
  const { store } = world.agent;
  const fileSize = store.fileSize.bind(store);
  store.fileSize = async (path) => {
    const size = await fileSize(path);
    return path.includes('elsewhere') && size !== undefined ? size - 1 : size;
  };
}

describe('a file that is received without a download in memory (behaviour 6.6)', () => {
  it('is moved into the folder of its chat', async () => {
    world = await FileWorld.start();
    const offered = await world.offer();
    await receiveElsewhere(offered, 'notes.txt');
    await world.until(async () => (await world.text('files', 'contact-4', '1.txt')) === 'hello');
    expect(await world.names('tmp', 'elsewhere')).toEqual([]);
    expect(await world.mode('files', 'contact-4')).toBe('700');
    // Only the path of a download is told to the agent.
    expect(await world.fileField(offered)).toMatchObject({ status: 'offered' });
    expect(await world.receive(offered)).toMatchObject({
      result: { status: 'done', path: world.path('files', 'contact-4', '1.txt') },
    });
  });

  it('stays where it is when it is not whole', async () => {
    world = await FileWorld.start();
    const offered = await world.offer();
    partElsewhere();
    await receiveElsewhere(offered, 'notes.txt');
    const { message = 0 } = world.agent.network.world.items.need(offered.item);
    world.alice.messages.edit(message, 'caption');
    await world.agent.quiet();
    expect(await world.names('tmp', 'elsewhere')).toEqual(['notes.txt']);
    expect(await world.names('files', 'contact-4')).toBeUndefined();
  });

  it('is logged when it can’t be moved', async () => {
    world = await FileWorld.start();
    await writeFile(world.path('files', 'contact-4'), 'in the way');
    await receiveElsewhere(await world.offer(), 'notes.txt');
    await world.until(() => world.agent.terminal.errors.length > 0);
    expect(world.agent.terminal.errors).toEqual([
      `moving file 1: ${world.path('files', 'contact-4')} is a file where a folder is needed. Move it away, or use another folder.`,
    ]);
    expect(await world.text('tmp', 'elsewhere', 'notes.txt')).toBe('hello');
  });
});

describe('a download of a file that the core receives elsewhere (behaviour 6.6)', () => {
  it('moves it whatever its size', async () => {
    world = await FileWorld.start();
    const offered = await world.offer({ pace: 'held' });
    const call = await world.download(offered);
    partElsewhere();
    await mkdir(world.path('tmp', 'elsewhere'), { recursive: true });
    const path = world.path('tmp', 'elsewhere', 'notes.txt');
    await world.agent.chats.receiveFile(offered.fileId, path, false);
    await world.agent.say('/receive 2');
    await world.action(2, 'performing');
    await world.transferring(offered);
    world.alice.files.letThrough(offered.offer);
    expect(await world.result(call)).toMatchObject({ result: { status: 'done' } });
    expect(await world.text('files', 'contact-4', '1.txt')).toBe('hello');
  });

  it('fails as missing when it can’t be moved', async () => {
    world = await FileWorld.start();
    const offered = await world.offer();
    await receiveElsewhere(offered, 'notes.txt');
    await world.until(async () => (await world.text('files', 'contact-4', '1.txt')) === 'hello');
    const call = await world.download(offered);
    const number = await world.pending();
    world.agent.store.fileSize = () => Promise.resolve(undefined);
    await world.agent.say(`/receive ${number}`);
    expect(await world.result(call)).toMatchObject({
      result: {
        status: 'failed',
        error: "The received file is not in the agent's files folder.",
      },
    });
  });
});

describe('a file in a member chat of a group (behaviour 6.6)', () => {
  it('is downloaded into the folder of the group', async () => {
    world = await FileWorld.start();
    const { group, chat } = await world.group();
    const offered = await world.offer(
      { toMember: true, pace: 'held' },
      { conversation: group, chat },
    );
    const call = await world.download(offered);
    await world.agent.say(`/receive ${await world.pending()}`);
    await world.transferring(offered);
    world.alice.files.letThrough(offered.offer);
    expect(await world.result(call)).toMatchObject({
      result: { status: 'done', chat, path: world.path('files', 'group-2', '1.txt') },
    });
    expect(await world.text('files', 'group-2', '1.txt')).toBe('hello');
  });

  it('fails as in the main conversation', async () => {
    world = await FileWorld.start();
    const { group, chat } = await world.group();
    const offered = await world.offer(
      { toMember: true, pace: 'held' },
      { conversation: group, chat },
    );
    const call = await world.download(offered);
    await world.agent.say(`/receive ${await world.pending()}`);
    await world.transferring(offered);
    world.alice.files.cancel(offered.offer);
    expect(await world.result(call)).toMatchObject({
      result: { status: 'failed', error: 'The sender cancelled the file.' },
    });
  });

  it('is moved into the folder of the group when it is received without a download', async () => {
    world = await FileWorld.start();
    const { group, chat } = await world.group();
    const offered = await world.offer({ toMember: true }, { conversation: group, chat });
    await receiveElsewhere(offered, 'notes.txt');
    await world.until(async () => (await world.text('files', 'group-2', '1.txt')) === 'hello');
  });
});

describe('downloads over a restart (behaviour 6.6)', () => {
  /** A download that a stop interrupts. */
  async function interrupted(): Promise<Offered> {
    world = await FileWorld.start();
    const offered = await world.offer({ pace: 'held' });
    await world.download(offered);
    await world.agent.say('/receive 2');
    await world.transferring(offered);
    await world.agent.quiet();
    await world.agent.stop();
    expect(world.agent.card.text).toContain('Approved by owner; interrupted: the server stopped.');
    expect(await world.text('files', 'contact-4', '1.txt')).toBe('');
    world = await world.restart();
    await world.transferring(offered);
    return offered;
  }

  it('are gone on with by the core; the file is received without a card', async () => {
    const offered = await interrupted();
    expect(await world.fileField(offered)).toMatchObject({ status: 'offered' });
    world.alice.files.letThrough(offered.offer);
    await world.until(
      () => world.agent.network.world.files.need(offered.fileId).status.kind === 'complete',
    );
    expect(await world.text('files', 'contact-4', '1.txt')).toBe('hello');
    expect(await world.receive(offered)).toMatchObject({ result: { status: 'done' } });
  });

  it('are joined by a new download', async () => {
    const offered = await interrupted();
    const call = await world.download(offered);
    await world.agent.say(`/receive ${await world.pending()}`);
    world.alice.files.letThrough(offered.offer);
    expect(await world.result(call)).toMatchObject({
      result: { status: 'done', path: world.path('files', 'contact-4', '1.txt') },
    });
  });

  it('lose the part of a /forward that a new download joined, when that fails', async () => {
    world = await FileWorld.start();
    const offered = await world.offer({ pace: 'held' });
    await world.download(offered);
    await world.agent.say('/forward 2');
    await world.transferring(offered);
    world = await world.restart();
    await world.transferring(offered);
    expect(await world.names('forwarded', 'contact-4')).toEqual(['1.txt']);
    const call = await world.download(offered, 3600);
    const number = await world.pending();
    await world.agent.say(`/receive ${number}`);
    await world.action(number, 'performing');
    const { message = 0 } = world.agent.network.world.items.need(offered.item);
    world.alice.messages.delete(message, { full: true });
    await world.agent.clock.advance(70_000);
    expect(await world.result(call)).toMatchObject({
      result: { status: 'failed', error: 'The message or its chat was deleted.' },
    });
    expect(await world.names('forwarded', 'contact-4')).toEqual([]);
  });

  it('leave the part of a failed transfer that no download of this run wants', async () => {
    const offered = await interrupted();
    await writeFile(world.path('files', 'contact-4', '2.txt'), 'other');
    world.alice.files.expire(offered.offer);
    await world.until(
      () => world.agent.network.world.files.need(offered.fileId).status.kind === 'error',
    );
    await world.agent.quiet();
    expect(await world.text('files', 'contact-4', '2.txt')).toBe('other');
    expect(await world.fileField(offered)).toMatchObject({ status: 'failed' });
  });

  it('forget what was rejected', async () => {
    world = await FileWorld.start();
    const offered = await world.offer();
    const call = await world.download(offered);
    await world.agent.say('/reject 2');
    await world.result(call);
    world = await world.restart();
    expect(await world.fileField(offered)).toMatchObject({ status: 'offered' });
  });
});
