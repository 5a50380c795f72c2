import { describe, expect, it } from 'vitest';

import {
  SandboxChat,
  SandboxNetwork,
  type FaultPoint,
} from '../../../src/adapters/sandbox/index.js';
import { ChatError } from '../../../src/ports/chat.js';
import { FakeClock, settle } from '../../support/fake-clock.js';
import { SandboxAgent } from './sandbox-agent.js';

const profile = { displayName: 'agent', description: '', history: true, commands: [] };
const text = (value: string) => ({ content: { type: 'text', text: value } }) as const;

describe('a failure that a test asks for', () => {
  it('happens once, and nothing is carried out', async () => {
    const agent = await SandboxAgent.start();
    await agent.chat.createGroup(profile);
    const failure = new ChatError('SimpleX error: no network', { kind: 'other' });
    agent.network.failNext('send', failure);
    await expect(agent.chat.send('#1', text('lost'))).rejects.toBe(failure);
    expect((await agent.chat.send('#1', text('sent'))).itemId).toBe(13);
  });

  it('can be asked for at every method', async () => {
    const points: FaultPoint[] = ['chats', 'planConnection', 'createGroup', 'markRead'];
    const agent = await SandboxAgent.start();
    for (const point of points) {
      agent.network.failNext(point, new ChatError(point, { kind: 'core-lost' }));
    }
    await expect(agent.chat.chats()).rejects.toThrow('chats');
    await expect(agent.chat.planConnection('x')).rejects.toThrow('planConnection');
    await expect(agent.chat.createGroup(profile)).rejects.toThrow('createGroup');
    await expect(agent.chat.markRead('@2', [])).rejects.toThrow('markRead');
  });
});

describe('a call that a test holds', () => {
  it('is not carried out until it is released', async () => {
    const agent = await SandboxAgent.start();
    await agent.chat.createGroup(profile);
    const hold = agent.network.hold('send');
    const sending = agent.chat.send('#1', text('held'));
    await hold.reached;
    await agent.network.settled();
    expect((await agent.chat.items('#1', { kind: 'last', count: 1 })).items[0]?.content).toEqual({
      kind: 'other',
      tag: 'sndGroupFeature',
    });
    hold.release();
    expect((await sending).itemId).toBe(13);
  });

  it('can be held after it was carried out, before it answers', async () => {
    const agent = await SandboxAgent.start();
    await agent.chat.createGroup(profile);
    const hold = agent.network.hold('send', 'after');
    const sending = agent.chat.send('#1', text('done'));
    await hold.reached;
    expect((await agent.chat.items('#1', { kind: 'last', count: 1 })).items[0]?.content).toEqual({
      kind: 'sent',
      message: { type: 'text', text: 'done' },
    });
    hold.release();
    await sending;
  });

  it('fails when the agent is closed meanwhile', async () => {
    const agent = await SandboxAgent.start();
    await agent.chat.createGroup(profile);
    const hold = agent.network.hold('send');
    const sending = agent.chat.send('#1', text('too late'));
    await hold.reached;
    await agent.chat.close();
    hold.release();
    await expect(sending).rejects.toMatchObject({ failure: { kind: 'core-lost' } });
  });
});

describe('time on the sandbox', () => {
  const latency = { network: 80, message: 60, chunk: 30 };

  it('passes for calls that ask the network, and for messages on their way', async () => {
    const clock = new FakeClock();
    const network = new SandboxNetwork({ clock, latency });
    const chat = new SandboxChat({ network });
    await chat.open();
    await chat.createUser('agent');
    await chat.start();
    const alice = network.person('alice');
    const { full } = alice.links.invitation();
    let planned = false;
    const planning = chat.planConnection(full).then((plan) => {
      planned = true;
      return plan;
    });
    await clock.advance(79);
    expect(planned).toBe(false);
    await clock.advance(1);
    const { handle } = await planning;
    const joining = chat.join({ kind: 'link', handle }, { incognito: false });
    await clock.advance(80);
    await joining;
    await clock.advance(120);
    expect((await chat.chat('@4')).connected).toBe(true);
    alice.messages.say(alice.directs()[0] ?? 0, 'on its way');
    await clock.advance(59);
    expect((await chat.chats())[0]?.unread).toBe(0);
    await clock.advance(1);
    expect((await chat.chats())[0]?.unread).toBe(1);
    await chat.close();
  });

  it('does not pass by itself', async () => {
    const agent = await SandboxAgent.start();
    await settle();
    expect(agent.clock.waiting).toBe(0);
  });
});

describe('a network with many chats', () => {
  it('lists ten thousand chats quickly', async () => {
    const clock = new FakeClock();
    const network = new SandboxNetwork({ clock, presetContacts: false });
    network.populate(10_000);
    const chat = new SandboxChat({ network });
    await chat.open();
    await chat.createUser('agent');
    await chat.start();
    const first = await chat.chats();
    expect(first).toHaveLength(10_000);
    expect(first[0]).toMatchObject({ chat: { ref: '@10003', name: 'person 10000' }, unread: 1 });
    const begin = performance.now();
    for (let round = 0; round < 10; round += 1) await chat.chats();
    expect((performance.now() - begin) / 10).toBeLessThan(50);
    await chat.send('@5000', text('hello'));
    expect((await chat.chats())[0]?.chat.ref).toBe('@5000');
  });
});

describe('the agent’s core', () => {
  it('refuses calls that need a started chat before the start', async () => {
    const chat = new SandboxChat({ network: new SandboxNetwork({ clock: new FakeClock() }) });
    await expect(chat.chats()).rejects.toMatchObject({ failure: { kind: 'core-lost' } });
    await chat.open();
    await expect(chat.start()).rejects.toThrow('noActiveUser');
    await chat.createUser('agent');
    await expect(chat.createUser('agent')).rejects.toThrow('userExists');
    await expect(chat.send('@4', text('x'))).rejects.toThrow('chatNotStarted');
    await expect(chat.planConnection('x')).rejects.toThrow('chatNotStarted');
    expect(await chat.chats()).toHaveLength(2);
  });

  it('gives its preset contacts to a new user, as the real one does, unless told otherwise', async () => {
    const agent = await SandboxAgent.start();
    expect(
      (await agent.chat.chats()).map(({ chat }) => [chat.ref, chat.name, chat.connected]),
    ).toEqual([
      ['@3', 'Ask SimpleX Team', false],
      ['@2', 'SimpleX Status', false],
    ]);
    const without = await SandboxAgent.start({ presetContacts: false });
    expect(await without.chat.chats()).toEqual([]);
  });

  it('numbers contacts again after the last was deleted, and items never', async () => {
    const agent = await SandboxAgent.start();
    const alice = agent.network.person('alice');
    await agent.join(alice.links.invitation().short);
    await agent.network.settled();
    await agent.chat.deleteChat('@4');
    await agent.join(alice.links.invitation().short);
    await agent.network.settled();
    const { items } = await agent.chat.items('@4', { kind: 'last', count: 100 });
    expect(items[0]?.itemId).toBe(8);
  });

  it('says that a link of the network to nobody was used or deleted', async () => {
    const agent = await SandboxAgent.start();
    const alice = agent.network.person('alice');
    const { short } = alice.links.address();
    alice.links.delete(short);
    await expect(agent.chat.planConnection(short)).rejects.toThrow(
      'Connection error (AUTH): The link was already used, or the other side deleted it. Please ask for another link.',
    );
  });

  it('does not finish a join before the other side accepts', async () => {
    const agent = await SandboxAgent.start();
    const alice = agent.network.person('alice');
    const { short, full } = alice.links.address({ autoAccept: false });
    await agent.join(short);
    expect(await agent.happened()).toEqual([]);
    expect(await agent.chat.planConnection(short)).toMatchObject({
      state: 'known',
      chat: { connected: false, prepared: false },
    });
    await agent.join(full);
    expect(await agent.chat.planConnection(full)).toMatchObject({ state: 'known' });
    alice.acceptAll();
    expect(await agent.happened()).toContain('connected @4');
  });

  it('plans a full address that was asked as one that can be asked again', async () => {
    const agent = await SandboxAgent.start();
    const alice = agent.network.person('alice');
    const { full } = alice.links.address({ autoAccept: false });
    await agent.join(full);
    expect(await agent.chat.planConnection(full)).toMatchObject({
      state: 'connecting-confirm-reconnect',
      stateWord: 'connectingConfirmReconnect',
    });
    const invitation = alice.links.invitation();
    agent.network.world.receive = undefined;
    await agent.join(invitation.full);
    expect(await agent.chat.planConnection(invitation.full)).toMatchObject({ state: 'connecting' });
  });

  it('keeps the size of a message with all that goes with it', async () => {
    const agent = await SandboxAgent.start();
    await agent.chat.createGroup(profile);
    const { itemId } = await agent.chat.send('#1', text('q'.repeat(9000)));
    await expect(
      agent.chat.send('#1', { ...text('t'.repeat(9000)), quotedItemId: itemId }),
    ).rejects.toMatchObject({ failure: { kind: 'too-large' } });
    await expect(agent.chat.edit('#1', itemId, text('é'.repeat(8000)))).rejects.toMatchObject({
      failure: { kind: 'too-large' },
    });
  });

  it('quotes only messages', async () => {
    const agent = await SandboxAgent.start();
    await agent.chat.createGroup(profile);
    await expect(agent.chat.send('#1', { ...text('x'), quotedItemId: 1 })).rejects.toThrow(
      'invalidQuote',
    );
    await expect(agent.chat.send('#1', { ...text('x'), quotedItemId: 999 })).rejects.toMatchObject({
      failure: { kind: 'store', notFound: 'item' },
    });
  });

  it('shows its new name in chats that are not incognito', async () => {
    const agent = await SandboxAgent.start();
    await agent.chat.createGroup(profile);
    await agent.chat.updateProfile('agent two');
    expect(await agent.chat.chat('#1')).toMatchObject({ membership: { name: 'agent two' } });
  });
});

describe('other people', () => {
  it('change their profile', async () => {
    const agent = await SandboxAgent.start();
    const alice = agent.network.person('alice');
    await agent.join(alice.links.invitation().short);
    await agent.happened();
    alice.setProfile({ name: 'alice b.', peerType: 'human' });
    expect(await agent.happened()).toEqual([]);
    expect(await agent.chat.chat('@4')).toMatchObject({ name: 'alice b.', peerType: 'human' });
  });

  it('let the agent into a group when they want', async () => {
    const agent = await SandboxAgent.start();
    const host = agent.network.person('host');
    const group = host.groups.create({ name: 'closed' });
    await agent.join(host.links.toGroup(group, 'member', { autoAccept: false }).short);
    expect(await agent.happened()).toEqual([]);
    expect(await agent.chat.chat('#1')).toMatchObject({
      connected: false,
      prepared: false,
      membership: { status: 'unknown' },
    });
    host.groups.admit(group);
    expect(await agent.happened()).toContain('connected #1');
  });

  it('rename a group of theirs', async () => {
    const agent = await SandboxAgent.start();
    const host = agent.network.person('host');
    const group = host.groups.create({ name: 'lounge' });
    await agent.join(host.links.toGroup(group).short);
    await agent.happened();
    host.groups.update(group, { displayName: 'parlour' });
    expect(await agent.happened()).toEqual(['+ #1:14 rcvGroupEvent']);
    expect((await agent.chat.chat('#1')).name).toBe('parlour');
  });

  it('send kinds of messages that the core does not know', async () => {
    const agent = await SandboxAgent.start();
    const alice = agent.network.person('alice');
    await agent.join(alice.links.invitation().short);
    await agent.network.settled();
    alice.messages.say(alice.directs()[0] ?? 0, 'from the future', { type: 'unknown' });
    await agent.network.settled();
    const { items } = await agent.chat.items('@4', { kind: 'last', count: 1 });
    expect(items[0]?.content).toEqual({
      kind: 'received',
      message: { type: 'unknown', text: 'from the future' },
    });
  });

  it('delete a message so that nothing is left of it', async () => {
    const agent = await SandboxAgent.start();
    const alice = agent.network.person('alice');
    await agent.join(alice.links.invitation().short);
    await agent.happened();
    const message = alice.messages.say(alice.directs()[0] ?? 0, 'oops');
    await agent.happened();
    alice.messages.delete(message, { full: true });
    expect(await agent.happened()).toEqual(['- @4:8']);
    expect(await agent.chat.item('@4', 8)).toBeUndefined();
    expect((await agent.chat.chats())[0]?.unread).toBe(0);
  });

  it('can not write or act where they are no members', async () => {
    const agent = await SandboxAgent.start();
    const host = agent.network.person('host');
    const stranger = agent.network.person('stranger');
    const group = host.groups.create({ name: 'lounge' });
    expect(() => stranger.messages.say(group, 'hello')).toThrow('not a member of the group');
    expect(() => {
      stranger.groups.delete(group);
    }).toThrow('not a member of the group');
  });
});
