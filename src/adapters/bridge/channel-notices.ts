import {
  newlyUnread,
  parseChats,
  parseUnread,
  type UnreadChat,
} from '../../domain/bridge/chats.js';
import { channelNotice } from '../../domain/bridge/text.js';
import { parseChatRef, type ChatRef } from '../../domain/chat/ref.js';
import { chatUri, chatsUri, unreadUri } from '../../domain/chat/resource-uri.js';
import type { DaemonClient } from './daemon-client.js';

/** An event of a Claude Code channel. */
export interface ChannelEvent {
  readonly content: string;
  readonly meta: Readonly<Record<string, string>>;
}

/**
 * Makes channel events of unread messages. Nothing is marked as read: a lost event loses no message. Counts are
 * compared with those told before, so a message that came while nobody listened is told too.
 */
export class ChannelNotices {
  private seen: ReadonlyMap<ChatRef, number> | undefined;
  private reported = new Set<ChatRef>();
  /** The newest message of each chat that was told. */
  private readonly told = new Map<ChatRef, number>();
  private looking: Promise<void> | undefined;
  private again = false;

  constructor(
    private readonly client: DaemonClient,
    private readonly agent: string,
    private readonly withText: boolean,
    private readonly signal: AbortSignal,
    private readonly emit: (event: ChannelEvent) => Promise<void>,
  ) {}

  /** The resource at `uri` changed. */
  updated(uri: string): void {
    const prefix = chatUri(this.agent, '@1').slice(0, -2);
    const ref = uri.startsWith(prefix) ? parseChatRef(uri.slice(prefix.length)) : undefined;
    if (ref) this.reported.add(ref);
    void this.look();
  }

  /** Looks at the unread counts, now or, when a look is under way, after it. Never rejects. */
  look(): Promise<void> {
    this.again = true;
    this.looking ??= this.lookWhileAsked();
    return this.looking;
  }

  private async lookWhileAsked(): Promise<void> {
    while (this.again) {
      this.again = false;
      // The server is gone: the next connection looks again.
      await this.lookOnce().catch(() => undefined);
    }
    this.looking = undefined;
  }

  private async lookOnce(): Promise<void> {
    const { seen, reported } = this;
    this.reported = new Set();
    const text = await this.read(chatsUri(this.agent)).catch((error: unknown) => {
      for (const ref of reported) this.reported.add(ref);
      throw error;
    });
    const chats = parseChats(text);
    this.seen = new Map(chats.map(({ chat, unread }) => [chat, unread]));
    // What was unread before this session is no news.
    if (!seen) return;
    for (const chat of newlyUnread(chats, seen, reported)) await this.tell(chat);
  }

  /** The same message may be found by its count and then be reported: it is told once. */
  private async tell(chat: UnreadChat): Promise<void> {
    const { chat: ref } = chat;
    const messages = await this.read(unreadUri(this.agent, ref)).then(parseUnread, () => []);
    const newest = Math.max(0, ...messages.map(({ item }) => item));
    if (newest > 0 && newest <= (this.told.get(ref) ?? 0)) return;
    this.told.set(ref, newest);
    const content = channelNotice(chat, this.withText ? messages : []);
    await this.emit({ content, meta: { chat: ref, data_from: 'peer' } });
  }

  private async read(uri: string): Promise<string> {
    const { signal } = this;
    const read = await this.client.request('resources/read', { uri }, { signal, impatient: true });
    const contents: readonly unknown[] = Array.isArray(read['contents']) ? read['contents'] : [];
    const text = (contents[0] as { text?: unknown } | undefined)?.text;
    return typeof text === 'string' ? text : '';
  }
}
