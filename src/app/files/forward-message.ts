import { cardText } from '../../domain/card/text.js';
import type { OutgoingMessage } from '../../domain/chat/outgoing.js';
import { lastName } from '../../domain/files/sent-copy.js';
import type { QuotedContent } from '../../domain/message/quote.js';
import { fitsMessage } from '../../domain/message/size.js';
import type { ActionRecord } from '../actions/record.js';

type Card = Pick<ActionRecord, 'card' | 'action' | 'cardItem' | 'cardPicture'>;

/** The file as a reply to the card, or without the reply when the quote of the card makes it too large. */
export function forwardMessage(record: Card, filePath: string): OutgoingMessage {
  const content = { type: 'file', text: '' } as const;
  const { cardItem } = record;
  const fits = fitsMessage({ content, fileName: lastName(filePath), quote: cardQuote(record) });
  return {
    content,
    filePath,
    ...(cardItem !== undefined && fits ? { quotedItemId: cardItem } : {}),
  };
}

function cardQuote(record: Card): QuotedContent {
  const text = cardText(record.card, record.action.status);
  const picture = record.cardPicture;
  return { content: picture === undefined ? { type: 'text', text } : { ...picture, text } };
}
