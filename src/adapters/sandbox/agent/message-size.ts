import type { OutgoingMessage } from '../../../domain/chat/outgoing.js';
import { coreErrors, fitsMessage } from '../model/core-errors.js';
import type { MessageContentRow } from '../model/rows.js';

/** What a message quotes, for its size. */
export interface Quote {
  readonly content: MessageContentRow | undefined;
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Identifiers of messages and members, as long as the core's. */
const identifier = 'A'.repeat(16);

/** Throws the core's error when a message, with all that goes with it, is larger than the network takes. */
export function checkSize(
  content: MessageContentRow,
  message: OutgoingMessage,
  quote: Quote | undefined,
  fileName: string | undefined,
): void {
  const fits = fitsMessage({
    content: wireContent(content),
    ...(quote === undefined ? {} : { quote: wireQuote(content, quote) }),
    ...(message.mentions === undefined
      ? {}
      : {
          mentions: Object.fromEntries(
            message.mentions.map(({ name }) => [name, { memberId: identifier }]),
          ),
        }),
    ...(fileName === undefined ? {} : { file: wireFile(fileName) }),
  });
  if (!fits) throw coreErrors.tooLarge();
}

function wireContent(content: MessageContentRow): object {
  const { preview, ...rest } = content;
  return preview === undefined ? rest : { ...rest, image: preview };
}

/** A sent image or video quotes as text; otherwise an image's preview is kept. */
function wireQuote(content: MessageContentRow, quote: Quote): object {
  const keeps = content.type !== 'image' && content.type !== 'video';
  const preview = keeps && quote.content?.type === 'image' ? quote.content.preview : undefined;
  return {
    msgRef: { msgId: identifier, sentAt: new Date(quote.at).toISOString(), sent: true },
    content:
      preview === undefined
        ? { type: 'text', text: quote.text }
        : { type: 'image', text: quote.text, image: preview },
  };
}

function wireFile(fileName: string): object {
  return {
    fileName,
    fileSize: 0,
    fileDescr: { fileDescrText: '', fileDescrPartNo: 0, fileDescrComplete: false },
  };
}
