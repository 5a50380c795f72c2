import type { OutgoingContent, OutgoingMessage } from '../../../domain/chat/outgoing.js';
import type { ChatRef } from '../../../domain/chat/ref.js';
import { refWord } from './commands-chat.js';
import { command, json, type CoreCommand } from './command.js';
import { numberWord } from './words.js';

export const sendMessage = (ref: ChatRef, message: OutgoingMessage): CoreCommand =>
  command(
    '/_send',
    ' ',
    refWord(ref),
    ' json ',
    json([
      {
        ...(message.filePath === undefined ? {} : { fileSource: { filePath: message.filePath } }),
        msgContent: coreContent(message.content),
        mentions: coreMentions(message),
        ...(message.quotedItemId === undefined ? {} : { quotedItemId: message.quotedItemId }),
      },
    ]),
  );

export const updateMessage = (
  ref: ChatRef,
  itemId: number,
  message: OutgoingMessage,
): CoreCommand =>
  command(
    '/_update item',
    ' ',
    refWord(ref),
    ' ',
    numberWord(itemId),
    ' json ',
    json({ msgContent: coreContent(message.content), mentions: coreMentions(message) }),
  );

function coreContent(content: OutgoingContent): object {
  switch (content.type) {
    case 'text':
    case 'file':
      return { type: content.type, text: content.text };
    case 'image':
      return { type: 'image', text: content.text, image: content.preview };
    case 'video':
      return {
        type: 'video',
        text: content.text,
        image: content.preview,
        duration: content.durationSeconds,
      };
  }
}

/** Names are keys, so a name like `__proto__` has to stay one. */
function coreMentions(message: OutgoingMessage): object {
  return Object.fromEntries((message.mentions ?? []).map((m) => [m.name, m.memberId]));
}
