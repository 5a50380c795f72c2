import { randomBytes } from 'node:crypto';
import { on } from 'node:events';
import { watch } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { texts } from './support/agent.js';
import { onRealNetwork } from './support/network.js';
import type { Person } from './support/people.js';
import { useWorld } from './support/world.js';

/** Enough for a download that is under way when the server ends. */
const BIG = 48_000_000;

onRealNetwork('an agent that is ended and started again on a real network', () => {
  const world = useWorld(async (made) => {
    [bob] = await made.people.add('bob');
    await made.ownerJoins();
    chat = await made.connect(bob);
    bobsChat = await bob.does.agentContact();
  });
  let bob: Person;
  let chat: string;
  let bobsChat: string;

  it('closes a pending card when it is asked to stop', async () => {
    const { agent, owner } = world();
    const call = agent.call('send', { chat, text: 'stopped' });
    const card = await owner.card(2);
    agent.process.signal('SIGTERM');
    const closed = await owner.shows(
      'I want to send a message to contact bob:\n`stopped`\nCancelled: the server stopped.',
    );
    expect(closed.id).toBe(card.id);
    // The second signal ends the wait for the card.
    expect(await agent.end('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(agent.process.out.slice(-3)).toEqual([
      'Cancelled 1 action.',
      'Stopping: sending 1 cancelled card(s), up to 10 s. Ctrl-C to stop now.',
      'Stopped.',
    ]);
    await expect(call).rejects.toThrow();
  });

  it('reads what was written while it was away, and knows its owner again', async () => {
    await bob.does.send(bobsChat, { text: 'Are you there?' });
    await world().startAgain();
    const { agent } = world();
    const { messages } = await agent.result('receive', { chat, wait: 30 });
    expect(texts(messages)).toEqual(['bob: Are you there?']);
    expect(agent.process.out.filter((line) => line.startsWith('http'))).toEqual([]);
  });

  it('closes at its start a card that was left open when it was killed, approved or not', async () => {
    const { agent, owner } = world();
    const call = agent.call('send', { chat, text: 'killed' });
    const card = await owner.card(3);
    await agent.end('SIGKILL');
    await expect(call).rejects.toThrow();
    await owner.say(`/approve ${chat} 3`);
    await world().startAgain();
    const closed = await owner.shows(
      'I want to send a message to contact bob:\n`killed`\nCancelled: the server stopped.',
    );
    expect(closed.id).toBe(card.id);
    const reply = await owner.shows('Action 3 is not pending.');
    expect(reply.quoted).toBe(`/approve ${chat} 3`);
  });

  it.each([
    { signal: 'SIGTERM', first: 4, size: BIG },
    { signal: 'SIGKILL', first: 6, size: BIG + 1 },
  ] as const)('goes on with a download after $signal, into the folder of its chat', async (row) => {
    const { agent, owner, place } = world();
    const bytes = randomBytes(row.size);
    const item = await offered(bytes, `${row.signal}.bin`);
    const folder = place.path('files', `contact-${chat.slice(1)}`);
    const call = agent.call('download', { chat, item, wait: 40 });
    await owner.card(row.first);
    const earlier = await readdir(place.path('tmp'));
    await owner.say(`/receive ${chat} ${row.first}`);
    await someReceived(place.path('tmp'), earlier, row.size);
    await world().endAtOnce(row.signal);
    await expect(call).rejects.toThrow();
    const isWhole = async (path: string) => (await sizeOf(path)) === row.size;
    expect(await foundIn(folder, isWhole)).toBeUndefined();

    await world().startAgain();
    const path = await entryIn(folder, isWhole);
    const again = world().agent.result('download', { chat, item, wait: 40 });
    await owner.card(row.first + 1);
    await owner.say(`/receive ${chat} ${row.first + 1}`);
    expect(await again).toMatchObject({ status: 'done', path });
    expect((await readFile(path)).equals(bytes)).toBe(true);
  });

  /** Bob sends a file; resolves with the agent's number of its message once it is uploaded. */
  async function offered(bytes: Uint8Array, name: string): Promise<number> {
    const filePath = join(bob.folder, name);
    await writeFile(filePath, bytes);
    const msgContent = { type: 'file', text: '' };
    const composed = { fileSource: { filePath }, msgContent, mentions: {} };
    await bob.core.run(`/_send ${bobsChat} json ${JSON.stringify([composed])}`);
    const { messages } = await world().agent.result('receive', { chat, wait: 30 });
    expect(messages).toMatchObject([{ file: { name, status: 'offered' } }]);
    return messages[0].item as number;
  }
});

/**
 * Resolves when the core has a part of a file in its temp folder, beside what is there of `earlier` ones. From then on it
 * goes on with it, whatever happens to it.
 */
async function someReceived(temp: string, earlier: readonly string[], size: number): Promise<void> {
  const transfer = await entryIn(temp, (path) => !earlier.includes(basename(path)));
  const parts = await entryIn(transfer, (path) => path.endsWith('xftp.encrypted'));
  const part = await entryIn(parts, async (path) => (await sizeOf(path)) > 0);
  expect(await sizeOf(part)).toBeLessThan(size);
}

/** The first entry of a folder, there or to come, that is wanted. */
async function entryIn(folder: string, wanted: Wanted): Promise<string> {
  const watcher = watch(folder);
  try {
    const changes = on(watcher, 'change');
    for (;;) {
      const found = await foundIn(folder, wanted);
      if (found !== undefined) return found;
      await changes.next();
    }
  } finally {
    watcher.close();
  }
}

type Wanted = (path: string) => boolean | Promise<boolean>;

async function foundIn(folder: string, wanted: Wanted): Promise<string | undefined> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (await wanted(path)) return path;
  }
  return undefined;
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path)).size;
}
