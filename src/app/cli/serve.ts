import type { TerminalPort } from '../../ports/terminal.js';
import { PortInUseError } from '../../ports/mcp.js';
import { commandLine, selfCommand } from '../../domain/hosts/self-command.js';
import { oneLine } from '../../domain/text/line.js';
import { DONE, FAILED, type CommandOutcome } from '../commands/outcome.js';
import { SERVER, serveContainer, type ServeCore } from '../container.js';
import { DataFolderInUse } from '../data-folder.js';
import { errorText } from '../errors.js';
import type { Server } from '../server.js';
import type { ServeSettings } from '../settings.js';
import { UsageError } from './arguments.js';
import { invocationOf, programVersion } from './process.js';
import type { StopSignals } from './stop-signals.js';

/** `simplex-mcp serve NAME`: runs until a signal, or until the core is gone (behaviour 4, api 3.3). */
export async function serve(
  settings: ServeSettings,
  core: ServeCore,
  terminal: TerminalPort,
  signals: StopSignals,
): Promise<CommandOutcome> {
  const invocation = invocationOf();
  const command = commandLine(selfCommand(invocation), invocation.platform);
  const identity = { version: programVersion(), command };
  const container = serveContainer({ settings, core, identity, invocation, terminal });
  const server = container.resolve<Server>(SERVER);
  const starting = server.start();
  const started = await Promise.race([
    starting.then(({ lost }) => ({ kind: 'started' as const, lost })),
    signals.first.then(() => ({ kind: 'signal' as const })),
  ]);
  if (started.kind === 'started') {
    const end = await Promise.race([started.lost, signals.first]);
    if (end !== undefined) terminal.err(`simplex-mcp: ${oneLine(end)}`);
    return stop(server, terminal, signals, end !== undefined);
  }
  // What the start was doing fails by the stop; the person asked for it.
  starting.catch(() => undefined);
  return stop(server, terminal, signals, false);
}

async function stop(
  server: Server,
  terminal: TerminalPort,
  signals: StopSignals,
  coreLost: boolean,
): Promise<CommandOutcome> {
  try {
    await server.stop(signals.second);
    return coreLost ? FAILED : DONE;
  } catch (error) {
    terminal.err(`stop: ${oneLine(errorText(error))}`);
    return FAILED;
  }
}

/** The message of a start that failed (api 3.3). */
export function startFailure(error: unknown): { readonly text: string; readonly exitCode: 1 | 2 } {
  if (error instanceof UsageError) return { text: error.message, exitCode: 2 };
  if (error instanceof DataFolderInUse) return { text: error.message, exitCode: 1 };
  if (error instanceof PortInUseError) {
    return { text: `Port ${error.port} is in use. Start with --port N.`, exitCode: 1 };
  }
  return { text: `simplex-mcp: ${oneLine(errorText(error))}`, exitCode: 1 };
}
