import { CLI } from './built-cli.js';
import { RunningProcess } from './running-process.js';
import type { Place } from './place.js';

export interface CliResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a command of the built program to its end. `path`: the PATH that it sees. */
export async function runCli(
  place: Place,
  args: readonly string[],
  more: { readonly path?: string; readonly cwd?: string } = {},
): Promise<CliResult> {
  const { path, cwd } = more;
  const env = { ...place.env, ...(path === undefined ? {} : { PATH: path }) };
  const running = new RunningProcess(process.execPath, [CLI, ...args], {
    env,
    ...(cwd === undefined ? {} : { cwd }),
  });
  const { code } = await running.ended;
  return { code, out: running.out.join('\n'), err: running.err.join('\n') };
}
