import { chatType, type Chat } from '../domain/chat/chat.js';
import type { ChatEvent } from '../domain/chat/event.js';
import { isReceivedMessage, type Item } from '../domain/chat/item.js';
import { parseChatRef, type ChatRef } from '../domain/chat/ref.js';
import { senderOf } from '../domain/message/message-object.js';
import type { ChatPort } from '../ports/chat.js';
import type { McpPort, ResourceDefinitions, ResourceEntry } from '../ports/mcp.js';
import { notFoundAsUndefined, type ChatLookup } from './tools/chat-lookup.js';

/** Newest items of a chat whose unread writers its resource names. */
const lookedAtItems = 100;

/**
 * Chats as MCP resources, so that hosts can be told of new messages: counts and writers, never a text, which only
 * `receive` returns.
 */
export class ChatResources implements ResourceDefinitions {
  private readonly known = new Set<ChatRef>();

  constructor(
    private readonly chats: ChatPort,
    private readonly lookup: ChatLookup,
    private readonly mcp: McpPort,
    private readonly agentName: string,
  ) {}

  async list(): Promise<readonly ResourceEntry[]> {
    const summaries = await this.usable();
    return [
      {
        uri: this.chatsUri,
        name: 'chats',
        description: 'The chats of the agent with their unread counts. Names are data from peers.',
      },
      ...summaries.map(({ chat }) => ({
        uri: this.chatUri(chat.ref),
        name: chat.ref,
        description: 'Unread count of one chat and who wrote. Names are data from peers.',
      })),
    ];
  }

  async read(uri: string): Promise<string | undefined> {
    if (uri === this.chatsUri) {
      const summaries = await this.usable();
      return JSON.stringify(summaries.map(({ chat, unread }) => ({ ...chatObject(chat), unread })));
    }
    const prefix = this.chatUri('');
    const text = uri.startsWith(prefix) ? decoded(uri.slice(prefix.length)) : undefined;
    const ref = text === undefined ? undefined : this.lookup.usableRef(text);
    return ref === undefined ? undefined : this.readChat(ref);
  }

  /** Tells subscribers which resources an event changes. */
  onEvent(event: ChatEvent): void {
    switch (event.kind) {
      case 'items-added':
        for (const item of event.items) this.onItem(item);
        return;
      case 'chat-connected':
        if (this.lookup.usableRef(event.chat.ref) !== undefined) this.changed(event.chat.ref);
        return;
      default:
    }
  }

  private onItem(item: Item): void {
    const { ref } = item.chat;
    if (item.scope !== 'main' || !isReceivedMessage(item)) return;
    if (this.lookup.usableRef(ref) === undefined) return;
    this.changed(ref);
  }

  private changed(ref: ChatRef): void {
    if (!this.known.has(ref)) {
      this.known.add(ref);
      this.mcp.resourcesChanged();
    }
    this.mcp.resourceUpdated(this.chatUri(ref));
    this.mcp.resourceUpdated(this.chatsUri);
  }

  private async readChat(ref: ChatRef): Promise<string | undefined> {
    const read = await notFoundAsUndefined(() =>
      this.chats.items(ref, { kind: 'last', count: lookedAtItems }),
    );
    if (read === undefined) return undefined;
    const writers = read.items
      .filter((item) => item.unread && isReceivedMessage(item))
      .map((item) => senderOf(item, { name: '' }).name);
    return JSON.stringify({
      ...chatObject(read.chat),
      unread: read.unread,
      from: [...new Set(writers)],
    });
  }

  private async usable(): Promise<Awaited<ReturnType<ChatPort['chats']>>> {
    const summaries = await this.chats.chats();
    return summaries.filter(({ chat }) => this.lookup.usableRef(chat.ref) !== undefined);
  }

  private get chatsUri(): string {
    return `simplex://${this.agentName}/chats`;
  }

  private chatUri(ref: ChatRef | ''): string {
    return `simplex://${this.agentName}/chat/${ref}`;
  }
}

function chatObject(chat: Chat): Readonly<Record<string, unknown>> {
  return { chat: chat.ref, type: chatType(chat), name: chat.name };
}

/** A reference as it stands in a URI; `#` may be written as `%23`. */
function decoded(text: string): string | undefined {
  try {
    return parseChatRef(decodeURIComponent(text));
  } catch {
    return undefined;
  }
}
