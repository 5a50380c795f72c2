import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, readFile, readlink, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { ConfigProblem } from '../../domain/hosts/config-target.js';

export type FileRead =
  | { readonly kind: 'missing' }
  /** UTF-8; `mode` in the bits of chmod. */
  | { readonly kind: 'text'; readonly text: string; readonly mode: number }
  | { readonly kind: 'problem'; readonly problem: ConfigProblem };

/** Reads a config file; another kind of file is a problem, and so is a link unless `follow` is set. */
export async function readConfig(path: string, follow = false): Promise<FileRead> {
  try {
    const facts = follow ? await stat(path) : await lstat(path);
    if (facts.isSymbolicLink()) {
      const target = resolve(dirname(path), await readlink(path));
      return { kind: 'problem', problem: { kind: 'link', target } };
    }
    if (!facts.isFile()) return failed('EISDIR');
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      await readFile(path),
    );
    return { kind: 'text', text, mode: facts.mode & 0o777 };
  } catch (error) {
    // Bytes that are not UTF-8 are no JSON or TOML, and would not be written back as they were.
    if (error instanceof TypeError)
      return { kind: 'problem', problem: { kind: 'invalid', line: 1, column: 1 } };
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? { kind: 'missing' } : failed(code);
  }
}

export type FileWrite =
  | { readonly kind: 'written'; readonly backup?: string }
  | { readonly kind: 'problem'; readonly problem: ConfigProblem };

/** Replaces the file that `before` is the read of, or makes it. The old text is first copied to a backup beside it. */
export async function writeConfig(
  path: string,
  before: Exclude<FileRead, { kind: 'problem' }>,
  text: string,
): Promise<FileWrite> {
  if (before.kind === 'text' && (before.mode & 0o200) === 0)
    return { kind: 'problem', problem: { kind: 'read-only' } };
  try {
    if (before.kind === 'missing') {
      await mkdir(dirname(path), { recursive: true });
      await createNew(path, text, 0o600);
      return { kind: 'written' };
    }
    const backup = await writeBackup(path, before.text, before.mode);
    const now = await readConfig(path);
    if (now.kind !== 'text' || now.text !== before.text)
      return { kind: 'problem', problem: { kind: 'changed' } };
    await replace(path, text, before.mode);
    return { kind: 'written', backup };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return { kind: 'problem', problem: { kind: 'changed' } };
    return failed(code);
  }
}

/** Copies the text to the first free name: PATH.bak, PATH.bak-2, ... */
async function writeBackup(path: string, text: string, mode: number): Promise<string> {
  for (let copy = 1; ; copy += 1) {
    const backup = copy === 1 ? `${path}.bak` : `${path}.bak-${copy}`;
    try {
      await createNew(backup, text, mode);
      return backup;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Puts a file with the text in the place of the one at `path`, whole or not at all. */
async function replace(path: string, text: string, mode: number): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  await createNew(temporary, text, mode);
  try {
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function createNew(path: string, text: string, mode: number): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
  const file = await open(path, flags, mode);
  try {
    // The umask can have taken bits from the mode of the creation.
    if (process.platform !== 'win32') await file.chmod(mode);
    await file.writeFile(text);
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

function failed(code: string | undefined): {
  readonly kind: 'problem';
  readonly problem: ConfigProblem;
} {
  return { kind: 'problem', problem: { kind: 'failed', code: code ?? 'unknown error' } };
}
