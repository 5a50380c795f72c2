import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  chatInfoSchema,
  contactSchema,
  groupSchema,
  memberSchema,
} from '../../../../src/adapters/simplex/codec/decode-chat.js';
import { decodeEvent } from '../../../../src/adapters/simplex/codec/decode-event.js';
import {
  agentErrorText,
  descriptionServers,
  fileErrorText,
  fileSchema,
  itemInfoServers,
} from '../../../../src/adapters/simplex/codec/decode-file.js';
import { itemSchema, pageSchema } from '../../../../src/adapters/simplex/codec/decode-item.js';
import {
  joinHandle,
  planResultSchema,
  toPlan,
} from '../../../../src/adapters/simplex/codec/decode-plan.js';
import { menuEntries } from '../../../../src/adapters/simplex/codec/decode-profile.js';
import { CoreFormatError, readAs } from '../../../../src/adapters/simplex/codec/read.js';
import { ChatError } from '../../../../src/ports/chat.js';
import { line, reply } from './recordings.js';

type Json = Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- tests change recorded JSON

/** A recorded answer, to be changed. */
function recorded(file: string, number: number): Json {
  return structuredClone(reply(line(file, number)).value) as Json;
}

function contactJson(): Json {
  return recorded('04-connect-address', 60)['contact'] as Json;
}

function groupJson(): Json {
  return recorded('06-groups', 74)['groupInfo'] as Json;
}

/** The item of an event with one new item. */
function itemJson(file: string, number: number): Json {
  return recorded(file, number)['chatItems'][0] as Json;
}

describe('contacts', () => {
  const read = (json: Json) => readAs('test', contactSchema, json).contact;

  it('are read with what the domain needs', () => {
    const json = contactJson();
    json['profile'].preferences.commands = [{ type: 'command', keyword: 'help', label: 'Help' }];
    expect(read(json)).toEqual({
      kind: 'contact',
      ref: '@4',
      name: 'echo',
      peerType: 'bot',
      shortDescription: 'I repeat what you say',
      commands: [{ type: 'command', keyword: 'help', label: 'Help' }],
      incognito: false,
      connected: true,
      prepared: false,
    });
  });

  it('have a SimpleX name only when it is verified', () => {
    const json = contactJson();
    json['profile'].contactDomain = { domain: 'echo.simplex' };
    expect(read(json).simplexName).toBeUndefined();
    json['profile'].contactDomainVerified = true;
    expect(read(json).simplexName).toBe('@echo.simplex');
  });

  it('are connected only with a ready connection, whichever way a core writes its status', () => {
    const json = contactJson();
    for (const [status, connected] of [
      [{ type: 'ready' }, true],
      ['ready', true],
      [{ type: 'deleted' }, false],
      [{ type: 'of the future', x: 1 }, false],
    ] as const) {
      json['activeConn'].connStatus = status;
      expect(read(json).connected).toBe(connected);
    }
  });

  it('are prepared while no request of theirs was sent', () => {
    const json = contactJson();
    json['activeConn'].connStatus = { type: 'prepared' };
    expect(read(json).prepared).toBe(true);
    delete json['activeConn'];
    expect(read(json).prepared).toBe(true);
    json['preparedContact'] = null;
    expect(read(json).prepared).toBe(false);
  });

  it('have custom data that is not an object as none', () => {
    expect(read({ ...contactJson(), customData: 7 }).customData).toBeUndefined();
  });
});

describe('groups and members', () => {
  it('are channels by their relays or type, and business chats before that', () => {
    const read = (json: Json) => readAs('test', groupSchema, json).groupType;
    const json = groupJson();
    expect(read(json)).toBe('group');
    expect(read({ ...json, useRelays: true })).toBe('channel');
    json['groupProfile'].publicGroup = { groupType: 'channel' };
    expect(read(json)).toBe('channel');
    expect(read({ ...json, businessChat: { chatType: 'business' } })).toBe('business');
  });

  it('have a SimpleX name only when it is verified', () => {
    const json = groupJson();
    json['groupProfile'].publicGroup = {
      groupType: 'channel',
      publicGroupAccess: { groupDomainClaim: { domain: 'news.simplex' } },
    };
    expect(readAs('test', groupSchema, json).simplexName).toBeUndefined();
    json['groupDomainVerified'] = true;
    expect(readAs('test', groupSchema, json).simplexName).toBe('#news.simplex');
  });

  it('of a role or status that is not known are read as they are', () => {
    const json = groupJson();
    json['membership'].memberRole = 'emperor';
    json['membership'].memberStatus = 'asleep';
    const group = readAs('test', groupSchema, json);
    expect(group.membership).toMatchObject({ role: 'emperor', status: 'asleep' });
    expect(group.connected).toBe(false);
    expect(readAs('test', memberSchema, json['membership'])).toMatchObject({ role: 'emperor' });
  });

  it('are prepared until their connection is started', () => {
    const json = groupJson();
    json['preparedGroup'].connLinkStartedConnection = false;
    expect(readAs('test', groupSchema, json).prepared).toBe(true);
  });
});

describe('chats of other kinds', () => {
  it.each(['local', 'contactRequest', 'contactConnection', 'of the future'])(
    '%s are none',
    (type) => {
      expect(readAs('test', chatInfoSchema, { type })).toBeUndefined();
    },
  );
});

describe('menus of a peer', () => {
  it('leave out what is no command or menu, and end at a depth', () => {
    const nested = (depth: number): Json =>
      depth === 0
        ? { type: 'command', keyword: 'deep', label: 'Deep' }
        : { type: 'menu', label: `${depth}`, commands: [nested(depth - 1)] };
    expect(menuEntries([{ type: 'dance' }, 7, null, nested(1)])).toEqual([
      { type: 'menu', label: '1', commands: [{ type: 'command', keyword: 'deep', label: 'Deep' }] },
    ]);
    expect(JSON.stringify(menuEntries([nested(9)]))).not.toContain('deep');
    expect(menuEntries({ type: 'menu' })).toEqual([]);
  });
});

describe('items', () => {
  it('without known direction are left out of pages, and are no news as events', () => {
    const json = recorded('04-connect-address', 72);
    const items = json['chat'].chatItems as Json[];
    items[0]!['chatDir'] = { type: 'sideways' };
    const page = readAs('test', pageSchema, json['chat']);
    expect(page?.items.map((item) => item.itemId)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const event = recorded('04-connect-address', 78);
    event['chatItems'][0].chatItem.chatDir = { type: 'sideways' };
    expect(decodeEvent(event)).toBeUndefined();
  });

  it('of unknown content are no messages', () => {
    const json = itemJson('04-connect-address', 78);
    json['chatItem'].content = { type: 'rcvHologram', hologram: {} };
    expect(readAs('test', itemSchema, json)?.content).toEqual({
      kind: 'other',
      tag: 'rcvHologram',
    });
  });

  it('with a missing field name the command and the path, not the text', () => {
    const json = recorded('04-connect-address', 78);
    json['chatItems'][0].chatItem.content.msgContent.text = 'secret words';
    delete json['chatItems'][0].chatItem.meta.itemTs;
    const fail = () => decodeEvent(json);
    expect(fail).toThrow(CoreFormatError);
    expect(fail).toThrow(ChatError);
    expect(fail).toThrow(
      "The SimpleX core answered with event newChatItems in a form that this program can't read: " +
        'chatItems.0.chatItem.meta.itemTs: string expected.',
    );
  });

  it('with a member without a name tell the path inside of the direction', () => {
    const json = itemJson('06-groups', 91);
    delete json['chatItem'].chatDir.groupMember.memberProfile.displayName;
    expect(() => readAs('test', itemSchema, json)).toThrow(
      'chatItem.chatDir.groupMember.memberProfile.displayName: string expected.',
    );
  });

  it('that are deleted or moderated are told so', () => {
    const json = itemJson('06-groups', 91);
    expect(readAs('test', itemSchema, json)?.deleted).toBe(false);
    json['chatItem'].meta.itemDeleted = { type: 'moderated', byGroupMember: {} };
    expect(readAs('test', itemSchema, json)?.deleted).toBe(true);
  });

  it('keep the preview of a link, an image and a video', () => {
    const previews = [46, 50, 56].map((number) => {
      const item = readAs('test', itemSchema, itemJson('13-message-kinds', number));
      return item?.content.kind === 'received' ? item.content.message : undefined;
    });
    expect(previews[1]).toMatchObject({ type: 'link' });
    expect(previews[1]?.preview).toMatch(/^data:image\//);
    expect(previews[2]).toMatchObject({ type: 'video', durationSeconds: 7 });
    expect(previews[0]).not.toHaveProperty('preview');
  });
});

describe('files', () => {
  const file = (fileStatus: Json, more: Json = {}) =>
    readAs('test', fileSchema, {
      fileId: 1,
      fileName: 'a.pdf',
      fileSize: 10,
      fileProtocol: 'xftp',
      fileStatus,
      ...more,
    });

  it.each([
    [{ type: 'rcvInvitation' }, { kind: 'invited' }],
    [{ type: 'rcvAccepted' }, { kind: 'accepted' }],
    [
      { type: 'rcvTransfer', rcvProgress: 5, rcvTotal: 9 },
      { kind: 'transfer', received: 5, total: 9 },
    ],
    [{ type: 'rcvComplete' }, { kind: 'complete' }],
    [{ type: 'rcvCancelled' }, { kind: 'cancelled' }],
    [{ type: 'rcvAborted' }, { kind: 'aborted' }],
    [
      { type: 'rcvError', rcvFileError: { type: 'auth' } },
      {
        kind: 'error',
        error: 'Wrong key or unknown file chunk address - most likely file is deleted.',
      },
    ],
    [
      { type: 'rcvWarning', rcvFileError: { type: 'other', fileError: 'disk full' } },
      { kind: 'warning', error: 'Error: disk full' },
    ],
    [
      { type: 'invalid', text: 'bad' },
      { kind: 'invalid', error: 'bad' },
    ],
    [{ type: 'sndStored' }, { kind: 'sent' }],
    [{ type: 'sndOfTheFuture' }, { kind: 'sent' }],
    [{ type: 'rcvOfTheFuture' }, { kind: 'invalid', error: 'Unknown status: rcvOfTheFuture' }],
  ])('%j is %j', (status, expected) => {
    expect(file(status).status).toEqual(expected);
  });

  it('that are small and prohibited tell so', () => {
    const read = file(
      { type: 'rcvInvitation' },
      { fileProtocol: 'smp', fileProhibited: { type: 'size', maxSize: 5 } },
    );
    expect(read).toMatchObject({ xftp: false, prohibited: 'Prohibited: size' });
    expect(file({ type: 'rcvInvitation' }, { fileProhibited: 'too large' }).prohibited).toBe(
      'too large',
    );
    expect(file({ type: 'rcvInvitation' }, { fileProhibited: null }).prohibited).toBeUndefined();
  });

  it('that fail have the words of the apps', () => {
    expect(fileErrorText({ type: 'noFile' })).toBe(
      'File not found - most likely file was deleted or cancelled.',
    );
    expect(fileErrorText({ type: 'blocked', server: 'x' })).toBe(
      'File is blocked by server operator.',
    );
    expect(fileErrorText({ type: 'relay', srvError: { type: 'other', srvError: 'HOST' } })).toBe(
      'File server error: HOST',
    );
    expect(fileErrorText({ type: 'relay', srvError: { type: 'host' } })).toBe(
      'File server error: host',
    );
    expect(fileErrorText(undefined)).toBe('Error: unknown');
    expect(agentErrorText({ type: 'XFTP', serverAddress: '', xftpErr: { type: 'SIZE' } })).toBe(
      'SimpleX error: errorAgent: XFTP: SIZE',
    );
  });

  it('name their servers in the description, each once and in order', () => {
    const text =
      'size: 1kb\nreplicas:\n- chunks:\n  - 1:a:b:c\n  server: xftp://a=@one.example:443\n' +
      '- chunks:\n  - 2:a:b:c\n  server: xftp://b=@two.example\n- server: xftp://a=@one.example:443\n' +
      'note: server: xftp://evil\n';
    expect(descriptionServers(text)).toEqual([
      'xftp://a=@one.example:443',
      'xftp://b=@two.example',
    ]);
    expect(descriptionServers('')).toEqual([]);
  });

  it('have servers in the information about an item where the core tells them, never from a peer', () => {
    expect(itemInfoServers({ itemVersions: [], fileServers: ['xftp://a=@one'] })).toEqual([
      'xftp://a=@one',
    ]);
    expect(itemInfoServers({ rcvFileServers: [{ server: 'xftp://a=@one' }] })).toEqual([
      'xftp://a=@one',
    ]);
    expect(itemInfoServers({ itemVersions: [{ servers: ['xftp://a=@one'] }] })).toBeUndefined();
    expect(itemInfoServers({ itemVersions: ['xftp://a=@one'] })).toBeUndefined();
    expect(itemInfoServers({ fileServers: [] })).toBeUndefined();
    expect(itemInfoServers({ fileServers: ['https://a'] })).toBeUndefined();
    expect(itemInfoServers(undefined)).toBeUndefined();
  });
});

describe('events of files', () => {
  it('tell a failed download by the item, else by the error of the network', () => {
    const base = recorded('08-files', 99);
    const failed = {
      type: 'rcvFileError',
      chatItem_: base['chatItem'],
      agentError: { type: 'XFTP', serverAddress: 'x', xftpErr: { type: 'AUTH' } },
      rcvFileTransfer: base['rcvFileTransfer'],
    };
    expect(decodeEvent(failed)?.event).toMatchObject({
      kind: 'file-receive-failed',
      fileId: 3,
      error: 'SimpleX error: errorAgent: XFTP: AUTH: x',
    });
    failed.chatItem_.chatItem.file.fileStatus = {
      type: 'rcvError',
      rcvFileError: { type: 'noFile' },
    };
    expect(decodeEvent(failed)?.event).toMatchObject({
      error: 'File not found - most likely file was deleted or cancelled.',
    });
    expect(decodeEvent({ ...failed, chatItem_: undefined })?.event).not.toHaveProperty('item');
  });

  it('tell a failed upload with its path', () => {
    const sent = recorded('08-files', 112);
    const failed = {
      type: 'sndFileError',
      chatItem_: sent['chatItem'],
      fileTransferMeta: sent['fileTransferMeta'],
      errorMessage: 'no space',
    };
    expect(decodeEvent(failed)?.event).toMatchObject({
      kind: 'file-send-failed',
      fileId: 4,
      path: '/data/report.pdf',
      error: 'no space',
      item: { itemId: 11 },
    });
  });

  it('wait for the whole description', () => {
    const described = recorded('08-files', 55);
    described['rcvFileDescr'].fileDescrComplete = false;
    expect(decodeEvent(described)).toBeUndefined();
  });

  it('tell items that a moderator deleted', () => {
    const deleted = {
      type: 'groupChatItemsDeleted',
      groupInfo: groupJson(),
      chatItemIDs: [7, 8],
      byUser: false,
    };
    expect(decodeEvent(deleted)?.event).toEqual({
      kind: 'items-deleted',
      items: [
        { chat: '#1', itemId: 7 },
        { chat: '#1', itemId: 8 },
      ],
    });
  });
});

describe('plans', () => {
  const read = (json: unknown) => toPlan(readAs('test', planResultSchema, json));

  it.each([
    ['ownLink', 'own-link'],
    ['connecting', 'connecting'],
    ['connectingConfirmReconnect', 'connecting-confirm-reconnect'],
    ['connectingProhibit', 'connecting-prohibit'],
    ['noRelays', 'other'],
    ['updateRequired', 'other'],
    ['of the future', 'other'],
  ])('in state %s are %s, with the word of the core', (word, state) => {
    const json = recorded('04-connect-address', 48);
    json['connectionPlan'] = { type: 'contactAddress', contactAddressPlan: { type: word } };
    expect(read(json)).toMatchObject({ state, stateWord: word, linkType: 'address' });
  });

  it('by a contact without a connection have that contact', () => {
    const json = recorded('04-connect-address', 48);
    json['connectionPlan'] = {
      type: 'contactAddress',
      contactAddressPlan: { type: 'contactViaAddress', contact: contactJson() },
    };
    expect(read(json)).toMatchObject({ state: 'contact-via-address', chat: { ref: '@4' } });
  });

  it('that are an error fail with it', () => {
    const json = recorded('04-connect-address', 48);
    json['connectionPlan'] = {
      type: 'error',
      chatError: { type: 'errorStore', storeError: { type: 'groupNotFound', groupId: 1 } },
    };
    expect(() => read(json)).toThrow('SimpleX error: errorStore: groupNotFound: {"groupId":1}');
  });

  it('of an unknown kind, or without a link, fail', () => {
    const json = recorded('04-connect-address', 48);
    json['connectionPlan'] = { type: 'wormhole' };
    expect(() => read(json)).toThrow('SimpleX error: connectionPlan: wormhole');
    expect(() => read({ ...recorded('04-connect-address', 48), connLink: null })).toThrow(
      ChatError,
    );
  });

  it('keep link data as it came, with fields that this program does not know, and the verified name', () => {
    const json = recorded('04-connect-address', 48);
    const data = json['connectionPlan'].contactAddressPlan.contactSLinkData_ as Json;
    data['hologram'] = { x: 1 };
    json['connectionPlan'].contactAddressPlan.verifiedDomain = {
      nameTLD: 'simplex',
      domain: 'echo',
      subDomain: ['b', 'a'],
    };
    expect(joinHandle(read(json).handle)).toEqual({
      link: { full: json['connLink'].connFullLink, short: json['connLink'].connShortLink },
      data,
      domain: 'a.b.echo.simplex',
    });
    json['connectionPlan'].contactAddressPlan.verifiedDomain = 'echo.example.org';
    expect(joinHandle(read(json).handle).domain).toBe('echo.example.org');
  });

  it('without the fields of newer cores say nothing of a direct link', () => {
    const json = recorded('06-groups', 62);
    expect(joinHandle(read(json).handle).direct).toBe(true);
    delete json['connectionPlan'].groupLinkPlan.groupSLinkInfo_;
    expect(joinHandle(read(json).handle)).not.toHaveProperty('direct');
  });

  it('are of a channel by its relays or its type', () => {
    const json = recorded('12-channel', 46);
    const link = json['connectionPlan'].groupLinkPlan as Json;
    const { publicGroup } = link['groupSLinkData_'].groupProfile as Json;
    delete link['groupSLinkData_'].groupProfile.publicGroup;
    expect(read(json).channel).toBe(true);
    link['groupSLinkInfo_'].direct = true;
    expect(read(json).channel).toBe(false);
    link['groupSLinkData_'].groupProfile.publicGroup = publicGroup;
    expect(read(json).channel).toBe(true);
  });

  it('are joined by handles of this adapter only', () => {
    expect(() => joinHandle({})).toThrow(TypeError);
  });
});

describe('paths in errors', () => {
  it('never hold a key that a peer wrote', () => {
    const schema = z.object({ mentions: z.record(z.string(), z.number()) });
    expect(() => readAs('test', schema, { mentions: { 'secret name': 'x' } })).toThrow(
      "The SimpleX core answered test in a form that this program can't read: mentions.?: number expected.",
    );
  });
});
