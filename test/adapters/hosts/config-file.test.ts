import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig, writeConfig } from '../../../src/adapters/hosts/config-file.js';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'config-'));
  path = join(folder, 'mcp.json');
});

afterEach(() => rm(folder, { recursive: true }));

describe('a config file that another program changes meanwhile', () => {
  it('keeps that change', async () => {
    await writeFile(path, 'old');
    const before = await readConfig(path);
    if (before.kind === 'problem') throw new Error('not read');
    await writeFile(path, 'theirs');
    expect(await writeConfig(path, before, 'ours')).toEqual({
      kind: 'problem',
      problem: { kind: 'changed' },
    });
    expect(await readFile(path, 'utf8')).toBe('theirs');
  });

  it('is not replaced when it was not there before', async () => {
    await writeFile(path, 'theirs');
    expect(await writeConfig(path, { kind: 'missing' }, 'ours')).toEqual({
      kind: 'problem',
      problem: { kind: 'changed' },
    });
    expect(await readFile(path, 'utf8')).toBe('theirs');
  });
});

describe('a config file that can not be written', () => {
  it('is left as it was, and no part of another is left beside it', async () => {
    await writeFile(path, 'old');
    const before = await readConfig(path);
    if (before.kind === 'problem') throw new Error('not read');
    await rm(folder, { recursive: true });
    await writeFile(folder, '');
    expect(await writeConfig(path, before, 'ours')).toEqual({
      kind: 'problem',
      problem: { kind: 'failed', code: 'ENOTDIR' },
    });
    await rm(folder);
    await mkdir(folder);
    expect(await readdir(folder)).toEqual([]);
  });
});
