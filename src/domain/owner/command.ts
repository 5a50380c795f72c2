import { parseChatRef, type ChatRef } from '../chat/ref.js';

/** Commands on one pending action; `chat` is given when the command names the chat of the action. */
export type ActionCommand = {
  readonly kind: 'approve' | 'reject' | 'receive' | 'forward';
  readonly action: number;
  readonly chat?: ChatRef;
};

/** A request of an owner (api 2.1). */
export type OwnerRequest =
  | ActionCommand
  /** `/receive CHAT N all`. */
  | { readonly kind: 'receive-all'; readonly chat: ChatRef; readonly action: number }
  | { readonly kind: 'receive-off'; readonly chat: ChatRef }
  | { readonly kind: 'approve-all'; readonly chat: ChatRef }
  | { readonly kind: 'revoke'; readonly chat: ChatRef }
  | { readonly kind: 'leave'; readonly chat: ChatRef }
  | { readonly kind: 'delete-files'; readonly chat: ChatRef }
  | { readonly kind: 'pending' }
  | { readonly kind: 'list' };

/** `help`: a one-line text that starts with `/` and is no request. */
export type OwnerCommand = OwnerRequest | { readonly kind: 'help' };

/**
 * Reads a message of the control chat (api 2.1, behaviour 6.5): one line with an optional newline at its end, spaces,
 * `/`, a keyword and parameters. `undefined` for every other text.
 */
export function parseOwnerCommand(text: string): OwnerCommand | undefined {
  const line = /^ *\/([^\n\v\f\r\u0085\u2028\u2029]*)\r?\n?$/u.exec(text)?.[1];
  if (line === undefined) return undefined;
  const [keyword = '', ...rest] = line.split(/\s+/u);
  const params = rest.filter((param) => param !== '');
  return request(keyword, params) ?? { kind: 'help' };
}

function request(keyword: string, params: readonly string[]): OwnerRequest | undefined {
  switch (keyword) {
    case 'approve':
      return chatAnd('approve-all', params, 'all') ?? actionCommand(keyword, params);
    case 'receive':
      return (
        chatAnd('receive-off', params, 'off') ??
        receiveAll(params) ??
        actionCommand(keyword, params)
      );
    case 'reject':
    case 'forward':
      return actionCommand(keyword, params);
    case 'revoke':
    case 'leave':
      return chatAnd(keyword, params);
    case 'delete':
      return chatAnd('delete-files', params, 'files');
    case 'pending':
    case 'list':
      return params.length === 0 ? { kind: keyword } : undefined;
    default:
      return undefined;
  }
}

function actionCommand(
  kind: ActionCommand['kind'],
  params: readonly string[],
): ActionCommand | undefined {
  const [first = '', second] = params;
  if (params.length > 2) return undefined;
  if (second === undefined) {
    const action = parseActionNumber(first);
    return action === undefined ? undefined : { kind, action };
  }
  const chat = parseChatRef(first);
  const action = parseActionNumber(second);
  return chat === undefined || action === undefined ? undefined : { kind, action, chat };
}

function receiveAll(params: readonly string[]): OwnerRequest | undefined {
  const [first = '', second = '', third] = params;
  const chat = parseChatRef(first);
  const action = parseActionNumber(second);
  if (params.length !== 3 || third !== 'all') return undefined;
  return chat === undefined || action === undefined
    ? undefined
    : { kind: 'receive-all', chat, action };
}

/** `CHAT`, followed by the given words and nothing else. */
function chatAnd<K extends 'approve-all' | 'receive-off' | 'revoke' | 'leave' | 'delete-files'>(
  kind: K,
  params: readonly string[],
  ...words: readonly string[]
): { readonly kind: K; readonly chat: ChatRef } | undefined {
  const [first = '', ...rest] = params;
  const chat = parseChatRef(first);
  const matches = rest.length === words.length && rest.every((word, i) => word === words[i]);
  return chat === undefined || !matches ? undefined : { kind, chat };
}

function parseActionNumber(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}
