import fc from 'fast-check';
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DataFolder } from '../../../src/adapters/filesystem/data-folder.js';
import {
  guardedFolders,
  refusedFile,
  type GuardedFolders,
} from '../../../src/domain/files/refused-file.js';
import { temporaryFolder } from './places.js';

const onLinux = process.platform === 'linux';

/** A home with secrets, with links of every kind that lead to them. */
function homeWithSecrets() {
  const home = temporaryFolder();
  const data = join(home, '.simplex-mcp', 'bot');
  for (const folder of ['.ssh', '.gnupg', '.simplex-mcp/bot/files/contact-1', 'work/deep']) {
    mkdirSync(join(home, folder), { recursive: true });
  }
  const secrets = ['.ssh/config', '.gnupg/trustdb.gpg', '.simplex-mcp/bot/server.json'];
  for (const secret of secrets) writeFileSync(join(home, secret), 'secret');
  writeFileSync(join(home, 'work/notes.txt'), 'notes');
  symlinkSync('../..', join(home, 'work/deep/up'));
  symlinkSync(home, join(home, 'work/home'));
  symlinkSync('.ssh', join(home, 'keys'));
  symlinkSync(join(data, '..'), join(home, 'work/agents'));
  symlinkSync('../../../../.ssh/config', join(data, 'files/contact-1/5.txt'));
  return { home, data, secrets };
}

async function passes(store: DataFolder, folders: GuardedFolders, path: string): Promise<boolean> {
  const found = await store.inspect(path);
  if (found.kind !== 'file') throw new Error(`${path}: ${found.kind}`);
  if (refusedFile(found.file, folders) !== undefined) return false;
  for (const folder of folders.refused) {
    if (await store.folderHolds(folder, found.file, folders.allowed)) return false;
  }
  return true;
}

describe.runIf(process.platform !== 'win32')('files of guarded folders', () => {
  it('do not pass by any way through links, dots, slashes and /proc/self', async () => {
    const { home, data, secrets } = homeWithSecrets();
    const store = new DataFolder(data, home);
    const folders = guardedFolders(home, data);
    const root = fc.constantFrom(
      '',
      ...(onLinux ? ['/proc/self/root', '/proc/self/task/../root'] : []),
    );
    const detour = fc.constantFrom(
      '/work/deep/up',
      '/work/home',
      '/work/..',
      '/.',
      '/',
      '/work/home/work/deep/up/.',
      '/keys/..',
      '/work/agents/..',
    );
    await fc.assert(
      fc.asyncProperty(
        root,
        fc.array(detour, { maxLength: 5 }),
        fc.constantFrom(...secrets),
        async (prefix, detours, secret) => {
          const path = `${prefix}${home}${detours.join('')}/${secret}`;
          expect([path, await passes(store, folders, path)]).toEqual([path, false]);
        },
      ),
      { numRuns: 200 },
    );
    for (const path of [
      'keys/config',
      'work/agents/bot/server.json',
      '.simplex-mcp/bot/files/contact-1/5.txt',
    ]) {
      expect([path, await passes(store, folders, join(home, path))]).toEqual([path, false]);
    }
    expect(await passes(store, folders, join(home, 'work/home/work/notes.txt'))).toBe(true);
  });

  it('do not pass by a hard link, also when it is among the received files', async () => {
    const { home, data, secrets } = homeWithSecrets();
    const store = new DataFolder(data, home);
    const folders = guardedFolders(home, data);
    for (const [n, secret] of secrets.entries()) {
      const link = join(home, 'work', `linked-${n}.txt`);
      const received = join(data, 'files', 'contact-1', `${n}.txt`);
      linkSync(join(home, secret), link);
      linkSync(join(home, secret), received);
      expect([secret, await passes(store, folders, link)]).toEqual([secret, false]);
      expect([secret, await passes(store, folders, received)]).toEqual([secret, false]);
    }
  });
});
