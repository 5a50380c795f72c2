import { afterEach, describe, expect, it } from 'vitest';
import { ControlChat } from '../../../src/app/control/control-chat.js';
import { createAgentFiles } from '../../../src/app/files/agent-files.js';
import { Log } from '../../../src/app/log.js';
import { NoMedia } from '../../support/fakes.js';
import { FileWorld } from '../../support/file-world.js';

let world: FileWorld;

afterEach(async () => {
  await world.end();
});

/** One received file, and one that the owner has forwarded; its download is pending. */
async function withFiles(): Promise<void> {
  world = await FileWorld.start();
  await world.receive(await world.offer());
  await world.download(await world.offer());
  await world.agent.say(`/forward ${await world.pending()}`);
  await world.until(() => world.agent.owner.items().some(({ file }) => file?.ready === true));
}

const kept = () =>
  `Files from contact alice (@4) are kept in \`${world.path('files', 'contact-4')}\`: 1 file, 5 bytes. /'delete @4 files'`;

describe('a chat that is left (api 2.3, behaviour 6.6)', () => {
  it('keeps its received files, loses its forwarded ones, and the owner is told after the outcome', async () => {
    await withFiles();
    const call = world.agent.call('leave', { chat: world.chat });
    await world.agent.quiet();
    const card = world.agent.card;
    // Everything that the owner's app shows, in order.
    const seen: string[] = [];
    world.agent.owner.subscribe(({ kind, item }) => seen.push(`${kind}: ${item.text}`));
    await world.agent.say(`/approve ${await world.pending()}`);
    expect(await world.result(call)).toMatchObject({ result: { status: 'done' } });
    await world.posted('are kept in');
    await world.agent.quiet();
    expect(seen).toEqual([
      "edited: I want to download a file from contact alice (@4):\n`notes.txt`, 5 bytes\nServers: known.\nFailed: `No chat @4. list shows the agent's chats.`.",
      `edited: I deleted contact alice (@4).\nApproved by owner.`,
      `added: ${kept()}`,
    ]);
    expect(card.text).toContain('I want to delete contact alice (@4).');
    expect(await world.text('files', 'contact-4', '1.txt')).toBe('hello');
    expect(await world.names('forwarded', 'contact-4')).toBeUndefined();
  });

  it('is told after the reply to /leave', async () => {
    await withFiles();
    await world.agent.say(`/leave ${world.chat}`);
    await world.posted('are kept in');
    expect(world.agent.ownerSees.slice(-2)).toEqual([
      'Deleted contact alice (@4), requested by owner.',
      kept(),
    ]);
    expect(await world.text('files', 'contact-4', '1.txt')).toBe('hello');
    expect(await world.names('forwarded', 'contact-4')).toBeUndefined();
  });

  it('tells nothing without files', async () => {
    world = await FileWorld.start();
    await world.agent.say(`/leave ${world.chat}`);
    await world.agent.quiet();
    expect(world.agent.ownerSees.at(-1)).toBe('Deleted contact alice (@4), requested by owner.');
  });

  it('deletes the copy of a file whose upload ends with the chat', async () => {
    world = await FileWorld.start();
    const held = world.agent.network.hold('upload');
    const file = await world.userFile('a.txt', 'text');
    const call = world.agent.call('send', { chat: world.chat, file, wait: 0 });
    await world.posted('attaching file');
    await world.agent.say('/approve 2');
    await world.result(call);
    await held.reached;
    expect(await world.names('files', 'sent')).toHaveLength(1);
    await world.agent.say(`/leave ${world.chat}`);
    await world.until(async () => (await world.names('files', 'sent'))?.length === 0);
    held.release();
  });

  it('forgets which of its files were rejected: another file may get the number', async () => {
    world = await FileWorld.start();
    const { agent } = world;
    const group = await agent.chats.chat('#1');
    if (group.kind !== 'group') throw new Error('The control chat is a group.');
    const control = new ControlChat(agent.chats, group, { kind: 'absent' });
    const media = new NoMedia();
    const ports = { chats: agent.chats, store: agent.store, clock: agent.clock, media };
    const log = new Log(agent.terminal);
    const { received } = createAgentFiles(
      { ...ports, audit: agent.audit },
      control,
      'requests',
      log,
    );
    const rejected = { ...rejectedRequest, chat: '@4', fileId: 1 } as const;
    received.reject(rejected);
    received.reject({ ...rejected, chat: '@5', fileId: 2 });
    await received.afterLeave({ ref: '@4', kind: 'contact', name: 'alice' });
    expect([received.isRejected(1), received.isRejected(2)]).toEqual([false, true]);
  });
});

const rejectedRequest = {
  tool: 'download',
  itemId: 1,
  subject: { kind: 'contact' },
  fileName: 'a.txt',
  fileSize: 1,
  servers: { kind: 'known' },
} as const;
