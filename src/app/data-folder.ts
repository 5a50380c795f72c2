import { randomBytes } from 'node:crypto';
import { parseServerInfo, type ServerInfo } from '../domain/hosts/server-info.js';
import { damagedServerInfoLine } from '../domain/text/terminal.js';
import type { FileStorePort } from '../ports/file-store.js';
import type { Log } from './log.js';

/** Another running server holds the data folder (api 3.3). */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';
}

/** A state file that this program did not write so. */
export class CorruptState extends Error {
  override readonly name = 'CorruptState';
}

/** Makes the data folder, takes its lock, and writes token and headers; returns the token (behaviour 4.1, 6.2). */
export async function prepareDataFolder(store: FileStorePort, newToken: boolean): Promise<string> {
  await store.prepare();
  const lock = await store.acquireLock();
  if (lock.kind === 'held') {
    throw new DataFolderInUse(
      `Another server uses ${store.dataFolder} (PID ${lock.pid}). If no server runs, remove ${store.dataFolder}/lock.`,
    );
  }
  try {
    const token = newToken ? undefined : await readToken(store);
    const current = token ?? randomBytes(32).toString('base64url');
    if (token === undefined) await store.writeState('token', current);
    const headers = { Authorization: `Bearer ${current}` };
    await store.writeState('headers.json', JSON.stringify(headers));
    return current;
  } catch (error) {
    await store.releaseLock();
    throw error;
  }
}

/** The token, `undefined` when there is none yet. A damaged one is set aside, never overwritten. */
async function readToken(store: FileStorePort): Promise<string | undefined> {
  const text = await store.readState('token');
  if (text === undefined) return undefined;
  const token = text.trim();
  if (/^[A-Za-z0-9_-]{43}$/.test(token)) return token;
  const kept = await store.setAside('token');
  throw new CorruptState(
    `The token in ${store.dataFolder} is damaged and was moved to ${kept}. Start again for a new token, then register the agent again in hosts that copied the old one.`,
  );
}

/** Writes server.json for this run (behaviour 4.1, step 13). A damaged one is set aside, never overwritten. */
export async function writeServerInfo(
  store: FileStorePort,
  { name, port, expireHours }: ServerInfo,
  log: Log,
): Promise<void> {
  const text = await store.readState('server.json');
  if (text !== undefined && parseServerInfo(text) === undefined) {
    log.line(damagedServerInfoLine(await store.setAside('server.json')));
  }
  await store.writeState('server.json', `${JSON.stringify({ name, port, expireHours })}\n`);
}
