import { describe, expect, it } from 'vitest';

import { SandboxOwner, type OwnerChange } from '../../../src/adapters/sandbox/index.js';
import { SandboxAgent } from './sandbox-agent.js';

const text = (value: string) => ({ content: { type: 'text', text: value } }) as const;
const preview = 'data:image/png;base64,AAAA';

async function control(): Promise<{ agent: SandboxAgent; owner: SandboxOwner; link: string }> {
  const agent = await SandboxAgent.start();
  await agent.chat.createGroup({
    displayName: 'agent',
    description: '',
    history: true,
    commands: [],
  });
  const link = await agent.chat.createGroupLink(1, 'member');
  const owner = new SandboxOwner(agent.network);
  await owner.join(link);
  await agent.network.settled();
  await agent.chat.setMemberRole(1, 2, 'owner');
  await agent.happened();
  return { agent, owner, link };
}

describe('the owner’s app on the sandbox', () => {
  it('sees a card, its edit, the picture and what a reply quotes', async () => {
    const { agent, owner } = await control();
    const changes: OwnerChange[] = [];
    owner.subscribe((change) => changes.push(change));
    const card = await agent.chat.send('#1', text('a card'));
    await agent.network.settled();
    await agent.chat.edit('#1', card.itemId, text('an outcome'));
    await agent.chat.send('#1', { content: { type: 'image', text: 'a picture card', preview } });
    await agent.network.settled();
    const id = owner.say('/approve 1');
    await agent.network.settled();
    const command = (await agent.chat.items('#1', { kind: 'last', count: 1 })).items[0];
    await agent.chat.send('#1', { ...text('done'), quotedItemId: command?.itemId ?? 0 });
    await agent.network.settled();
    expect(changes.map(({ kind, item }) => [kind, item.text, item.edited])).toEqual([
      ['added', 'a card', false],
      ['edited', 'an outcome', true],
      ['added', 'a picture card', false],
      ['added', 'done', false],
    ]);
    expect(owner.items()).toMatchObject([
      { from: 'agent', byAgent: true, mine: false, text: 'an outcome', edited: true, image: false },
      { from: 'agent', text: 'a picture card', image: true, preview },
      { id, from: 'owner', byAgent: false, mine: true, text: '/approve 1' },
      { from: 'agent', text: 'done', reply: { id, text: '/approve 1' } },
    ]);
  });

  it('replies to a card', async () => {
    const { agent, owner } = await control();
    const card = await agent.chat.send('#1', text('a card'));
    await agent.network.settled();
    owner.say('why?', { replyTo: owner.items()[0]?.id ?? 0 });
    await agent.network.settled();
    const item = (await agent.chat.items('#1', { kind: 'last', count: 1 })).items[0];
    expect(item).toMatchObject({
      quoted: { itemId: card.itemId, text: 'a card' },
      mentionsMe: true,
    });
  });

  it('receives a file that the agent posts', async () => {
    const { agent, owner } = await control();
    await agent.chat.send('#1', {
      content: { type: 'file', text: 'the file' },
      filePath: import.meta.filename,
    });
    const item = await owner.waitFor(({ file }) => file?.ready === true);
    expect(item.file).toMatchObject({ name: 'owner.test.ts' });
    expect(Buffer.from(await owner.download(item.id)).toString()).toContain('the owner’s app');
  });

  it('waits for what is there and for what comes', async () => {
    const { agent, owner } = await control();
    const coming = owner.waitFor((item) => item.text === 'later');
    await agent.chat.send('#1', text('later'));
    expect((await coming).text).toBe('later');
    expect((await owner.waitFor((item) => item.text === 'later')).text).toBe('later');
  });

  it('does not join by a link that was deleted', async () => {
    const { agent, link } = await control();
    await agent.chat.deleteGroupLink(1);
    const stranger = new SandboxOwner(agent.network, 'stranger');
    await expect(stranger.join(link)).rejects.toThrow('the link leads to no group');
    expect(stranger.joined).toBe(false);
    expect(() => stranger.say('hello')).toThrow('stranger is not in the control chat');
  });

  it('lets a second person join, who sees the history and gets roles', async () => {
    const { agent, owner, link } = await control();
    await agent.chat.send('#1', text('an old card'));
    await agent.network.settled();
    const second = new SandboxOwner(agent.network, 'second');
    await second.join(link);
    await agent.network.settled();
    expect(second.items().map((item) => item.text)).toEqual(['an old card']);
    owner.setRole('second', 'owner');
    expect(await agent.happened()).toContain('memberRole owner creator');
    expect(owner.members()).toEqual([
      { name: 'agent', role: 'owner', agent: true },
      { name: 'owner', role: 'owner', agent: false },
      { name: 'second', role: 'owner', agent: false },
    ]);
    second.remove('owner');
    expect((await agent.happened()).at(-1)).toBe('deletedMember owner creator');
    expect(owner.joined).toBe(false);
  });

  it('can not do what its role does not allow', async () => {
    const { agent, link } = await control();
    const second = new SandboxOwner(agent.network, 'second');
    await second.join(link);
    expect(() => {
      second.removeAgent();
    }).toThrow('the role owner is needed');
    expect(() => {
      second.deleteGroup();
    }).toThrow('the role owner is needed');
  });

  it('can not write as an observer', async () => {
    const { agent } = await control();
    await agent.chat.deleteGroupLink(1);
    const second = new SandboxOwner(agent.network, 'second');
    await second.join(await agent.chat.createGroupLink(1, 'observer'));
    expect(() => second.say('/approve 1')).toThrow('the role author is needed');
  });

  it('demotes the agent, leaves, removes the agent and deletes the group', async () => {
    const first = await control();
    first.owner.demoteAgent();
    expect((await first.agent.happened()).at(-1)).toBe('memberRole member creator');
    first.owner.leave();
    expect((await first.agent.happened()).at(-1)).toBe('leftMember member creator');
    expect(first.owner.joined).toBe(false);
    const second = await control();
    second.owner.removeAgent();
    expect((await second.agent.happened()).at(-1)).toBe('deletedMemberUser owner removed');
    const third = await control();
    third.owner.deleteGroup();
    expect((await third.agent.happened()).at(-1)).toBe('groupDeleted owner deleted');
  });

  it('goes to the newest control chat after a reset', async () => {
    const { agent, owner } = await control();
    await agent.chat.createGroup({
      displayName: 'new',
      description: '',
      history: true,
      commands: [],
    });
    await owner.join(await agent.chat.createGroupLink(2, 'member'));
    await agent.chat.send('#2', text('here now'));
    await agent.network.settled();
    expect(owner.groupName).toBe('new');
    expect(owner.items().map((item) => item.text)).toEqual(['here now']);
  });
});
