import { type ChildProcess, fork } from 'node:child_process';
import { dirname, delimiter } from 'node:path';
import type { CoreExit } from '../../../domain/core/native-text.js';
import type { FromCoreProcess, ToCoreProcess } from './messages.js';

/** More than the commands that the process runs at once, so that receiving and stopping never wait for them. */
const POOL_THREADS = '64';

/** `simplex` is the name that the runtime was given. */
const FATAL = /^simplex: ((?:internal error|fatal error|heap|out of memory|unable to)\b.*)/i;
const LINE_LIMIT = 1000;

export interface CoreChildEvents {
  message(message: FromCoreProcess): void;
  /** Once, when the process is gone, asked or not. */
  ended(exit: CoreExit): void;
}

/** The process that runs the library. */
export class CoreChild {
  readonly ended: Promise<void>;
  private readonly child: ChildProcess;
  private words: string | undefined;
  private line = '';

  /** `libraryPath`: also look for libraries in the folder of this file. */
  constructor(entry: string, events: CoreChildEvents, libraryPath?: string) {
    this.child = fork(entry, [], {
      env: childEnvironment(process.env, process.platform, libraryPath),
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => this.listen(text));
    this.child.on('message', (message) => events.message(message as FromCoreProcess));
    this.ended = new Promise((resolve) => {
      const end = (how: string | number): void => {
        events.ended({ how, words: this.words });
        resolve();
      };
      this.child.once('error', (error) => end(error.message));
      // `close` and not `exit`: all that it wrote has been read.
      this.child.once('close', (code, signal) => end(signal ?? code ?? 'unknown'));
    });
  }

  post(message: ToCoreProcess): void {
    // A failure to send is followed by the end of the process, which is what counts.
    this.child.send(message, () => undefined);
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }

  /** The library may write anything, peers' words too: only fatal errors of the Haskell runtime are kept. */
  private listen(text: string): void {
    const lines = `${this.line}${text}`.split('\n');
    this.line = (lines.at(-1) ?? '').slice(0, LINE_LIMIT);
    this.words = lines.map((line) => FATAL.exec(line)?.[1]).findLast(Boolean) ?? this.words;
  }
}

/** NODE_OPTIONS is for the server: an inspector's port, for example, can't be shared. */
function childEnvironment(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
  libraryPath: string | undefined,
): NodeJS.ProcessEnv {
  const own: NodeJS.ProcessEnv = { ...env, UV_THREADPOOL_SIZE: POOL_THREADS };
  delete own['NODE_OPTIONS'];
  if (libraryPath === undefined) return own;
  const name = platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
  const before = env[name];
  const folder = dirname(libraryPath);
  return { ...own, [name]: before ? `${folder}${delimiter}${before}` : folder };
}
