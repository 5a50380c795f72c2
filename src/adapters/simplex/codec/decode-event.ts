import { z } from 'zod';
import type { ChatEvent, MembershipEventName } from '../../../domain/chat/event.js';
import type { Item } from '../../../domain/chat/item.js';
import { contactSchema, groupSchema, hostSchema } from './decode-chat.js';
import { agentErrorText, descriptionServers } from './decode-file.js';
import { itemSchema } from './decode-item.js';
import { readAs, resultTag } from './read.js';
import { maybe } from './schema.js';

/** What an event says to the domain, and what the adapter itself keeps of it. */
export interface ReadEvent {
  readonly event: ChatEvent;
  /** Servers of a file, from its description. */
  readonly fileServers?: { readonly fileId: number; readonly servers: readonly string[] };
}

type EventSchema = z.ZodType<ReadEvent | undefined>;

const optionalItem = maybe(itemSchema);
const transferSchema = z.object({ fileId: z.number() });
const sentTransferSchema = z.object({ fileId: z.number(), filePath: maybe(z.string()) });

function only(event: ChatEvent): ReadEvent {
  return { event };
}

function withItem(item: Item | undefined): { item?: Item } {
  return item === undefined ? {} : { item };
}

function withPath(path: string | undefined): { path?: string } {
  return path === undefined ? {} : { path };
}

/** An event of the members of a group, which carries the group as it is afterwards. */
function membership(event: MembershipEventName): EventSchema {
  return z
    .object({ groupInfo: groupSchema })
    .transform(({ groupInfo }) => only({ kind: 'membership', event, group: groupInfo }));
}

const newItems = z.object({ chatItems: z.array(itemSchema) }).transform(({ chatItems }) => {
  const items = chatItems.filter((item) => item !== undefined);
  return items.length === 0 ? undefined : only({ kind: 'items-added', items });
});

const itemUpdated = z
  .object({ chatItem: itemSchema })
  .transform(({ chatItem }) =>
    chatItem === undefined ? undefined : only({ kind: 'item-updated', item: chatItem }),
  );

const itemsDeleted = z
  .object({ chatItemDeletions: z.array(z.object({ deletedChatItem: itemSchema })) })
  .transform(({ chatItemDeletions }) =>
    only({
      kind: 'items-deleted',
      items: chatItemDeletions.flatMap(({ deletedChatItem: item }) =>
        item === undefined ? [] : [{ chat: item.chat.ref, itemId: item.itemId }],
      ),
    }),
  );

const groupItemsDeleted = z
  .object({ groupInfo: groupSchema, chatItemIDs: z.array(z.number()) })
  .transform(({ groupInfo, chatItemIDs }) =>
    only({
      kind: 'items-deleted',
      items: chatItemIDs.map((itemId) => ({ chat: groupInfo.ref, itemId })),
    }),
  );

const contactConnected = z.object({ contact: contactSchema }).transform(({ contact }) =>
  only({
    kind: 'chat-connected',
    chat: contact.contact,
    ...(contact.connectionId !== undefined && { connectionId: contact.connectionId }),
  }),
);

const userJoinedGroup = z
  .object({ groupInfo: groupSchema, hostMember: maybe(hostSchema) })
  .transform(({ groupInfo, hostMember }) =>
    only({
      kind: 'chat-connected',
      chat: groupInfo,
      ...(hostMember !== undefined && { connectionId: hostMember }),
    }),
  );

const fileDescribed = z
  .object({
    rcvFileTransfer: transferSchema,
    rcvFileDescr: z.object({
      fileDescrText: z.string(),
      fileDescrComplete: z.boolean().default(true),
    }),
  })
  .transform(({ rcvFileTransfer: { fileId }, rcvFileDescr }): ReadEvent | undefined =>
    rcvFileDescr.fileDescrComplete
      ? {
          event: { kind: 'file-described', fileId },
          fileServers: { fileId, servers: descriptionServers(rcvFileDescr.fileDescrText) },
        }
      : undefined,
  );

const fileReceived = z
  .object({ chatItem: itemSchema })
  .transform(({ chatItem }) =>
    chatItem?.file === undefined
      ? undefined
      : only({ kind: 'file-received', fileId: chatItem.file.fileId, item: chatItem }),
  );

const fileSenderCancelled = z
  .object({ rcvFileTransfer: transferSchema, chatItem: optionalItem })
  .transform(({ rcvFileTransfer, chatItem }) =>
    only({
      kind: 'file-sender-cancelled',
      fileId: rcvFileTransfer.fileId,
      ...withItem(chatItem),
    }),
  );

const fileReceiveFailed = z
  .object({
    rcvFileTransfer: transferSchema,
    chatItem_: optionalItem,
    agentError: z.unknown().optional(),
  })
  .transform(({ rcvFileTransfer, chatItem_, agentError }) => {
    const status = chatItem_?.file?.status;
    return only({
      kind: 'file-receive-failed',
      fileId: rcvFileTransfer.fileId,
      ...withItem(chatItem_),
      error: status?.kind === 'error' ? status.error : agentErrorText(agentError),
    });
  });

const fileSent = z
  .object({ fileTransferMeta: sentTransferSchema, chatItem: optionalItem })
  .transform(({ fileTransferMeta, chatItem }) =>
    only({
      kind: 'file-sent',
      fileId: fileTransferMeta.fileId,
      ...withItem(chatItem),
      ...withPath(fileTransferMeta.filePath),
    }),
  );

const fileSendFailed = z
  .object({
    fileTransferMeta: sentTransferSchema,
    chatItem_: optionalItem,
    errorMessage: z.string().default('unknown error'),
  })
  .transform(({ fileTransferMeta, chatItem_, errorMessage }) =>
    only({
      kind: 'file-send-failed',
      fileId: fileTransferMeta.fileId,
      ...withItem(chatItem_),
      ...withPath(fileTransferMeta.filePath),
      error: errorMessage,
    }),
  );

/** The events that are read, by the core's tag. */
const events: Readonly<Record<string, EventSchema>> = {
  newChatItems: newItems,
  chatItemUpdated: itemUpdated,
  chatItemsDeleted: itemsDeleted,
  groupChatItemsDeleted: groupItemsDeleted,
  contactConnected,
  userJoinedGroup,
  joinedGroupMember: membership('joinedGroupMember'),
  joinedGroupMemberConnecting: membership('joinedGroupMemberConnecting'),
  connectedToGroupMember: membership('connectedToGroupMember'),
  memberRole: membership('memberRole'),
  leftMember: membership('leftMember'),
  deletedMember: membership('deletedMember'),
  deletedMemberUser: membership('deletedMemberUser'),
  groupDeleted: membership('groupDeleted'),
  rcvFileDescrReady: fileDescribed,
  rcvFileComplete: fileReceived,
  rcvFileSndCancelled: fileSenderCancelled,
  rcvFileAcceptedSndCancelled: fileSenderCancelled,
  rcvFileError: fileReceiveFailed,
  sndFileCompleteXFTP: fileSent,
  sndFileError: fileSendFailed,
};

/** The tags of the events that are read. */
export const readEvents: readonly string[] = Object.keys(events);

/** An event for the domain, or `undefined` for one that says nothing to it. CoreFormatError when it can't be read. */
export function decodeEvent(value: unknown): ReadEvent | undefined {
  const tag = resultTag(value);
  if (tag === undefined || !Object.hasOwn(events, tag)) return undefined;
  const schema = events[tag];
  return schema === undefined ? undefined : readAs(`with event ${tag}`, schema, value);
}
