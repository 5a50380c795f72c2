import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OwnerItem } from '../../src/adapters/sandbox/owner/owner-item.js';
import './support/built-cli.js';
import { Agent } from './support/agent.js';
import type { Host } from './support/host.js';
import { Place } from './support/place.js';
import { errorOf, fields } from './support/results.js';

interface FileField {
  readonly name: string;
  readonly size: number;
  readonly type: string;
  readonly status: string;
  readonly path?: string;
}

interface Received {
  readonly item: number;
  readonly text: string;
  readonly file?: FileField;
}

interface SeenMessage {
  readonly byAgent: boolean;
  readonly type: string;
  readonly text: string;
  readonly file?: { readonly offer: number; readonly name: string; readonly state: string };
}

let place: Place;
let agent: Agent;
let host: Host;
/** The agent's chat with alice. */
let chat: string;
/** The number of the last action. */
let action = 0;

beforeAll(async () => {
  place = await Place.make();
  await mkdir(join(place.home, 'docs'));
  agent = await Agent.withOwner(place, ['--stop-wait', '0']);
  host = await agent.host();
  const { short } = await agent.owner.request<{ short: string }>('address', { person: 'alice' });
  const call = host.call('connect', { target: short, wait: 10, idle: 1 });
  await decide('/approve N');
  chat = String((await fields(call))['chat']);
});

afterAll(async () => {
  await agent.end();
  await place.remove();
});

/** Waits for the card of the next action, and says a command with its number in place of N. */
async function decide(command: string): Promise<OwnerItem> {
  action += 1;
  const card = await agent.card(action);
  await agent.owner.say(command.replace('N', String(action)));
  return card;
}

/** Alice sends a file; resolves with the message as `receive` returns it. */
async function fileFromAlice(
  name: string,
  bytes: Buffer,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Received & { readonly file: FileField; readonly offer: number }> {
  const { offer } = await agent.owner.request<{ offer: number }>('person-file', {
    person: 'alice',
    name,
    base64: bytes.toString('base64'),
    ...more,
  });
  const result = await fields(host.call('receive', { chat, wait: 20, limit: 1 }));
  const [message] = result['messages'] as Received[];
  expect(message?.file).toMatchObject({ name, size: bytes.length, status: 'offered' });
  return { ...message!, file: message!.file!, offer };
}

/** What alice got from the agent with this text. */
async function aliceGot(text: string): Promise<SeenMessage> {
  const said = await agent.owner.request<SeenMessage[]>('person-messages', { person: 'alice' });
  const found = said.find((message) => message.byAgent && message.text === text);
  if (found === undefined) throw new Error(`Alice got no message ${text}.`);
  return found;
}

async function aliceDownloads({ file }: SeenMessage): Promise<Buffer> {
  const base64 = await agent.owner.request<string>('person-download', {
    person: 'alice',
    offer: file?.offer,
  });
  return Buffer.from(base64, 'base64');
}

const folder = () => `contact-${chat.slice(1)}`;

/** A photograph with what cameras write into it. */
async function photograph(): Promise<Buffer> {
  const width = 1600;
  const height = 1200;
  const noise = randomBytes(width * height * 3);
  return sharp(noise, { raw: { width, height, channels: 3 } })
    .blur(2)
    .jpeg({ quality: 95 })
    .withExif({
      IFD0: { Make: 'Secret Camera', Copyright: 'Ann Lee' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    })
    .toBuffer();
}

describe('files that the agent sends (api 1.3)', () => {
  it('shows a picture on the card, and sends it smaller and without its metadata', async () => {
    const bytes = await photograph();
    expect(bytes.includes('Secret Camera')).toBe(true);
    const path = join(place.home, 'docs', 'photo.jpg');
    await writeFile(path, bytes);
    const call = host.call('send', { chat, text: 'Our hill', file: path, wait: 0 });
    const card = await decide(`/approve ${chat} N`);
    expect(card).toMatchObject({ image: true });
    expect(card.preview).toMatch(/^data:image\/jpe?g;base64,/);
    expect(card.text.split('\n').slice(0, 3)).toEqual([
      'I want to send a message to contact alice:',
      '`Our hill`',
      `attaching image \`${path}\`, ${(bytes.length / 1000).toFixed(1)} KB`,
    ]);
    expect(await fields(call)).toMatchObject({ action, status: 'done' });
    const got = await aliceGot('Our hill');
    expect(got).toMatchObject({ type: 'image', file: { name: 'photo.jpg' } });
    await agent.owner.waitFor(({ id, edited }) => id === card.id && edited);
    const sent = await aliceDownloads(got);
    expect(sent.length).toBeLessThan(256_000);
    const { format, exif } = await sharp(sent).metadata();
    expect({ format, exif }).toEqual({ format: 'jpeg', exif: undefined });
    expect(sent.includes('Secret Camera')).toBe(false);
    expect(JSON.stringify(await agent.owner.items())).not.toContain('Secret Camera');
  });

  it('sends a document as it is', async () => {
    const path = join(place.home, 'docs', 'notes.txt');
    await writeFile(path, 'Start at the old mill.\n');
    const call = host.call('send', { chat, file: path, wait: 0 });
    await decide(`/approve ${chat} N`);
    expect(await fields(call)).toMatchObject({ action, status: 'done' });
    const said = await agent.owner.request<SeenMessage[]>('person-messages', { person: 'alice' });
    const got = said.find(({ file }) => file?.name === 'notes.txt');
    expect((await aliceDownloads(got!)).toString()).toBe('Start at the old mill.\n');
  });

  it('sends nothing when the file changed after the request', async () => {
    const path = join(place.home, 'docs', 'changing.txt');
    await writeFile(path, 'harmless');
    const call = host.call('send', { chat, text: 'see this', file: path });
    await agent.card(action + 1);
    await writeFile(path, 'something else');
    await decide(`/approve ${chat} N`);
    expect(await fields(call)).toEqual({
      action,
      status: 'failed',
      error: `file: ${path} changed after the request.`,
    });
    await expect(aliceGot('see this')).rejects.toThrow();
  });

  it.each([
    ['id_ed25519', 'anything'],
    [
      'letter.txt',
      '-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n',
    ],
  ])('refuses a key, and tells the owner: %s', async (name, content) => {
    const path = join(place.home, 'docs', name);
    await writeFile(path, content);
    expect(await errorOf(host.call('send', { chat, file: path }))).toBe(
      `file: ${path} is refused: private keys and the server's own files are not sent.`,
    );
    await agent.shows(
      `Refused to send \`${path}\` to contact alice (${chat}): private keys and the server's own files are not sent.`,
    );
  });

  it.each(['token', 'audit.jsonl', join('sandbox', 'state.json')])(
    'refuses the server’s own file %s',
    async (name) => {
      const path = place.path(name);
      expect(await errorOf(host.call('send', { chat, file: path }))).toBe(
        `file: ${path} is refused: private keys and the server's own files are not sent.`,
      );
    },
  );

  it('has left no copies behind', async () => {
    const sent = await readdir(place.path('files', 'sent'), { recursive: true }).catch(() => []);
    expect(sent).toEqual([]);
  });
});

describe('files that the agent gets (api 1.5)', () => {
  it('shows the picture on the card, and downloads it when the owner lets it', async () => {
    const bytes = await sharp({
      create: { width: 90, height: 60, channels: 3, background: '#446688' },
    })
      .png()
      .toBuffer();
    const preview = `data:image/png;base64,${bytes.toString('base64')}`;
    const { item } = await fileFromAlice('evening.png', bytes, { type: 'image', preview });
    const call = host.call('download', { chat, item });
    const card = await decide(`/receive ${chat} N`);
    expect(card).toMatchObject({ image: true });
    expect(card.text).toBe(
      [
        `I want to download a file from contact alice (${chat}):`,
        `\`evening.png\`, ${bytes.length} bytes`,
        'Servers: known.',
        `/'receive ${chat} ${action}', /'receive ${chat} ${action} all', /'forward ${chat} ${action}' or /'reject ${chat} ${action}'`,
      ].join('\n'),
    );
    const result = await fields(call);
    expect(result).toMatchObject({ action, status: 'done', chat, item });
    const path = String(result['path']);
    expect(path).toMatch(new RegExp(`^${place.path('files', folder())}/\\d+\\.png$`));
    expect(await readFile(path)).toEqual(bytes);
    await agent.owner.waitFor(
      ({ id, text }) => id === card.id && text.endsWith('Approved by owner.'),
    );
  });

  it('does not download what the owner rejects', async () => {
    const { item } = await fileFromAlice('no.txt', Buffer.from('no'));
    const call = host.call('download', { chat, item });
    await decide(`/reject ${chat} N`);
    expect(await fields(call)).toEqual({ action, status: 'rejected' });
  });

  it('forwards a file to the owner, and the card stays open', async () => {
    const bytes = Buffer.from('for the owner first');
    const { item } = await fileFromAlice('letter.txt', bytes);
    const call = host.call('download', { chat, item });
    const card = await decide(`/forward ${chat} N`);
    const post = await agent.owner.waitFor(
      ({ file }) => file?.ready === true && file.name === 'letter.txt',
    );
    expect(post.reply?.id).toBe(card.id);
    expect(Buffer.from(await agent.owner.download(post.id))).toEqual(bytes);
    expect((await agent.owner.items()).find(({ id }) => id === card.id)).toMatchObject({
      edited: false,
    });
    const forwarded = place.path('forwarded', folder());
    const [name] = await readdir(forwarded);
    expect(await errorOf(host.call('send', { chat, file: join(forwarded, name ?? '') }))).toContain(
      ' is refused: ',
    );
    await agent.owner.say(`/receive ${chat} ${action}`);
    const result = await fields(call);
    expect(result).toMatchObject({ action, status: 'done' });
    expect(await readFile(String(result['path']))).toEqual(bytes);
    expect(await readdir(forwarded)).toEqual([]);
  });

  it('names unknown servers on the card, and downloads from them when the owner says so', async () => {
    const bytes = Buffer.from('on a server of my own');
    const { item } = await fileFromAlice('mine.txt', bytes, { unknownServer: true });
    const call = host.call('download', { chat, item });
    const card = await decide(`/receive ${chat} N`);
    const [, , servers, commands] = card.text.split('\n');
    expect(servers).toMatch(
      /^Servers: `[^`]+`, unknown: downloading shows it this computer's IP address\.$/,
    );
    expect(commands).toBe(
      `/'receive ${chat} ${action}', /'forward ${chat} ${action}' or /'reject ${chat} ${action}'`,
    );
    const result = await fields(call);
    expect(await readFile(String(result['path']))).toEqual(bytes);
  });

  it('asks no more after the owner let all files of the chat through, until that is taken back', async () => {
    const first = await fileFromAlice('one.txt', Buffer.from('one'));
    const call = host.call('download', { chat, item: first.item });
    await decide(`/receive ${chat} N all`);
    expect(await fields(call)).toMatchObject({ action, status: 'done' });
    await agent.shows(
      `Files approved for contact alice (${chat}) by owner. /'receive ${chat} off'`,
    );

    const second = await fileFromAlice('two.txt', Buffer.from('two'));
    action += 1;
    expect(await fields(host.call('download', { chat, item: second.item }))).toMatchObject({
      action,
      status: 'done',
    });

    await agent.owner.say(`/receive ${chat} off`);
    await agent.shows(`Files from contact alice (${chat}) need approval again.`);
    const third = await fileFromAlice('three.txt', Buffer.from('three'));
    const asked = host.call('download', { chat, item: third.item });
    await decide(`/reject ${chat} N`);
    expect(await fields(asked)).toEqual({ action, status: 'rejected' });
  });

  it('goes on with a download that a stop interrupted', async () => {
    const bytes = randomBytes(300_000);
    const { item, offer } = await fileFromAlice('long.bin', bytes, { pace: 'held' });
    const call = host.call('download', { chat, item, wait: 1 });
    const card = await decide(`/receive ${chat} N`);
    expect(await fields(call)).toEqual({ action, status: 'performing' });
    agent.process.signal('SIGTERM');
    await agent.owner.gone();
    expect(await agent.process.ended).toEqual({ code: 0, signal: null });
    await agent.end();

    agent = await Agent.start(place, ['--stop-wait', '0']);
    await agent.sit();
    host = await agent.host();
    await agent.owner.waitFor(
      ({ id, text }) =>
        id === card.id && text.endsWith('Approved by owner; interrupted: the server stopped.'),
    );
    await agent.owner.request('let-through', { person: 'alice', offer });
    const again = host.call('download', { chat, item });
    await decide(`/receive ${chat} N`);
    const result = await fields(again);
    expect(result).toMatchObject({ action, status: 'done' });
    expect(await readFile(String(result['path']))).toEqual(bytes);
  });

  it('keeps the files of a chat that is left until the owner deletes them', async () => {
    const kept = await readdir(place.path('files', folder()));
    expect(kept.length).toBeGreaterThanOrEqual(5);
    const call = host.call('leave', { chat });
    await decide(`/approve ${chat} N`);
    expect(await fields(call)).toMatchObject({ status: 'done' });
    await agent.owner.waitFor(
      ({ text }) =>
        text.startsWith(
          `Files from contact alice (${chat}) are kept in \`${place.path('files', folder())}\`: ${kept.length} files, `,
        ) && text.endsWith(`/'delete ${chat} files'`),
    );
    await agent.owner.say(`/delete ${chat} files`);
    await agent.owner.waitFor(({ text }) =>
      text.startsWith(`Deleted ${kept.length} files from ${chat}, `),
    );
    expect(await readdir(place.path('files'))).not.toContain(folder());
  });
});

describe('the people of the sandbox who send files', () => {
  it('carol sends a picture and a document, dave a file on an unknown server', async () => {
    const inhabitants = await agent.owner.request<{ name: string; link: string }[]>('inhabitants');
    const told: FileField[] = [];
    for (const name of ['carol', 'dave']) {
      const target = inhabitants.find((one) => one.name === name)?.link;
      const call = host.call('connect', { target, wait: 10, idle: 1 });
      await decide('/approve N');
      const result = await fields(call);
      const from = String(result['chat']);
      const messages = [...((result['messages'] ?? []) as Received[])];
      const wanted = name === 'carol' ? 2 : 1;
      const files = () => messages.flatMap(({ file }) => file ?? []);
      while (files().length < wanted) {
        const more = await fields(host.call('receive', { chat: from, wait: 10, limit: 1 }));
        messages.push(...(more['messages'] as Received[]));
      }
      told.push(...files());
    }
    expect(told.map(({ name, type }) => `${name}: ${type}`)).toEqual([
      'evening.png: image',
      'walking notes.txt: file',
      'minutes.txt: file',
    ]);
  });
});
