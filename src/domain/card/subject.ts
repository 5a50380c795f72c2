import type { Subject } from '../action/request.js';
import type { ChatKind } from '../chat/chat.js';
import type { ChatRef } from '../chat/ref.js';
import { oneLine } from '../text/line.js';
import { safeName } from '../text/name.js';

/** How names are shown: `safeName` where the apps read markup, `oneLine` in the log. */
export type NameStyle = (name: string) => string;

export const inChat: NameStyle = safeName;
export const inLog: NameStyle = oneLine;

/** What replies and posts call a chat. */
export interface ChatLabel {
  readonly ref: ChatRef;
  readonly kind: ChatKind;
  readonly name: string;
}

/** `KIND NAME`, or `an unnamed KIND` (api 2.2). */
export function kindAndName(subject: Subject, style: NameStyle): string {
  const { kind, name } = subject;
  return name === undefined || name === '' ? `an unnamed ${kind}` : `${kind} ${style(name)}`;
}

/** SUBJECT (api 2.2): `KIND NAME`, followed by ` (SIMPLEX_NAME)` when it is known. */
export function subjectText(subject: Subject, style: NameStyle): string {
  const { simplexName } = subject;
  const known = simplexName !== undefined && isSimplexName(simplexName);
  return kindAndName(subject, style) + (known ? ` (${simplexName})` : '');
}

/** `KIND NAME (CHAT)`. */
export function chatTitle(chat: ChatLabel, style: NameStyle): string {
  return `${kindAndName(chat, style)} (${chat.ref})`;
}

/** Whether a text is written as a SimpleX name: `@name.simplex` of a contact, `#name.simplex` of a group or channel. */
export function isSimplexName(text: string): boolean {
  return /^[@#][\p{L}\p{M}\p{N}._-]+$/u.test(text);
}
