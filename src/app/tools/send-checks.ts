import type { SendRequest } from '../../domain/action/request.js';
import type { Chat, Member } from '../../domain/chat/chat.js';
import type { Item, ItemSender } from '../../domain/chat/item.js';
import type { OutgoingMessage } from '../../domain/chat/outgoing.js';
import { chatId, isContactRef } from '../../domain/chat/ref.js';
import { chatSubject } from '../../domain/chat/subject.js';
import { withMentions } from '../../domain/message/mentions.js';
import { senderOf } from '../../domain/message/message-object.js';
import { quoteText, type QuotedContent } from '../../domain/message/quote.js';
import { messageRefusal } from '../../domain/message/size.js';
import type { ChatPort } from '../../ports/chat.js';
import type { CheckedFile, OutgoingFiles } from '../files/outgoing-files.js';
import { withKnownAs } from '../items/known-as.js';
import { noChatText, notFoundAsUndefined, type ChatLookup } from './chat-lookup.js';
import type { SendInput } from './schemas.js';

/** A send that passed all checks. */
export interface CheckedSend {
  readonly chat: Chat;
  readonly request: SendRequest;
  /** The message without the path of its file. */
  readonly message: OutgoingMessage;
  readonly file?: CheckedFile;
}

/** Why a send is no action: the text of the tool error. */
export class SendRefused extends Error {
  override readonly name = 'SendRefused';
}

interface Quote {
  readonly item: Item;
  readonly quoted: QuotedContent;
}

/** The checks of `send`, in the order of api 1.3. */
export class SendChecks {
  constructor(
    private readonly chats: ChatPort,
    private readonly lookup: ChatLookup,
    private readonly files: OutgoingFiles,
    private readonly agent: ItemSender,
  ) {}

  /** Rejects with SendRefused at the first check that fails. */
  async check(input: SendInput): Promise<CheckedSend> {
    if (input.text === undefined && input.file === undefined) {
      throw new SendRefused('text: required without file.');
    }
    if (input.as !== undefined && input.file === undefined) {
      throw new SendRefused('as: applies only with file.');
    }
    const chat = await this.chat(input.chat);
    const quote = await this.quote(chat, input.reply_to);
    const mentions = await this.mentions(chat, input.mention);
    const file = await this.file(chat, input);
    // The chat and its standing approval count as they are now: the checks may have taken long.
    const current = await this.chat(input.chat);
    return checked(current, input, { quote, mentions, file, agent: this.agent });
  }

  private async chat(text: string): Promise<Chat> {
    const chat = await this.lookup.find(text);
    if (chat === undefined) throw new SendRefused(noChatText(text));
    if (!chat.connected) {
      throw new SendRefused(
        `The agent is not connected to ${text} and can't post; list shows connected: false.`,
      );
    }
    if (chat.kind === 'group') {
      const { role } = chat.membership;
      if (role === 'observer' || role === 'relay') {
        throw new SendRefused(`The agent has role ${role} in ${text} and can't post.`);
      }
    }
    return chat;
  }

  private async quote(chat: Chat, itemId: number | undefined): Promise<Quote | undefined> {
    if (itemId === undefined) return undefined;
    const read = await notFoundAsUndefined(() =>
      this.chats.items(chat.ref, { kind: 'around', itemId, count: 0 }),
    );
    const item = read?.items.find((one) => one.itemId === itemId);
    if (item === undefined) {
      throw new SendRefused(`reply_to: ${chat.ref} has no item ${itemId}.`);
    }
    if (item.content.kind === 'other' || item.deleted) {
      throw new SendRefused(`reply_to: item ${itemId} in ${chat.ref} is not a message.`);
    }
    const { file } = item;
    const quoted = {
      content: item.content.message,
      ...(file === undefined ? {} : { fileName: file.name }),
    };
    // A quoted message of the agent's own shows the name that it has in the chat.
    return { item: { ...item, chat: await withKnownAs(this.chats, item.chat) }, quoted };
  }

  private async mentions(
    chat: Chat,
    memberIds: readonly number[] | undefined,
  ): Promise<readonly Member[]> {
    if (memberIds === undefined) return [];
    if (isContactRef(chat.ref)) {
      throw new SendRefused(
        `mention: ${chat.ref} is a contact chat; mentions apply to groups and channels.`,
      );
    }
    const members = await this.chats.members(chatId(chat.ref));
    const mentioned = memberIds.map((memberId) => {
      const member = members.find((one) => one.memberId === memberId);
      if (member === undefined) {
        throw new SendRefused(`mention: ${chat.ref} has no member ${memberId}.`);
      }
      return member;
    });
    refuseSameNames(mentioned);
    return mentioned;
  }

  private async file(chat: Chat, input: SendInput): Promise<CheckedFile | undefined> {
    if (input.file === undefined) return undefined;
    const check = await this.files.check(input.file, input.as === 'file', chat);
    if (check.kind === 'refused') throw new SendRefused(check.text);
    return check.file;
  }
}

function refuseSameNames(members: readonly Member[]): void {
  for (const [index, member] of members.entries()) {
    const earlier = members.slice(0, index).find(({ name }) => name === member.name);
    if (earlier !== undefined) {
      throw new SendRefused(
        `mention: members ${earlier.memberId} and ${member.memberId} have the same name.`,
      );
    }
  }
}

interface Found {
  readonly quote: Quote | undefined;
  readonly mentions: readonly Member[];
  readonly file: CheckedFile | undefined;
  readonly agent: ItemSender;
}

function checked(chat: Chat, input: SendInput, found: Found): CheckedSend {
  const { quote, file } = found;
  const names = found.mentions.map(({ name }) => name);
  const text = withMentions(input.text ?? null, names);
  const content = file?.content(text ?? '') ?? { type: 'text', text: text ?? '' };
  const tooLong = messageRefusal({
    content,
    mentions: names,
    ...(file === undefined ? {} : { fileName: file.name }),
    ...(quote === undefined ? {} : { quote: quote.quoted }),
  });
  if (tooLong !== undefined) throw new SendRefused(tooLong);
  const mentions = found.mentions.map(({ memberId, name }) => ({ memberId, name }));
  return {
    chat,
    ...(file === undefined ? {} : { file }),
    message: {
      content,
      ...(quote === undefined ? {} : { quotedItemId: quote.item.itemId }),
      ...(mentions.length === 0 ? {} : { mentions }),
    },
    request: {
      tool: 'send',
      chat: chat.ref,
      subject: chatSubject(chat),
      incognito: chat.incognito,
      text,
      ...(file === undefined ? {} : { file: file.file }),
      ...(quote === undefined ? {} : { quote: cardQuote(quote, found.agent) }),
      ...(mentions.length === 0 ? {} : { mentions }),
    },
  };
}

function cardQuote({ item, quoted }: Quote, agent: ItemSender): NonNullable<SendRequest['quote']> {
  return { itemId: item.itemId, name: senderOf(item, agent).name, text: quoteText(quoted) };
}
