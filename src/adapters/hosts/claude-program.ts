import { spawn } from 'node:child_process';
import { cmdLine } from '../../domain/hosts/windows-shell.js';
import type { ClaudeRun } from '../../ports/host-registry.js';
import { findProgram } from './programs.js';

const MAX_STDERR = 4096;

export interface ClaudeOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly timeoutMs: number;
}

/** Runs `claude` without a shell, except for the `.cmd` file that npm makes on Windows. */
export async function runClaude(
  args: readonly string[],
  { env, platform, timeoutMs }: ClaudeOptions,
): Promise<ClaudeRun> {
  const program = await findProgram('claude', env, platform);
  if (program === undefined) return { kind: 'not-found' };
  const script = platform === 'win32' && /\.(cmd|bat)$/i.test(program);
  const [file, words] = script
    ? [env.ComSpec ?? 'cmd.exe', ['/d', '/s', '/c', `"${cmdLine(program, args)}"`]]
    : [program, args];
  const child = spawn(file, words, {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
    windowsVerbatimArguments: script,
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (stderr.length < MAX_STDERR) stderr += text;
  });
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      // A program that it started may hold the pipe open.
      child.stderr.destroy();
      resolve({ kind: 'failed', error: `no answer in ${timeoutMs / 1000} seconds` });
    }, timeoutMs);
    child.on('error', (error) => {
      clearTimeout(timer);
      resolve({ kind: 'failed', error: error.message });
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (code === 0) resolve({ kind: 'done' });
      else resolve({ kind: 'failed', error: stderr.trim() || `exit ${String(code ?? signal)}` });
    });
  });
}
