import type { DependencyContainer } from 'tsyringe';
import type { ChannelPush } from '../../domain/hosts/entry.js';
import { HOSTS, parseHost, type HostName } from '../../domain/hosts/host.js';
import { commandLine, selfCommand } from '../../domain/hosts/self-command.js';
import type { BridgePort } from '../../ports/bridge.js';
import type { FileStorePort } from '../../ports/file-store.js';
import type { HostRegistryPort } from '../../ports/host-registry.js';
import type { SandboxDoorPort } from '../../ports/sandbox.js';
import type { TerminalPort } from '../../ports/terminal.js';
import {
  BRIDGE_PORT,
  FILE_STORE_PORT,
  HOST_REGISTRY_PORT,
  SANDBOX_DOOR_PORT,
} from '../../ports/tokens.js';
import { bridge } from '../commands/bridge.js';
import type { CommandOutcome } from '../commands/outcome.js';
import { owner } from '../commands/owner.js';
import { register } from '../commands/register.js';
import { unregister } from '../commands/unregister.js';
import { commandContainer } from '../container.js';
import { agentName, isGiven, oneOf, UsageError, valueOf, type OptionValues } from './arguments.js';
import { commandRules } from './commands.js';
import { parseCommandLine, type Parsed } from './parse.js';
import { invocationOf, programVersion } from './process.js';
import { runServe } from './run-serve.js';
import { startFailure } from './serve.js';
import { dataFolderOf } from './serve-settings.js';

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
  const agent = agentName(words);
  if (command === 'serve') return runServe(agent, options, terminal);
  const invocation = invocationOf();
  const from = commandContainer(dataFolderOf(agent, options), terminal, invocation);
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
        { agent, version: programVersion(), invocation, channel: channelOf(options) },
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

function registryOf(from: DependencyContainer): HostRegistryPort {
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
