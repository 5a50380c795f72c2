import { mkdir, writeFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { ChatError } from '../../../src/ports/chat.js';
import { settle } from '../../support/fake-clock.js';
import { FileWorld } from '../../support/file-world.js';

let world: FileWorld;

afterEach(async () => {
  await world.end();
});

const ownerDeleted = {
  kind: 'result',
  result: { status: 'failed', error: 'Your owner deleted the files of this chat.' },
};

/** Says the command; returns the reply. */
async function deleteFiles(): Promise<string> {
  await world.agent.say(`/delete ${world.chat} files`);
  await world.until(() => /^(Deleted|No files)/.test(world.agent.card.text));
  return world.agent.card.text;
}

describe('/delete CHAT files (api 2.1)', () => {
  it('says that there are none', async () => {
    world = await FileWorld.start();
    expect(await deleteFiles()).toBe(`No files from ${world.chat}.`);
  });

  it('deletes the received and the forwarded files of this chat only', async () => {
    world = await FileWorld.start();
    await world.receive(await world.offer());
    await world.receive(await world.offer());
    const call = await world.download(await world.offer());
    await world.agent.say(`/forward ${await world.pending()}`);
    await world.until(async () => (await world.names('forwarded', 'contact-4'))?.length === 1);
    await mkdir(world.path('files', 'contact-44'));
    await writeFile(world.path('files', 'contact-44', '9.txt'), 'other');
    await world.until(() => world.agent.owner.items().some(({ file }) => file?.ready === true));
    expect(await deleteFiles()).toBe(`Deleted 3 files from ${world.chat}, 15 bytes.`);
    expect(await world.names('files', 'contact-4')).toBeUndefined();
    expect(await world.names('forwarded', 'contact-4')).toBeUndefined();
    expect(await world.text('files', 'contact-44', '9.txt')).toBe('other');
    call.abort();
  });

  it('deletes the kept files of a left chat', async () => {
    world = await FileWorld.start();
    await world.receive(await world.offer());
    await world.agent.say(`/leave ${world.chat}`);
    await world.posted('are kept in');
    expect(await deleteFiles()).toBe(`Deleted 1 file from ${world.chat}, 5 bytes.`);
    expect(await world.names('files', 'contact-4')).toBeUndefined();
  });

  it('ends a download that is under way, and the core cancels it', async () => {
    world = await FileWorld.start();
    const offered = await world.offer({ pace: 'held' });
    const call = await world.download(offered);
    await world.agent.say('/receive 2');
    await world.transferring(offered);
    await deleteFiles();
    expect(await world.result(call)).toMatchObject(ownerDeleted);
    expect(world.agent.network.world.files.need(offered.fileId).status.kind).toBe('invited');
    expect(await world.fileField(offered)).toMatchObject({ status: 'offered' });
    expect(world.agent.terminal.errors).toEqual([]);
  });

  it.each(['before', 'after'] as const)(
    'ends a download while the core accepts it (%s), and cancels it then',
    async (moment) => {
      world = await FileWorld.start();
      const offered = await world.offer({ pace: 'held' });
      const call = await world.download(offered);
      const held = world.agent.network.hold('receiveFile', moment);
      await world.agent.say('/receive 2');
      await held.reached;
      world.agent.owner.say(`/delete ${world.chat} files`);
      expect(await world.result(call)).toMatchObject(ownerDeleted);
      // Time enough for the folder to be deleted, if it were not waited for.
      await settle(3000);
      expect(world.agent.ownerSees.join('\n')).not.toMatch(/^(Deleted|No files)/m);
      held.release();
      await world.until(() => /^(Deleted|No files)/.test(world.agent.card.text));
      expect(world.agent.network.world.files.need(offered.fileId).status.kind).toBe('invited');
      expect(await world.names('files', 'contact-4')).toBeUndefined();
    },
  );

  it('cancels what the core accepts meanwhile in a member chat, too', async () => {
    world = await FileWorld.start();
    const { group, chat } = await world.group();
    const to = { conversation: group, chat };
    const offered = await world.offer({ toMember: true, pace: 'held' }, to);
    const call = await world.download(offered);
    const held = world.agent.network.hold('receiveFile');
    await world.agent.say(`/receive ${await world.pending()}`);
    await held.reached;
    world.agent.owner.say(`/delete ${chat} files`);
    expect(await world.result(call)).toMatchObject(ownerDeleted);
    held.release();
    await world.until(() => /^(Deleted|No files)/.test(world.agent.card.text));
    expect(world.agent.network.world.files.need(offered.fileId).status.kind).toBe('invited');
  });

  it('leaves a pending download to its owner', async () => {
    world = await FileWorld.start();
    const call = await world.download(await world.offer());
    await deleteFiles();
    await world.agent.say('/receive 2');
    expect(await world.result(call)).toMatchObject({ result: { status: 'done' } });
  });

  it('ends a /forward that is under way', async () => {
    world = await FileWorld.start();
    const offered = await world.offer({ pace: 'held' });
    const call = await world.download(offered);
    await world.agent.say('/forward 2');
    await world.transferring(offered);
    await deleteFiles();
    await world.posted('not received');
    expect(world.agent.ownerSees).toContain(
      'Action 2: the file was not received: `Your owner deleted the files of this chat.`.',
    );
    expect(await world.names('forwarded', 'contact-4')).toBeUndefined();
    call.abort();
  });

  it('cancels a download that the core goes on with after a restart, however far back', async () => {
    world = await FileWorld.start();
    const offered = await world.offer({ pace: 'held' });
    await world.download(offered);
    await world.agent.say('/receive 2');
    await world.transferring(offered);
    for (let n = 0; n < 450; n += 1) world.alice.messages.say(world.conversation, `message ${n}`);
    await world.agent.quiet();
    world = await world.restart();
    await world.transferring(offered);
    expect(await deleteFiles()).toMatch(/^(Deleted 1 file|No files) from /);
    expect(world.agent.network.world.files.need(offered.fileId).status.kind).toBe('invited');
    world.alice.files.letThrough(offered.offer);
    await world.agent.quiet();
    expect(await world.names('files', 'contact-4')).toBeUndefined();
  });

  it('logs a cancellation that fails, and deletes the files', async () => {
    world = await FileWorld.start();
    await world.receive(await world.offer());
    const offered = await world.offer({ pace: 'held' });
    await world.agent.chats.receiveFile(
      offered.fileId,
      world.path('files', 'contact-4', '2.txt'),
      false,
    );
    await world.transferring(offered);
    world.agent.network.failNext('cancelFile', new ChatError('It broke.', { kind: 'other' }));
    expect(await deleteFiles()).toBe(`Deleted 2 files from ${world.chat}, 5 bytes.`);
    expect(world.agent.terminal.errors).toEqual([`cancelling file ${offered.fileId}: It broke.`]);
  });
});
