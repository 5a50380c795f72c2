import type { ChatRef } from '../chat/ref.js';
import { timeText } from './quantity.js';

// Progress messages of the waits of a call (api 1.1); times are milliseconds since the epoch.

/** The wait for a decision. */
export function decisionProgress(number: number, expires: number): string {
  return `Action ${number} waits for the owner's decision until ${timeText(expires)}.`;
}

/** The wait for an action that is being performed. */
export function performProgress(number: number): string {
  return `Action ${number} is being performed.`;
}

/** The wait of `receive`, `send` or `connect` for messages. */
export function receiveProgress(chat: ChatRef, end: number): string {
  return `Waiting until ${timeText(end)} for messages in ${chat}.`;
}

/** The wait of `download` for the sender's upload (api 1.5). */
export function uploadProgress(chat: ChatRef, itemId: number, end: number): string {
  return `The sender is uploading the file of item ${itemId} in ${chat}; waiting until ${timeText(end)}.`;
}
