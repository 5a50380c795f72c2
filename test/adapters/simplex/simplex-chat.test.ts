import { describe, expect, it } from 'vitest';
import { SimplexChat } from '../../../src/adapters/simplex/simplex-chat.js';
import type { SimplexNetwork } from '../../../src/adapters/simplex/simplex-chat-account.js';
import { CoreTransportError } from '../../../src/adapters/simplex/transport.js';
import type { ChatEvent } from '../../../src/domain/chat/event.js';
import { ChatError } from '../../../src/ports/chat.js';
import { line, reply } from './codec/recordings.js';
import { MemoryOfServers } from './replayed-chat.js';
import { ScriptedTransport } from './scripted-transport.js';

const noNetwork: SimplexNetwork = { smpServers: [], xftpServers: [] };

function chatOn(core: ScriptedTransport, network = noNetwork, memory = new MemoryOfServers()) {
  const reports: string[] = [];
  const chat = new SimplexChat(core, memory, network, (context, error) => {
    reports.push(`${context}: ${error instanceof Error ? error.message : String(error)}`);
  });
  return { chat, reports };
}

async function failureOf(call: Promise<unknown>): Promise<ChatError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ChatError)) throw new Error('No ChatError.', { cause: error });
  return error;
}

async function all(events: AsyncIterable<ChatEvent>): Promise<ChatEvent[]> {
  const read: ChatEvent[] = [];
  for await (const event of events) read.push(event);
  return read;
}

function user(profile: object): object {
  return { type: 'activeUser', user: { userId: 1, profile } };
}

const commandError = {
  type: 'error',
  errorType: { type: 'commandError', message: 'Failed reading: empty' },
};

describe('the version of the core', () => {
  it.each(['6.4.2.9', '6.3.1', '5.0', 'unknown'])(
    '%s is refused, and the core is closed',
    async (version) => {
      const core = new ScriptedTransport(version);
      const error = await failureOf(chatOn(core).chat.open());
      expect(error.message).toBe(
        `The SimpleX core has version ${version}; version 6.4.3 or newer is needed.`,
      );
      expect(core.closed).toBe(true);
    },
  );

  it.each(['6.4.3', '6.4.3.4', '6.5.0.19', '7.0.2', 'v7.1.0-beta.6', '10.0'])(
    '%s is taken',
    async (version) => {
      const core = new ScriptedTransport(version);
      const { chat } = chatOn(core);
      await chat.open();
      expect(await chat.version()).toBe(version);
      expect(core.closed).toBe(false);
    },
  );
});

describe('the peer type', () => {
  const human = {
    profileId: 1,
    displayName: 'agent',
    fullName: '',
    localAlias: '',
    image: 'data:',
  };

  it('of a new user is agent from 7.1 on', async () => {
    const core = new ScriptedTransport('7.1.0.20').answer(
      /"peerType":"agent"/,
      user({ displayName: 'agent', peerType: 'agent' }),
    );
    const { chat } = chatOn(core);
    await chat.open();
    expect((await chat.createUser('agent')).peerType).toBe('agent');
    expect(core.sent.slice(1)).toEqual([
      '/_create user {"profile":{"displayName":"agent","fullName":"","peerType":"agent"},"pastTimestamp":false,"userChatRelay":false}',
    ]);
  });

  it('of a new user is bot where a core of that version does not know agents', async () => {
    const core = new ScriptedTransport('7.1.0.1')
      .answer(/"peerType":"bot"/, user({ displayName: 'agent', peerType: 'bot' }))
      .refuse(/"peerType":"agent"/, commandError);
    const { chat } = chatOn(core);
    await chat.open();
    expect((await chat.createUser('agent')).peerType).toBe('bot');
    expect(core.sent).toHaveLength(3);
  });

  it('of a user is set with its name in one update, which keeps the rest of the profile', async () => {
    const core = new ScriptedTransport('7.1')
      .answer(/^\/user$/, user(human))
      .answer(/^\/_profile /, {
        type: 'userProfileUpdated',
        user: { userId: 1, profile: { displayName: 'new', peerType: 'agent' } },
      });
    const { chat } = chatOn(core);
    await chat.open();
    expect(await chat.updateProfile('new')).toEqual({
      userId: 1,
      displayName: 'new',
      peerType: 'agent',
    });
    expect(core.sent.slice(2)).toEqual([
      '/_profile 1 {"displayName":"new","fullName":"","image":"data:","peerType":"agent"}',
    ]);
  });

  it('stays where the core refuses agents, and nothing is sent for the same name', async () => {
    const core = new ScriptedTransport('7.1')
      .answer(/^\/user$/, user(human))
      .refuse(/^\/_profile /, commandError);
    const { chat } = chatOn(core);
    await chat.open();
    expect(await chat.updateProfile('agent')).toEqual({ userId: 1, displayName: 'agent' });
    expect(core.sent.filter((one) => one.startsWith('/_profile'))).toHaveLength(1);
  });

  it('of an older core is left as it is', async () => {
    const core = new ScriptedTransport('6.5').answer(/^\/user$/, user(human));
    const { chat } = chatOn(core);
    await chat.open();
    await chat.updateProfile('agent');
    expect(core.sent.slice(1)).toEqual(['/user']);
  });
});

describe('the network', () => {
  it('is set with private routing and the proxy, all else as the core has it', async () => {
    const core = new ScriptedTransport()
      .answer(/^\/network$/, {
        type: 'networkConfig',
        networkConfig: { hostMode: 'onionViaSocks', smpProxyMode: 'never', future: { x: 1 } },
      })
      .answer(/^\/_network /, { type: 'cmdOk' });
    const { chat } = chatOn(core, { ...noNetwork, socksProxy: '127.0.0.1:9050' });
    await chat.open();
    await chat.setPrivateRouting();
    expect(core.sent.slice(1)).toEqual([
      '/network',
      '/_network {"hostMode":"onionViaSocks","smpProxyMode":"always","future":{"x":1},' +
        '"smpProxyFallback":"allowProtected","socksProxy":"127.0.0.1:9050"}',
    ]);
  });

  it('keeps the servers of the database where none are given', async () => {
    const core = new ScriptedTransport().answer(/^\/_start/, { type: 'chatRunning' });
    const { chat } = chatOn(core);
    await chat.open();
    await chat.start();
    expect(core.sent.slice(1)).toEqual(['/_start main=on']);
  });
});

describe('a way to the core that fails', () => {
  it('while it is opened tells what to do', async () => {
    const core = new ScriptedTransport();
    core.openFailure = new CoreTransportError('not-found', 'Give --core-lib.');
    const error = await failureOf(chatOn(core).chat.open());
    expect([error.message, error.failure]).toEqual(['Give --core-lib.', { kind: 'other' }]);
    expect(error.cause).toBe(core.openFailure);
  });

  it('during a command is the loss of the core', async () => {
    const lost = new CoreTransportError('lost', 'The core is gone.');
    const core = new ScriptedTransport().fail(/^\/user$/, lost);
    const { chat } = chatOn(core);
    await chat.open();
    const error = await failureOf(chat.activeUser());
    expect([error.message, error.failure]).toEqual(['The core is gone.', { kind: 'core-lost' }]);
  });

  it('ends the events with the loss', async () => {
    const core = new ScriptedTransport().tell(new CoreTransportError('lost', 'The core is gone.'));
    expect(await all(chatOn(core).chat.events)).toEqual([
      { kind: 'core-lost', error: 'The core is gone.' },
    ]);
  });

  it('is told apart from a mistake of this program', async () => {
    const core = new ScriptedTransport();
    await expect(chatOn(core).chat.activeUser()).rejects.toThrow('No answer to /user');
  });
});

describe('an answer of another form', () => {
  it('names the command and what was expected', async () => {
    const core = new ScriptedTransport().answer(/^\/_leave/, {
      type: 'somethingElse',
      text: 'secret',
    });
    const { chat } = chatOn(core);
    await chat.open();
    expect((await failureOf(chat.leaveGroup(1))).message).toBe(
      "The SimpleX core answered /_leave in a form that this program can't read: type: expected leftMemberUser.",
    );
  });
});

describe('group links', () => {
  const link = {
    type: 'groupLinkCreated',
    groupLink: { connLinkContact: { connFullLink: 'simplex:/contact#/x', connShortLink: null } },
  };
  const duplicate = {
    type: 'errorStore',
    storeError: { type: 'duplicateGroupLink', groupInfo: {} },
  };

  it('are full where the core makes no short ones', async () => {
    const core = new ScriptedTransport().answer(/^\/_create link/, link);
    const { chat } = chatOn(core);
    expect(await chat.createGroupLink(1, 'member')).toBe('simplex:/contact#/x');
  });

  it('of an earlier run are replaced', async () => {
    let made = 0;
    const core = new ScriptedTransport().answer(/^\/_delete link/, { type: 'groupLinkDeleted' });
    const { send } = core;
    core.send = (command) => {
      if (!command.startsWith('/_create link')) return send.call(core, command);
      core.sent.push(command);
      made += 1;
      return Promise.resolve(
        made === 1 ? { kind: 'error', value: duplicate } : { kind: 'result', value: link },
      );
    };
    await chatOn(core).chat.createGroupLink(1, 'observer');
    expect(core.sent).toEqual([
      '/_create link #1 observer',
      '/_delete link #1',
      '/_create link #1 observer',
    ]);
  });

  it('that are not there are deleted without an error', async () => {
    const core = new ScriptedTransport().refuse(/^\/_delete link/, {
      type: 'errorStore',
      storeError: { type: 'groupLinkNotFound', groupInfo: {} },
    });
    await expect(chatOn(core).chat.deleteGroupLink(1)).resolves.toBeUndefined();
  });
});

describe('items of a group', () => {
  const page = reply(line('06-groups', 112)).value as {
    chat: { chatItems: { meta: { itemId: number } }[] };
  };

  /** The page of a recorded group with only some of its items. */
  function withItems(...itemIds: readonly number[]): unknown {
    const chatItems = itemIds.map((itemId) =>
      page.chat.chatItems.find(({ meta }) => meta.itemId === itemId)!,
    );
    return { ...page, chat: { ...page.chat, chatItems } };
  }

  function groupCore(next: number): ScriptedTransport {
    const core = new ScriptedTransport()
      .answer(/^\/_get chat #1 around=17 count=1$/, withItems(15, 17, 18))
      .answer(/^\/_get chat #1 around=17 count=2$/, withItems(14, 15, 17, 18))
      .answer(/^\/_get chat #1 after=15 count=1$/, withItems(next));
    const event = reply(line('06-groups', 91)).value as { chatItems: [object] };
    return core.answer(/^\/_get item info #1 17$/, {
      type: 'chatItemInfo',
      chatItem: event.chatItems[0],
      chatItemInfo: {},
    });
  }

  it('are of the main conversation when they follow the item before them there', async () => {
    const { chat } = chatOn(groupCore(17));
    expect((await chat.item('#1', 17))?.scope).toBe('main');
    const read = await chat.items('#1', { kind: 'around', itemId: 17, count: 2 });
    expect(read.items.map((item) => item.itemId)).toEqual([14, 15, 17, 18]);
  });

  it('are of a member chat when the core only read them by their number', async () => {
    const { chat } = chatOn(groupCore(18));
    expect((await chat.item('#1', 17))?.scope).toBe('member');
    const around = await failureOf(chat.items('#1', { kind: 'around', itemId: 17, count: 2 }));
    expect(around.failure).toEqual({ kind: 'store', notFound: 'item' });
  });

  it('that are gone are none, but a group that is gone is an error', async () => {
    const core = new ScriptedTransport()
      .refuse(/item info #1/, {
        type: 'errorStore',
        storeError: { type: 'chatItemNotFound', itemId: 1 },
      })
      .refuse(/item info #2/, {
        type: 'errorStore',
        storeError: { type: 'groupNotFound', groupId: 2 },
      });
    const { chat } = chatOn(core);
    expect(await chat.item('#1', 1)).toBeUndefined();
    expect((await failureOf(chat.item('#2', 1))).failure).toEqual({
      kind: 'store',
      notFound: 'group',
    });
  });
});

describe('marking as read', () => {
  it('takes at most 500 items a command', async () => {
    const core = new ScriptedTransport().answer(/^\/_read chat items/, {
      type: 'itemsReadForChat',
    });
    await chatOn(core).chat.markRead(
      '@4',
      Array.from({ length: 1001 }, (_one, index) => index + 1),
    );
    expect(core.sent.map((command) => command.split(',').length)).toEqual([500, 500, 1]);
  });
});

describe('a received file', () => {
  it('that its sender cancelled meanwhile is an error', async () => {
    const core = new ScriptedTransport().answer(/^\/freceive/, {
      type: 'rcvFileAcceptedSndCancelled',
    });
    const error = await failureOf(chatOn(core).chat.receiveFile(1, '/data/1', false));
    expect(error.message).toBe('The sender cancelled the file.');
  });

  it('has the servers that the core tells before those that are remembered', async () => {
    const memory = new MemoryOfServers();
    memory.saved = new Map([[1, ['xftp://old']]]);
    const core = new ScriptedTransport().answer(/^\/_get item info/, {
      ...(reply(line('08-files', 48)).value as object),
      chatItemInfo: { fileServers: ['xftp://new'] },
    });
    expect(await chatOn(core, noNetwork, memory).chat.fileServers('@4', 8, 1)).toEqual([
      'xftp://new',
    ]);
  });
});

describe('events', () => {
  const described = reply(line('08-files', 55));
  const bad = {
    kind: 'result',
    value: { type: 'contactConnected', contact: { contactId: 'x' } },
  } as const;

  it('that can not be read are reported, and the next ones are read', async () => {
    const core = new ScriptedTransport().tell(bad, described);
    const { chat, reports } = chatOn(core);
    expect(await all(chat.events)).toEqual([{ kind: 'file-described', fileId: 1 }]);
    expect(reports).toEqual([
      'SimpleX event: The SimpleX core answered with event contactConnected in a form that this program ' +
        "can't read: contact.contactId: number expected.",
    ]);
  });

  it('of the core about itself are reported only when they are critical', async () => {
    const core = new ScriptedTransport().tell(
      {
        kind: 'error',
        value: { type: 'errorAgent', agentError: { type: 'CONN', connErr: { type: 'NOT_FOUND' } } },
      },
      {
        kind: 'error',
        value: {
          type: 'errorAgent',
          agentError: { type: 'CRITICAL', offerRestart: true, criticalErr: 'stuck' },
        },
      },
      { kind: 'result', value: { type: 'of the future' } },
      { kind: 'result', value: 'no event' },
    );
    const { chat, reports } = chatOn(core);
    expect(await all(chat.events)).toEqual([]);
    expect(reports).toEqual([
      'SimpleX core: SimpleX error: errorAgent: CRITICAL: {"offerRestart":true,"criticalErr":"stuck"}',
    ]);
  });

  it('go on when the servers of a file can not be saved', async () => {
    const memory = new MemoryOfServers();
    memory.save = () => Promise.reject(new Error('disk full'));
    const { chat, reports } = chatOn(new ScriptedTransport().tell(described), noNetwork, memory);
    expect(await all(chat.events)).toEqual([{ kind: 'file-described', fileId: 1 }]);
    expect(reports).toEqual(['servers of a file: disk full']);
  });
});

describe('a connection that was lost and made again', () => {
  const list = reply(line('04-connect-address', 84)).value as {
    type: string;
    chats: { chatItems: unknown[] }[];
  };
  const missed = reply(line('04-connect-address', 82)).value;
  const first = reply(line('04-connect-address', 78));

  function core(): ScriptedTransport {
    return new ScriptedTransport()
      .answer(/^\/user$/, user({ displayName: 'agent' }))
      .answer(/^\/_get chats 1 /, list)
      .answer(/^\/_get chat @4 count=1000$/, missed)
      .answer(/^\/_get chat @4 initial=0$/, missed);
  }

  it('tells the unread items that came meanwhile, and who is connected', async () => {
    const { chat, reports } = chatOn(core().tell(first, { kind: 'reconnected' }));
    const events = await all(chat.events);
    expect(reports).toEqual([]);
    expect(events.map((event) => event.kind)).toEqual([
      'items-added',
      'chat-connected',
      'items-added',
    ]);
    expect(events[1]).toMatchObject({ chat: { ref: '@4' } });
    expect(events[2]).toMatchObject({ items: [{ itemId: 12, unread: true }] });
  });

  it('leaves out what was read, sent or made by the core meanwhile', async () => {
    const sent = reply(line('04-connect-address', 55));
    const { chat } = chatOn(core().tell(sent, { kind: 'reconnected' }));
    const events = await all(chat.events);
    expect(events.at(-1)).toMatchObject({ items: [{ itemId: 11 }, { itemId: 12 }] });
    expect(events.at(-1)).toHaveProperty('items.length', 2);
  });

  it('tells an item once, also when the core had kept its event', async () => {
    const kept = structuredClone(reply(line('04-connect-address', 79))) as {
      kind: 'result';
      value: { chatItems: unknown[] };
    };
    const next = structuredClone(reply(line('04-connect-address', 103))) as typeof kept;
    kept.value.chatItems.push(...next.value.chatItems);
    const { chat } = chatOn(core().tell(first, { kind: 'reconnected' }, kept, next));
    const items = (await all(chat.events)).flatMap((event) =>
      event.kind === 'items-added' ? [event.items.map((item) => item.itemId)] : [],
    );
    expect(items, 'a further event of the same item is the core’s own').toEqual([
      [11],
      [12],
      [14],
      [14],
    ]);
  });

  it('does not tell what the first list of chats held', async () => {
    const { chat } = chatOn(core().tell({ kind: 'reconnected' }));
    await chat.chats();
    const events = await all(chat.events);
    expect(events.filter((event) => event.kind === 'items-added')).toEqual([]);
  });

  it('tells the membership of groups as it is now', async () => {
    const group = structuredClone(reply(line('06-groups', 116)).value) as {
      chats: { chatInfo: { groupInfo: { membership: { memberStatus: string } } } }[];
    };
    group.chats.length = 1;
    const scripted = new ScriptedTransport()
      .answer(/^\/user$/, user({ displayName: 'agent' }))
      .answer(/^\/_get chats 1 /, group)
      .answer(/^\/_get chat #1 /, reply(line('06-groups', 112)).value);
    for (const [status, event] of [
      ['connected', 'memberRole'],
      ['removed', 'deletedMemberUser'],
      ['deleted', 'groupDeleted'],
    ] as const) {
      group.chats[0]!.chatInfo.groupInfo.membership.memberStatus = status;
      const { chat } = chatOn(scripted.tell({ kind: 'reconnected' }));
      expect((await all(chat.events)).at(0)).toMatchObject({ kind: 'membership', event });
    }
  });

  it('reports when that can not be read, and goes on', async () => {
    const scripted = core()
      .refuse(/^\/_get chats 1 /, {
        type: 'errorStore',
        storeError: { type: 'dBBusyError', message: 'busy' },
      })
      .tell({ kind: 'reconnected' }, first);
    const { chat, reports } = chatOn(scripted);
    expect((await all(chat.events)).map((event) => event.kind)).toEqual(['items-added']);
    expect(reports).toEqual([
      'reading what was missed while the SimpleX core was away: SimpleX error: errorStore: dBBusyError: busy',
    ]);
  });
});
