import { ChatError, type ChatFailure } from '../../../ports/chat.js';
import { alertText, unknownHosts } from './alerts.js';
import { errorChain, type ErrorChain } from './error-chain.js';

/** Characters (behaviour 7). */
const maxDetails = 500;
const maxTag = 60;

/** A chat error of the core as the error of the port. `error`: the content of the reply, in any form. */
export function decodeError(error: unknown): ChatError {
  const chain = errorChain(error);
  return new ChatError(alertText(chain) ?? errorText(chain), failure(chain));
}

function errorText(chain: ErrorChain): string {
  const tags = chain.tags.map((tag) => tag.slice(0, maxTag)).join(': ');
  const details = Object.keys(chain.fields).length === 0 ? '' : `: ${cut(detailText(chain))}`;
  return `SimpleX error: ${tags === '' ? 'unknown' : tags}${details}`;
}

/** A lone text is shown as it is, several fields as JSON. */
function detailText(chain: ErrorChain): string {
  const values = Object.values(chain.fields);
  const [only] = values;
  return values.length === 1 && typeof only === 'string' ? only : JSON.stringify(chain.fields);
}

function cut(text: string): string {
  const characters = [...text];
  if (characters.length <= maxDetails) return text;
  return `${characters.slice(0, maxDetails - 1).join('')}…`;
}

type NotFound = NonNullable<Extract<ChatFailure, { kind: 'store' }>['notFound']>;

const notFound: Readonly<Record<string, NotFound>> = {
  contactNotFound: 'contact',
  groupNotFound: 'group',
  chatItemNotFound: 'item',
  fileNotFound: 'file',
  rcvFileNotFound: 'file',
  sndFileNotFound: 'file',
  userNotFoundByFileId: 'file',
};

function failure(chain: ErrorChain): ChatFailure {
  const [outer = '', inner = '', third = ''] = chain.tags;
  if (outer === 'errorStore') return storeFailure(inner);
  if (outer === 'errorAgent' && (inner === 'SMP' || inner === 'CMD') && third.startsWith('LARGE')) {
    return { kind: 'too-large' };
  }
  if (outer !== 'error') return { kind: 'other' };
  switch (inner) {
    case 'invalidConnReq':
      return { kind: 'invalid-link' };
    case 'fileNotApproved':
      return { kind: 'servers-not-approved', hosts: unknownHosts(chain) };
    case 'fileAlreadyReceiving':
      return { kind: 'already-receiving' };
    default:
      return { kind: 'other' };
  }
}

function storeFailure(tag: string): ChatFailure {
  if (tag === 'largeMsg') return { kind: 'too-large' };
  const what = notFound[tag] ?? (/NotFound/.test(tag) ? 'other' : undefined);
  return what === undefined ? { kind: 'store' } : { kind: 'store', notFound: what };
}

/** The innermost tags of an error, for decisions about a known refusal of a command. */
export function errorTags(error: unknown): readonly string[] {
  return errorChain(error).tags;
}
