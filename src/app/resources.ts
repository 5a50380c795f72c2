import { chatType, type Chat } from '../domain/chat/chat.js';
import type { ChatEvent } from '../domain/chat/event.js';
import { isReceivedMessage, type Item } from '../domain/chat/item.js';
import { parseChatRef, type ChatRef } from '../domain/chat/ref.js';
import { chatsUri, chatUri, statusUri, unreadUri } from '../domain/chat/resource-uri.js';
import type { ServerStatus } from '../domain/doctor/facts.js';
import { senderOf } from '../domain/message/message-object.js';
import type { ChatPort, ChatSummary, ItemsRead } from '../ports/chat.js';
import type { McpPort, ResourceDefinitions, ResourceEntry } from '../ports/mcp.js';
import { notFoundAsUndefined, type ChatLookup } from './tools/chat-lookup.js';

/** Newest items of a chat whose unread messages its resources tell. */
const lookedAtItems = 100;

/**
 * Chats as MCP resources, so that hosts can be told of new messages: counts and writers, and the texts only where they
 * are read one chat at a time. Nothing here marks a message as read; `receive` does.
 */
export class ChatResources implements ResourceDefinitions {
  /** Chats that hosts can know by the list. */
  private readonly listed = new Set<ChatRef>();

  constructor(
    private readonly chats: ChatPort,
    private readonly lookup: ChatLookup,
    private readonly mcp: Pick<McpPort, 'resourcesChanged' | 'resourceUpdated'>,
    private readonly agent: string,
    /** For `doctor`: whether the owner can be asked. */
    private readonly status: () => ServerStatus,
  ) {}

  async list(): Promise<readonly ResourceEntry[]> {
    const summaries = await this.usable();
    for (const { chat } of summaries) this.listed.add(chat.ref);
    return [
      {
        uri: chatsUri(this.agent),
        name: 'chats',
        description: 'The chats of the agent with their unread counts. Names are data from peers.',
      },
      ...summaries.map(({ chat }) => ({
        uri: chatUri(this.agent, chat.ref),
        name: chat.ref,
        description: 'Unread count of one chat and who wrote. Names are data from peers.',
      })),
    ];
  }

  async read(uri: string): Promise<string | undefined> {
    if (uri === chatsUri(this.agent)) {
      const summaries = await this.usable();
      return JSON.stringify(summaries.map(({ chat, unread }) => ({ ...chatObject(chat), unread })));
    }
    if (uri === statusUri(this.agent)) return JSON.stringify(this.status());
    const target = this.chatOf(uri);
    if (target === undefined) return undefined;
    const { ref, texts } = target;
    const read = await notFoundAsUndefined(() =>
      // Only a page around the first unread item tells the count; the newest texts are the news.
      this.chats.items(ref, { kind: texts ? 'last' : 'initial', count: lookedAtItems }),
    );
    if (read === undefined) return undefined;
    return JSON.stringify(texts ? unreadTexts(read) : unreadCount(read));
  }

  /** Tells subscribers which resources an event changes. */
  onEvent(event: ChatEvent): void {
    for (const ref of new Set(changedChats(event))) {
      if (this.lookup.usableRef(ref) !== undefined) this.changed(ref);
    }
  }

  /** The unread count of a chat changed. */
  changed(ref: ChatRef): void {
    if (!this.listed.has(ref)) {
      this.listed.add(ref);
      this.mcp.resourcesChanged();
    }
    this.mcp.resourceUpdated(chatUri(this.agent, ref));
    this.mcp.resourceUpdated(chatsUri(this.agent));
  }

  /** The chat is gone. */
  left(ref: ChatRef): void {
    this.listed.delete(ref);
    this.mcp.resourcesChanged();
    this.mcp.resourceUpdated(chatsUri(this.agent));
  }

  private chatOf(uri: string): { readonly ref: ChatRef; readonly texts: boolean } | undefined {
    const text = decoded(uri);
    const [, word] = /\/chat\/([^/]*)(?:\/unread)?$/.exec(text) ?? [];
    const ref = word === undefined ? undefined : parseChatRef(word);
    if (ref === undefined || this.lookup.usableRef(ref) === undefined) return undefined;
    if (text === chatUri(this.agent, ref)) return { ref, texts: false };
    return text === unreadUri(this.agent, ref) ? { ref, texts: true } : undefined;
  }

  private async usable(): Promise<readonly ChatSummary[]> {
    const summaries = await this.chats.chats();
    return summaries.filter(({ chat }) => this.lookup.usableRef(chat.ref) !== undefined);
  }
}

function changedChats(event: ChatEvent): readonly ChatRef[] {
  switch (event.kind) {
    case 'items-added':
      return event.items
        .filter((item) => item.scope === 'main' && isReceivedMessage(item))
        .map((item) => item.chat.ref);
    case 'items-deleted':
      return event.items.map(({ chat }) => chat);
    case 'chat-connected':
      return [event.chat.ref];
    default:
      return [];
  }
}

function chatObject(chat: Chat): Readonly<Record<string, unknown>> {
  return { chat: chat.ref, type: chatType(chat), name: chat.name };
}

function unreadCount(read: ItemsRead): Readonly<Record<string, unknown>> {
  const from = new Set(unreadMessages(read).map(writer));
  return { ...chatObject(read.chat), unread: read.unread, from: [...from] };
}

function unreadTexts(read: ItemsRead): readonly Readonly<Record<string, unknown>>[] {
  return unreadMessages(read).map((item) => ({
    item: item.itemId,
    from: writer(item),
    time: item.time,
    text: item.content.message.text,
  }));
}

function unreadMessages({ items }: ItemsRead) {
  return items.filter(isReceivedMessage).filter(isNews);
}

/** Neither read, nor still typed, nor taken back. */
function isNews({ unread, live, deleted }: Item): boolean {
  return unread && !live && !deleted;
}

function writer(item: Item): string {
  return senderOf(item, { name: '' }).name;
}

/** `#` and `@` of a reference may be written as `%23` and `%40`. */
function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
