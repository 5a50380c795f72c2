import { execFileSync } from 'node:child_process';
import { chmod, link, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { FIXED_PREVIEW } from '../../../src/domain/files/fixed-preview.js';
import { ChatError } from '../../../src/ports/chat.js';
import { FileStoreError } from '../../../src/ports/file-store.js';
import { MediaError, type MediaPort } from '../../../src/ports/media.js';
import { befriend } from '../../support/chats.js';
import { dataUrl, FakeMedia } from '../../support/fake-media.js';
import { FileWorld } from '../../support/file-world.js';
import type { RunningCall } from '../../support/fakes.js';

let world: FileWorld;

afterEach(async () => {
  await world.end();
});

async function start(media?: MediaPort): Promise<void> {
  world = await FileWorld.start(media === undefined ? {} : { media });
}

function send(file: string, more: Readonly<Record<string, unknown>> = {}): RunningCall {
  return world.agent.call('send', { chat: world.chat, file, wait: 0, ...more });
}

/** Calls `send`, which must be refused; returns the text. */
async function refused(file: string, more = {}): Promise<string> {
  const outcome = await world.result(send(file, more));
  return outcome.kind === 'error' ? outcome.text : JSON.stringify(outcome.result);
}

/** Sends a file with the owner's approval; `before` runs while the card waits. */
async function approved(
  file: string,
  more = {},
  before: () => Promise<void> = () => Promise.resolve(),
): Promise<unknown> {
  const call = send(file, more);
  const number = await world.pending();
  await before();
  await world.agent.say(`/approve ${number}`);
  const outcome = await world.result(call);
  return outcome.kind === 'result' ? outcome.result : outcome.text;
}

/** The file of the agent's newest message to alice, as she gets it. */
async function received(): Promise<{ name: string; bytes: Buffer }> {
  const { offers } = world.agent.network.world;
  const newest = () => [...offers.all()].at(-1);
  await world.until(() => newest()?.state === 'ready');
  const offer = newest();
  const bytes = await world.alice.files.download(offer?.id ?? 0);
  return { name: offer?.name ?? '', bytes: Buffer.from(bytes) };
}

async function copies(): Promise<readonly string[]> {
  return (await world.names('files', 'sent')) ?? [];
}

/** The content of the newest message that the agent sent to alice. */
async function sentContent(): Promise<unknown> {
  const { items } = await world.agent.chats.items(world.chat, { kind: 'last', count: 1 });
  const content = items[0]?.content;
  return content?.kind === 'sent' ? content.message : undefined;
}

const asRoot = process.getuid?.() === 0;

describe('tool errors (api 1.3)', () => {
  it('says what is wrong with the path', async () => {
    await start();
    const folder = join(world.agent.homeFolder, 'docs');
    const empty = await world.userFile('empty.txt', '');
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    for (const [path, text] of [
      ['notes.txt', 'file: an absolute path is expected.'],
      ['~/notes.txt', 'file: an absolute path is expected.'],
      ['/no/such/file', 'file: no file at /no/such/file.'],
      [folder, `file: ${folder} is not a file.`],
      [`${folder}/`, `file: ${folder} is not a file.`],
      [pipe, `file: ${pipe} is not a file.`],
      ['/dev/zero', 'file: /dev/zero is not a file.'],
      [empty, `file: ${empty} is empty.`],
      [`${empty}/x`, `file: no file at ${empty}/x.`],
    ] as const) {
      expect(await refused(path)).toBe(text);
    }
    expect(world.agent.ownerSees.join()).not.toContain('I want to send');
  });

  it.skipIf(asRoot)('says that a file can’t be read (root reads every file)', async () => {
    await start();
    const path = await world.userFile('closed.txt', 'text');
    await chmod(path, 0o000);
    expect(await refused(path)).toBe(`file: ${path} can't be read.`);
  });

  it('says that a text is too long for a message with this image', async () => {
    await start(new FakeMedia(() => Promise.resolve(new Uint8Array(10_000))));
    const path = await world.userFile('a.png', 'picture');
    expect(await refused(path, { text: 'x'.repeat(2000) })).toBe(
      'text: too long for a message with this image; shorten it.',
    );
    expect(await copies()).toEqual([]);
  });

  it('says what keeps it from looking into a guarded folder', async () => {
    await start();
    const path = await world.userFile('a.txt', 'text');
    world.agent.store.folderHolds = () =>
      Promise.reject(new FileStoreError('/home/me/.ssh: permission denied.'));
    expect(await refused(path)).toBe('file: /home/me/.ssh: permission denied.');
  });
});

describe('refused files (api 2.3, behaviour 6.6)', () => {
  const refusal = (path: string) =>
    `file: ${path} is refused: private keys and the server's own files are not sent.`;
  const post = (path: string) =>
    `Refused to send \`${path}\` to contact alice (@4): private keys and the server's own files are not sent.`;

  it('tells the agent, the owner and the log, and records the reason only', async () => {
    await start();
    const path = await world.userFile('id_rsa', 'key');
    expect(await refused(path)).toBe(refusal(path));
    expect(world.agent.card.text).toBe(post(path));
    expect(world.agent.terminal.lines.at(-1)).toBe(post(path));
    expect(world.agent.audit.events.at(-1)).toEqual({
      event: 'file-refused',
      chat: world.chat,
      reason: 'ssh-key-name',
    });
  });

  it('tells that the post failed, and refuses all the same', async () => {
    await start();
    const path = await world.userFile('id_rsa', 'key');
    world.agent.network.failNext('send', new ChatError('It broke.', { kind: 'other' }));
    world.agent.audit.fail = true;
    expect(await refused(path)).toBe(refusal(path));
    world.agent.audit.fail = false;
    expect(world.agent.terminal.errors).toEqual([
      'refused file: The audit log can not be written.',
      'refused file: It broke.',
    ]);
  });

  it('refuses what is in it, whatever its name', async () => {
    await start();
    const key = '-----BEGIN OPENSSH PRIVATE KEY-----\n';
    const path = await world.userFile('holiday.jpg', key);
    expect(await refused(path, { as: 'file' })).toBe(refusal(path));
  });

  it('refuses by the real path: links to files and folders, and other spellings', async () => {
    await start();
    const { homeFolder, dataFolder } = world.agent;
    const ssh = join(homeFolder, '.ssh');
    await mkdir(ssh, { recursive: true });
    await writeFile(join(ssh, 'config'), 'Host *');
    const docs = join(homeFolder, 'docs');
    await mkdir(docs);
    await symlink(join(ssh, 'config'), join(docs, 'one.txt'));
    await symlink(ssh, join(docs, 'folder'));
    await symlink(dataFolder, join(docs, 'data'));
    for (const [path, real] of [
      [join(ssh, 'config'), join(ssh, 'config')],
      [join(docs, 'one.txt'), join(ssh, 'config')],
      [join(docs, 'folder', 'config'), join(ssh, 'config')],
      [`${docs}/../.ssh//./config`, join(ssh, 'config')],
      [join(docs, 'data', 'token'), join(dataFolder, 'token')],
      [`${dataFolder}/files/../token`, join(dataFolder, 'token')],
    ] as const) {
      expect(await refused(path)).toBe(refusal(real));
      expect(world.agent.card.text).toBe(post(real));
    }
  });

  it.skipIf(process.platform !== 'linux')(
    'refuses by the real path through /proc (Linux only)',
    async () => {
      await start();
      const token = world.path('token');
      expect(await refused(`/proc/self/root${token}`)).toBe(refusal(token));
      expect(await refused('/proc/self/environ')).toMatch(
        /^file: \/proc\/\d+\/environ is empty\.$/,
      );
    },
  );

  it('refuses a folder of keys that is itself a link', async () => {
    await start();
    const { homeFolder } = world.agent;
    const path = await world.userFile('config', 'Host *');
    await symlink(join(homeFolder, 'docs'), join(homeFolder, '.ssh'));
    expect(await refused(path)).toBe(refusal(path));
  });

  it('refuses a hard link to a file of a folder of keys', async () => {
    await start();
    const { homeFolder } = world.agent;
    const ssh = join(homeFolder, '.ssh', 'deeper');
    await mkdir(ssh, { recursive: true });
    await writeFile(join(ssh, 'config'), 'Host *');
    const path = await world.userFile('other.txt', '');
    await rm(path);
    await link(join(ssh, 'config'), path);
    expect(await refused(path)).toBe(refusal(path));
    expect(world.agent.audit.events.at(-1)).toMatchObject({
      reason: 'linked-from-guarded-folder',
    });
  });

  it('sends a received file', async () => {
    await start();
    await world.receive(await world.offer());
    expect(await approved(world.path('files', 'contact-4', '1.txt'))).toMatchObject({
      status: 'done',
    });
    expect((await received()).bytes.toString()).toBe('hello');
  });

  it('shows a hostile path as one code span', async () => {
    await start();
    const path = await world.userFile('id_\u202Ea`b\nc', 'key');
    expect(await refused(path)).toBe(refusal(path));
    const shown = join(world.agent.homeFolder, 'docs', "id_[U+202E]a'b c");
    expect(world.agent.card.text).toBe(post(shown));
    expect(world.agent.terminal.lines.at(-1)).toBe(
      post(join(world.agent.homeFolder, 'docs', 'id_[U+202E]a`b c')),
    );
  });
});

describe('a file that is sent (api 1.3)', () => {
  it('is shown on the card with its type, path and size, and arrives as it is', async () => {
    await start();
    const path = await world.userFile('report.pdf', 'the report');
    const call = send(path, { text: 'see this' });
    await world.pending();
    expect(world.agent.card.text).toBe(
      [
        'I want to send a message to contact alice:',
        '`see this`',
        `attaching file \`${path}\`, 10 bytes`,
        "/'approve @4 2', /'approve @4 all' or /'reject @4 2'",
      ].join('\n'),
    );
    expect(await copies()).toEqual([]);
    await world.agent.say('/approve 2');
    expect(await world.result(call)).toMatchObject({ result: { status: 'done' } });
    const { name, bytes } = await received();
    expect([name, bytes.toString()]).toEqual(['report.pdf', 'the report']);
    expect(await sentContent()).toEqual({ type: 'file', text: 'see this' });
  });

  it('is a private copy while it is uploaded, and none after', async () => {
    await start();
    const held = world.agent.network.hold('upload');
    const path = await world.userFile('report.pdf', 'the report');
    expect(await approved(path)).toMatchObject({ status: 'done' });
    await held.reached;
    const [folder = ''] = await copies();
    expect(await world.mode('files', 'sent')).toBe('700');
    expect(await world.mode('files', 'sent', folder)).toBe('700');
    expect(await world.mode('files', 'sent', folder, 'report.pdf')).toBe('600');
    held.release();
    await received();
    await world.until(async () => (await copies()).length === 0);
    expect(await readFile(path, 'utf8')).toBe('the report');
  });

  it('is recorded by the digest of its bytes', async () => {
    await start();
    const path = await world.userFile('report.pdf', 'the report');
    await approved(path);
    expect(world.agent.audit.events).toContainEqual({
      event: 'action-created',
      action: 2,
      tool: 'send',
      chat: world.chat,
      content: {
        kind: 'file',
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        fileSha256: '14e4cce86788499d03144f70ab24ca83d1abe97d55153c71ee1df55c5296c1f9',
      },
    });
    expect(JSON.stringify(world.agent.audit.events)).not.toContain('report');
  });

  it('is not copied when it is rejected', async () => {
    await start();
    const call = send(await world.userFile('report.pdf', 'the report'));
    await world.pending();
    await world.agent.say('/reject 2');
    expect(await world.result(call)).toMatchObject({ result: { status: 'rejected' } });
    expect(await copies()).toEqual([]);
  });

  it('leaves no copy after a failed send', async () => {
    await start();
    const path = await world.userFile('report.pdf', 'the report');
    const call = send(path);
    await world.pending();
    world.agent.network.failNext('send', new ChatError('It broke.', { kind: 'other' }));
    await world.agent.say('/approve 2');
    expect(await world.result(call)).toMatchObject({
      result: { status: 'failed', error: 'It broke.' },
    });
    expect(await copies()).toEqual([]);
  });

  it('fails with a clear text and leaves nothing when the disk is full', async () => {
    await start();
    const path = await world.userFile('report.pdf', 'the report');
    world.agent.store.copyUnchanged = () => Promise.reject(new Error('No space is left.'));
    expect(await approved(path)).toMatchObject({ status: 'failed', error: 'No space is left.' });
    expect(await copies()).toEqual([]);
  });

  it('reaches no chat that got the number of its own while it was copied', async () => {
    await start();
    const { agent } = world;
    const call = send(await world.userFile('report.pdf', 'the report'));
    const number = await world.pending();
    const { digest } = agent.store;
    let copied = (): void => undefined;
    const copying = new Promise<void>((resolve) => (copied = resolve));
    agent.store.digest = async (facts) => {
      await copying;
      return digest.call(agent.store, facts);
    };
    // The copy is still there when it is to be sent.
    agent.store.deleteFolder = () => Promise.resolve({ files: 0, bytes: 0 });
    await agent.say(`/approve ${number}`);
    await agent.say(`/leave ${world.chat}`);
    agent.network.world.contacts.nextId = () => 4;
    const bob = await befriend(agent, 'bob');
    expect(bob.chat).toBe(world.chat);
    copied();
    expect(await world.result(call)).toMatchObject({
      result: { status: 'failed', error: "No chat @4. list shows the agent's chats." },
    });
    expect(bob.person.messages.list(bob.conversation)).toEqual([]);
  });

  it('is told when its upload fails (api 2.3)', async () => {
    await start();
    world.agent.network.failNext('upload', new ChatError('No server.', { kind: 'other' }));
    await approved(await world.userFile('report.pdf', 'the report'));
    await world.posted('was not sent');
    const text = 'The file `report.pdf` was not sent to contact alice (@4): `No server.`.';
    expect(world.agent.card.text).toBe(text);
    expect(world.agent.terminal.lines.at(-1)).toBe(text);
    expect(await copies()).toEqual([]);
  });

  it('leaves no copy over a restart', async () => {
    await start();
    const held = world.agent.network.hold('upload');
    await approved(await world.userFile('report.pdf', 'the report'));
    await held.reached;
    expect(await copies()).toHaveLength(1);
    world = await world.restart();
    expect(await copies()).toEqual([]);
    held.release();
  });
});

describe('what was approved is what is sent (behaviour 6.6)', () => {
  const changed = async (before: (path: string) => Promise<void>, path: string): Promise<void> => {
    expect(await approved(path, {}, () => before(path))).toMatchObject({
      status: 'failed',
      error: `file: ${path} changed after the request.`,
    });
    expect(await copies()).toEqual([]);
    expect(await sentContent()).toBeUndefined();
  };

  it('fails when other bytes of the same size are there', async () => {
    await start();
    const path = await world.userFile('a.txt', 'approved');
    await changed((at) => writeFile(at, 'somekeys'), path);
  });

  it('fails when another file was moved there', async () => {
    await start();
    const other = await world.userFile('b.txt', 'somekeys');
    await changed((at) => rename(other, at), await world.userFile('a.txt', 'approved'));
  });

  it('fails when the file is gone', async () => {
    await start();
    await changed((at) => rm(at), await world.userFile('a.txt', 'approved'));
  });

  it('fails when a link leads elsewhere now', async () => {
    await start();
    const path = await world.userFile('a.txt', 'approved');
    const other = await world.userFile('b.txt', 'somekeys');
    const via = join(world.agent.homeFolder, 'link.txt');
    await symlink(path, via);
    const result = await approved(via, {}, async () => {
      await rm(via);
      await symlink(other, via);
    });
    expect(result).toMatchObject({
      status: 'failed',
      error: `file: ${path} changed after the request.`,
    });
  });

  it('fails when its folder was swapped', async () => {
    await start();
    const path = await world.userFile('a.txt', 'approved');
    const { homeFolder } = world.agent;
    await mkdir(join(homeFolder, 'other'));
    await writeFile(join(homeFolder, 'other', 'a.txt'), 'somekeys');
    await changed(async () => {
      await rename(join(homeFolder, 'docs'), join(homeFolder, 'old'));
      await rename(join(homeFolder, 'other'), join(homeFolder, 'docs'));
    }, path);
  });

  it('fails when the copy is not what was approved, although the file looks unchanged', async () => {
    await start();
    const path = await world.userFile('a.txt', 'approved');
    await changed(() => {
      world.agent.store.copyUnchanged = async (_, to) => {
        await writeFile(to, 'somekeys');
        return true;
      };
      return Promise.resolve();
    }, path);
  });

  it('sends the approved bytes when the file is swapped before the core reads it', async () => {
    await start();
    const held = world.agent.network.hold('upload');
    const path = await world.userFile('a.txt', 'approved');
    expect(await approved(path)).toMatchObject({ status: 'done' });
    await held.reached;
    await writeFile(path, 'somekeys');
    held.release();
    expect((await received()).bytes.toString()).toBe('approved');
  });

  it('shows the preview of the approved bytes when the file is swapped meanwhile', async () => {
    let path = '';
    await start(
      new FakeMedia(async (copy) => {
        await writeFile(path, 'somekeys');
        return readFile(copy);
      }),
    );
    path = await world.userFile('a.mp4', 'approved');
    const call = send(path);
    await world.pending();
    expect(world.agent.card.preview).toBe(dataUrl(Buffer.from('approved')));
    await world.agent.say('/approve 2');
    expect(await world.result(call)).toMatchObject({
      result: { status: 'failed', error: `file: ${path} changed after the request.` },
    });
  });

  it('is no action when the file changes while it is looked at', async () => {
    await start();
    const path = await world.userFile('a.txt', 'approved');
    world.agent.store.digest = () => Promise.resolve(undefined);
    expect(await refused(path)).toBe(`file: ${path} changed after the request.`);
  });
});

describe('images and videos (api 1.3)', () => {
  it('sends a JPEG or PNG resized, with the preview on the card and in the message', async () => {
    await start(new FakeMedia(readFile));
    for (const name of ['a.jpg', 'b.JPEG', 'c.png']) {
      const path = await world.userFile(name, 'picture');
      const call = send(path, { text: 'look' });
      const number = await world.pending();
      expect(world.agent.card).toMatchObject({
        image: true,
        preview: dataUrl(Buffer.from('picture')),
        text: expect.stringContaining(`attaching image \`${path}\`, 7 bytes`) as string,
      });
      await world.agent.say(`/approve ${number}`);
      await world.result(call);
      expect(await sentContent()).toEqual({
        type: 'image',
        text: 'look',
        preview: dataUrl(Buffer.from('picture')),
      });
      const { name: sent, bytes } = await received();
      expect([sent, bytes.toString()]).toEqual([`${name[0]!}.jpg`, 'resized picture']);
    }
    await world.until(async () => (await copies()).length === 0);
    expect(world.agent.terminal.errors).toEqual([]);
  });

  it('gives the media tools private copies only', async () => {
    const media = new FakeMedia(readFile);
    await start(media);
    await approved(await world.userFile('a.jpg', 'picture'));
    expect(media.paths).toHaveLength(2);
    for (const path of media.paths) expect(path.startsWith(world.path('files', 'sent'))).toBe(true);
  });

  it('sends a GIF and a WebP unchanged, with their previews', async () => {
    await start(new FakeMedia(readFile));
    for (const name of ['a.gif', 'b.webp']) {
      await approved(await world.userFile(name, 'picture'));
      expect(await sentContent()).toMatchObject({ type: 'image' });
      const { name: sent, bytes } = await received();
      expect([sent, bytes.toString()]).toEqual([name, 'picture']);
    }
  });

  it('sends a video unchanged, with its first frame and duration', async () => {
    await start(new FakeMedia(readFile));
    await approved(await world.userFile('a.mov', 'video'), { text: 'watch' });
    expect(await sentContent()).toEqual({
      type: 'video',
      text: 'watch',
      preview: dataUrl(Buffer.from('video')),
      durationSeconds: 12,
    });
    expect((await received()).bytes.toString()).toBe('video');
  });

  it('sends an image unchanged as a file with as: "file"', async () => {
    const media = new FakeMedia(readFile);
    await start(media);
    await approved(await world.userFile('a.jpg', 'picture'), { as: 'file' });
    expect(await sentContent()).toEqual({ type: 'file', text: '' });
    expect((await received()).bytes.toString()).toBe('picture');
    expect(media.paths).toEqual([]);
  });

  it('uses the fixed preview and the original where the tools fail, and logs why', async () => {
    await start();
    const image = await world.userFile('a.jpg', 'broken');
    await approved(image);
    expect(await sentContent()).toEqual({ type: 'image', text: '', preview: FIXED_PREVIEW });
    const { name, bytes } = await received();
    expect([name, bytes.toString()]).toEqual(['a.jpg', 'broken']);
    expect(world.agent.terminal.errors).toEqual([
      'preview: no media',
      `resizing ${image}: no media`,
    ]);
    await approved(await world.userFile('a.mp4', 'broken'));
    expect(await sentContent()).toEqual({
      type: 'video',
      text: '',
      preview: FIXED_PREVIEW,
      durationSeconds: 0,
    });
  });

  it('logs a hostile path on one line', async () => {
    await start();
    const path = await world.userFile('a\nb\u202E.jpg', 'broken');
    await approved(path);
    const shown = join(world.agent.homeFolder, 'docs', 'a b[U+202E].jpg');
    expect(world.agent.terminal.errors).toContain(`resizing ${shown}: no media`);
  });

  it('logs what of a video could not be read', async () => {
    const media = new FakeMedia(readFile);
    media.videoPreview = () =>
      Promise.resolve({
        preview: FIXED_PREVIEW,
        durationSeconds: 5,
        failure: new MediaError('no frame'),
      });
    await start(media);
    await approved(await world.userFile('a.mp4', 'video'));
    expect(await sentContent()).toEqual({
      type: 'video',
      text: '',
      preview: FIXED_PREVIEW,
      durationSeconds: 5,
    });
    expect(world.agent.terminal.errors).toEqual(['preview: no frame']);
  });
});
