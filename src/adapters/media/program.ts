import { spawn, type ChildProcess } from 'node:child_process';
import type { MediaFailure } from '../../domain/files/media-failure.js';
import { mediaError } from './media-failed.js';

/** What a program gets: time and output (behaviour 6.6). */
export interface ProgramLimits {
  readonly ms: number;
  readonly outputBytes: number;
}

const running = new Set<ChildProcess>();
const onWindows = process.platform === 'win32';

// A program in a group of its own does not get the terminal's Ctrl-C.
process.once('exit', () => {
  for (const child of running) killGroup(child);
});

/**
 * Runs a program without input and returns its output. It is killed with all that it started at the limits. Rejects
 * with MediaError. `searchPath`: the folders where programs are looked for, as in PATH.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  limits: ProgramLimits,
  searchPath: string,
): Promise<Uint8Array> {
  // Nothing else of the environment: some variables make FFmpeg write reports.
  const systemRoot = process.env['SystemRoot'] ?? 'C:\\Windows';
  const env = { PATH: searchPath, ...(onWindows && { SystemRoot: systemRoot }) };
  const child = spawn(program, args, {
    // Programs are also looked for in the current folder, so it is one that not anyone can write.
    cwd: onWindows ? systemRoot : '/',
    env,
    detached: !onWindows,
    stdio: ['ignore', 'pipe', 'ignore'],
    windowsHide: true,
  });
  running.add(child);
  try {
    return await outputOf(child, program, limits);
  } finally {
    running.delete(child);
    killGroup(child);
    child.stdout.destroy();
  }
}

function outputOf(
  child: ChildProcess,
  program: string,
  { ms, outputBytes }: ProgramLimits,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const fail = (failure: MediaFailure, cause?: unknown) => {
      clearTimeout(timer);
      reject(mediaError(failure, cause));
    };
    const timer = setTimeout(() => {
      fail({ kind: 'time', seconds: ms / 1000 });
    }, ms);
    const pieces: Uint8Array[] = [];
    let length = 0;
    child.stdout?.on('data', (piece: Uint8Array) => {
      length += piece.length;
      if (length > outputBytes) fail({ kind: 'program-output', program, limit: outputBytes });
      else pieces.push(piece);
    });
    child.on('error', (error: NodeJS.ErrnoException) => {
      const missing = error.code === 'ENOENT';
      const code = error.code ?? 'unexpected error';
      fail(
        missing ? { kind: 'no-program', program } : { kind: 'program-failed', program, code },
        error,
      );
    });
    child.on('close', (code, signal) => {
      if (code !== 0)
        return fail({ kind: 'program-failed', program, code: signal ?? `code ${code}` });
      clearTimeout(timer);
      resolve(Buffer.concat(pieces, length));
    });
  });
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    // The negative number is the group, with what the program started; it can outlive the program.
    process.kill(onWindows ? child.pid : -child.pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
