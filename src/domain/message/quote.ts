import type { MessageContent } from '../chat/item.js';
import type { OutgoingContent } from '../chat/outgoing.js';

/** A message that is to be quoted. */
export interface QuotedContent {
  readonly content: MessageContent;
  /** Name of its file. */
  readonly fileName?: string;
}

/** The quoted text: the text of the message, or its file's name when it has none (api 1.3). */
export function quoteText({ content, fileName }: QuotedContent): string {
  return content.text === '' ? (fileName ?? '') : content.text;
}

/**
 * The content of a quote as the core sends it in a message of type `sent` (api 1.3): an image or video quotes text
 * only; otherwise images, videos and links keep their preview.
 */
export function quoteContent(sent: OutgoingContent['type'], quoted: QuotedContent): MessageContent {
  const { content } = quoted;
  if (sent === 'image' || sent === 'video') return { type: 'text', text: quoteText(quoted) };
  switch (content.type) {
    case 'image':
    case 'file':
      return { ...content, text: quoteText(quoted) };
    default:
      return content;
  }
}
