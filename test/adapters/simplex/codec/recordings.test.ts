import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  userResultSchema,
  networkResultSchema,
  versionResultSchema,
} from '../../../../src/adapters/simplex/codec/decode-account.js';
import {
  chatListSchema,
  contactSchema,
  groupSchema,
  memberSchema,
} from '../../../../src/adapters/simplex/codec/decode-chat.js';
import { decodeError } from '../../../../src/adapters/simplex/codec/decode-error.js';
import { decodeEvent, readEvents } from '../../../../src/adapters/simplex/codec/decode-event.js';
import { itemSchema, pageSchema } from '../../../../src/adapters/simplex/codec/decode-item.js';
import { planResultSchema, toPlan } from '../../../../src/adapters/simplex/codec/decode-plan.js';
import { ignoredEvents } from '../../../../src/adapters/simplex/codec/ignored-events.js';
import { readAs } from '../../../../src/adapters/simplex/codec/read.js';
import { anything, maybe } from '../../../../src/adapters/simplex/codec/schema.js';
import { userServersResultSchema } from '../../../../src/adapters/simplex/codec/server-set-up.js';
import { z as zod } from 'zod';
import { lines, recordings, reply, type Line } from './recordings.js';

const page = zod.object({ chat: pageSchema });
const item = zod.object({ chatItem: itemSchema });
const contact = zod.object({ contact: contactSchema });
const group = zod.object({ groupInfo: groupSchema });
const members = zod.object({ group: zod.object({ members: zod.array(memberSchema) }) });
const plan = planResultSchema.transform(toPlan);

/** The answers that the product reads, by tag; those of which it reads nothing are `anything`. */
const answers: Readonly<Record<string, z.ZodType>> = {
  activeUser: userResultSchema,
  userProfileUpdated: userResultSchema,
  versionInfo: versionResultSchema,
  networkConfig: networkResultSchema,
  userServers: userServersResultSchema,
  apiChats: chatListSchema,
  apiChat: page,
  chatItemInfo: item,
  newChatItems: zod.object({ chatItems: zod.array(itemSchema) }),
  chatItemUpdated: item,
  connectionPlan: plan,
  newPreparedChat: page,
  startedConnectionToContact: contact,
  startedConnectionToGroup: group,
  contactInfo: contact,
  groupCreated: group,
  groupUpdated: zod.object({ toGroup: groupSchema }),
  groupMembers: members,
  rcvFileAccepted: item,
  rcvFileCancelled: zod.object({ chatItem_: maybe(itemSchema) }),
  sentConfirmation: zod.object({ connection: zod.object({ pccConnId: zod.number() }) }),
  groupLinkCreated: anything,
  groupLinkDeleted: anything,
  cmdOk: anything,
  chatStarted: anything,
  chatRunning: anything,
  itemsReadForChat: anything,
  membersRoleUser: anything,
  userDeletedMembers: anything,
  leftMemberUser: anything,
  groupDeletedUser: anything,
  contactDeleted: anything,
  sndFileCancelled: anything,
};

/** Answers to commands that only the other participants of the recordings, or their maker, sent. */
const notAsked = [
  'chatItemReaction',
  'chatItemsDeleted',
  'groupInfo',
  'groupLink',
  'groupsList',
  'invitation',
  'newMemberContact',
  'newMemberContactSentInv',
  'publicGroupCreated',
  'sentGroupInvitation',
  'userContactLinkCreated',
  'userContactLinkUpdated',
];

function where(line: Line): string {
  return `${line.file}:${line.number} ${tag(line)}`;
}

function tag(line: Line): string {
  return (reply(line).value as { type: string }).type;
}

describe.each(recordings)('recording %s, of every core', (file) => {
  it('has only answers that are read, or that nobody asks for', () => {
    const unread = lines(file)
      .filter((line) => line.dir === 'response' && reply(line).kind === 'result')
      .flatMap((line) => {
        const schema = answers[tag(line)];
        if (schema === undefined) return notAsked.includes(tag(line)) ? [] : [where(line)];
        readAs(where(line), schema, reply(line).value);
        return [];
      });
    expect(unread).toEqual([]);
  });

  it('has only events that are read, or that are ignored on purpose', () => {
    const unknown = lines(file)
      .filter((line) => line.dir === 'event' && reply(line).kind === 'result')
      .flatMap((line) => {
        const read = decodeEvent(reply(line).value);
        if (readEvents.includes(tag(line)))
          return read !== undefined || isEmpty(line) ? [] : [where(line)];
        return ignoredEvents.includes(tag(line)) ? [] : [where(line)];
      });
    expect(unknown).toEqual([]);
  });

  it('has only errors that have a text of at most 560 characters and no one else’s words', () => {
    for (const line of lines(file)) {
      if (line.dir !== 'event' && line.dir !== 'response') continue;
      const { kind, value } = reply(line);
      if (kind !== 'error') continue;
      const { message } = decodeError(value);
      expect(message.length, where(line)).toBeLessThan(560);
      expect(message, where(line)).not.toMatch(/Welcome|repeat|lounge|Be kind|simplex:\//);
    }
  });
});

/** The core tells some batches of items that are empty. */
function isEmpty(line: Line): boolean {
  const value = reply(line).value as { chatItems?: readonly unknown[] };
  return tag(line) === 'newChatItems' && value.chatItems?.length === 0;
}

describe('the tables of events', () => {
  it('have no tag in both and none twice', () => {
    const all = [...readEvents, ...ignoredEvents];
    expect(all.filter((one, index) => all.indexOf(one) !== index)).toEqual([]);
  });
});
