import { describe, expect, it } from 'vitest';

import { SandboxOwner } from '../../../src/adapters/sandbox/index.js';
import { SandboxAgent } from './sandbox-agent.js';

const text = (value: string) => ({ content: { type: 'text', text: value } }) as const;

// What a real core emitted in the same situations, event by event, with its numbers of chats and items.
describe('the order of events of a real core', () => {
  it('in the control chat: join, card, command, rename, demotion, departure', async () => {
    const { chat, network, ...agent } = await start();
    await chat.createGroup({ displayName: 'agent', description: 'x', history: true, commands: [] });
    expect(await agent.happened()).toEqual([
      '+ #1:1 chatBanner',
      '+ #1:2 sndGroupE2EEInfo',
      '+ 10 items',
    ]);
    const owner = new SandboxOwner(network);
    await owner.join(await chat.createGroupLink(1, 'member'));
    expect(await agent.happened()).toEqual([
      '+ #1:13 rcvGroupEvent',
      '+ #1:14 rcvGroupEvent',
      'joinedGroupMember owner creator',
    ]);
    await chat.deleteGroupLink(1);
    await chat.setMemberRole(1, 2, 'owner');
    expect(await agent.happened()).toEqual(['+ #1:15 sndGroupEvent']);
    expect((await chat.send('#1', text('a card'))).itemId).toBe(16);
    owner.say('/approve 1');
    expect(await agent.happened()).toEqual(['+ #1:17 /approve 1 new']);
    await chat.edit('#1', 16, text('an outcome'));
    await chat.send('#1', { ...text('a reply'), quotedItemId: 17 });
    expect(await agent.happened()).toEqual([]);
    await chat.updateGroup(1, {
      displayName: 'agent renamed',
      description: 'x',
      history: true,
      commands: [],
    });
    expect(await agent.happened()).toEqual(['+ #1:19 sndGroupEvent']);
    owner.demoteAgent('admin');
    expect(await agent.happened()).toEqual([
      '+ #1:20 rcvGroupEvent new',
      'memberRole admin creator',
    ]);
    owner.leave();
    expect(await agent.happened()).toEqual(['+ #1:21 rcvGroupEvent', 'leftMember admin creator']);
  });

  it('when a second owner removes the agent', async () => {
    const { chat, network, ...agent } = await start();
    await chat.createGroup({ displayName: 'agent', description: 'x', history: true, commands: [] });
    const link = await chat.createGroupLink(1, 'observer');
    await new SandboxOwner(network).join(link);
    const second = new SandboxOwner(network, 'second');
    await second.join(link);
    await network.settled();
    expect((await chat.members(1)).map(({ memberId, role }) => [memberId, role])).toEqual([
      [2, 'observer'],
      [3, 'observer'],
    ]);
    await chat.setMemberRole(1, 2, 'owner');
    await chat.setMemberRole(1, 3, 'owner');
    await agent.happened();
    second.removeAgent();
    expect(await agent.happened()).toEqual([
      '+ #1:19 rcvGroupEvent new',
      'deletedMemberUser owner removed',
    ]);
  });

  it('at an address, with messages, an edit, a deletion, a live message and the end', async () => {
    const { network, ...agent } = await start();
    const echo = network.person('echo', { peerType: 'bot' });
    const { short } = echo.links.address({ welcome: 'Welcome to echo!' });
    await agent.join(short, { message: 'Hello, I am an agent' });
    expect(await agent.happened()).toEqual([
      '+ @4:9 Hello, I am an agent',
      'connected @4',
      '+ @4:10 rcvDirectE2EEInfo',
    ]);
    const chat = echo.directs()[0] ?? 0;
    const first = echo.messages.say(chat, 'first');
    const second = echo.messages.say(chat, 'second');
    echo.messages.edit(first, 'first, edited');
    echo.messages.delete(second);
    const live = echo.messages.say(chat, 'typing', { live: true });
    echo.messages.edit(live, 'typing more', { live: true });
    echo.messages.edit(live, 'typing done');
    echo.deleteContact(chat);
    expect(await agent.happened()).toEqual([
      '+ @4:11 first new',
      '+ @4:12 second new',
      '~ @4:11 first, edited new',
      '- @4:12',
      '+ @4:13 typing new live',
      '~ @4:13 typing more new live',
      '~ @4:13 typing done new',
      '+ @4:14 rcvDirectEvent',
    ]);
  });

  it('by one-time links, prepared from their data and in full', async () => {
    const { network, ...agent } = await start();
    const alice = network.person('alice');
    await agent.join(alice.links.invitation().short, { incognito: true });
    expect(await agent.happened()).toEqual(['connected @4']);
    await agent.join(alice.links.invitation().full);
    expect(await agent.happened()).toEqual([
      'connected @5',
      '+ @5:8 chatBanner',
      '+ @5:9 rcvDirectE2EEInfo',
      '+ 5 items',
    ]);
  });

  it('in a group that the agent joins, leaves and joins again incognito', async () => {
    const { chat, network, ...agent } = await start();
    const host = network.person('host');
    const bob = network.person('bob');
    const group = host.groups.create({ name: 'lounge', description: 'Be kind.' });
    const { short } = host.links.toGroup(group);
    bob.groups.join(short);
    await agent.join(short);
    expect(await agent.happened()).toEqual([
      'connected #1',
      '+ #1:13 rcvGroupE2EEInfo',
      '+ #1:14 rcvGroupEvent',
      '+ #1:15 rcvGroupEvent',
      'connectedToGroupMember member connected',
    ]);
    bob.messages.say(group, 'hello @agent and all');
    await network.settled();
    await chat.send('#1', { ...text('hi @bob'), mentions: [{ name: 'bob', memberId: 3 }] });
    bob.messages.say(group, 'look @agent', { mentions: [0] });
    await network.settled();
    host.groups.setRole(group, 0, 'observer');
    expect(await agent.happened()).toEqual([
      '+ #1:16 hello @agent and all new',
      '+ #1:18 look @agent new mention',
      '+ #1:19 rcvGroupEvent new',
      'memberRole observer connected',
    ]);
    await chat.leaveGroup(1);
    expect(await agent.happened()).toEqual(['+ #1:20 sndGroupEvent']);
    await chat.deleteChat('#1');
    await agent.join(short, { incognito: true });
    // The core numbers groups and members again, and never items; the agent's own old message has no known writer.
    expect((await agent.happened()).slice(0, 6)).toEqual([
      'connected #1',
      '+ #1:33 rcvGroupE2EEInfo',
      '+ #1:34 rcvGroupEvent',
      '+ #1:35 hello @agent and all new',
      '+ #1:36 hi @bob new',
      '+ #1:37 look @agent new mention',
    ]);
    expect(
      (await chat.members(1)).map(({ memberId, name, role }) => [memberId, name, role]),
    ).toEqual([
      [1, 'host', 'owner'],
      [3, 'bob', 'member'],
      [4, 'agent', 'author'],
    ]);
    host.groups.delete(group);
    expect(await agent.happened()).toEqual([
      '+ #1:39 rcvGroupEvent new',
      'groupDeleted member deleted',
    ]);
  });

  it('at a business address', async () => {
    const { network, ...agent } = await start();
    const shop = network.person('shop');
    const { short } = shop.links.address({ welcome: 'Welcome to the shop', business: true });
    await agent.join(short, { message: 'I would like to order' });
    expect(await agent.happened()).toEqual([
      '+ #1:13 I would like to order',
      'connected #1',
      '+ #1:14 rcvGroupE2EEInfo',
      '+ #1:15 rcvGroupEvent',
    ]);
  });

  it('in a channel', async () => {
    const { chat, network, ...agent } = await start();
    const publisher = network.person('publisher');
    const channel = publisher.groups.create({ name: 'news', type: 'channel' });
    await agent.join(publisher.links.toGroup(channel).short);
    expect(await agent.happened()).toEqual([
      'connected #1',
      '+ #1:12 rcvGroupE2EEInfo',
      '+ #1:13 rcvGroupEvent',
    ]);
    expect((await chat.members(1)).map((member) => Object.values(member))).toEqual([
      [2, 'publisher', 'owner', 'introduced'],
      [3, 'relay', 'relay', 'connected'],
    ]);
    publisher.messages.say(channel, 'Breaking news', { asChannel: true });
    publisher.messages.say(channel, 'signed by a person');
    expect(await agent.happened()).toEqual([
      '+ #1:14 Breaking news new',
      '+ #1:15 signed by a person new',
    ]);
    await chat.leaveGroup(1);
    expect(await agent.happened()).toEqual(['+ #1:16 sndGroupEvent']);
  });

  it('with an invitation to a group, a newcomer, and a member who writes directly', async () => {
    const { chat, network, ...agent } = await start();
    const alice = network.person('alice');
    const mallory = network.person('mallory');
    await agent.join(alice.links.invitation().full);
    await agent.happened();
    alice.groups.invite(alice.groups.create({ name: 'book club' }), alice.directs()[0] ?? 0);
    expect(await agent.happened()).toEqual(['+ @4:9 rcvGroupInvitation new']);
    expect((await chat.chats()).map((summary) => summary.chat.name).slice(0, 2)).toEqual([
      'alice',
      'book club',
    ]);
    await chat.leaveGroup(1);
    expect(await agent.happened()).toEqual(['+ #1:10 sndGroupEvent']);
    await chat.deleteChat('#1');
    expect(await agent.happened()).toEqual(['~ @4:9 rcvGroupInvitation new']);
    const lounge = alice.groups.create({ name: 'lounge' });
    const { short } = alice.links.toGroup(lounge);
    await agent.join(short);
    expect(await agent.happened()).toEqual([
      'connected #1',
      '+ #1:22 rcvGroupE2EEInfo',
      '+ #1:23 rcvGroupEvent',
    ]);
    mallory.groups.join(short);
    expect(await agent.happened()).toEqual([
      '+ #1:24 rcvGroupEvent',
      'joinedGroupMemberConnecting member connected',
      '+ #1:25 rcvGroupEvent',
      'connectedToGroupMember member connected',
    ]);
    mallory.groups.openDirect(lounge, 'psst');
    expect(await agent.happened()).toEqual([
      '+ @5:26 chatBanner',
      '+ @5:27 rcvDirectEvent new',
      '+ #1:28 rcvGroupEvent',
      '+ @5:29 psst new',
    ]);
    expect((await chat.chats()).map((summary) => [summary.chat.name, summary.unread])).toEqual([
      ['mallory', 2],
      ['lounge', 0],
      ['alice', 1],
      ['Ask SimpleX Team', 0],
      ['SimpleX Status', 0],
    ]);
  });

  it('in a member chat', async () => {
    const { network, ...agent } = await start();
    const host = network.person('host');
    const group = host.groups.create({ name: 'lounge' });
    await agent.join(host.links.toGroup(group).short);
    await agent.happened();
    host.messages.say(group, 'only between us', { toMember: true });
    await host.files.send(group, {
      name: 'doc.txt',
      bytes: Buffer.from('a document'),
      text: 'a document',
      toMember: true,
    });
    expect(await agent.happened()).toEqual([
      '+ #1(member):14 only between us new',
      '+ #1(member):15 a document new file 1 invited',
      'file-described 1',
    ]);
  });
});

async function start() {
  const agent = await SandboxAgent.start();
  return {
    chat: agent.chat,
    network: agent.network,
    happened: () => agent.happened(),
    join: (...args: Parameters<SandboxAgent['join']>) => agent.join(...args),
  };
}
