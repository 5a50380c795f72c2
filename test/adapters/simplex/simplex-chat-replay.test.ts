import { describe, expect, it } from 'vitest';
import type { ChatEvent } from '../../../src/domain/chat/event.js';
import type { ConnectionPlan } from '../../../src/domain/chat/connection.js';
import { ChatError } from '../../../src/ports/chat.js';
import { line } from './codec/recordings.js';
import { recordedServers, replayedChat, startedChat, type ReplayedChat } from './replayed-chat.js';
import { form } from './replay-transport.js';

async function failureOf(call: Promise<unknown>): Promise<ChatError> {
  return call.then(
    () => {
      throw new Error('The call did not fail.');
    },
    (error: unknown) => {
      if (error instanceof ChatError) return error;
      throw error;
    },
  );
}

async function readEvents({ chat }: ReplayedChat): Promise<ChatEvent[]> {
  const events: ChatEvent[] = [];
  for await (const event of chat.events) events.push(event);
  return events;
}

/** The target of a recorded plan command. */
function target(file: string, number: number): string {
  return String(line(file, number).body).split(' ')[3]!;
}

async function plan(replayed: ReplayedChat, file: string, number: number): Promise<ConnectionPlan> {
  const made = await replayed.chat.planConnection(target(file, number));
  expect(replayed.core.takeSent()).toEqual(replayed.core.recorded(number));
  return made;
}

describe('recording 01, the first start', () => {
  const file = '01-first-start';

  it('finds no user, makes one, sets the network and starts with own servers only', async () => {
    const { core, chat } = replayedChat(file);
    await chat.open();
    expect(await chat.version()).toBe('7.0.0.6');
    expect(await chat.activeUser()).toBeUndefined();
    expect(await chat.createUser('agent')).toEqual({
      userId: 1,
      displayName: 'agent',
      peerType: 'bot',
    });
    await chat.setPrivateRouting();
    await chat.setTempFolder('/data/agent/tmp');
    expect(core.takeSent()).toEqual(core.recorded(2, 6, 12, 16, 22));

    expect((await failureOf(chat.knownFileServers())).message).toBe(
      'SimpleX error: error: chatNotStarted',
    );
    core.takeSent();
    await chat.start();
    expect(core.takeSent()).toEqual(core.recorded(24, 29, 31));
    expect(await chat.knownFileServers()).toEqual(recordedServers.xftpServers);
    await chat.start();
    expect(core.takeSent(), 'a running chat with own servers is left as it is').toEqual(
      core.recorded(33, 24, 33),
    );
  });

  it('changes the display name only when it differs', async () => {
    const { core, chat } = replayedChat(file);
    await chat.open();
    await chat.createUser('agent');
    core.add('/user', { kind: 'result', value: userResult('agent two') });
    core.takeSent();
    expect((await failureOf(chat.updateProfile('agent two'))).message).toBe(
      'The SimpleX core has no user.',
    );
    expect(await chat.updateProfile('agent two')).toEqual({
      userId: 1,
      displayName: 'agent two',
      peerType: 'bot',
    });
    expect(core.takeSent()).toEqual(core.recorded(2, 8, 37));
    expect((await chat.updateProfile('agent two')).displayName).toBe('agent two');
    expect(core.takeSent()).toEqual(['/user']);
  });

  function userResult(displayName: string): unknown {
    const recorded = structuredClone(line(file, 9).body) as {
      result: { user: { profile: { displayName: string } } };
    };
    recorded.result.user.profile.displayName = displayName;
    return recorded.result;
  }

  it('tells a missing contact and a missing group apart', async () => {
    const { chat } = replayedChat(file);
    await chat.open();
    const contact = await failureOf(chat.chat('@999'));
    expect(contact.failure).toEqual({ kind: 'store', notFound: 'contact' });
    expect(contact.message).toBe('SimpleX error: errorStore: contactNotFound: {"contactId":999}');
    const group = await failureOf(chat.chat('#999'));
    expect(group.failure).toEqual({ kind: 'store', notFound: 'group' });
  });
});

describe('recording 02, the control chat', () => {
  const file = '02-control-chat';
  const profile = {
    displayName: 'agent',
    description: 'Supervise your AI agent here.',
    history: true,
    commands: [
      { type: 'command', keyword: 'pending', label: 'Pending actions' },
      { type: 'command', keyword: 'list', label: 'Chats and approvals' },
      { type: 'command', keyword: 'leave', label: 'Leave a chat', params: '<chat ID>' },
    ],
  } as const;

  it('is made, marked, joined by a short link that is then deleted, and gets an owner', async () => {
    const { core, chat } = await startedChat(file);
    core.takeSent();
    const group = await chat.createGroup(profile);
    expect(group).toMatchObject({
      ref: '#1',
      groupType: 'group',
      name: 'agent',
      commands: profile.commands,
      membership: { memberId: 1, role: 'owner', status: 'creator' },
      connected: true,
    });
    await chat.setCustomData('#1', { simplexMcp: { control: true, nextAction: 1 } });
    expect(await chat.createGroupLink(1, 'member')).toMatch(/^https:\/\/localhost\/g#/);
    expect(await chat.members(1)).toEqual([
      { memberId: 2, name: 'owner', role: 'member', status: 'connected' },
    ]);
    await chat.deleteGroupLink(1);
    await chat.setMemberRole(1, 2, 'owner');
    expect(core.takeSent()).toEqual(core.recorded(25, 30, 32, 50, 54, 57));
  });

  it('shows a card, edits it and answers a command with its quote', async () => {
    const { core, chat } = await startedChat(file);
    core.takeSent();
    const card = await chat.send('#1', {
      content: {
        type: 'text',
        text: "I want to connect to bot `echo`, as myself.\n/'approve 1' or /'reject 1'",
      },
    });
    expect(card).toMatchObject({ itemId: 16, direction: { kind: 'group-sent' } });
    await chat.edit('#1', 16, {
      content: {
        type: 'text',
        text: 'I connected to bot `echo`, as myself.\nApproved by owner.',
      },
    });
    const answer = await chat.send('#1', {
      content: { type: 'text', text: 'Action 7 is not pending.' },
      quotedItemId: 17,
    });
    expect(answer.quoted).toEqual({ itemId: 17, text: '/approve 1' });
    expect(core.takeSent()).toEqual(core.recorded(68, 77, 81));
  });

  it('sends an image, and refuses what is too large or gone', async () => {
    const { core, chat } = await startedChat(file);
    const preview = (
      JSON.parse(String(line(file, 89).body).slice(15)) as [{ msgContent: { image: string } }]
    )[0].msgContent.image;
    core.takeSent();
    await chat.send('#1', { content: { type: 'image', text: 'card with a picture', preview } });
    expect(core.takeSent()).toEqual(core.recorded(89));
    const text = (
      JSON.parse(String(line(file, 87).body).slice(15)) as [{ msgContent: { text: string } }]
    )[0].msgContent.text;
    const large = await failureOf(chat.send('#1', { content: { type: 'text', text } }));
    expect(large.failure).toEqual({ kind: 'too-large' });
    const gone = await failureOf(chat.edit('#1', 99999, { content: { type: 'text', text: 'x' } }));
    expect(gone.failure).toEqual({ kind: 'store', notFound: 'item' });
  });

  it('keeps the fields of the profile that the port does not have', async () => {
    const { core, chat } = await startedChat(file);
    const read = structuredClone(line(file, 67).body) as {
      result: { chat: { chatInfo: { groupInfo: { groupProfile: Record<string, unknown> } } } };
    };
    read.result.chat.chatInfo.groupInfo.groupProfile['image'] = 'data:image/png;base64,AAAA';
    read.result.chat.chatInfo.groupInfo.groupProfile['groupPreferences'] = {
      voice: { enable: 'off' },
    };
    core.add('/_get chat #1 count=1', { kind: 'result', value: read.result });
    const wanted = {
      displayName: 'agent renamed',
      fullName: '',
      description: 'Supervise your AI agent here.',
      image: 'data:image/png;base64,AAAA',
      groupPreferences: { voice: { enable: 'off' }, history: { enable: 'on' }, commands: [] },
    };
    const command = form(`/_group_profile #1 ${JSON.stringify(wanted)}`);
    core.add(command, {
      kind: 'result',
      value: (line(file, 93).body as { result: unknown }).result,
    });
    core.takeSent();
    const group = await chat.updateGroup(1, {
      ...profile,
      displayName: 'agent renamed',
      commands: [],
    });
    expect(group.name).toBe('agent renamed');
    expect(core.takeSent()).toEqual(['/_get chat #1 count=1', command]);
  });

  it('tells who joined, a command of the owner, the loss of the role and that the owner left', async () => {
    const events = await readEvents(await startedChat(file));
    expect(
      events.flatMap((event) =>
        event.kind === 'membership' ? [[event.event, event.group.membership.role]] : [],
      ),
    ).toEqual([
      ['joinedGroupMember', 'owner'],
      ['memberRole', 'admin'],
      ['leftMember', 'admin'],
    ]);
    const items = events.flatMap((event) => (event.kind === 'items-added' ? event.items : []));
    expect(items.filter((item) => item.content.kind === 'received')).toMatchObject([
      {
        itemId: 17,
        scope: 'main',
        unread: true,
        chat: { ref: '#1', customData: { simplexMcp: { control: true, nextAction: 1 } } },
        direction: {
          kind: 'group-received',
          member: { memberId: 2, name: 'owner', role: 'owner' },
        },
        content: { message: { type: 'text', text: '/approve 1' } },
      },
    ]);
  });
});

describe('recording 03, a second owner and the removal of the agent', () => {
  const file = '03-second-owner-and-removal';

  it('opens a link for observers and makes owners one command each', async () => {
    const { core, chat } = await startedChat(file);
    core.takeSent();
    await chat.createGroupLink(1, 'observer');
    await chat.setMemberRole(1, 2, 'owner');
    await chat.setMemberRole(1, 3, 'owner');
    expect(core.takeSent()).toEqual(core.recorded(32, 91, 93));
  });

  it('tells the removal, after which nothing can be posted', async () => {
    const replayed = await startedChat(file);
    expect(await replayed.chat.members(1)).toMatchObject([
      { memberId: 2, role: 'observer' },
      { memberId: 3, role: 'observer' },
    ]);
    const events = await readEvents(replayed);
    expect(events.filter((event) => event.kind === 'membership').at(-1)).toMatchObject({
      event: 'deletedMemberUser',
      group: { ref: '#1', connected: false, membership: { role: 'member', status: 'removed' } },
    });
    const post = replayed.chat.send('#1', { content: { type: 'text', text: 'still here?' } });
    expect((await failureOf(post)).message).toBe(
      'SimpleX error: error: commandError: not current member',
    );
    expect(await replayed.chat.members(1)).toMatchObject([
      { memberId: 2, role: 'owner', status: 'connected' },
      { memberId: 3, role: 'owner', status: 'connected' },
    ]);
  });
});

describe('recording 04, an address', () => {
  const file = '04-connect-address';

  it('refuses what is no link, and tells names that no server resolves', async () => {
    const { chat } = await startedChat(file);
    for (const number of [32, 34, 36, 43]) {
      const error = await failureOf(chat.planConnection(target(file, number)));
      expect(error.failure).toEqual({ kind: 'invalid-link' });
    }
    for (const number of [38, 40]) {
      const error = await failureOf(chat.planConnection(target(file, number)));
      expect(error.failure).toEqual({ kind: 'other' });
      expect(error.message).toBe(
        'Name not resolved: The server localhost does not resolve SimpleX names.',
      );
    }
  });

  it('is planned, prepared and connected with a first message', async () => {
    const replayed = await startedChat(file);
    const { core, chat } = replayed;
    core.takeSent();
    const first = await plan(replayed, file, 47);
    expect(first).toMatchObject({
      linkType: 'address',
      state: 'ok',
      stateWord: 'ok',
      business: false,
      channel: false,
      data: {
        name: 'echo',
        peerType: 'bot',
        shortDescription: 'I repeat what you say',
        welcome: 'Welcome to echo!',
        commands: [
          { type: 'command', keyword: 'help', label: 'Help' },
          {
            type: 'menu',
            label: 'More',
            commands: [{ type: 'command', keyword: 'say', label: 'Say', params: '<text>' }],
          },
        ],
      },
    });
    const joined = await chat.join(
      { kind: 'prepare-contact', handle: first.handle },
      { incognito: false, message: 'Hello, I am an agent' },
    );
    expect(core.takeSent()).toEqual(core.recorded(49, 53));
    expect(joined).toMatchObject({
      connectionId: 1,
      chat: { ref: '@4', name: 'echo', connected: false, prepared: false },
    });
    const prepared = await plan(replayed, file, 51);
    expect(prepared).toMatchObject({ state: 'known', chat: { ref: '@4', prepared: true } });
    const known = await plan(replayed, file, 65);
    expect(known).toMatchObject({ state: 'known', chat: { connected: true, prepared: false } });
    expect(known.data).toBeUndefined();
  });

  it('connects a contact that is prepared already', async () => {
    const { core, chat } = await startedChat(file);
    core.takeSent();
    await chat.join(
      { kind: 'prepared-contact', contactId: 4 },
      { incognito: false, message: 'Hello, I am an agent' },
    );
    expect(core.takeSent()).toEqual(core.recorded(53));
  });

  it('reads pages, counts unread items for each of them, and marks items as read', async () => {
    const { core, chat } = await startedChat(file);
    core.takeSent();
    const initial = await chat.items('@4', { kind: 'initial', count: 100 });
    expect([initial.unread, initial.items.length]).toEqual([1, 10]);
    expect(core.takeSent()).toEqual(core.recorded(71));
    core.add('/_get chat @4 initial=0', {
      kind: 'result',
      value: (line(file, 82).body as { result: unknown }).result,
    });
    const last = await chat.items('@4', { kind: 'last', count: 50 });
    expect([last.unread, last.items.at(-1)?.itemId]).toEqual([3, 10]);
    const after = await chat.items('@4', { kind: 'after', itemId: 8, count: 100 });
    expect([after.unread, after.items[0]?.itemId]).toEqual([3, 9]);
    const around = await chat.items('@4', { kind: 'around', itemId: 8, count: 2 });
    expect([around.unread, around.items.map((item) => item.itemId)]).toEqual([1, [6, 7, 8, 9, 10]]);
    await chat.markRead('@4', [8, 11, 12]);
    await chat.markRead('@4', []);
    expect(core.takeSent()).toEqual([
      ...core.recorded(69),
      '/_get chat @4 initial=0',
      ...core.recorded(115),
      '/_get chat @4 initial=0',
      ...core.recorded(110, 85),
    ]);
    const missing = chat.items('@4', { kind: 'around', itemId: 999999, count: 2 });
    expect((await failureOf(missing)).failure).toEqual({ kind: 'store', notFound: 'item' });
  });

  it('tells messages, an edit, a deletion and a live message that ends', async () => {
    const events = await readEvents(await startedChat(file));
    expect(events.find((event) => event.kind === 'chat-connected')).toMatchObject({
      connectionId: 1,
      chat: { ref: '@4', connected: true },
    });
    const updates = events.flatMap((event) => (event.kind === 'item-updated' ? [event.item] : []));
    expect(
      updates.map((item) => [
        item.itemId,
        item.live,
        item.content.kind === 'received' && item.content.message.text,
      ]),
    ).toEqual([
      [11, false, 'first, edited'],
      [14, true, 'typing more'],
      [14, false, 'typing done'],
    ]);
    expect(events.filter((event) => event.kind === 'items-deleted')).toEqual([
      { kind: 'items-deleted', items: [{ chat: '@4', itemId: 12 }] },
    ]);
  });

  it('lists the chats with what they keep, and deletes a contact that is gone', async () => {
    const { core, chat } = await startedChat(file);
    core.takeSent();
    expect((await chat.chats())[0]).toMatchObject({ chat: { ref: '@4', name: 'echo' }, unread: 3 });
    await chat.setCustomData('@4', {
      simplexMcp: { approvedBy: 'owner', approvedById: 2, approvedAt: '2026-01-01T00:00:00Z' },
    });
    expect((await chat.chats())[0]?.chat.customData).toEqual({
      simplexMcp: { approvedBy: 'owner', approvedById: 2, approvedAt: '2026-01-01T00:00:00Z' },
    });
    const send = chat.send('@4', { content: { type: 'text', text: 'anyone?' } });
    expect((await failureOf(send)).message).toBe(
      'SimpleX error: error: contactNotReady: {"contactId":4}',
    );
    await chat.deleteChat('@4');
    expect(core.takeSent()).toEqual(core.recorded(83, 117, 119, 129, 133));
    expect((await failureOf(chat.chat('@4'))).failure).toEqual({
      kind: 'store',
      notFound: 'contact',
    });
  });
});

describe('recording 05, one-time links and incognito', () => {
  const file = '05-connect-invitation-incognito';

  it('connects incognito by a short link and tells the random name', async () => {
    const replayed = await startedChat(file);
    const { core, chat } = replayed;
    core.takeSent();
    const made = await plan(replayed, file, 30);
    expect(made).toMatchObject({ linkType: 'invitation', state: 'ok', data: { name: 'alice' } });
    const joined = await chat.join(
      { kind: 'prepare-contact', handle: made.handle },
      { incognito: true },
    );
    expect(core.takeSent()).toEqual(core.recorded(33, 35));
    expect(joined.chat).toMatchObject({ ref: '@4', incognito: true });
    expect(await chat.incognitoName(4)).toBe('LongInvitation');
    expect(core.takeSent()).toEqual(core.recorded(47));
  });

  it('connects by a full link, whose contact the connection number recognises', async () => {
    const replayed = await startedChat(file);
    const { core, chat } = replayed;
    core.takeSent();
    const made = await plan(replayed, file, 54);
    expect(made.data).toBeUndefined();
    const joined = await chat.join({ kind: 'link', handle: made.handle }, { incognito: false });
    expect(joined).toEqual({ connectionId: 2 });
    expect(core.takeSent()).toEqual(core.recorded(56));
    const connected = (await readEvents(replayed)).filter((one) => one.kind === 'chat-connected');
    expect(connected).toMatchObject([
      { connectionId: 1, chat: { ref: '@4', incognito: true } },
      { connectionId: 2, chat: { ref: '@5', name: 'alice', incognito: false } },
    ]);
  });
});

describe('recording 06, groups', () => {
  const file = '06-groups';

  it('are planned, prepared and joined, also incognito', async () => {
    const replayed = await startedChat(file);
    const { core, chat } = replayed;
    core.takeSent();
    const made = await plan(replayed, file, 56);
    expect(made).toMatchObject({
      linkType: 'group',
      state: 'ok',
      channel: false,
      data: { name: 'lounge', shortDescription: 'A place to talk', welcome: 'Be kind.' },
    });
    const joined = await chat.join(
      { kind: 'prepare-group', handle: made.handle },
      { incognito: false },
    );
    expect(joined).toMatchObject({ chat: { ref: '#1', connected: false, prepared: false } });
    expect(core.takeSent()).toEqual(core.recorded(65, 67));
    const incognito = await chat.join({ kind: 'prepared-group', groupId: 1 }, { incognito: true });
    expect(incognito.chat).toMatchObject({ incognito: true, knownAs: 'CantyGoddess' });
    expect(core.takeSent()).toEqual(core.recorded(157));
  });

  it('have members, mentions and roles, and are left and deleted', async () => {
    const { core, chat } = await startedChat(file);
    core.takeSent();
    expect(await chat.members(1)).toMatchObject([
      { memberId: 1, name: 'host', role: 'owner' },
      { memberId: 3, name: 'bob', role: 'member' },
    ]);
    await chat.send('#1', {
      content: { type: 'text', text: 'hi @bob' },
      mentions: [{ name: 'bob', memberId: 3 }],
    });
    const post = chat.send('#1', { content: { type: 'text', text: 'may I?' } });
    expect((await failureOf(post)).message).toBe(
      'SimpleX error: error: groupUserRole: {"groupId":1,"requiredRole":"author"}',
    );
    await chat.leaveGroup(1);
    await chat.deleteChat('#1');
    expect(core.takeSent()).toEqual(core.recorded(87, 92, 130, 132, 136));
  });

  it('tell the joins, a mention, the role of an observer, and the end of the group', async () => {
    const events = await readEvents(await startedChat(file));
    const connected = events.filter((event) => event.kind === 'chat-connected');
    expect(connected).toMatchObject([
      { chat: { ref: '#1', connected: true, incognito: false } },
      { chat: { ref: '#1', connected: true, incognito: true } },
    ]);
    const items = events.flatMap((event) => (event.kind === 'items-added' ? event.items : []));
    expect(items.filter((item) => item.mentionsMe)).toMatchObject([
      { content: { message: { text: 'look @agent' } } },
    ]);
    expect(
      events.flatMap((event) =>
        event.kind === 'membership' ? [[event.event, event.group.membership.role]] : [],
      ),
    ).toEqual([
      ['connectedToGroupMember', 'member'],
      ['memberRole', 'observer'],
      ['groupDeleted', 'member'],
    ]);
  });
});

describe('recording 07, a business address', () => {
  const file = '07-business-address';

  it('makes a group chat that takes the first message', async () => {
    const replayed = await startedChat(file);
    const { core, chat } = replayed;
    core.takeSent();
    const made = await plan(replayed, file, 30);
    expect(made).toMatchObject({ linkType: 'address', business: true });
    const joined = await chat.join(
      { kind: 'prepare-contact', handle: made.handle },
      { incognito: false, message: 'I would like to order' },
    );
    expect(joined.chat).toMatchObject({ kind: 'group', ref: '#1', groupType: 'business' });
    expect(core.takeSent()).toEqual(core.recorded(33, 37));
    expect(await plan(replayed, file, 35)).toMatchObject({
      linkType: 'group',
      state: 'known',
      business: true,
      chat: { ref: '#1', prepared: true },
    });
  });
});

describe('recording 08, files', () => {
  const file = '08-files';

  it('are received, cancelled and sent', async () => {
    const { core, chat } = await startedChat(file);
    core.takeSent();
    await chat.receiveFile(1, '/data/agent/files/1.pdf', false);
    await chat.receiveFile(2, '/data/agent/files/2.png', false);
    await chat.cancelFile(2);
    const sent = await chat.send('@4', {
      content: { type: 'file', text: 'from the agent' },
      filePath: '/data/report.pdf',
    });
    expect(sent.file).toEqual({
      fileId: 4,
      name: 'report.pdf',
      size: 300000,
      xftp: true,
      status: { kind: 'sent' },
      path: '/data/report.pdf',
    });
    expect(core.takeSent()).toEqual(core.recorded(60, 80, 83, 104));
  });

  it('fail with the reason', async () => {
    const { chat } = await startedChat(file);
    await chat.receiveFile(1, '/data/agent/files/1.pdf', false);
    const again = await failureOf(chat.receiveFile(1, '/data/agent/files/1.pdf', false));
    expect(again.failure).toEqual({ kind: 'already-receiving' });
    const gone = await failureOf(chat.receiveFile(3, '/data/agent/files/gone.pdf', false));
    expect(gone.message).toBe('SimpleX error: error: fileCancelled: report.pdf');
    const unknown = await failureOf(chat.cancelFile(9999));
    expect(unknown.failure).toEqual({ kind: 'store', notFound: 'file' });
    const missing = chat.send('@4', {
      content: { type: 'file', text: '' },
      filePath: '/data/nosuchfile',
    });
    expect((await failureOf(missing)).message).toBe(
      'SimpleX error: error: fileNotFound: /data/nosuchfile',
    );
  });

  it('on unknown servers are downloaded only with an approval', async () => {
    const { core, chat } = await startedChat(file);
    core.takeSent();
    const refused = await failureOf(chat.receiveFile(5, '/data/agent/files/5.png', false));
    expect(refused.failure).toEqual({ kind: 'servers-not-approved', hosts: ['localhost'] });
    expect(refused.message).toBe(
      'Unknown servers! Without Tor or VPN, your IP address will be visible to these XFTP relays: localhost.',
    );
    await chat.receiveFile(5, '/data/agent/files/5.png', true);
    expect(core.takeSent()).toEqual(core.recorded(136, 142));
  });

  it('have the servers of their description, also after a restart', async () => {
    const replayed = await startedChat(file);
    expect(await replayed.chat.fileServers('@4', 8, 1)).toBeUndefined();
    const events = await readEvents(replayed);
    expect(events.filter((event) => event.kind === 'file-described')).toEqual(
      [1, 2, 3, 5].map((fileId) => ({ kind: 'file-described', fileId })),
    );
    const servers = ['xftp://v0V-ui6l1nT0Pbg5C41NwbWxh3-5rytiP5ftslZID-c=@localhost:7102'];
    expect(await replayed.chat.fileServers('@4', 8, 1)).toEqual(servers);
    const restarted = await startedChat(file);
    restarted.memory.saved = replayed.memory.saved;
    expect(await restarted.chat.fileServers('@4', 8, 1)).toEqual(servers);
  });

  it('tell their end in each of its ways', async () => {
    const events = await readEvents(await startedChat(file));
    expect(
      events.flatMap((event) =>
        event.kind.startsWith('file-') && event.kind !== 'file-described'
          ? [[event.kind, 'fileId' in event ? event.fileId : 0, 'path' in event ? event.path : '']]
          : [],
      ),
    ).toEqual([
      ['file-received', 1, ''],
      ['file-sender-cancelled', 3, ''],
      ['file-sent', 4, '/data/report.pdf'],
      ['file-received', 5, ''],
    ]);
    const put = events.find((event) => event.kind === 'item-updated');
    expect(put, 'the core puts a refused file back').toMatchObject({
      item: { file: { fileId: 5, status: { kind: 'invited' } } },
    });
  });
});

describe('recordings 09 to 14', () => {
  it('09: messages that came while the core was closed are told after the start', async () => {
    const events = await readEvents(await startedChat('09-restart'));
    const texts = events
      .flatMap((event) => (event.kind === 'items-added' ? event.items : []))
      .flatMap((item) => (item.content.kind === 'received' ? [item.content.message.text] : []));
    expect(texts).toEqual(['while you were away', 'and again']);
  });

  it('10: items of a member chat are told apart and are not in the main conversation', async () => {
    const replayed = await startedChat('10-member-chat');
    const events = await readEvents(replayed);
    const items = events.flatMap((event) => (event.kind === 'items-added' ? event.items : []));
    expect(items.filter((item) => item.content.kind === 'received')).toMatchObject([
      { itemId: 14, scope: 'member', chat: { ref: '#1' } },
      { itemId: 15, scope: 'member', file: { name: 'doc.txt' } },
    ]);
    const main = await replayed.chat.items('#1', { kind: 'initial', count: 100 });
    expect(main.items.map((item) => item.itemId)).not.toContain(14);
  });

  it('11: pages of unread items follow one another', async () => {
    const { core, chat } = await startedChat('11-unread-pages');
    core.takeSent();
    const first = await chat.items('@4', { kind: 'initial', count: 100 });
    expect([first.unread, first.items.at(-1)?.itemId]).toEqual([250, 108]);
    expect(first.items.filter((item) => item.unread)).toHaveLength(101);
    core.add('/_get chat @4 initial=0', {
      kind: 'result',
      value: (line('11-unread-pages', 321).body as { result: unknown }).result,
    });
    const next = await chat.items('@4', { kind: 'after', itemId: 108, count: 100 });
    expect(next.items.map((item) => item.itemId)).toEqual(
      Array.from({ length: 100 }, (_one, index) => 109 + index),
    );
    expect(core.takeSent()).toEqual([...core.recorded(312, 314), '/_get chat @4 initial=0']);
  });

  it('12: a channel is joined without a direct link and posts without a member', async () => {
    const file = '12-channel';
    const replayed = await startedChat(file);
    const { core, chat } = replayed;
    core.takeSent();
    const made = await plan(replayed, file, 44);
    expect(made).toMatchObject({ linkType: 'group', channel: true, data: { name: 'news' } });
    const joined = await chat.join(
      { kind: 'prepare-group', handle: made.handle },
      { incognito: false },
    );
    expect(joined.chat).toMatchObject({ ref: '#1', groupType: 'channel' });
    expect(core.takeSent()).toEqual(core.recorded(47, 49));
    const events = await readEvents(replayed);
    const items = events.flatMap((event) => (event.kind === 'items-added' ? event.items : []));
    expect(items.find((item) => item.direction.kind === 'channel-received')).toMatchObject({
      content: { message: { text: 'Breaking news from the channel' } },
    });
    const post = chat.send('#1', { content: { type: 'text', text: 'may a subscriber post?' } });
    expect((await failureOf(post)).message).toMatch(/^SimpleX error: error: groupUserRole: /);
  });

  it('13: every kind of message is read, the unknown one by its text', async () => {
    const replayed = await startedChat('13-message-kinds');
    const { items } = await replayed.chat.items('@4', { kind: 'initial', count: 100 });
    expect(
      items.flatMap((item) =>
        item.content.kind === 'received'
          ? [[item.content.message.type, item.content.message.durationSeconds]]
          : [],
      ),
    ).toEqual([
      ['text', undefined],
      ['link', undefined],
      ['video', 7],
      ['voice', 3],
      ['text', undefined],
      ['text', undefined],
      ['text', undefined],
      ['unknown', undefined],
    ]);
    expect(items.at(-1)?.content).toEqual({
      kind: 'received',
      message: { type: 'unknown', text: 'a kind this core does not know' },
    });
  });

  it('14: chats that others open are in the list', async () => {
    const { core, chat } = await startedChat('14-invitations');
    core.takeSent();
    const invited = await chat.chats();
    expect(invited.find(({ chat: { kind } }) => kind === 'group')?.chat).toMatchObject({
      name: 'book club',
      connected: false,
      membership: { status: 'invited' },
    });
    const later = await chat.chats();
    expect(later.map(({ chat: { ref, name } }) => [ref, name])).toContainEqual(['@5', 'mallory']);
    expect(core.takeSent()).toEqual(core.recorded(66, 133));
  });
});
