import { shellWord } from '../text/shell.js';
import { windowsWord } from './windows-shell.js';

/** Name of the npm package and of its command. */
const PACKAGE = 'simplex-mcp';

/** How this process was started. */
export interface Invocation {
  readonly platform: 'posix' | 'windows';
  /** Absolute path of Node.js. */
  readonly node: string;
  /** Path of the script as Node.js was given it, absolute: a link of a `bin` folder is not followed. */
  readonly script: string;
  /** Folders of PATH. */
  readonly path: readonly string[];
}

/** The words that a person types to start this program again: what works as typed for how it was started. */
export function selfCommand(invocation: Invocation): readonly string[] {
  const { folder, file } = split(invocation.script);
  if (isNpxCache(invocation.script)) return ['npx', '-y', PACKAGE];
  if (file === PACKAGE && isProjectBin(folder)) return ['npx', PACKAGE];
  if (file === PACKAGE && invocation.path.includes(folder)) return [PACKAGE];
  return ['node', invocation.script];
}

/**
 * The program and arguments with which another program starts this one. Absolute, because hosts with windows often
 * lack the PATH of the person's shell; from the cache of npx, which may be emptied, through npx.
 */
export function selfProcess(invocation: Invocation): readonly string[] {
  if (isNpxCache(invocation.script)) return ['npx', '-y', PACKAGE];
  return [invocation.node, invocation.script];
}

/** Words as a line that a person pastes into the shell of the platform. */
export function commandLine(words: readonly string[], platform: Invocation['platform']): string {
  return words.map(platform === 'windows' ? windowsWord : shellWord).join(' ');
}

function split(path: string): { readonly folder: string; readonly file: string } {
  const end = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  return { folder: path.slice(0, end), file: path.slice(end + 1) };
}

function isNpxCache(script: string): boolean {
  return /[\\/]_npx[\\/]/.test(script);
}

/** `npx` puts this folder on PATH for the process only. */
function isProjectBin(folder: string): boolean {
  return /[\\/]node_modules[\\/]\.bin$/.test(folder);
}
