import { z } from 'zod';
import type { FileStatus, ItemFile } from '../../../domain/chat/item.js';
import { alertText } from './alerts.js';
import { decodeError } from './decode-error.js';
import { errorChain, isRecord, textField } from './error-chain.js';
import { byTag, maybe } from './schema.js';

const fileErrors: Readonly<Record<string, string>> = {
  auth: 'Wrong key or unknown file chunk address - most likely file is deleted.',
  blocked: 'File is blocked by server operator.',
  noFile: 'File not found - most likely file was deleted or cancelled.',
};

/** The words of the apps for the error of a transfer. */
export function fileErrorText(error: unknown): string {
  const chain = errorChain(error);
  const [tag = 'unknown'] = chain.tags;
  const known = fileErrors[tag];
  if (known !== undefined) return known;
  const detail = textField(chain, 'fileError') || textField(chain, 'srvError');
  if (tag === 'relay') return `File server error: ${detail || (chain.tags[1] ?? 'unknown')}`;
  return `Error: ${detail || tag}`;
}

/** An agent error of a transfer as a text. */
export function agentErrorText(agentError: unknown): string {
  const error = { type: 'errorAgent', agentError };
  return alertText(errorChain(error)) ?? decodeError(error).message;
}

const errorSchema = z.object({ rcvFileError: z.unknown().optional() });

const statusSchema = byTag<FileStatus>(
  {
    rcvInvitation: z.unknown().transform(() => ({ kind: 'invited' })),
    rcvAccepted: z.unknown().transform(() => ({ kind: 'accepted' })),
    rcvTransfer: z.object({ rcvProgress: z.number(), rcvTotal: z.number() }).transform((core) => ({
      kind: 'transfer',
      received: core.rcvProgress,
      total: core.rcvTotal,
    })),
    rcvWarning: errorSchema.transform((core) => ({
      kind: 'warning',
      error: fileErrorText(core.rcvFileError),
    })),
    rcvComplete: z.unknown().transform(() => ({ kind: 'complete' })),
    rcvCancelled: z.unknown().transform(() => ({ kind: 'cancelled' })),
    rcvAborted: z.unknown().transform(() => ({ kind: 'aborted' })),
    rcvError: errorSchema.transform((core) => ({
      kind: 'error',
      error: fileErrorText(core.rcvFileError),
    })),
    invalid: z
      .object({ text: z.string().default('') })
      .transform((core) => ({ kind: 'invalid', error: core.text })),
  },
  (tag) =>
    tag.startsWith('snd') ? { kind: 'sent' } : { kind: 'invalid', error: `Unknown status: ${tag}` },
);

/** The file of an item. */
export const fileSchema = z
  .object({
    fileId: z.number(),
    fileName: z.string(),
    fileSize: z.number(),
    fileProtocol: z.string(),
    fileStatus: statusSchema,
    fileSource: maybe(z.object({ filePath: z.string() })),
    fileProhibited: maybe(z.unknown()),
  })
  .transform((core): ItemFile => ({
    fileId: core.fileId,
    name: core.fileName,
    size: core.fileSize,
    xftp: core.fileProtocol === 'xftp',
    status: core.fileStatus,
    ...(core.fileSource !== undefined && { path: core.fileSource.filePath }),
    ...(core.fileProhibited !== undefined && { prohibited: prohibitedText(core.fileProhibited) }),
  }));

/** From core 7.1, in a form that no recording shows: a text, a tag, or an object with a tag. */
function prohibitedText(value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  const { tags, fields } = errorChain(value);
  const detail = Object.values(fields).find((field) => typeof field === 'string');
  if (typeof detail === 'string') return detail;
  return tags.length > 0 ? `Prohibited: ${tags.join(' ')}` : 'The file is prohibited.';
}

const replicaServer = /^\s*(?:-\s+)?server:\s*(xftp:\/\/\S+)\s*$/gm;

/** The servers that a file's description names, in its order, each once. */
export function descriptionServers(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(replicaServer), (match) => match[1] ?? ''))];
}

/**
 * Servers that the information about an item names (core 7.1, in a form that no recording shows): the first
 * field of the core's own with "servers" in its name that is a list of XFTP addresses. Versions of the message,
 * which hold what a peer wrote, are not searched.
 */
export function itemInfoServers(info: unknown): string[] | undefined {
  if (!isRecord(info)) return undefined;
  for (const [key, value] of Object.entries(info)) {
    if (!/servers$/i.test(key) || !Array.isArray(value) || value.length === 0) continue;
    const servers = value.map((server: unknown) => (isRecord(server) ? server['server'] : server));
    if (servers.every((s) => typeof s === 'string' && s.startsWith('xftp://'))) {
      return [...new Set(servers)] as string[];
    }
  }
  return undefined;
}
