import { webSocketWarning } from '../../domain/network/core-option.js';
import type { CoreLibraryPort } from '../../ports/core-library.js';
import type { TerminalPort } from '../../ports/terminal.js';
import { CORE_LIBRARY_PORT } from '../../ports/tokens.js';
import type { CommandOutcome } from '../commands/outcome.js';
import { commandContainer, ownerTerminal, type ServeCore } from '../container.js';
import type { OptionValues } from './arguments.js';
import { invocationOf, programVersion } from './process.js';
import { serve } from './serve.js';
import { coreSettings, serveSettings, type CoreSettings } from './serve-settings.js';
import { StopSignals } from './stop-signals.js';

/** Checks the options of `serve`, finds its core and runs it. */
export async function runServe(
  agent: string,
  options: OptionValues,
  terminal: TerminalPort,
): Promise<CommandOutcome> {
  const settings = serveSettings(agent, options);
  const core = coreSettings(options);
  const signals = new StopSignals().listen();
  if (core.core.kind === 'sandbox') {
    const seat = ownerTerminal(signals.signal);
    const sandbox: ServeCore = { kind: 'sandbox', console: seat?.console };
    return serve(settings, sandbox, seat?.terminal ?? terminal, signals);
  }
  return serve(settings, await findCore(settings.dataFolder, core, terminal), terminal, signals);
}

async function findCore(
  dataFolder: string,
  settings: CoreSettings,
  terminal: TerminalPort,
): Promise<ServeCore> {
  const { core, socksProxy } = settings;
  const network = {
    smpServers: settings.smpServers.map(({ text }) => text),
    xftpServers: settings.xftpServers.map(({ text }) => text),
    ...(socksProxy === undefined ? {} : { socksProxy: socksProxy.text }),
  };
  switch (core.kind) {
    case 'websocket':
      terminal.err(webSocketWarning(core.url, core.place));
      return { kind: 'websocket', url: core.url, network };
    case 'native':
      return {
        kind: 'native',
        library: await libraryOf(dataFolder, settings, terminal),
        network,
      };
    case 'sandbox':
      throw new Error('The sandbox has no core to find.');
  }
}

/** Finds libsimplex, or downloads it; not where a proxy is to be used, which the download would go past. */
function libraryOf(
  dataFolder: string,
  { library, socksProxy }: CoreSettings,
  terminal: TerminalPort,
): Promise<string> {
  const from = commandContainer(dataFolder, terminal, invocationOf(), programVersion());
  return from
    .resolve<CoreLibraryPort>(CORE_LIBRARY_PORT)
    .provide(library, socksProxy === undefined);
}
