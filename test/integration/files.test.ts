import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Metadata } from 'sharp';
import { expect, it } from 'vitest';
import { fileBytes } from '../contract/world.js';
import { onRealNetwork } from './support/network.js';
import type { Person } from './support/people.js';
import { useWorld } from './support/world.js';

onRealNetwork('an agent with files on a real network', () => {
  const world = useWorld(async (made) => {
    [bob] = await made.people.add('bob');
    await made.ownerJoins();
    chat = await made.connect(bob);
    bobsChat = await bob.does.agentContact();
  });
  let bob: Person;
  let chat: string;
  let bobsChat: string;

  async function offered(name: string): Promise<number> {
    const { messages } = await world().agent.result('receive', { chat, wait: 30 });
    expect(messages).toMatchObject([{ file: { name, status: 'offered' } }]);
    return messages[0].item as number;
  }

  it('downloads a file into the folder of its chat when the owner approves', async () => {
    const { agent, owner, place } = world();
    await bob.does.sendFile(bobsChat, { name: 'report.pdf', size: 300_000 });
    const item = await offered('report.pdf');
    const call = agent.result('download', { chat, item, wait: 40 });
    const card = await owner.card(2);
    expect(card.text).toBe(
      [
        `I want to download a file from contact bob (${chat}):`,
        '`report.pdf`, 300.0 KB',
        'Servers: known.',
        `/'receive ${chat} 2', /'receive ${chat} 2 all', /'forward ${chat} 2' or /'reject ${chat} 2'`,
      ].join('\n'),
    );
    await owner.say(`/receive ${chat} 2`);
    const result = await call;
    expect(result).toMatchObject({ action: 2, status: 'done', chat, item });
    const path = String(result['path']);
    expect(path).toMatch(
      new RegExp(`^${place.path('files', `contact-${chat.slice(1)}`)}/\\d+\\.pdf$`),
    );
    expect((await readFile(path)).equals(fileBytes(300_000))).toBe(true);
  });

  it('shows the owner a picture before it sends it, without what the camera wrote into it', async () => {
    const { agent, owner, place } = world();
    const path = join(place.home, 'garden.jpg');
    await writeFile(path, await photo());
    const call = agent.result('send', { chat, text: 'My garden', file: path, wait: 0 });
    const card = await owner.card(3);
    expect(card.text).toContain(
      `I want to send a message to contact bob:\n\`My garden\`\nattaching image \`${path}\`, `,
    );
    expect(card.type).toBe('image');
    const preview = await preview4x3(card.image);
    expect(preview.exif).toBeUndefined();
    await owner.say(`/approve ${chat} 3`);
    expect(await call).toMatchObject({ action: 3, status: 'done' });
    const { message } = await bob.does.receives(bobsChat, 'My garden');
    const received = Buffer.from(await bob.does.receiveFile(bobsChat, message));
    const { format, exif } = await sharp(received).metadata();
    expect(format).toBe('jpeg');
    expect(exif).toBeUndefined();
    expect(received.includes('Camera of mine')).toBe(false);
    const closed = await owner.waitFor(({ id, edited }) => id === card.id && edited);
    expect(closed).toMatchObject({ type: 'image', image: card.image });
    expect(closed.text).toMatch(/^I sent a message .*\nApproved by owner\.$/s);
  });

  it('sends a file as it is when the owner approves', async () => {
    const { agent, owner, place } = world();
    const path = join(place.home, 'notes.txt');
    const bytes = fileBytes(150_000);
    await writeFile(path, bytes);
    const call = agent.result('send', { chat, file: path, text: 'My notes', wait: 0 });
    await owner.card(4);
    await owner.say(`/approve ${chat} 4`);
    expect(await call).toMatchObject({ action: 4, status: 'done' });
    const { message } = await bob.does.receives(bobsChat, 'My notes');
    const received = await bob.does.receiveFile(bobsChat, message);
    expect(Buffer.from(received).equals(bytes)).toBe(true);
  });

  it('names the server of a file that it does not know, and downloads when the owner approves', async ({
    skip,
  }) => {
    const { agent, owner, network } = world();
    if (network.unknownXftp === undefined) skip('SIMPLEX_MCP_XFTP names one file server only');
    await bob.does.sendFile(bobsChat, { name: 'far.bin', size: 200_000, unknownServer: true });
    const item = await offered('far.bin');
    const call = agent.result('download', { chat, item, wait: 40 });
    const card = await owner.card(5);
    expect(card.text).toBe(
      [
        `I want to download a file from contact bob (${chat}):`,
        '`far.bin`, 200.0 KB',
        "Servers: `127.0.0.1`, unknown: downloading shows it this computer's IP address.",
        `/'receive ${chat} 5', /'forward ${chat} 5' or /'reject ${chat} 5'`,
      ].join('\n'),
    );
    await owner.say(`/receive ${chat} 5`);
    const result = await call;
    expect(result).toMatchObject({ action: 5, status: 'done' });
    expect((await readFile(String(result['path']))).equals(fileBytes(200_000))).toBe(true);
  });
});

/** A picture as a camera makes it, with its name and the place in it. */
async function photo(): Promise<Buffer> {
  const camera = { IFD0: { Model: 'Camera of mine' }, IFD3: { GPSLatitude: '48/1 51/1 24/1' } };
  const plain = sharp({ create: { width: 640, height: 480, channels: 3, background: '#3a5' } });
  const made = await plain.jpeg().withExif(camera).toBuffer();
  expect(made.includes('Camera of mine')).toBe(true);
  return made;
}

/** What a picture of the photo's form, in a data URL, is made of. */
async function preview4x3(image: string | undefined): Promise<Metadata> {
  const base64 = /^data:image\/\w+;base64,(.+)$/.exec(image ?? '')?.[1] ?? '';
  const metadata = await sharp(Buffer.from(base64, 'base64')).metadata();
  expect(metadata.width / metadata.height).toBeCloseTo(4 / 3);
  return metadata;
}
