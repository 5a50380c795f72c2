import { describe, expect, it } from 'vitest';
import { KnownFileServers, StoredFileServers } from '../../../src/adapters/simplex/file-servers.js';
import type { FileStorePort, StateFile } from '../../../src/ports/file-store.js';
import { MemoryOfServers } from './replayed-chat.js';

/** The part of the data folder that state files are in. */
function stateFolder(text?: string) {
  const files = new Map<StateFile, string>(text === undefined ? [] : [['file-servers.json', text]]);
  const aside: string[] = [];
  const store: Pick<FileStorePort, 'readState' | 'writeState' | 'setAside'> = {
    readState: (file) => Promise.resolve(files.get(file)),
    writeState: (file, content) => {
      files.set(file, content);
      return Promise.resolve();
    },
    setAside: (file) => {
      aside.push(file);
      files.delete(file);
      return Promise.resolve(`${file}.corrupt`);
    },
  };
  return { files, aside, memory: new StoredFileServers(store) };
}

describe('the servers of files in the data folder', () => {
  it('are there after a restart', async () => {
    const { files, memory } = stateFolder();
    expect(await memory.load()).toEqual(new Map());
    await memory.save(new Map([[5, ['xftp://a=@one', 'xftp://b=@two']]]));
    expect(files.get('file-servers.json')).toBe(
      '{"version":1,"files":[[5,["xftp://a=@one","xftp://b=@two"]]]}\n',
    );
    expect(await stateFolder(files.get('file-servers.json')).memory.load()).toEqual(
      new Map([[5, ['xftp://a=@one', 'xftp://b=@two']]]),
    );
  });

  it.each(['', '{', '{"version":2,"files":[]}', '{"version":1,"files":[["a",[]]]}'])(
    'that can not be read are set aside: %j',
    async (text) => {
      const { aside, memory } = stateFolder(text);
      expect(await memory.load()).toEqual(new Map());
      expect(aside).toEqual(['file-servers.json']);
    },
  );
});

describe('the servers of files that a run knows', () => {
  it('are saved at each change, the newest last', async () => {
    const memory = new MemoryOfServers();
    const known = new KnownFileServers(memory);
    await known.remember(1, ['xftp://one']);
    await known.remember(2, ['xftp://two']);
    await known.remember(1, ['xftp://three']);
    expect([...memory.saved]).toEqual([
      [2, ['xftp://two']],
      [1, ['xftp://three']],
    ]);
    expect(await known.get(1)).toEqual(['xftp://three']);
    expect(await known.get(3)).toBeUndefined();
  });

  it('are those of the last 1000 files', async () => {
    const memory = new MemoryOfServers();
    memory.saved = new Map(
      Array.from({ length: 1000 }, (_one, index) => [index + 1, ['xftp://x']]),
    );
    const known = new KnownFileServers(memory);
    await known.remember(2000, ['xftp://y']);
    expect(memory.saved.size).toBe(1000);
    expect(await known.get(1)).toBeUndefined();
    expect(await known.get(2000)).toEqual(['xftp://y']);
  });

  it('are none of a file with more servers than any sender uses, for a card names all or none', async () => {
    const known = new KnownFileServers(new MemoryOfServers());
    await known.remember(
      1,
      Array.from({ length: 101 }, (_one, index) => `xftp://${index}`),
    );
    await known.remember(2, [`xftp://${'x'.repeat(1000)}`]);
    await known.remember(3, []);
    expect([await known.get(1), await known.get(2), await known.get(3)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
