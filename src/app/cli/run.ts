import type { ChannelPush } from '../../domain/hosts/entry.js';
import { HOSTS, parseHost, type HostName } from '../../domain/hosts/host.js';
import { commandLine, selfCommand } from '../../domain/hosts/self-command.js';
import type { AuditLogPort } from '../../ports/audit.js';
import type { BridgePort } from '../../ports/bridge.js';
import type { ClockPort } from '../../ports/clock.js';
import type { CoreLibraryPort } from '../../ports/core-library.js';
import type { DaemonPort } from '../../ports/daemon.js';
import type { DoctorPort, McpProbePort } from '../../ports/doctor.js';
import type { FileStorePort } from '../../ports/file-store.js';
import type { HostRegistryPort } from '../../ports/host-registry.js';
import type { SandboxDoorPort } from '../../ports/sandbox.js';
import type { TerminalPort } from '../../ports/terminal.js';
import {
  AUDIT_LOG_PORT,
  BRIDGE_PORT,
  CLOCK_PORT,
  CORE_LIBRARY_PORT,
  DAEMON_PORT,
  DOCTOR_PORT,
  FILE_STORE_PORT,
  HOST_REGISTRY_PORT,
  MCP_PROBE_PORT,
  SANDBOX_DOOR_PORT,
} from '../../ports/tokens.js';
import { audit } from '../commands/audit.js';
import { bridge } from '../commands/bridge.js';
import type { CommandOutcome } from '../commands/outcome.js';
import { core, coreInstall } from '../commands/core.js';
import { doctor } from '../commands/doctor.js';
import { owner } from '../commands/owner.js';
import { register } from '../commands/register.js';
import { service } from '../commands/service.js';
import { isOnSandbox, startOptions } from '../commands/start-options.js';
import { unregister } from '../commands/unregister.js';
import { commandContainer } from '../container.js';
import { agentName, isGiven, oneOf, UsageError, valueOf, type OptionValues } from './arguments.js';
import { commandRules } from './commands.js';
import { parseCommandLine, type Parsed } from './parse.js';
import { invocationOf, programVersion } from './process.js';
import { runServe } from './run-serve.js';
import { startFailure } from './serve.js';
import { dataFolderOf } from './serve-settings.js';
import { StopSignals } from './stop-signals.js';

/** Runs a command line; resolves with the exit code of the process (api 3.3). Never rejects. */
export async function runCli(args: readonly string[], terminal: TerminalPort): Promise<number> {
  try {
    const parsed = parseCommandLine(args, commandRules);
    if (parsed.kind === 'help') {
      terminal.out(parsed.text);
      return 0;
    }
    const { exitCode } = await runCommand(parsed, terminal);
    return exitCode;
  } catch (error) {
    const { text, exitCode } = startFailure(error);
    terminal.err(text);
    return exitCode;
  }
}

type Command = Extract<Parsed, { kind: 'command' }>;

async function runCommand(
  { command, words, options }: Command,
  terminal: TerminalPort,
): Promise<CommandOutcome> {
  if (command === 'core') return runCore(words, options, terminal);
  const agent = agentName(words);
  if (command === 'serve') return runServe(agent, options, terminal);
  const invocation = invocationOf();
  const from = commandContainer(
    dataFolderOf(agent, options),
    terminal,
    invocation,
    programVersion(),
  );
  switch (command) {
    case 'register':
      return register(
        {
          registry: registryOf(from),
          files: from.resolve<FileStorePort>(FILE_STORE_PORT),
          terminal,
        },
        {
          agent,
          host: hostOf(options),
          scope: oneOf(options, 'scope', ['user', 'local']),
          dataGiven: isGiven(options, 'data'),
          print: isGiven(options, 'print'),
          channel: channelOf(options),
        },
      );
    case 'unregister':
      return unregister(
        { registry: registryOf(from), terminal },
        {
          agent,
          host: hostOf(options),
          scope: oneOf(options, 'scope', ['user', 'local']),
          print: isGiven(options, 'print'),
        },
      );
    case 'bridge':
      return bridge(
        { bridge: from.resolve<BridgePort>(BRIDGE_PORT) },
        {
          agent,
          version: programVersion(),
          invocation,
          channel: channelOf(options),
          serveOptions: await serveOptions(from, agent, options),
        },
      );
    case 'audit':
      return audit(
        { log: from.resolve<AuditLogPort>(AUDIT_LOG_PORT), terminal },
        {
          json: isGiven(options, 'json'),
          follow: isGiven(options, 'follow'),
          verify: isGiven(options, 'verify'),
          signal: isGiven(options, 'follow') ? firstSignal() : new AbortController().signal,
        },
      );
    case 'doctor':
      return runDoctor(from, agent, options, terminal);
    case 'service':
      return service(
        { registry: registryOf(from), terminal },
        {
          agent,
          systemd: isGiven(options, 'systemd'),
          launchd: isGiven(options, 'launchd'),
          ...(isGiven(options, 'data') ? { data: dataFolderOf(agent, options) } : {}),
        },
      );
    case 'owner': {
      const words = [...selfCommand(invocation), 'serve', agent, '--core', 'sandbox'];
      const data = isGiven(options, 'data') ? ['--data', dataFolderOf(agent, options)] : [];
      const start = commandLine([...words, ...data], invocation.platform);
      return owner(from.resolve<SandboxDoorPort>(SANDBOX_DOOR_PORT), terminal, start);
    }
    default:
      throw new Error(`No command ${command}.`);
  }
}

/** Options with which the agent of the data folder is started. */
async function serveOptions(
  from: ReturnType<typeof commandContainer>,
  agent: string,
  options: OptionValues,
): Promise<readonly string[]> {
  const dataFolder = dataFolderOf(agent, options);
  const sandbox = await isOnSandbox(from.resolve<DoctorPort>(DOCTOR_PORT), dataFolder);
  return startOptions(sandbox, dataFolder, isGiven(options, 'data'));
}

function runDoctor(
  from: ReturnType<typeof commandContainer>,
  agent: string,
  options: OptionValues,
  terminal: TerminalPort,
): Promise<CommandOutcome> {
  const coreLibrary = valueOf(options, 'core-lib');
  return doctor(
    {
      computer: from.resolve<DoctorPort>(DOCTOR_PORT),
      library: from.resolve<CoreLibraryPort>(CORE_LIBRARY_PORT),
      mcp: from.resolve<McpProbePort>(MCP_PROBE_PORT),
      daemon: from.resolve<DaemonPort>(DAEMON_PORT),
      registry: registryOf(from),
      files: from.resolve<FileStorePort>(FILE_STORE_PORT),
      audit: from.resolve<AuditLogPort>(AUDIT_LOG_PORT),
      clock: from.resolve<ClockPort>(CLOCK_PORT),
      terminal,
    },
    {
      agent,
      dataGiven: isGiven(options, 'data'),
      json: isGiven(options, 'json'),
      ...(coreLibrary === undefined ? {} : { coreLibrary }),
    },
  );
}

/** `simplex-mcp core` and `core install`, which are for no agent. */
function runCore(
  words: readonly string[],
  options: OptionValues,
  terminal: TerminalPort,
): Promise<CommandOutcome> {
  const from = commandContainer('', terminal, invocationOf(), programVersion());
  const ports = { library: from.resolve<CoreLibraryPort>(CORE_LIBRARY_PORT), terminal };
  const given = valueOf(options, 'core-lib');
  if (words.length === 0) return core(ports, given);
  if (words.length === 1 && words[0] === 'install') return coreInstall(ports, given);
  throw new UsageError('Usage: simplex-mcp core [install] [options]. Run simplex-mcp core --help.');
}

/** Aborted at the first SIGINT or SIGTERM. */
function firstSignal(): AbortSignal {
  const ended = new AbortController();
  const signals = new StopSignals().listen();
  void signals.first.then(() => {
    ended.abort();
  });
  return ended.signal;
}

function registryOf(from: ReturnType<typeof commandContainer>): HostRegistryPort {
  return from.resolve<HostRegistryPort>(HOST_REGISTRY_PORT);
}

function hostOf(options: OptionValues): HostName {
  const text = valueOf(options, 'host') ?? 'claude-code';
  const host = parseHost(text);
  if (host === undefined) {
    throw new UsageError(`--host: one of ${HOSTS.join(', ')} expected, got ${text}`);
  }
  return host;
}

function channelOf(options: OptionValues): ChannelPush {
  if (isGiven(options, 'channel-text')) return 'text';
  return isGiven(options, 'channel') ? 'notice' : 'off';
}
