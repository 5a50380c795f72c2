import { ChatError, type ChatFailure } from '../../../ports/chat.js';
import type { ChatRef } from '../../../domain/chat/ref.js';
import { chatId, isContactRef } from '../../../domain/chat/ref.js';

/** Characters of details that an error keeps. */
const maxDetails = 500;

/** An error as the core's JSON has it: its tags, and their fields; a lone text is shown as it is. */
function core(
  tags: string,
  fields: Readonly<Record<string, unknown>>,
  failure: ChatFailure,
): ChatError {
  const values = Object.values(fields);
  const [only] = values;
  const details = values.length === 1 && typeof only === 'string' ? only : JSON.stringify(fields);
  const shown = values.length === 0 ? '' : `: ${details.slice(0, maxDetails)}`;
  return new ChatError(`SimpleX error: ${tags.replace(' ', ': ')}${shown}`, failure);
}

const other: ChatFailure = { kind: 'other' };

export const coreErrors = {
  chatNotFound(ref: ChatRef): ChatError {
    return isContactRef(ref)
      ? core(
          'errorStore contactNotFound',
          { contactId: chatId(ref) },
          { kind: 'store', notFound: 'contact' },
        )
      : core(
          'errorStore groupNotFound',
          { groupId: chatId(ref) },
          { kind: 'store', notFound: 'group' },
        );
  },
  itemNotFound(itemId: number): ChatError {
    return core('errorStore chatItemNotFound', { itemId }, { kind: 'store', notFound: 'item' });
  },
  memberNotFound(groupMemberId: number): ChatError {
    return core(
      'errorStore groupMemberNotFound',
      { groupMemberId },
      { kind: 'store', notFound: 'other' },
    );
  },
  duplicateGroupLink(groupId: number): ChatError {
    return core('errorStore duplicateGroupLink', { groupId }, { kind: 'store', notFound: 'other' });
  },
  fileNotFoundToReceive(fileId: number): ChatError {
    return core('errorStore userNotFoundByFileId', { fileId }, { kind: 'store', notFound: 'file' });
  },
  fileNotFoundToCancel(fileId: number): ChatError {
    return core('errorStore fileNotFound', { fileId }, { kind: 'store', notFound: 'file' });
  },
  tooLarge(): ChatError {
    return core('errorStore largeMsg', {}, { kind: 'too-large' });
  },
  invalidLink(): ChatError {
    return new ChatError(
      'Invalid connection link: Please check that you used the correct link or ask for another one.',
      { kind: 'invalid-link' },
    );
  },
  nameNotFound(): ChatError {
    return new ChatError(
      'Name not found: This SimpleX name is not registered. Please check the name.',
      other,
    );
  },
  /** The link was deleted, or used by somebody else. */
  connectionAuth(): ChatError {
    return new ChatError(
      'Connection error (AUTH): The link was already used, or the other side deleted it. Please ask for another link.',
      other,
    );
  },
  contactNotReady(contactId: number): ChatError {
    return core('error contactNotReady', { contactId }, other);
  },
  groupUserRole(groupId: number, requiredRole: string): ChatError {
    return core('error groupUserRole', { groupId, requiredRole }, other);
  },
  notCurrentMember(): ChatError {
    return core('error commandError', { message: 'not current member' }, other);
  },
  invalidItemUpdate(): ChatError {
    return core('error invalidChatItemUpdate', {}, other);
  },
  invalidQuote(): ChatError {
    return core('error invalidQuote', {}, other);
  },
  notStarted(): ChatError {
    return core('error chatNotStarted', {}, other);
  },
  storeClosed(): ChatError {
    return core('error chatStoreChanged', {}, { kind: 'core-lost' });
  },
  noActiveUser(): ChatError {
    return core('error noActiveUser', {}, other);
  },
  userExists(contactName: string): ChatError {
    return core('error userExists', { contactName }, other);
  },
  fileNotFound(path: string): ChatError {
    return core('error fileNotFound', { message: path }, other);
  },
  fileExists(path: string): ChatError {
    return core('error fileAlreadyExists', { filePath: path }, other);
  },
  fileWrite(path: string, message: string): ChatError {
    return core('error fileWrite', { filePath: path, message }, other);
  },
  alreadyReceiving(name: string): ChatError {
    return core('error fileAlreadyReceiving', { message: name }, { kind: 'already-receiving' });
  },
  fileProhibited(name: string): ChatError {
    return core('error fileSize', { filePath: name }, other);
  },
  fileCancelled(name: string): ChatError {
    return core('error fileCancelled', { message: name }, other);
  },
  fileCancel(fileId: number, message: string): ChatError {
    return core('error fileCancel', { fileId, message }, other);
  },
  serversNotApproved(hosts: readonly string[]): ChatError {
    return new ChatError(
      `Unknown servers! Without Tor or VPN, your IP address will be visible to these XFTP relays: ${hosts.join(', ')}.`,
      { kind: 'servers-not-approved', hosts },
    );
  },
} as const;

/** What the apps say of a file whose chunks are gone from the server. */
export const expiredFileText =
  'Wrong key or unknown file chunk address - most likely file is deleted.';

/** Bytes of a message as the core sends it: its limit before encryption. */
const largestMessage = 15602;

/** Whether the network takes a message, as the core measures it: the JSON of its event. */
export function fitsMessage(params: object): boolean {
  const event = { v: '1-17', msgId: 'A'.repeat(16), event: 'x.msg.new', params };
  return Buffer.byteLength(JSON.stringify(event)) <= largestMessage;
}
