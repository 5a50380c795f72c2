import { z } from 'zod';
import type {
  Item,
  ItemContent,
  ItemDirection,
  MessageContent,
  MessageType,
  QuotedItem,
} from '../../../domain/chat/item.js';
import type { Chat } from '../../../domain/chat/chat.js';
import { chatInfoSchema, memberSchema } from './decode-chat.js';
import { fileSchema } from './decode-file.js';
import { byTag, given, maybe } from './schema.js';

const directionSchema = byTag<ItemDirection | undefined>(
  {
    directRcv: z.unknown().transform(() => ({ kind: 'contact-received' })),
    directSnd: z.unknown().transform(() => ({ kind: 'contact-sent' })),
    groupRcv: z
      .object({ groupMember: memberSchema })
      .transform(({ groupMember }) => ({ kind: 'group-received', member: groupMember })),
    groupSnd: z.unknown().transform(() => ({ kind: 'group-sent' })),
    channelRcv: z.unknown().transform(() => ({ kind: 'channel-received' })),
    localSnd: z.unknown().transform(() => ({ kind: 'local' })),
    localRcv: z.unknown().transform(() => ({ kind: 'local' })),
  },
  () => undefined,
);

const messageTypes: readonly string[] = [
  'text',
  'link',
  'image',
  'video',
  'voice',
  'file',
  'report',
  'chat',
] satisfies MessageType[];

const messageSchema = z
  .object({
    type: z.string(),
    text: z.string().default(''),
    image: maybe(z.string()),
    preview: z.unknown().optional(),
    duration: maybe(z.number()),
  })
  .transform((core): MessageContent => {
    const preview = core.image ?? linkImage(core.preview);
    return {
      type: messageTypes.includes(core.type) ? (core.type as MessageType) : 'unknown',
      text: core.text,
      ...(preview !== undefined && { preview }),
      ...(core.duration !== undefined && { durationSeconds: core.duration }),
    };
  });

const linkPreviewSchema = z.object({ image: z.string() });

function linkImage(preview: unknown): string | undefined {
  const read = linkPreviewSchema.safeParse(preview);
  return read.success ? read.data.image : undefined;
}

const contentSchema = byTag<ItemContent>(
  {
    rcvMsgContent: z
      .object({ msgContent: messageSchema })
      .transform(({ msgContent }) => ({ kind: 'received', message: msgContent })),
    sndMsgContent: z
      .object({ msgContent: messageSchema })
      .transform(({ msgContent }) => ({ kind: 'sent', message: msgContent })),
  },
  (tag) => ({ kind: 'other', tag }),
);

const quotedSchema = z
  .object({
    itemId: maybe(z.number()),
    content: z.object({ text: z.string().default('') }),
  })
  .transform(({ itemId, content }): QuotedItem => ({
    text: content.text,
    ...(itemId !== undefined && { itemId }),
  }));

const coreItemSchema = z.object({
  chatDir: directionSchema,
  meta: z.object({
    itemId: z.number(),
    itemTs: z.string(),
    itemStatus: z.object({ type: z.string() }),
    itemLive: maybe(z.boolean()),
    itemDeleted: given,
    userMention: z.boolean().default(false),
  }),
  content: contentSchema,
  quotedItem: maybe(quotedSchema),
  file: maybe(fileSchema),
});

/** An item without its chat, as pages hold it; `undefined` in a direction that this program does not know. */
export const bareItemSchema = coreItemSchema.transform(
  (core): Omit<Item, 'chat' | 'scope'> | undefined => {
    if (core.chatDir === undefined) return undefined;
    const { meta } = core;
    return {
      itemId: meta.itemId,
      direction: core.chatDir,
      content: core.content,
      time: meta.itemTs,
      unread: meta.itemStatus.type === 'rcvNew',
      live: meta.itemLive === true,
      deleted: meta.itemDeleted,
      mentionsMe: meta.userMention,
      ...(core.quotedItem !== undefined && { quoted: core.quotedItem }),
      ...(core.file !== undefined && { file: core.file }),
    };
  },
);

/** An item with its chat, as events hold it; `undefined` when it is in no chat of the agent. */
export const itemSchema = z
  .object({ chatInfo: chatInfoSchema, chatItem: bareItemSchema })
  .transform(({ chatInfo, chatItem }): Item | undefined =>
    chatInfo === undefined || chatItem === undefined ? undefined : { ...chatInfo, ...chatItem },
  );

export interface Page {
  readonly chat: Chat;
  readonly items: readonly Item[];
  /** As the core says: it does so only for some kinds of pages. */
  readonly unread: number;
}

/** A page of a chat. Items in an unknown direction, which have no writer to show, are left out. */
export const pageSchema = z
  .object({
    chatInfo: chatInfoSchema,
    chatItems: z.array(bareItemSchema),
    chatStats: z.object({ unreadCount: z.number() }),
  })
  .transform(({ chatInfo, chatItems, chatStats }): Page | undefined =>
    chatInfo === undefined
      ? undefined
      : {
          chat: chatInfo.chat,
          items: chatItems.flatMap((item) =>
            item === undefined ? [] : [{ ...chatInfo, ...item }],
          ),
          unread: chatStats.unreadCount,
        },
  );
