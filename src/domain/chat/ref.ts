/** The reference of a chat: `@N` for a contact, `#N` for a group, business chat or channel. */
export type ChatRef = `@${number}` | `#${number}`;

/**
 * Reads a chat reference: `@` or `#` and 1 to 15 digits without a leading zero (behaviour 6.4: the core
 * reads `#(2^64 + N)` as `#N`, so longer numbers are refused here).
 */
export function parseChatRef(text: string): ChatRef | undefined {
  return /^[@#][1-9]\d{0,14}$/.test(text) ? (text as ChatRef) : undefined;
}

export function contactRef(contactId: number): ChatRef {
  return `@${contactId}`;
}

export function groupRef(groupId: number): ChatRef {
  return `#${groupId}`;
}

export function isContactRef(ref: ChatRef): ref is `@${number}` {
  return ref.startsWith('@');
}

/** The number in a reference: contact ID or group ID. */
export function chatId(ref: ChatRef): number {
  return Number(ref.slice(1));
}
