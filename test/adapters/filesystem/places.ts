import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';

const made: string[] = [];
const mounted: string[] = [];

afterEach(() => {
  for (const path of mounted.splice(0)) execFileSync('umount', [path]);
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
});

/** A folder that is deleted after the test. Its real path: the system's folder can be a link. */
export function temporaryFolder(under: string = tmpdir()): string {
  const path = realpathSync(mkdtempSync(join(under, 'simplex-mcp-test-')));
  made.push(path);
  return path;
}

/** A file system of `kilobytes`, or the reason why there can be none here. */
export function tinyDisk(kilobytes: number): { path: string } | { reason: string } {
  if (process.platform !== 'linux') return { reason: 'a tiny file system needs Linux' };
  const path = join(temporaryFolder(), 'disk');
  mkdirSync(path);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'none', path], {
      stdio: 'ignore',
    });
  } catch {
    return { reason: 'mounting a tiny file system needs root' };
  }
  mounted.push(path);
  return { path };
}

/** A folder on another file system than the temporary folder, or the reason why there is none. */
export function otherDisk(): { path: string } | { reason: string } {
  try {
    const here = statSync(tmpdir()).dev;
    if (statSync('/dev/shm').dev !== here) return { path: temporaryFolder('/dev/shm') };
  } catch {
    // No such folder: fall through to the mount.
  }
  return tinyDisk(4096);
}

/** Runs `test` without the rights of root, which no permission stops. */
export async function asOrdinaryUser<T>(test: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return test();
  process.seteuid!(65534);
  try {
    return await test();
  } finally {
    process.seteuid!(0);
  }
}
