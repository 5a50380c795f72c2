import type { ChatRef } from '../chat/ref.js';

// Tool errors of `download` before there is an action (api 1.5).

export function noItemText(chat: ChatRef, itemId: number): string {
  return `item: ${chat} has no item ${itemId}.`;
}

/** The item is not a received message, or has no file. */
export function noReceivedFileText(chat: ChatRef, itemId: number): string {
  return `item: item ${itemId} in ${chat} has no received file.`;
}

/** The file can't be received (any more). */
export function fileFailedText(chat: ChatRef, itemId: number, error: string): string {
  return `item: the file of item ${itemId} in ${chat} failed: ${error}`;
}

/** No servers are known by the end of the wait. */
export function notUploadedText(chat: ChatRef, itemId: number): string {
  return `item: the sender has not uploaded the file of item ${itemId} in ${chat} yet; call download again later.`;
}
