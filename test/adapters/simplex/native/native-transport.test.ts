import { execFile, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { NativeTransport } from '../../../../src/adapters/simplex/native/native-transport.js';
import type { CoreEvent } from '../../../../src/adapters/simplex/transport.js';
import { type Compiled, compile } from '../../../support/compiled.js';
import { FakeClock } from '../../../support/fake-clock.js';
import { type Stub, buildStub, missingCompiler } from './stub.js';

const missing = await missingCompiler();

describe.skipIf(missing !== undefined)(
  `libsimplex in a process of its own (${missing ?? 'on a C stub'})`,
  () => {
    let stub: Stub;
    let compiled: Compiled;
    let notes: string;
    let run = 0;
    const clock = new FakeClock();
    const open: NativeTransport[] = [];

    beforeAll(async () => {
      stub = await buildStub();
      compiled = await compile('src/adapters/simplex/native/core-process.ts');
    });
    afterEach(async () => {
      delete process.env['STUB_STOP_BLOCKS'];
      await Promise.all(open.splice(0).map(closeFast));
    });
    afterAll(async () => {
      await stub.remove();
      await compiled.remove();
    });

    /** Closes without waiting for the bounds that it has. */
    async function closeFast(transport: NativeTransport): Promise<void> {
      const closed = transport.close();
      let done = false;
      void closed.then(() => (done = true));
      while (!done) {
        await clock.advance(10_000);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }

    function transport(
      options: { database?: string; key?: string; library?: string } = {},
    ): NativeTransport {
      run += 1;
      notes = join(stub.folder, `notes-${run}`);
      process.env['STUB_NOTES'] = notes;
      const made = new NativeTransport(
        {
          library: options.library ?? stub.library,
          database: join(stub.folder, options.database ?? `db${run}`),
          key: options.key ?? '',
          entry: compiled.path('src/adapters/simplex/native/core-process.ts'),
        },
        clock,
      );
      open.push(made);
      return made;
    }

    async function opened(): Promise<NativeTransport> {
      const made = transport();
      await made.open();
      return made;
    }

    async function noted(): Promise<string[]> {
      return (await readFile(notes, 'utf8')).trimEnd().split('\n');
    }

    async function value(from: NativeTransport, command: string): Promise<number> {
      const reply = await from.send(command);
      return (reply.value as { value: number }).value;
    }

    async function take(from: AsyncIterator<CoreEvent>, count: number): Promise<unknown[]> {
      const taken: unknown[] = [];
      while (taken.length < count) {
        const next = await from.next();
        if (next.done === true) throw new Error(`the events ended after ${taken.length}`);
        taken.push(next.value);
      }
      return taken;
    }

    describe('opening', () => {
      it('starts the runtime with its options and migrates with yesUp', async () => {
        await opened();
        expect(await noted()).toEqual([
          'init simplex +RTS -A64m -H64m -xn --install-signal-handlers=no',
          `migrate db${run} yesUp`,
        ]);
      });

      it('opens two cores side by side', async () => {
        const [one, two] = [await opened(), await opened()];
        expect(await one.send('/echo "1"')).toEqual({
          kind: 'result',
          value: { type: 'echo', text: '1' },
        });
        expect(await two.send('/echo "2"')).toEqual({
          kind: 'result',
          value: { type: 'echo', text: '2' },
        });
      });

      it('says that the key is wrong', async () => {
        await expect(transport({ database: 'mine', key: 'wrong' }).open()).rejects.toMatchObject({
          name: 'CoreTransportError',
          kind: 'wrong-key',
          message:
            `${stub.folder}/mine_chat.db can't be opened: it is encrypted with a key that this program does not ` +
            'have, or it is not a SimpleX database. It was not changed; move it away, or start an agent of ' +
            'another name.',
        });
      });

      it('says that the database is of a newer core', async () => {
        await expect(transport({ database: 'newer' }).open()).rejects.toMatchObject({
          kind: 'newer-database',
          message:
            `${stub.folder}/newer_chat.db was written by a newer or another version of the SimpleX core than this ` +
            'one. It was not changed; use that version with --core-lib PATH, or restore the backup of before the ' +
            'upgrade.',
        });
      });

      it('says that the library crashed, with the words of its runtime on one line', async () => {
        await expect(transport({ database: 'crash' }).open()).rejects.toMatchObject({
          kind: 'lost',
          message:
            'The SimpleX core ended by itself (SIGABRT). It said: internal error: stub crash [31m on purpose. ' +
            'Start the server again; if it ends again, see simplex-mcp core.',
        });
      });

      it('says that a file is not a library', async () => {
        const library = join(stub.folder, 'text.so');
        await writeFile(library, 'no library');
        const error: Error = await transport({ library })
          .open()
          .then(
            () => expect.fail(),
            (reason: Error) => reason,
          );
        expect(error).toMatchObject({ kind: 'cannot-load' });
        expect(error.message).toMatch(/^\S+text\.so can't be used as the SimpleX core: /);
      });

      it('says that a library lacks the functions', async () => {
        const error: Error = await transport({ library: 'libc.so.6' })
          .open()
          .then(
            () => expect.fail(),
            (reason: Error) => reason,
          );
        expect(error).toMatchObject({ kind: 'cannot-load' });
        expect(error.message).toContain('chat_migrate_init');
      });

      it('finds the libraries beside it', async () => {
        const other = await buildStub({ dependency: true });
        try {
          const made = transport({ library: other.library });
          await made.open();
          expect(await value(made, '/dependency')).toBe(7);
          await made.close();
        } finally {
          await other.remove();
        }
      });

      it('ends the events with the error', async () => {
        const made = transport({ database: 'newer' });
        await made.open().catch(() => undefined);
        await expect(take(made.events[Symbol.asyncIterator](), 1)).rejects.toMatchObject({
          kind: 'newer-database',
        });
        await expect(made.send('/echo 1')).rejects.toMatchObject({ kind: 'newer-database' });
      });

      it('closes while it opens, after a bounded time', async () => {
        const made = transport({ database: 'slow' });
        const opening = made.open().catch((error: unknown) => error);
        await closeFast(made);
        expect(await opening).toMatchObject({ kind: 'closed' });
      });
    });

    describe('commands', () => {
      it('answers results and errors', async () => {
        const made = await opened();
        expect(await made.send('/fail')).toEqual({
          kind: 'error',
          value: { type: 'error', errorType: { type: 'commandError', message: 'stub' } },
        });
        expect(await made.send('/echo {"a":1}')).toEqual({
          kind: 'result',
          value: { type: 'echo', text: { a: 1 } },
        });
      });

      it('passes UTF-8 both ways', async () => {
        const made = await opened();
        const text = 'café 漢字 👩‍👩‍👧 \u202e ￿';
        expect(await made.send(`/echo ${JSON.stringify(text)}`)).toMatchObject({ value: { text } });
        expect(await value(made, `/length ${text}`)).toBe(Buffer.byteLength(text));
      });

      it('passes texts of 1 MB both ways', async () => {
        const made = await opened();
        const text = 'é'.repeat(524_288);
        expect(await made.send(`/echo ${JSON.stringify(text)}`)).toEqual({
          kind: 'result',
          value: { type: 'echo', text },
        });
        expect(await made.send('/large 1048576')).toEqual({
          kind: 'result',
          value: { type: 'large', text },
        });
      });

      it('answers one while others block, and more than the pool has threads in the end', async () => {
        const made = await opened();
        const blocked = Array.from({ length: 60 }, () => made.send('/block 150'));
        expect(await value(made, '/running')).toBeLessThanOrEqual(48);
        expect(await Promise.all(blocked)).toHaveLength(60);
      });

      it('refuses a line break, which would be a mistake of this program', async () => {
        const made = await opened();
        for (const text of ['/echo 1\n/crash', '/echo 1\r', '/echo \0']) {
          await expect(made.send(text)).rejects.toThrow('A command of the core has a line break.');
        }
      });

      it('says that an answer is no JSON, and goes on', async () => {
        const made = await opened();
        await expect(made.send('/garbage')).rejects.toMatchObject({
          kind: 'malformed',
          message: 'The SimpleX core answered with something that is not JSON.',
        });
        expect(await made.send('/echo 1')).toMatchObject({ kind: 'result' });
      });

      it('refuses a command before the core is open and after it was closed', async () => {
        const made = transport();
        const error = { kind: 'closed', message: 'The SimpleX core is closed.' };
        await expect(made.send('/echo 1')).rejects.toMatchObject(error);
        await made.open();
        await closeFast(made);
        await expect(made.send('/echo 1')).rejects.toMatchObject(error);
      });
    });

    describe('events', () => {
      it('come in order, those before the first read too', async () => {
        const made = await opened();
        await made.send('/events 500 10');
        const types = (await take(made.events[Symbol.asyncIterator](), 500)).map(
          (event) => (event as { value: { type: string } }).value.type,
        );
        expect(types).toEqual(Array.from({ length: 500 }, (_, index) => `event${index}`));
      });

      it('pass errors and what is not JSON without stopping', async () => {
        const made = await opened();
        await made.send('/event {"error":{"type":"errorAgent"}}');
        await made.send('/event oops');
        await made.send('/event {"result":{"type":"after"}}');
        expect(await take(made.events[Symbol.asyncIterator](), 3)).toEqual([
          { kind: 'error', value: { type: 'errorAgent' } },
          { kind: 'error', value: { type: 'malformedEvent' } },
          { kind: 'result', value: { type: 'after' } },
        ]);
      });

      it('have one reader', async () => {
        const made = await opened();
        await made.send('/event {"result":{"type":"one"}}');
        await take(made.events[Symbol.asyncIterator](), 1);
        await expect(take(made.events[Symbol.asyncIterator](), 1)).rejects.toThrow(
          'The events have a reader already.',
        );
      });
    });

    it.skipIf(process.platform !== 'linux')(
      'carries 10,000 commands and events without growth of memory (measured on Linux)',
      async () => {
        const made = await opened();
        const events = made.events[Symbol.asyncIterator]();
        const round = async (count: number): Promise<void> => {
          for (let sent = 0; sent < count; sent += 50) {
            await Promise.all(Array.from({ length: 50 }, () => made.send('/large 16384')));
            await made.send('/events 50 16384');
            await take(events, 50);
          }
        };
        // The heap of a young process grows to its working size first.
        await round(4000);
        const before = await value(made, '/resident');
        await round(10_000);
        const grown = (await value(made, '/resident')) - before;
        // What was carried is 320 MB: a leak of any of the two kinds of text is above this.
        expect(grown).toBeLessThan(40_000);
      },
      120_000,
    );

    describe('the core that ends by itself', () => {
      it.each([
        ['/crash', 'SIGABRT'],
        ['/crash-receiver', 'SIGABRT'],
        ['/exit', 'exit code 3'],
      ])('after %s fails what is under way and all that follows', async (command, how) => {
        const made = await opened();
        const message = `The SimpleX core ended by itself (${how}). Start the server again; if it ends again, see simplex-mcp core.`;
        const blocked = made.send('/block 60000');
        const gone = expect(blocked).rejects.toMatchObject({ kind: 'lost', message });
        await made.send(command).catch(() => undefined);
        await gone;
        await expect(made.send('/echo 1')).rejects.toMatchObject({ kind: 'lost', message });
        await expect(take(made.events[Symbol.asyncIterator](), 1)).rejects.toMatchObject({
          kind: 'lost',
          message,
        });
        await made.close();
      });

      it('is ended when a call returns nothing', async () => {
        const made = await opened();
        await expect(made.send('/null')).rejects.toMatchObject({
          kind: 'lost',
          message: 'The SimpleX core stopped working: no answer. Start the server again.',
        });
      });
    });

    describe('its process', () => {
      it('does not end by Ctrl-C, which reaches it too: the server closes it', async () => {
        const made = await opened();
        const pid = await value(made, '/pid');
        for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid, signal);
        await made.send('/block 100');
        await made.close();
        expect((await noted()).slice(2)).toEqual(['stop', 'close']);
      });

      it('ends at once when the server is killed', async () => {
        const server = await compile(
          'src/adapters/simplex/native/native-transport.ts',
          'src/adapters/simplex/native/core-process.ts',
          'src/adapters/clock/system-clock.ts',
        );
        const script = `
          import { NativeTransport } from '${server.path('src/adapters/simplex/native/native-transport.ts')}';
          import { SystemClock } from '${server.path('src/adapters/clock/system-clock.ts')}';
          const transport = new NativeTransport(
            { library: '${stub.library}', database: '${stub.folder}/killed', key: '' }, new SystemClock());
          await transport.open();
          void transport.send('/block 60000');
          console.log((await transport.send('/pid')).value.value);`;
        const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
        const pid = Number(await new Promise((resolve) => child.stdout.once('data', resolve)));
        expect(pid).toBeGreaterThan(1);
        child.kill('SIGKILL');
        await waitFor(async () => !(await alive(pid)));
        await server.remove();
      });
    });

    describe('closing', () => {
      it('stops the chat before the store is closed, and ends the events after the last one', async () => {
        const made = await opened();
        await made.send('/event {"result":{"type":"last"}}');
        await made.close();
        expect((await noted()).slice(2)).toEqual(['stop', 'close']);
        const events: CoreEvent[] = [];
        for await (const event of made.events) events.push(event);
        expect(events).toContainEqual({ kind: 'result', value: { type: 'last' } });
      });

      it('waits for a command that ends soon', async () => {
        const made = await opened();
        const soon = made.send('/block 300');
        await made.close();
        expect(await soon).toMatchObject({ kind: 'result' });
      });

      it('waits a bounded time for a command that blocks, closes the store, and fails it', async () => {
        const made = await opened();
        const blocked = expect(made.send('/block 60000')).rejects.toMatchObject({
          kind: 'lost',
          message:
            'The SimpleX core was stopped before it answered; the command may or may not have been carried out.',
        });
        const running = await value(made, '/running');
        expect(running).toBe(2);
        const closed = made.close();
        await clock.advance(2000);
        await waitFor(async () => (await noted()).includes('close'));
        await clock.advance(10_000);
        await closed;
        await blocked;
        expect((await noted()).slice(2)).toEqual(['stop', 'close']);
      });

      it('ends a core that does not stop', async () => {
        process.env['STUB_STOP_BLOCKS'] = '1';
        const made = await opened();
        const closed = made.close();
        await waitFor(async () => (await noted()).includes('stop'));
        await clock.advance(10_000);
        await closed;
        expect((await noted()).slice(2)).toEqual(['stop']);
      });

      it('is safe to ask twice, and before opening', async () => {
        const made = await opened();
        await Promise.all([made.close(), made.close()]);
        await made.close();
        const unopened = transport();
        await unopened.close();
        await expect(unopened.open()).rejects.toMatchObject({ kind: 'closed' });
      });
    });

    /** A process that nobody has waited for yet counts as gone. */
    async function alive(pid: number): Promise<boolean> {
      const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=', '-p', `${pid}`]).catch(
        () => ({ stdout: '' }),
      );
      return stdout.trim() !== '' && !stdout.startsWith('Z');
    }

    async function waitFor(holds: () => Promise<boolean>): Promise<void> {
      while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5));
    }
  },
);
