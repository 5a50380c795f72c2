import {
  installedAlready,
  libraryLines,
  loadedLines,
  notLoadedLines,
  nothingInstalledLines,
} from '../../domain/core/library-text.js';
import { CoreLibraryError, type CoreLibraryPort } from '../../ports/core-library.js';
import type { TerminalPort } from '../../ports/terminal.js';
import { DONE, FAILED, type CommandOutcome } from './outcome.js';

export interface CorePorts {
  readonly library: CoreLibraryPort;
  readonly terminal: TerminalPort;
}

/** `simplex-mcp core`: which library is used, whether it loads, and its version. `given`: `--core-lib`. */
export async function core(
  { library, terminal }: CorePorts,
  given: string | undefined,
): Promise<CommandOutcome> {
  return telling(terminal, async () => {
    const found = await library.find(given);
    if (found.kind === 'none') {
      print(terminal, nothingInstalledLines(found.build));
      return FAILED;
    }
    print(terminal, libraryLines(found.path, found.source));
    return show(library, terminal, found.path);
  });
}

/** `simplex-mcp core install`: downloads the pinned build unless a library is there, and loads it. */
export async function coreInstall(
  { library, terminal }: CorePorts,
  given: string | undefined,
): Promise<CommandOutcome> {
  return telling(terminal, async () => {
    const before = await library.find(given);
    const path = await library.provide(given, true);
    if (before.kind === 'library') terminal.out(installedAlready(path, before.source));
    else print(terminal, libraryLines(path, 'cache'));
    return show(library, terminal, path);
  });
}

async function show(
  library: CoreLibraryPort,
  terminal: TerminalPort,
  path: string,
): Promise<CommandOutcome> {
  const probe = await library.probe(path);
  switch (probe.kind) {
    case 'loads':
      print(terminal, loadedLines(probe.version));
      return DONE;
    case 'fails':
      print(terminal, notLoadedLines(probe.reason));
      return FAILED;
  }
}

async function telling(
  terminal: TerminalPort,
  run: () => Promise<CommandOutcome>,
): Promise<CommandOutcome> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof CoreLibraryError)) throw error;
    terminal.err(error.message);
    return FAILED;
  }
}

function print(terminal: TerminalPort, lines: readonly string[]): void {
  for (const line of lines) terminal.out(line);
}
