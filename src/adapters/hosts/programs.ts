import { access, constants, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

/** Path of a program on PATH, or of an absolute path; `undefined` when there is none that can be run. */
export async function findProgram(
  name: string,
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): Promise<string | undefined> {
  const windows = platform === 'win32';
  const extensions = windows ? ['', ...(env.PATHEXT ?? '.EXE;.CMD;.BAT').split(';')] : [''];
  const folders = isAbsolute(name) ? [''] : (env.PATH ?? '').split(delimiter).filter(Boolean);
  for (const folder of folders) {
    for (const extension of extensions) {
      const path = join(folder, name + extension);
      if (await isProgram(path)) return path;
    }
  }
  return undefined;
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
