import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runClaude } from '../../../src/adapters/hosts/claude-program.js';
import { findProgram } from '../../../src/adapters/hosts/programs.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'programs-'));
});

afterEach(() => rm(folder, { recursive: true }));

async function program(name: string, text = '#!/bin/sh\n'): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  await chmod(path, 0o755);
  return path;
}

describe('a program', () => {
  it('is found on PATH when it can be run', async () => {
    const env = { PATH: `${folder}/none:${folder}` };
    await writeFile(join(folder, 'text'), '', { mode: 0o644 });
    await mkdir(join(folder, 'folder'));
    const path = await program('tool');
    expect(await findProgram('tool', env, 'linux')).toBe(path);
    expect(await findProgram(path, {}, 'linux')).toBe(path);
    for (const name of ['text', 'folder', 'missing', join(folder, 'missing')])
      expect(await findProgram(name, env, 'linux')).toBeUndefined();
  });

  it('has one of the extensions of PATHEXT on Windows', async () => {
    const path = await program('claude.CMD');
    const env = { PATH: folder, PATHEXT: '.EXE;.CMD' };
    expect(await findProgram('claude', env, 'win32')).toBe(path);
    expect(await findProgram('claude', env, 'linux')).toBeUndefined();
  });
});

describe('claude on Windows', () => {
  it('is run through cmd.exe when it is a .cmd file', async () => {
    const claude = await program('claude.cmd');
    const log = join(folder, 'log');
    const cmd = await program('cmd', `#!/bin/sh\nprintf "%s\\n" "$@" > '${log}'\n`);
    const env = { PATH: folder, PATHEXT: '.cmd', ComSpec: cmd };
    expect(
      await runClaude(['mcp', '{"a":1}'], { env, platform: 'win32', timeoutMs: 10_000 }),
    ).toEqual({
      kind: 'done',
    });
    expect((await readFile(log, 'utf8')).split('\n')).toEqual([
      '/d',
      '/s',
      '/c',
      `"^"${claude}^" ^^^"mcp^^^" ^^^"{\\^^^"a\\^^^":1}^^^""`,
      '',
    ]);
  });
});

describe('claude that can not be started', () => {
  it('is a failure with the reason', async () => {
    await program('claude', '#!/no/such/program\n');
    const run = await runClaude([], {
      env: { PATH: folder },
      platform: 'linux',
      timeoutMs: 10_000,
    });
    expect(run.kind).toBe('failed');
  });
});
