import { delimiter, isAbsolute, resolve } from 'node:path';
import { createRequire } from 'node:module';
import type { Invocation } from '../../domain/hosts/self-command.js';

/** Version of this program. */
export function programVersion(): string {
  const { version } = createRequire(import.meta.url)('../../../package.json') as {
    version: string;
  };
  return version;
}

/** How this process was started. */
export function invocationOf(): Invocation {
  const script = process.argv[1] ?? '';
  return {
    platform: process.platform === 'win32' ? 'windows' : 'posix',
    node: process.execPath,
    script: isAbsolute(script) ? script : resolve(script),
    path: (process.env['PATH'] ?? '').split(delimiter),
  };
}
