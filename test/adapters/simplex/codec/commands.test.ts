import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createActiveUser,
  setTempFolder,
} from '../../../../src/adapters/simplex/codec/commands-account.js';
import {
  getChat,
  readItems,
  setCustomData,
} from '../../../../src/adapters/simplex/codec/commands-chat.js';
import {
  connectLink,
  connectPreparedContact,
  connectPreparedGroup,
  connectViaAddress,
  planConnection,
  prepareContact,
  prepareGroup,
} from '../../../../src/adapters/simplex/codec/commands-connect.js';
import { cancelFile, receiveFile } from '../../../../src/adapters/simplex/codec/commands-file.js';
import {
  createGroup,
  createGroupLink,
  removeMembers,
  setMemberRole,
} from '../../../../src/adapters/simplex/codec/commands-group.js';
import {
  sendMessage,
  updateMessage,
} from '../../../../src/adapters/simplex/codec/commands-message.js';
import type { CoreCommand } from '../../../../src/adapters/simplex/codec/command.js';
import { ChatError } from '../../../../src/ports/chat.js';

const short = 'https://smp.example/a#key';
const full = 'simplex:/contact#/?v=2-7&smp=smp%3A%2F%2Fx';

describe('commands', () => {
  const rows: readonly (readonly [CoreCommand, string])[] = [
    [getChat('@4', { kind: 'last', count: 50 }), '/_get chat @4 count=50'],
    [getChat('#1', { kind: 'around', itemId: 8, count: 2 }), '/_get chat #1 around=8 count=2'],
    [getChat('@4', { kind: 'initial', count: 100 }), '/_get chat @4 initial=100'],
    [getChat('@4', { kind: 'after', itemId: 9, count: 100 }), '/_get chat @4 after=9 count=100'],
    [readItems('@4', [8, 11]), '/_read chat items @4 8,11'],
    [setCustomData('#1', undefined), '/_set custom #1'],
    [setCustomData('@4', { a: 1 }), '/_set custom @4 {"a":1}'],
    [planConnection(1, short), `/_connect plan 1 ${short}`],
    [planConnection(1, '@name.simplex'), '/_connect plan 1 @name.simplex'],
    [
      prepareContact(1, { full, short }, { profile: {} }, undefined),
      `/_prepare contact 1 ${full} ${short} {"profile":{}}`,
    ],
    [
      prepareContact(1, { full }, { profile: {} }, 'a.name.simplex'),
      `/_prepare contact 1 ${full} domain=a.name.simplex {"profile":{}}`,
    ],
    [
      prepareGroup(1, { full, short }, { x: 1 }, false, 'name.simplex'),
      `/_prepare group 1 ${full} ${short} direct=off domain=name.simplex {"x":1}`,
    ],
    [
      prepareGroup(1, { full }, { x: 1 }, undefined, undefined),
      `/_prepare group 1 ${full} {"x":1}`,
    ],
    [connectPreparedContact(4, false, undefined), '/_connect contact @4'],
    [
      connectPreparedContact(4, true, 'two\n"lines" # à'),
      '/_connect contact @4 incognito=on json {"type":"text","text":"two\\n\\"lines\\" # à"}',
    ],
    [connectPreparedGroup(1, true, undefined), '/_connect group #1 incognito=on'],
    [connectViaAddress(1, 4, true), '/_connect contact 1 incognito=on 4'],
    [connectLink(1, { full, short }, false), `/_connect 1 ${full} ${short}`],
    [createGroupLink(1, 'member'), '/_create link #1 member'],
    [setMemberRole(1, 2, 'owner'), '/_member role #1 2 owner'],
    [removeMembers(1, [2, 3]), '/_remove #1 2,3'],
    [receiveFile(5, '/data/a b.png', false), '/freceive 5 encrypt=off /data/a b.png'],
    [receiveFile(5, '/data/5.png', true), '/freceive 5 approved_relays=on encrypt=off /data/5.png'],
    [cancelFile(5), '/fcancel 5'],
    [setTempFolder('/data/my agent/tmp'), '/_temp_folder /data/my agent/tmp'],
    [
      sendMessage('#1', {
        content: {
          type: 'video',
          text: 'clip',
          preview: 'data:image/jpg;base64,AA',
          durationSeconds: 7,
        },
        filePath: '/tmp/a "b" #c.mp4',
        quotedItemId: 3,
        mentions: [{ name: '__proto__', memberId: 2 }],
      }),
      '/_send #1 json [{"fileSource":{"filePath":"/tmp/a \\"b\\" #c.mp4"},"msgContent":{"type":"video",' +
        '"text":"clip","image":"data:image/jpg;base64,AA","duration":7},"mentions":{"__proto__":2},"quotedItemId":3}]',
    ],
    [
      updateMessage('#1', 16, { content: { type: 'text', text: 'x' } }),
      '/_update item #1 16 json {"msgContent":{"type":"text","text":"x"},"mentions":{}}',
    ],
  ];

  it.each(rows)('%#: are one line in the form that the core reads', (command, text) => {
    expect(command.text).toBe(text);
  });

  it('have a name that errors may show, without anything of the caller', () => {
    expect(planConnection(1, short).name).toBe('/_connect plan');
    expect(connectPreparedContact(4, true, 'secret').name).toBe('/_connect contact');
    expect(sendMessage('@4', { content: { type: 'text', text: 'secret' } }).name).toBe('/_send');
  });
});

/** Any text, with those that could end or change a command among it. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    'x\n/_delete @4 full notify=on',
    '" }] /_stop',
    "it's #1 @2 incognito=on",
    '\u0000\r\n\u2028\u2029',
    'caf\u00e9 \u00e0',
    '\ud800 half',
  ),
);

/** What the core reads between the words and the end of a command, or the whole when there is no JSON. */
function jsonOf(command: CoreCommand, start: '{' | '['): unknown {
  return JSON.parse(command.text.slice(command.text.indexOf(start)));
}

describe('a text of a caller', () => {
  it('stays in the JSON of one line, whatever it is', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const commands = [
          sendMessage('@4', { content: { type: 'text', text } }),
          updateMessage('@4', 1, { content: { type: 'text', text } }),
          connectPreparedContact(4, false, text),
          connectPreparedGroup(4, false, text),
          createGroup(1, { displayName: text }),
          createActiveUser({ displayName: text }),
          setCustomData('@4', { text }),
        ];
        for (const { text: line } of commands) {
          expect(line).not.toMatch(/[\n\r\0]/);
          // Nothing that the core takes for a space is at the end: it would be cut.
          expect(line).toMatch(/[\]}]$/);
        }
        const whole = Buffer.from(text).toString();
        expect(jsonOf(commands[0]!, '[')).toEqual([
          { msgContent: { type: 'text', text: whole }, mentions: {} },
        ]);
        expect(jsonOf(commands[2]!, '{')).toEqual({ type: 'text', text: whole });
      }),
    );
  });

  it('is a target only as one ASCII word, and is refused as no link otherwise', () => {
    fc.assert(
      fc.property(anyText, (target) => {
        const isWord = /^[!-~]+$/.test(target);
        try {
          const { text } = planConnection(1, target);
          expect(isWord).toBe(true);
          expect(text.split(' ')).toHaveLength(4);
        } catch (error) {
          expect(isWord).toBe(false);
          expect(error).toBeInstanceOf(ChatError);
          expect((error as ChatError).failure).toEqual({ kind: 'invalid-link' });
        }
      }),
    );
  });

  it('is no link of a plan, name, role or path with other words in it', () => {
    const refused = [
      () => prepareContact(1, { full: 'simplex:/x y' }, {}, undefined),
      () => prepareContact(1, { full, short: '/_stop' }, {}, undefined),
      () => prepareContact(1, { full }, {}, 'name.simplex incognito=on'),
      () => connectLink(1, { full: '@4' }, false),
      () => createGroupLink(1, 'member owner'),
      () => setMemberRole(1, 2, 'relay'),
      () => receiveFile(1, '/data/x\n/_stop', false),
      () => receiveFile(1, '/data/x ', false),
      () => receiveFile(1, '/data/voil\u00e0', false),
      () => setTempFolder(''),
    ];
    for (const make of refused) expect(make).toThrow(ChatError);
    expect(() => readItems('@4', [1.5])).toThrow(RangeError);
    expect(() => cancelFile(Number.NaN)).toThrow(RangeError);
  });
});
