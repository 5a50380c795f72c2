import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SOURCE = fileURLToPath(new URL('./stub.c', import.meta.url));

export interface Stub {
  /** Folder of this stub, for its databases and notes too. */
  readonly folder: string;
  readonly library: string;
  remove(): Promise<void>;
}

/** Why the stub can't be built here, for the message of skipped tests. */
export async function missingCompiler(): Promise<string | undefined> {
  if (process.platform === 'win32') return 'the stub is written for POSIX systems';
  try {
    await run('cc', ['--version']);
    return undefined;
  } catch {
    return 'no C compiler: cc is not found';
  }
}

/** Builds the stub in a temporary folder; with a library beside it that it needs and does not say where to find. */
export async function buildStub(options: { dependency?: boolean } = {}): Promise<Stub> {
  const folder = await mkdtemp(join(tmpdir(), 'simplex-mcp-stub-'));
  const suffix = process.platform === 'darwin' ? 'dylib' : 'so';
  const library = join(folder, `libsimplex.${suffix}`);
  const cc = (output: string, ...more: string[]): Promise<unknown> =>
    run('cc', ['-shared', '-fPIC', '-O1', '-Wall', '-Werror', '-pthread', '-o', output, ...more]);
  if (options.dependency === true) {
    const source = join(folder, 'dependency.c');
    await writeFile(source, 'long stub_dependency(void) { return 7; }\n');
    await cc(join(folder, `libstubdependency.${suffix}`), source);
    await cc(library, SOURCE, '-DWITH_DEPENDENCY', '-L', folder, '-lstubdependency');
  } else await cc(library, SOURCE);
  return { folder, library, remove: () => rm(folder, { recursive: true, force: true }) };
}
