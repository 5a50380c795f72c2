import type { MessageContent } from '../chat/item.js';
import type { OutgoingContent } from '../chat/outgoing.js';
import { jsonBytes, utf8Bytes } from '../text/measure.js';
import { quoteContent, type QuotedContent } from './quote.js';

/** Most bytes of a message as the core sends it (behaviour 7). */
const MESSAGE_BYTES = 15602;
const ENVELOPE_BYTES = 600;

/** A message to measure. */
export interface MeasuredMessage {
  readonly content: OutgoingContent;
  /** Name of the attached file. */
  readonly fileName?: string;
  readonly quote?: QuotedContent;
  /** Display names of the mentioned members. */
  readonly mentions?: readonly string[];
}

/** Bytes of a message as the core sends it (api 1.3): its envelope and the JSON of what it holds. */
export function messageBytes({ content, fileName, quote, mentions = [] }: MeasuredMessage): number {
  const quoted = quote === undefined ? 0 : contentBytes(quoteContent(content.type, quote));
  const file = fileName === undefined ? 0 : stringBytes(fileName);
  const names = mentions.reduce((bytes, name) => bytes + stringBytes(name), 0);
  return ENVELOPE_BYTES + contentBytes(content) + file + quoted + names;
}

export function fitsMessage(message: MeasuredMessage): boolean {
  return messageBytes(message) <= MESSAGE_BYTES;
}

/** The tool error of a message that does not fit (api 1.3), or `undefined` when it fits. */
export function messageRefusal(message: MeasuredMessage): string | undefined {
  if (fitsMessage(message)) return undefined;
  const { content, fileName, quote } = message;
  if (fileName !== undefined) {
    return `text: too long for a message with this ${content.type}; shorten it.`;
  }
  return quote === undefined
    ? 'text: too long for its approval card; shorten it.'
    : 'text: too long for the message with its quote; shorten it.';
}

/** Most bytes of the preview (a data URL) of a picture card whose text takes `textBytes` JSON-escaped bytes. */
export function pictureRoom(textBytes: number): number {
  const longestForm: OutgoingContent = {
    type: 'video',
    text: '',
    preview: '',
    durationSeconds: 999_999,
  };
  return Math.max(0, MESSAGE_BYTES - ENVELOPE_BYTES - contentBytes(longestForm) - textBytes);
}

type Measured = Pick<MessageContent, 'type' | 'text' | 'preview' | 'durationSeconds'>;

function contentBytes({ type, text, preview, durationSeconds }: Measured): number {
  const skeleton = JSON.stringify({
    type,
    text: '',
    ...(preview === undefined ? {} : { image: '' }),
    ...(durationSeconds === undefined ? {} : { duration: durationSeconds }),
  });
  const previewBytes = preview === undefined ? 0 : jsonBytes(preview);
  return utf8Bytes(skeleton) + jsonBytes(text) + previewBytes;
}

function stringBytes(text: string): number {
  return jsonBytes(text) + 2;
}
