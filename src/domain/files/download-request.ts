import type { DownloadRequest, DownloadServers } from '../action/request.js';
import type { Chat } from '../chat/chat.js';
import type { Item, ItemFile, MessageContent } from '../chat/item.js';
import { chatSubject } from '../chat/subject.js';
import type { ApprovalMode } from '../owner/standing.js';

/** A received message with its file. */
export type ItemWithFile = Item & {
  readonly content: { readonly kind: 'received'; readonly message: MessageContent };
  readonly file: ItemFile;
};

export function hasReceivedFile(item: Item): item is ItemWithFile {
  return item.content.kind === 'received' && item.file !== undefined;
}

/** Its servers are asked for before there is an action (api 1.5). */
export function needsServers(file: ItemFile): boolean {
  return file.status.kind === 'invited' || file.xftp;
}

/** What a download asks its owner for. */
export function downloadRequest(
  chat: Chat,
  item: ItemWithFile,
  servers: DownloadServers,
): DownloadRequest {
  const { direction, file } = item;
  return {
    tool: 'download',
    chat: chat.ref,
    itemId: item.itemId,
    fileId: file.fileId,
    subject: chatSubject(chat),
    ...(direction.kind === 'group-received' ? { sender: direction.member.name } : {}),
    fileName: file.name,
    fileSize: file.size,
    servers,
  };
}

/** Unknown servers may see the IP address only when a card named them (api 1.5, behaviour 6.6). */
export function approvesServers(request: DownloadRequest, mode: ApprovalMode): boolean {
  return mode === 'requests' && request.servers.kind === 'unknown';
}

/** The preview of a received image or video, as its card can show it; `undefined` when there is none to be shown. */
export function cardPreview({
  content: { message },
}: ItemWithFile):
  | { type: 'image'; preview: string }
  | { type: 'video'; preview: string; durationSeconds: number }
  | undefined {
  const { type, preview } = message;
  if (preview === undefined || !PICTURE.test(preview)) return undefined;
  switch (type) {
    case 'image':
      return { type, preview };
    case 'video':
      return { type, preview, durationSeconds: wholeSeconds(message.durationSeconds) };
    default:
      return undefined;
  }
}

// A peer wrote it: nothing but the data of a picture is shown to the owner.
const PICTURE = /^data:image\/(?:jpg|jpeg|png);base64,[A-Za-z0-9+/]+={0,2}$/;

const MOST_SECONDS = 999_999;

function wholeSeconds(seconds: number | undefined): number {
  return Math.min(Math.max(Math.round(seconds ?? 0) || 0, 0), MOST_SECONDS);
}
