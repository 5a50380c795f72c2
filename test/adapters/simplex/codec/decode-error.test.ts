import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeError } from '../../../../src/adapters/simplex/codec/decode-error.js';
import { serverHost } from '../../../../src/adapters/simplex/codec/server-address.js';

const smp = 'smp://fnL99u2yAQI6o4DQDaso0t8vM2U5oCExxkDvUeioXcI=@smp.example,abc.onion:5223';
const other = 'smp://fnL99u2yAQI6o4DQDaso0t8vM2U5oCExxkDvUeioXcI=@other.example';

function agent(agentError: object): object {
  return {
    type: 'errorAgent',
    agentError,
    agentConnId: 'secret',
    connectionEntity_: { type: 'x' },
  };
}

function broker(brokerErr: object): object {
  return agent({ type: 'BROKER', brokerAddress: smp, brokerErr });
}

function proxied(inner: object): object {
  return agent({
    type: 'PROXY',
    proxyServer: smp,
    relayServer: other,
    proxyErr: { type: 'protocolError', protocolErr: { type: 'PROXY', proxyErr: inner } },
  });
}

function name(nameErr: object): object {
  return agent({ type: 'SMP', serverAddress: smp, smpErr: { type: 'NAME', nameErr } });
}

describe('errors with an alert of their own in the apps (api 1.2)', () => {
  const rows: readonly (readonly [object, string])[] = [
    [
      { type: 'error', errorType: { type: 'invalidConnReq' } },
      'Invalid connection link: Please check that you used the correct link or ask for another one.',
    ],
    [
      { type: 'error', errorType: { type: 'unsupportedConnReq' } },
      'Unsupported connection link: This link requires a newer version of SimpleX.',
    ],
    [
      name({ type: 'NOT_FOUND' }),
      'Name not found: This SimpleX name is not registered. Please check the name.',
    ],
    [
      name({ type: 'NO_RESOLVER' }),
      'Name not resolved: The server smp.example does not resolve SimpleX names.',
    ],
    [
      name({ type: 'RESOLVER', resolverErr: 'rpc' }),
      'Name not resolved: The server smp.example could not look it up. Please try later.',
    ],
    [
      agent({ type: 'NO_NAME_SERVERS' }),
      'Name not resolved: None of the configured servers resolves SimpleX names.',
    ],
    [
      {
        type: 'error',
        errorType: {
          type: 'simplexDomainNotReady',
          simplexDomain: { nameTLD: 'simplex', domain: 'a' },
          simplexDomainError: { type: 'noValidLink' },
        },
      },
      'Name not connected: This SimpleX name has no valid link.',
    ],
    [
      {
        type: 'error',
        errorType: {
          type: 'simplexDomainNotReady',
          simplexDomain: { nameTLD: 'simplex', domain: 'a' },
          simplexDomainError: { type: 'unknownDomain' },
        },
      },
      'Name not verified: The profile behind this SimpleX name does not claim it.',
    ],
    [
      agent({ type: 'SMP', serverAddress: smp, smpErr: { type: 'AUTH' } }),
      'Connection error (AUTH): The link was already used, or the other side deleted it. Please ask for another link.',
    ],
    [
      agent({
        type: 'SMP',
        serverAddress: smp,
        smpErr: { type: 'BLOCKED', blockInfo: { reason: 'spam' } },
      }),
      'Connection blocked: The connection is blocked by the server operator.',
    ],
    [
      agent({ type: 'SMP', serverAddress: smp, smpErr: { type: 'QUOTA' } }),
      'Undelivered messages: The connection reached the limit of undelivered messages, your contact may be offline.',
    ],
    [
      broker({ type: 'TIMEOUT' }),
      'Connection timeout: Please check your network connection with smp.example and try again.',
    ],
    [
      broker({ type: 'NETWORK', networkError: { type: 'connectError', connectError: 'refused' } }),
      'Connection error: Please check your network connection with smp.example and try again.',
    ],
    [
      broker({ type: 'NETWORK' }),
      'Connection error: Please check your network connection with smp.example and try again.',
    ],
    [
      broker({ type: 'NETWORK', networkError: { type: 'unknownCAError' } }),
      'Connection error: Fingerprint in server address does not match certificate: smp.example.',
    ],
    [
      broker({ type: 'HOST' }),
      'Connection error: Server address is incompatible with network settings: smp.example.',
    ],
    [
      broker({ type: 'TRANSPORT', transportErr: { type: 'version' } }),
      'Connection error: Server version is incompatible with this program: smp.example.',
    ],
    [
      agent({
        type: 'SMP',
        serverAddress: smp,
        smpErr: { type: 'PROXY', proxyErr: { type: 'BROKER', brokerErr: { type: 'TIMEOUT' } } },
      }),
      'Private routing error: Error connecting to forwarding server smp.example. Please try later.',
    ],
    [
      proxied({
        type: 'BROKER',
        brokerErr: { type: 'NETWORK', networkError: { type: 'failedError' } },
      }),
      'Private routing error: Forwarding server smp.example failed to connect to destination server other.example. Please try later.',
    ],
    [
      proxied({ type: 'NO_SESSION' }),
      'Private routing error: Forwarding server smp.example failed to connect to destination server other.example. Please try later.',
    ],
    [
      {
        type: 'error',
        errorType: {
          type: 'fileNotApproved',
          fileId: 5,
          unknownServers: [
            'xftp://a=@one.example:443',
            'xftp://b=@two.example',
            'xftp://c=@one.example:444',
          ],
        },
      },
      'Unknown servers! Without Tor or VPN, your IP address will be visible to these XFTP relays: one.example, two.example.',
    ],
  ];

  it.each(rows)('%#: have the words of the alert', (error, text) => {
    expect(decodeError(error).message).toBe(text);
  });
});

describe('other errors', () => {
  const rows: readonly (readonly [unknown, string])[] = [
    [
      { type: 'errorStore', storeError: { type: 'contactNotFound', contactId: 4 } },
      'SimpleX error: errorStore: contactNotFound: {"contactId":4}',
    ],
    [
      { type: 'errorStore', storeError: { type: 'largeMsg' } },
      'SimpleX error: errorStore: largeMsg',
    ],
    [
      agent({ type: 'CONN', connErr: { type: 'NOT_FOUND' }, errContext: '' }),
      'SimpleX error: errorAgent: CONN: NOT_FOUND',
    ],
    [
      { type: 'error', errorType: { type: 'commandError', message: 'Failed reading: empty' } },
      'SimpleX error: error: commandError: Failed reading: empty',
    ],
    [{ type: 'errorOfTheFuture', depth: 3 }, 'SimpleX error: errorOfTheFuture: {"depth":3}'],
    [{}, 'SimpleX error: unknown'],
    [undefined, 'SimpleX error: unknown'],
    ['text', 'SimpleX error: unknown'],
  ];

  it.each(rows)('%#: are told by their tags and details', (error, text) => {
    expect(decodeError(error).message).toBe(text);
  });

  it('hold no message, profile or connection', () => {
    const { message } = decodeError({
      type: 'error',
      errorType: {
        type: 'invalidChatMessage',
        connection: { connId: 1, localAlias: 'secret' },
        msgMeta: { x: 'secret' },
        messageData: 'secret words',
        contact: { contactId: 4, profile: { displayName: 'secret' } },
        groupInfo: { groupId: 2, groupProfile: { displayName: 'secret' } },
        member: { groupMemberId: 3, memberProfile: { displayName: 'secret' } },
        other: { text: 'secret' },
        message: 'bad JSON',
      },
    });
    expect(message).toBe(
      'SimpleX error: error: invalidChatMessage: {"contactId":4,"groupId":2,"groupMemberId":3,"message":"bad JSON"}',
    );
  });

  it('have at most 500 characters of details (behaviour 7)', () => {
    const long = '\u{1f600}'.repeat(700);
    const { message } = decodeError({
      type: 'error',
      errorType: { type: 'internalError', message: long },
    });
    expect(message).toBe(`SimpleX error: error: internalError: ${'\u{1f600}'.repeat(499)}…`);
  });

  it('of any form give an error of a bounded length', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (error) => {
        const { message } = decodeError({ type: 'error', errorType: error });
        expect([...message].length).toBeLessThan(1300);
      }),
    );
  });
});

describe('failures of the port', () => {
  const store = (type: string) => ({ type: 'errorStore', storeError: { type } });
  const chat = (errorType: object) => ({ type: 'error', errorType });
  const rows: readonly (readonly [object, object])[] = [
    [store('contactNotFound'), { kind: 'store', notFound: 'contact' }],
    [store('groupNotFound'), { kind: 'store', notFound: 'group' }],
    [store('chatItemNotFound'), { kind: 'store', notFound: 'item' }],
    [store('fileNotFound'), { kind: 'store', notFound: 'file' }],
    [store('userNotFoundByFileId'), { kind: 'store', notFound: 'file' }],
    [store('groupMemberNotFound'), { kind: 'store', notFound: 'other' }],
    [store('dBBusyError'), { kind: 'store' }],
    [store('largeMsg'), { kind: 'too-large' }],
    [chat({ type: 'invalidConnReq' }), { kind: 'invalid-link' }],
    [chat({ type: 'fileAlreadyReceiving', message: 'a' }), { kind: 'already-receiving' }],
    [
      chat({ type: 'fileNotApproved', unknownServers: ['xftp://a=@one.example:1', 7] }),
      { kind: 'servers-not-approved', hosts: ['one.example'] },
    ],
    [chat({ type: 'contactNotReady' }), { kind: 'other' }],
    [agent({ type: 'SMP', smpErr: { type: 'LARGE_MSG' } }), { kind: 'too-large' }],
    [agent({ type: 'CMD', cmdErr: { type: 'LARGE' } }), { kind: 'too-large' }],
    [agent({ type: 'SMP', smpErr: { type: 'AUTH' } }), { kind: 'other' }],
    [{ type: 'errorDatabase', databaseError: { type: 'errorNoFile' } }, { kind: 'other' }],
  ];

  it.each(rows)('%#: are told by the tags', (error, failure) => {
    expect(decodeError(error).failure).toEqual(failure);
  });
});

describe('a host', () => {
  it('is the first one of an address, without port, fingerprint and password', () => {
    expect(serverHost('xftp://abc=:secret@one.example,two.onion:443')).toBe('one.example');
    expect(serverHost('xftp://abc=@localhost:7102')).toBe('localhost');
    expect(serverHost('not an address')).toBe('not an address');
  });
});
