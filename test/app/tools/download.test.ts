import { mkdir, rm, writeFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { unknownServer } from '../../../src/adapters/sandbox/model/file-servers.js';
import { ChatError } from '../../../src/ports/chat.js';
import type { WorldOptions } from '../../support/agent-world.js';
import { FileWorld, type Offered } from '../../support/file-world.js';

let world: FileWorld;

afterEach(async () => {
  await world.end();
});

async function start(options: WorldOptions = {}): Promise<void> {
  world = await FileWorld.start(options);
}

/** Calls `download` and returns its error. */
async function refused(chat: string, item: number, wait = 0): Promise<string> {
  const outcome = await world.result(world.agent.call('download', { chat, item, wait }));
  return outcome.kind === 'error' ? outcome.text : JSON.stringify(outcome.result);
}

async function actions(): Promise<unknown> {
  const outcome = await world.result(world.agent.call('list'));
  return outcome.kind === 'result' ? outcome.result['actions'] : outcome.text;
}

const minute = 60_000;

describe('tool errors (api 1.5)', () => {
  it('says that there is no such chat for a bad reference, the control chat and an unknown one', async () => {
    await start();
    for (const chat of ['alice', '#1', '@999']) {
      expect(await refused(chat, 1)).toBe(`No chat ${chat}. list shows the agent's chats.`);
    }
  });

  it('says that the item is not found', async () => {
    await start();
    expect(await refused(world.chat, 999)).toBe(`item: ${world.chat} has no item 999.`);
  });

  it('says that a message without a file, and a file of the agent itself, are not received files', async () => {
    await start();
    world.alice.messages.say(world.conversation, 'no file');
    await world.agent.quiet();
    const sent = await world.agent.chats.send(world.chat, {
      content: { type: 'file', text: '' },
      filePath: await world.userFile('mine.txt', 'mine'),
    });
    const read = await world.agent.chats.items(world.chat, { kind: 'last', count: 2 });
    expect(read.items.map(({ content }) => content.kind)).toEqual(['received', 'sent']);
    for (const { itemId } of [read.items[0]!, sent]) {
      expect(await refused(world.chat, itemId)).toBe(
        `item: item ${itemId} in ${world.chat} has no received file.`,
      );
    }
  });

  it('says why a file failed: above its sender’s size limit, or taken back', async () => {
    await start();
    const large = await world.offer({ prohibited: 'The file is too large.' });
    expect(await refused(large.chat, large.item)).toBe(
      `item: the file of item ${large.item} in ${large.chat} failed: The file is too large.`,
    );
    const cancelled = await world.offer();
    world.alice.files.cancel(cancelled.offer);
    await world.agent.quiet();
    expect(await refused(cancelled.chat, cancelled.item)).toBe(
      `item: the file of item ${cancelled.item} in ${cancelled.chat} failed: The file was cancelled.`,
    );
  });
});

describe('the wait for the sender’s upload (api 1.5)', () => {
  it('tells what it waits for, and makes no action when the upload is not complete by then', async () => {
    await start();
    const offered = await world.offer({ held: true });
    const call = await world.download(offered, 120);
    await world.agent.clock.advance(119_000);
    expect(call.progress).toEqual([
      `The sender is uploading the file of item ${offered.item} in ${offered.chat}; waiting until 2026-01-02 03:06 UTC.`,
      `The sender is uploading the file of item ${offered.item} in ${offered.chat}; waiting until 2026-01-02 03:06 UTC.`,
    ]);
    await world.agent.clock.advance(1_000);
    expect(await world.result(call)).toEqual({
      kind: 'error',
      text: `item: the sender has not uploaded the file of item ${offered.item} in ${offered.chat} yet; call download again later.`,
    });
    expect(await actions()).toEqual([]);
    expect(world.agent.ownerSees.join()).not.toContain('notes.txt');
  });

  it('does not wait with wait 0', async () => {
    await start();
    const { chat, item } = await world.offer({ held: true });
    expect(await refused(chat, item, 0)).toBe(
      `item: the sender has not uploaded the file of item ${item} in ${chat} yet; call download again later.`,
    );
  });

  it('asks the owner as soon as the upload is complete', async () => {
    await start();
    const offered = await world.offer({ held: true });
    const call = await world.download(offered);
    await world.agent.clock.advance(30_000);
    world.alice.files.finishUpload(offered.offer);
    await world.agent.quiet();
    expect(world.agent.card.text).toContain('Servers: known.');
    await world.agent.say(`/reject ${await world.pending()}`);
    expect(await world.result(call)).toMatchObject({ result: { status: 'rejected' } });
  });

  it('ends with the error of a file that its sender takes back meanwhile', async () => {
    await start();
    const offered = await world.offer({ held: true });
    const call = await world.download(offered, 600);
    world.alice.files.cancel(offered.offer);
    expect(await world.result(call)).toEqual({
      kind: 'error',
      text: `item: the file of item ${offered.item} in ${offered.chat} failed: The file was cancelled.`,
    });
  });

  it('ends with an aborted call', async () => {
    await start();
    const offered = await world.offer({ held: true });
    const call = await world.download(offered, 600);
    call.abort();
    expect(await world.result(call)).toEqual({ kind: 'error', text: 'Cancelled.' });
    world.alice.files.finishUpload(offered.offer);
    await world.agent.quiet();
    expect(await actions()).toEqual([]);
  });

  it('reads the files approval again after the wait', async () => {
    await start();
    await approveFiles();
    const offered = await world.offer({ held: true });
    const call = await world.download(offered);
    await world.agent.say(`/receive ${world.chat} off`);
    world.alice.files.finishUpload(offered.offer);
    await world.agent.quiet();
    expect(world.agent.card.text).toContain('I want to download a file');
    call.abort();
  });
});

/** Gives the files approval of alice's chat on the card of a file of hers. */
async function approveFiles(): Promise<void> {
  const offered = await world.offer();
  const call = await world.download(offered);
  await world.agent.say(`/receive ${world.chat} ${await world.pending()} all`);
  await world.result(call);
}

describe('the file servers (api 1.5, behaviour 6.6)', () => {
  it('names unknown servers on the card and does not offer an approval for all', async () => {
    await start();
    const offered = await world.offer({ servers: [unknownServer] });
    const call = await world.download(offered);
    expect(world.agent.card.text).toBe(
      [
        `I want to download a file from contact alice (${world.chat}):`,
        '`notes.txt`, 5 bytes',
        "Servers: `files.elsewhere.invalid`, unknown: downloading shows it this computer's IP address.",
        `/'receive ${world.chat} 2', /'forward ${world.chat} 2' or /'reject ${world.chat} 2'`,
      ].join('\n'),
    );
    await world.agent.say('/receive 2');
    expect(await world.result(call)).toMatchObject({ result: { status: 'done' } });
    expect(await world.text('files', 'contact-4', '1.txt')).toBe('hello');
  });

  it('asks for a file on unknown servers also under the files approval', async () => {
    await start();
    await approveFiles();
    const call = await world.download(await world.offer({ servers: [unknownServer] }));
    expect(world.agent.card.text).toContain('unknown: downloading shows it');
    call.abort();
  });

  it('does not show the IP address to unknown servers in mode host', async () => {
    await start({ settings: { mode: 'host' } });
    const call = await world.download(await world.offer({ servers: [unknownServer] }));
    expect(await world.result(call)).toEqual({
      kind: 'result',
      result: {
        action: 2,
        status: 'failed',
        error:
          'Unknown servers! Without Tor or VPN, your IP address will be visible to these XFTP relays: files.elsewhere.invalid.',
      },
    });
    expect(await world.names('files', 'contact-4')).toEqual([]);
  });

  it('does not approve servers that came up after a card that named none', async () => {
    await start();
    const offered = await world.offer();
    const call = await world.download(offered);
    const { offers } = world.agent.network.world;
    Object.assign(offers.edit(offered.offer), { servers: [unknownServer] });
    await world.agent.say('/receive 2');
    expect(await world.result(call)).toMatchObject({
      result: {
        status: 'failed',
        error:
          'Unknown servers! Without Tor or VPN, your IP address will be visible to these XFTP relays: files.elsewhere.invalid.',
      },
    });
  });
});

describe('the card (api 2.2)', () => {
  const preview = 'data:image/png;base64,iVBORw0KGgo=';

  it('is the picture of an image or a video', async () => {
    await start();
    for (const type of ['image', 'video'] as const) {
      const call = await world.download(await world.offer({ type, preview, duration: 7 }));
      expect(world.agent.card).toMatchObject({ image: true, preview });
      call.abort();
    }
  });

  it.each([
    ['nothing', 'data:image/jpg;base64,'],
    ['a page', 'data:text/html;base64,PGI+'],
    ['an address', 'https://example.invalid/x.png'],
  ])('is a text when the preview holds %s', async (_, hostile) => {
    await start();
    const call = await world.download(await world.offer({ type: 'image', preview: hostile }));
    expect(world.agent.card).toMatchObject({ image: false });
    expect(world.agent.card.preview).toBeUndefined();
    call.abort();
  });

  it('names the sender in a group', async () => {
    await start();
    const { group, chat } = await world.group();
    const call = await world.download(await world.offer({}, { conversation: group, chat }));
    expect(world.agent.card.text).toMatch(
      /^I want to download a file from alice in group team \(#2\):\n/,
    );
    call.abort();
  });

  it('shows a hostile name as it is', async () => {
    await start();
    const name = 'a`b\u202Egpj.exe\n/approve 2';
    const call = await world.download(await world.offer({ name }));
    expect(world.agent.card.text.split('\n')[1]).toBe("`a'b[U+202E]gpj.exe /approve 2`, 5 bytes");
    call.abort();
  });
});

describe('approvals (api 2.1, behaviour 5.5)', () => {
  it('performs the next download of the chat without a card or a post', async () => {
    await start();
    await approveFiles();
    const before = world.agent.ownerSees;
    const offered = await world.offer();
    expect(await world.result(await world.download(offered))).toMatchObject({
      result: { status: 'done', path: world.path('files', 'contact-4', `${offered.fileId}.txt`) },
    });
    expect(world.agent.ownerSees).toEqual(before);
    expect(world.agent.terminal.lines).toContain('Action 3 approved by owner: downloaded.');
  });

  it('shows a rejected file as rejected until a download of it is done, which needs a card', async () => {
    await start();
    await approveFiles();
    const offered = await world.offer();
    await world.agent.say(`/receive ${world.chat} off`);
    const rejected = await world.download(offered);
    const number = await world.pending();
    await world.agent.say(`/reject ${number}`);
    expect(await world.result(rejected)).toMatchObject({ result: { status: 'rejected' } });
    // The approval is back, but not for this file.
    await approveFiles();
    expect(await world.fileField(offered)).toMatchObject({ status: 'rejected' });
    const again = await world.download(offered);
    await world.agent.say(`/receive ${await world.pending()}`);
    expect(await world.result(again)).toMatchObject({ result: { status: 'done' } });
    const later = await world.download(offered);
    expect(await world.result(later)).toMatchObject({ result: { status: 'done' } });
  });

  it('shows an expired file as rejected', async () => {
    await start({ settings: { expireHours: 1 } });
    const offered = await world.offer();
    const call = await world.download(offered);
    await world.agent.clock.advance(61 * minute);
    expect(await world.result(call)).toMatchObject({ result: { status: 'expired' } });
    expect(await world.fileField(offered)).toEqual({
      name: 'notes.txt',
      size: 5,
      type: 'file',
      status: 'rejected',
    });
  });

  it('does not take /approve for a download', async () => {
    await start();
    const call = await world.download(await world.offer());
    await world.agent.say('/approve 2');
    expect(world.agent.card.text).toBe(
      `Action 2 is a download: /'receive ${world.chat} 2', /'receive ${world.chat} 2 all', /'forward ${world.chat} 2' or /'reject ${world.chat} 2'.`,
    );
    call.abort();
  });
});

/** Starts a download whose bytes move only when let through. */
async function performing(options: Parameters<FileWorld['offer']>[0] = {}): Promise<{
  offered: Offered;
  call: Awaited<ReturnType<FileWorld['download']>>;
}> {
  const offered = await world.offer({ pace: 'held', ...options });
  const call = await world.download(offered, 3600);
  await world.agent.say(`/receive ${await world.pending()}`);
  await world.transferring(offered);
  return { offered, call };
}

/** The error of a failed download; its partial file must be gone. */
async function failure(call: Awaited<ReturnType<FileWorld['download']>>): Promise<unknown> {
  const outcome = await world.result(call);
  expect(outcome).toMatchObject({ kind: 'result', result: { status: 'failed' } });
  expect(await world.names('files', 'contact-4')).toEqual([]);
  return outcome.kind === 'result' ? outcome.result['error'] : undefined;
}

describe('ends of a download (api 1.5)', () => {
  it('is done when the core has received the file, and the card says so', async () => {
    await start();
    const { offered, call } = await performing();
    world.alice.files.letThrough(offered.offer);
    expect(await world.result(call)).toEqual({
      kind: 'result',
      result: {
        action: 2,
        status: 'done',
        chat: world.chat,
        item: offered.item,
        path: world.path('files', 'contact-4', '1.txt'),
      },
    });
    expect(await world.text('files', 'contact-4', '1.txt')).toBe('hello');
    expect(await world.mode('files', 'contact-4')).toBe('700');
    expect(world.agent.card.text).toBe(
      `I downloaded a file from contact alice (${world.chat}):\n\`notes.txt\`, 5 bytes\nServers: known.\nApproved by owner.`,
    );
    expect(await world.fileField(offered)).toEqual({
      name: 'notes.txt',
      size: 5,
      type: 'file',
      status: 'received',
      path: world.path('files', 'contact-4', '1.txt'),
    });
  });

  it('fails with the error of the file', async () => {
    await start();
    const { offered, call } = await performing();
    world.alice.files.expire(offered.offer);
    const error = 'Wrong key or unknown file chunk address - most likely file is deleted.';
    expect(await failure(call)).toBe(error);
    expect(world.agent.card.text).toContain(`Approved by owner; failed: \`${error}\`.`);
    expect(await world.fileField(offered)).toMatchObject({ status: 'failed', error });
  });

  it('fails when the sender cancels', async () => {
    await start();
    const { offered, call } = await performing();
    world.alice.files.cancel(offered.offer);
    expect(await failure(call)).toBe('The sender cancelled the file.');
  });

  it('fails at a check when the message is deleted, and not before', async () => {
    await start();
    const { offered, call } = await performing();
    const message = world.agent.network.world.items.need(offered.item).message;
    world.alice.messages.delete(message!, { full: true });
    await world.agent.clock.advance(59_000);
    expect(await actions()).toMatchObject([{ state: 'performing' }]);
    await world.agent.clock.advance(1_000);
    expect(await failure(call)).toBe('The message or its chat was deleted.');
  });

  it('goes on when a check finds another error', async () => {
    await start();
    const { offered, call } = await performing();
    const errors = [
      new ChatError('The database is busy.', { kind: 'other' }),
      new ChatError('SimpleX error: errorStore dBBusyError', { kind: 'store' }),
    ];
    for (const error of errors) {
      world.agent.network.failNext('item', error);
      await world.agent.clock.advance(minute);
      expect(world.agent.terminal.errors.at(-1)).toBe(
        `download of file ${offered.fileId}: ${error.message}`,
      );
    }
    world.alice.files.letThrough(offered.offer);
    expect(await world.result(call)).toMatchObject({ result: { status: 'done' } });
  });

  it('fails when its chat is left', async () => {
    await start();
    const { call } = await performing();
    await world.agent.say(`/leave ${world.chat}`);
    expect(await failure(call)).toBe('The message or its chat was deleted.');
    expect(world.agent.ownerSees.at(-1)).not.toContain('are kept');
  });

  it('fails as deleted when its chat is left while the core accepts it', async () => {
    await start();
    const call = await world.download(await world.offer());
    const held = world.agent.network.hold('receiveFile');
    await world.agent.say('/receive 2');
    await held.reached;
    await world.agent.say(`/leave ${world.chat}`);
    held.release();
    expect(await failure(call)).toBe('The message or its chat was deleted.');
  });

  it('is cancelled after 30 minutes without progress', async () => {
    await start();
    const { offered, call } = await performing();
    await world.agent.clock.advance(29 * minute);
    expect(await actions()).toMatchObject([{ state: 'performing' }]);
    await world.agent.clock.advance(minute);
    expect(await failure(call)).toBe(
      'The download made no progress for 30 minutes and was cancelled.',
    );
    expect(world.agent.network.world.files.need(offered.fileId).status).toEqual({
      kind: 'invited',
    });
  });

  it('counts the 30 minutes from the last rise of what is received', async () => {
    await start();
    const { offered, call } = await performing({ bytes: new Uint8Array(600_000) });
    await world.agent.clock.advance(25 * minute);
    world.alice.files.letThrough(offered.offer, 1);
    await world.until(() => {
      const { status } = world.agent.network.world.files.need(offered.fileId);
      return status.kind === 'transfer' && status.received > 0;
    });
    await world.agent.clock.advance(30 * minute);
    expect(await actions()).toMatchObject([{ state: 'performing' }]);
    await world.agent.clock.advance(minute);
    expect(await failure(call)).toBe(
      'The download made no progress for 30 minutes and was cancelled.',
    );
  });

  it('fails at a check when the core has put the file back to its offer', async () => {
    await start();
    const { offered, call } = await performing();
    world.agent.network.world.files.edit(offered.fileId).status = { kind: 'invited' };
    await world.agent.clock.advance(minute);
    expect(await failure(call)).toBe('The file is on unknown servers that were not approved.');
  });

  it('is done at a check when the core told nothing of the end', async () => {
    await start();
    const { offered, call } = await performing();
    await writeFile(world.path('files', 'contact-4', '1.txt'), 'hello');
    world.agent.network.world.files.edit(offered.fileId).status = { kind: 'complete' };
    await world.agent.clock.advance(minute);
    expect(await world.result(call)).toMatchObject({ result: { status: 'done' } });
  });

  it('looks at the file when its message is edited', async () => {
    await start();
    const { offered, call } = await performing();
    await writeFile(world.path('files', 'contact-4', '1.txt'), 'hello');
    const { files, items } = world.agent.network.world;
    files.edit(offered.fileId).status = { kind: 'complete' };
    world.alice.messages.edit(items.need(offered.item).message!, 'a caption');
    expect(await world.result(call)).toMatchObject({ result: { status: 'done' } });
  });

  it('fails when a received file is gone from its folder', async () => {
    await start();
    const offered = await world.offer();
    await world.receive(offered);
    const call = await world.download(offered);
    await rm(world.path('files', 'contact-4', '1.txt'));
    await world.agent.say(`/receive ${await world.pending()}`);
    expect(await failure(call)).toBe("The received file is not in the agent's files folder.");
    expect(await world.fileField(offered)).toMatchObject({
      status: 'failed',
      error: "The received file is not in the agent's files folder.",
    });
    expect(await refused(offered.chat, offered.item)).toBe(
      `item: the file of item ${offered.item} in ${offered.chat} failed: The received file is not in the agent's files folder.`,
    );
  });

  it('fails with the core’s error of the acceptance', async () => {
    await start();
    const offered = await world.offer();
    const call = await world.download(offered);
    world.agent.network.failNext('receiveFile', new ChatError('It broke.', { kind: 'other' }));
    await world.agent.say('/receive 2');
    expect(await failure(call)).toBe('It broke.');
  });

  it('goes on with a file that the core receives already', async () => {
    await start();
    const offered = await world.offer({ pace: 'held' });
    await mkdir(world.path('files', 'contact-4'));
    const path = world.path('files', 'contact-4', '1.txt');
    const call = await world.download(offered);
    const { chats, network } = world.agent;
    const held = network.hold('item', 'after');
    await world.agent.say('/receive 2');
    await held.reached;
    await chats.receiveFile(offered.fileId, path, false);
    const receiveFile = chats.receiveFile.bind(chats);
    let second: Promise<void> | undefined;
    chats.receiveFile = (...call) => (second = receiveFile(...call));
    held.release();
    await world.until(() => second !== undefined);
    await expect(second).rejects.toThrow('fileAlreadyReceiving');
    await world.agent.quiet();
    world.alice.files.letThrough(offered.offer);
    expect(await world.result(call)).toMatchObject({ result: { status: 'done' } });
  });

  it('says what is in the way of its folder', async () => {
    await start();
    const offered = await world.offer();
    await writeFile(world.path('files', 'contact-4'), '');
    const call = await world.download(offered);
    await world.agent.say('/receive 2');
    expect(await world.result(call)).toMatchObject({
      result: {
        status: 'failed',
        error: `${world.path('files', 'contact-4')} is a file where a folder is needed. Move it away, or use another folder.`,
      },
    });
  });

  it('receives a file over the empty one that a crash left, and never over another', async () => {
    await start();
    await mkdir(world.path('files', 'contact-4'));
    await writeFile(world.path('files', 'contact-4', '1.txt'), '');
    await writeFile(world.path('files', 'contact-4', '2.txt'), 'kept');
    expect(await world.receive(await world.offer())).toMatchObject({ result: { status: 'done' } });
    const second = await world.offer({ bytes: Buffer.from('much more than is there') });
    expect(await world.receive(second)).toMatchObject({ result: { status: 'failed' } });
    expect(await world.text('files', 'contact-4', '1.txt')).toBe('hello');
    expect(await world.text('files', 'contact-4', '2.txt')).toBe('kept');
  });
});

describe('the wait for a download (api 1.5)', () => {
  it('returns performing at its end; a later call gets the result', async () => {
    await start();
    const offered = await world.offer({ pace: 'held' });
    const call = await world.download(offered, 90);
    await world.agent.clock.advance(10 * minute);
    await world.agent.say('/receive 2');
    await world.transferring(offered);
    await world.agent.clock.advance(89_000);
    expect(call.progress.at(-1)).toBe('Action 2 is being performed.');
    await world.agent.clock.advance(1_000);
    expect(await world.result(call)).toEqual({
      kind: 'result',
      result: { action: 2, status: 'performing' },
    });
    // From the call on when it attaches to a download that is under way.
    const second = await world.download(offered, 30);
    await world.agent.clock.advance(30_000);
    expect(await world.result(second)).toMatchObject({ result: { status: 'performing' } });
    world.alice.files.letThrough(offered.offer);
    await world.action(2, 'done');
    const third = await world.download(offered, 0);
    expect(await world.result(third)).toMatchObject({ result: { action: 2, status: 'done' } });
    expect(await actions()).toEqual([]);
  });

  it('keeps the download of an aborted call', async () => {
    await start();
    const { offered, call } = await performing();
    call.abort();
    await world.result(call);
    world.alice.files.letThrough(offered.offer);
    await world.action(2, 'done');
    expect(await world.result(await world.download(offered, 0))).toMatchObject({
      result: { action: 2, status: 'done' },
    });
  });
});

describe('the audit of a download', () => {
  it('keeps the kind and a digest, and no name', async () => {
    await start();
    await world.receive(await world.offer({ type: 'image' }));
    const created = world.agent.audit.events.find(
      (event) => event.event === 'action-created' && event.tool === 'download',
    );
    expect(created).toEqual({
      event: 'action-created',
      action: 2,
      tool: 'download',
      chat: world.chat,
      content: { kind: 'image', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
    });
    expect(JSON.stringify(world.agent.audit.events)).not.toContain('notes');
  });
});
