import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { unknownServer } from '../../../src/adapters/sandbox/index.js';
import type { Item } from '../../../src/domain/chat/item.js';
import type { ChatRef } from '../../../src/domain/chat/ref.js';
import { SandboxAgent } from './sandbox-agent.js';

async function settled(): Promise<SandboxAgent> {
  return SandboxAgent.start({ inhabitants: true });
}

function linkOf(agent: SandboxAgent, name: string): string {
  return agent.network.inhabitants().find((one) => one.name === name)?.link ?? '';
}

async function messages(agent: SandboxAgent, ref: ChatRef): Promise<Item[]> {
  const { items } = await agent.chat.items(ref, { kind: 'last', count: 100 });
  return items.filter(({ content }) => content.kind !== 'other');
}

async function texts(agent: SandboxAgent, ref: ChatRef): Promise<string[]> {
  return (await messages(agent, ref)).map(({ content }) =>
    content.kind === 'other' ? '' : content.message.text,
  );
}

describe('the inhabitants of a new sandbox', () => {
  it('are listed with what they are and the links that lead to them', async () => {
    const agent = await settled();
    const list = agent.network.inhabitants();
    expect(list.map(({ name, kind, what }) => [name, kind, what])).toEqual([
      ['echo', 'bot', 'repeats what you say'],
      ['weather', 'bot', 'has a command menu'],
      ['lounge', 'group', 'two members who answer'],
      ['sandbox news', 'channel', 'posts; subscribers only read'],
      ['carol', 'person', 'sends a picture and a document'],
      ['dave', 'person', 'sends a file on an unknown file server'],
      ['corner shop', 'business', 'its address makes a group chat'],
    ]);
    const letters = list.map(
      ({ link }) => /^https:\/\/sandbox\.simplex\.invalid\/(.)#/.exec(link)?.[1],
    );
    expect(letters).toEqual(['a', 'a', 'g', 'c', 'a', 'a', 'a']);
    expect(list.map(({ simplexName }) => simplexName)).toEqual([
      '@echo.simplex', undefined, undefined, '#sandbox-news.simplex', undefined, undefined, undefined,
    ]); // prettier-ignore
  });

  it('have the same links with the same seed, and others with another', async () => {
    const links = async (seed: number): Promise<string[]> =>
      (await SandboxAgent.start({ inhabitants: true, seed })).network
        .inhabitants()
        .map(({ link }) => link);
    expect(await links(7)).toEqual(await links(7));
    expect(await links(8)).not.toEqual(await links(7));
  });

  it('are the same after a restart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-inhabitants-'));
    try {
      const first = await SandboxAgent.start({ inhabitants: true, folder });
      const before = first.network.inhabitants();
      await first.chat.close();
      const again = await SandboxAgent.start({ inhabitants: true, folder });
      expect(again.network.inhabitants()).toEqual(before);
      await again.join(linkOf(again, 'echo'), { message: 'are you there?' });
      await again.network.settled();
      expect(await texts(again, '@4')).toContain('are you there?');
      expect((await texts(again, '@4')).at(-1)).toBe('are you there?');
      await again.chat.close();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('echo repeats, and is found by its name', async () => {
    const agent = await settled();
    const plan = await agent.chat.planConnection('@echo.simplex');
    expect(plan).toMatchObject({
      linkType: 'address',
      state: 'ok',
      data: { name: 'echo', peerType: 'bot', shortDescription: 'Repeats what you say' },
    });
    await agent.join('@echo.simplex');
    await agent.network.settled();
    expect(await agent.chat.chat('@4')).toMatchObject({ simplexName: '@echo.simplex' });
    await agent.chat.send('@4', { content: { type: 'text', text: 'over the hills' } });
    await agent.network.settled();
    expect(await texts(agent, '@4')).toEqual([
      'Hello! I repeat what you send.',
      'over the hills',
      'over the hills',
    ]);
  });

  it('weather has a menu and answers its commands', async () => {
    const agent = await settled();
    await agent.join(linkOf(agent, 'weather'));
    await agent.network.settled();
    expect((await agent.chat.chat('@4')).commands).toEqual([
      { type: 'command', keyword: 'weather', label: 'Weather now', params: '<place>' },
      {
        type: 'menu',
        label: 'More',
        commands: [
          { type: 'command', keyword: 'tomorrow', label: 'Weather tomorrow', params: '<place>' },
          { type: 'command', keyword: 'help', label: 'Help' },
        ],
      },
    ]);
    for (const text of ['/weather Oslo', '/weather Oslo', 'hello']) {
      await agent.chat.send('@4', { content: { type: 'text', text } });
      await agent.network.settled();
    }
    const [, , first, , second, , help] = await texts(agent, '@4');
    expect(first).toMatch(/^Oslo, now: .+, -?\d+ °C\.$/);
    expect(second).toBe(first);
    expect(help).toBe('Send /weather and a place, or /tomorrow and a place.');
  });

  it('the members of the lounge answer in turn, once each time', async () => {
    const agent = await settled();
    await agent.join(linkOf(agent, 'lounge'));
    await agent.network.settled();
    expect(await texts(agent, '#1')).toEqual([
      'Be kind, and stay a while.',
      'Anyone here?',
      'Always.',
    ]);
    for (const text of ['one', 'two', 'three']) {
      await agent.chat.send('#1', { content: { type: 'text', text } });
      await agent.network.settled();
    }
    const answers = (await messages(agent, '#1')).slice(3);
    expect(answers).toHaveLength(6);
    const writers = answers.map(({ direction }) =>
      direction.kind === 'group-received' ? direction.member.name : direction.kind,
    );
    expect(writers.filter((_, index) => index % 2 === 0)).toEqual(Array(3).fill('group-sent'));
    const talkers = writers.filter((_, index) => index % 2 === 1);
    expect(new Set(talkers)).toEqual(new Set(['alice', 'bob']));
    expect(talkers[0]).toBe(talkers[2]);
    expect(talkers[0]).not.toBe(talkers[1]);
  });

  it('the one who is mentioned answers', async () => {
    const agent = await settled();
    await agent.join(linkOf(agent, 'lounge'));
    await agent.network.settled();
    const members = await agent.chat.members(1);
    for (const { name, memberId } of [...members, ...members]) {
      await agent.chat.send('#1', {
        content: { type: 'text', text: `hi @${name}` },
        mentions: [{ name, memberId }],
      });
      await agent.network.settled();
      const last = (await messages(agent, '#1')).at(-1);
      expect(last?.direction).toMatchObject({ member: { name } });
    }
  });

  it('the channel posts three times and then is silent', async () => {
    const agent = await settled();
    await agent.join('#sandbox-news.simplex');
    await agent.network.settled();
    expect(await texts(agent, '#1')).toHaveLength(1);
    await agent.clock.advance(20_000);
    await agent.clock.advance(20_000);
    await agent.network.settled();
    expect(await texts(agent, '#1')).toHaveLength(3);
    await agent.clock.advance(3_600_000);
    await agent.network.settled();
    expect(await texts(agent, '#1')).toHaveLength(3);
    expect((await messages(agent, '#1')).map(({ direction }) => direction.kind)).toEqual(
      Array(3).fill('channel-received'),
    );
    expect(await agent.chat.chat('#1')).toMatchObject({ simplexName: '#sandbox-news.simplex' });
  });

  it('carol sends a real picture and a document', async () => {
    const agent = await settled();
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-carol-'));
    try {
      await agent.join(linkOf(agent, 'carol'));
      await agent.network.settled();
      const [, picture, document] = await messages(agent, '@4');
      expect(picture?.content).toMatchObject({ message: { type: 'image' } });
      expect(document?.file).toMatchObject({ name: 'walking notes.txt' });
      const path = join(folder, 'evening.png');
      await agent.chat.receiveFile(picture?.file?.fileId ?? 0, path, false);
      await agent.network.settled();
      const { width, height, format } = await sharp(await readFile(path)).metadata();
      expect({ width, height, format }).toEqual({ width: 480, height: 300, format: 'png' });
      const preview =
        picture?.content.kind === 'received' ? picture.content.message.preview : undefined;
      const data = Buffer.from(preview?.split(',')[1] ?? '', 'base64');
      expect((await sharp(data).metadata()).width).toBe(32);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('dave sends a file on a server that the core does not know', async () => {
    const agent = await settled();
    await agent.join(linkOf(agent, 'dave'));
    await agent.network.settled();
    const [item] = await messages(agent, '@4');
    const fileId = item?.file?.fileId ?? 0;
    expect(await agent.chat.fileServers('@4', item?.itemId ?? 0, fileId)).toEqual([unknownServer]);
    await expect(agent.chat.receiveFile(fileId, '/nonexistent/x', false)).rejects.toThrow();
  });

  it('the corner shop makes a business chat and answers', async () => {
    const agent = await settled();
    await agent.join(linkOf(agent, 'corner shop'), { message: 'Two loaves, please' });
    await agent.network.settled();
    expect(await agent.chat.chat('#1')).toMatchObject({
      groupType: 'business',
      name: 'corner shop',
    });
    expect(await texts(agent, '#1')).toEqual([
      'Welcome to the corner shop. What can we do?',
      'Two loaves, please',
      'Thank you, we have written it down.',
    ]);
  });

  it('are silent when the agent is gone before they could answer', async () => {
    const agent = await SandboxAgent.start({
      inhabitants: true,
      latency: { network: 0, message: 60, chunk: 0 },
    });
    for (const name of ['echo', 'carol']) await agent.join(linkOf(agent, name));
    await agent.clock.advance(120);
    await agent.chat.send('@4', { content: { type: 'text', text: 'goodbye' } });
    await agent.chat.deleteChat('@4');
    await agent.chat.deleteChat('@5');
    await agent.clock.advance(1000);
    expect((await agent.chat.chats()).map(({ chat }) => chat.ref)).toEqual(['@3', '@2']);
  });
});
