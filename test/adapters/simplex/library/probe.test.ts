import { readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { probeLibrary } from '../../../../src/adapters/simplex/library/probe.js';
import type { LibraryProbe } from '../../../../src/ports/core-library.js';
import { type Compiled, compile } from '../../../support/compiled.js';
import { FakeClock } from '../../../support/fake-clock.js';
import { type Stub, buildStub, missingCompiler } from '../native/stub.js';

const missing = await missingCompiler();

describe.skipIf(missing !== undefined)(`trying a library (${missing ?? 'a C stub'})`, () => {
  let stub: Stub;
  let compiled: Compiled;
  const clock = new FakeClock();

  beforeAll(async () => {
    stub = await buildStub();
    compiled = await compile('src/adapters/simplex/native/core-process.ts');
  });
  afterEach(() => {
    delete process.env['STUB_CRASH'];
    delete process.env['STUB_SLOW'];
  });
  afterAll(async () => {
    await stub.remove();
    await compiled.remove();
  });

  function probe(library = stub.library): Promise<LibraryProbe> {
    return probeLibrary(
      library,
      clock,
      compiled.path('src/adapters/simplex/native/core-process.ts'),
    );
  }

  it('tells its version and leaves nothing', async () => {
    expect(await probe()).toEqual({ kind: 'loads', version: '7.0.2.0' });
    const left = (await readdir(tmpdir())).filter((name) => name.startsWith('simplex-mcp-core-'));
    expect(left).toEqual([]);
  });

  it('tells that it crashes', async () => {
    process.env['STUB_CRASH'] = '1';
    expect(await probe()).toEqual({
      kind: 'fails',
      reason:
        'The SimpleX core ended by itself (SIGABRT). It said: internal error: stub crash [31m on purpose. Start ' +
        'the server again; if it ends again, see simplex-mcp core.',
    });
  });

  it('tells that it is none', async () => {
    const file = join(stub.folder, 'text.so');
    await writeFile(file, 'no library');
    const result = await probe(file);
    expect(result).toMatchObject({ kind: 'fails' });
    expect((result as { reason: string }).reason).toMatch(
      /text\.so can't be used as the SimpleX core: /,
    );
  });

  it('gives up after a minute', async () => {
    process.env['STUB_SLOW'] = '1';
    const result = probe();
    let done = false;
    void result.then(() => (done = true));
    while (!done) {
      await clock.advance(10_000);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(await result).toEqual({
      kind: 'fails',
      reason: 'The library did not answer within 60 seconds.',
    });
  });
});
