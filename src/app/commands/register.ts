import type { ChannelPush, Entry, EntryFacts } from '../../domain/hosts/entry.js';
import { isOwnEntry } from '../../domain/hosts/entry.js';
import { serverName, type HostName } from '../../domain/hosts/host.js';
import { commandLine, selfCommand, selfProcess } from '../../domain/hosts/self-command.js';
import { parseServerInfo } from '../../domain/hosts/server-info.js';
import {
  NOTHING_CHANGED,
  alreadyRegistered,
  channelHint,
  claudeCodeOnly,
  claudeFailed,
  foreignEntry,
  manualClaudeEntry,
  neverStarted,
  printedEntry,
  printedLocation,
  problemText,
  registered,
  registeredInClaude,
} from '../../domain/hosts/text.js';
import type { FileStorePort } from '../../ports/file-store.js';
import type { HostRegistryPort } from '../../ports/host-registry.js';
import type { TerminalPort } from '../../ports/terminal.js';
import { hostPlace, type HostPlace, type Scope } from './host-place.js';
import { DONE, FAILED, WRONG_USAGE, type CommandOutcome } from './outcome.js';

export interface RegisterPorts {
  readonly registry: HostRegistryPort;
  /** Of the agent's data folder. */
  readonly files: Pick<FileStorePort, 'dataFolder' | 'readState'>;
  readonly terminal: TerminalPort;
}

export interface RegisterOptions {
  /** NAME of the agent. */
  readonly agent: string;
  readonly host: HostName;
  readonly scope: Scope;
  /** `--data` was given: commands in the entry name the folder. */
  readonly dataGiven: boolean;
  /** `--print`: print the entry, change nothing. */
  readonly print: boolean;
  /** `--channel`, `--channel-text`: Claude Code gets the bridge, which pushes new messages. */
  readonly channel: ChannelPush;
}

/** `simplex-mcp register NAME`: makes the agent's tools known to an MCP host (api 3.2, behaviour 6.2). */
export async function register(
  ports: RegisterPorts,
  options: RegisterOptions,
): Promise<CommandOutcome> {
  const { registry, terminal } = ports;
  const wrong = wrongOption(options);
  if (wrong !== undefined) {
    terminal.err(claudeCodeOnly(wrong));
    return WRONG_USAGE;
  }
  const facts = await entryFacts(ports, options);
  if (!facts) {
    terminal.err(neverStarted(options.agent, startCommand(ports, options)));
    return FAILED;
  }
  const place = await hostPlace(registry, options.host, options.scope);
  const entry = place.entry(facts);
  if (options.print) return print(ports, options, place, entry);
  const read = await registry.readEntry(place.target, serverName(options.agent));
  if (read.kind === 'entry' && !isOwnEntry(read.value, options.agent)) {
    terminal.err(foreignEntry(options.agent, read.path));
    return FAILED;
  }
  return options.host === 'claude-code'
    ? addToClaude(ports, options, place, entry)
    : addToConfig(ports, options, place, entry);
}

function startCommand(
  { registry: { invocation }, files }: RegisterPorts,
  { agent, dataGiven }: RegisterOptions,
): string {
  const data = dataGiven ? ['--data', files.dataFolder] : [];
  return commandLine([...selfCommand(invocation), 'serve', agent, ...data], invocation.platform);
}

function wrongOption({ host, scope, channel }: RegisterOptions): string | undefined {
  if (host === 'claude-code') return undefined;
  if (scope === 'local') return '--scope local';
  return channel === 'off' ? undefined : '--channel';
}

async function entryFacts(
  { registry, files }: RegisterPorts,
  { agent, dataGiven, channel }: RegisterOptions,
): Promise<EntryFacts | undefined> {
  const text = await files.readState('server.json');
  const server = text === undefined ? undefined : parseServerInfo(text);
  if (!server) return undefined;
  const { port, expireHours } = server;
  const { invocation } = registry;
  return {
    agent,
    platform: invocation.platform,
    dataFolder: files.dataFolder,
    dataGiven,
    port,
    expireHours,
    self: selfProcess(invocation),
    channel,
  };
}

async function print(
  { registry, terminal }: RegisterPorts,
  { agent }: RegisterOptions,
  { target }: HostPlace,
  entry: Entry,
): Promise<CommandOutcome> {
  const { path } = await registry.readEntry(target, serverName(agent));
  terminal.err(printedLocation(target, path));
  terminal.out(printedEntry(agent, target, entry));
  return DONE;
}

async function addToClaude(
  { registry, terminal }: RegisterPorts,
  { agent, scope, channel }: RegisterOptions,
  { project }: HostPlace,
  entry: Entry,
): Promise<CommandOutcome> {
  const server = serverName(agent);
  // `add-json` refuses a name that is there. That there was none is no failure.
  const removed = await registry.runClaude(['mcp', 'remove', '--scope', scope, server]);
  const added =
    removed.kind === 'not-found'
      ? removed
      : await registry.runClaude([
          ...['mcp', 'add-json', '--scope', scope],
          ...[server, JSON.stringify(entry)],
        ]);
  switch (added.kind) {
    case 'not-found':
      terminal.err(manualClaudeEntry(agent, entry, project));
      return FAILED;
    case 'failed':
      terminal.err(claudeFailed('add-json', added.error));
      return FAILED;
    case 'done':
      terminal.out(registeredInClaude(agent, scope));
      if (channel !== 'off') terminal.out(channelHint(agent));
      return DONE;
  }
}

async function addToConfig(
  { registry, terminal }: RegisterPorts,
  { agent, host }: RegisterOptions,
  { target }: HostPlace,
  entry: Entry,
): Promise<CommandOutcome> {
  const written = await registry.writeEntry(target, serverName(agent), entry);
  switch (written.kind) {
    case 'written':
      terminal.out(registered(agent, host, written.path, written.backup));
      return DONE;
    case 'unchanged':
      terminal.out(alreadyRegistered(agent, written.path));
      return DONE;
    case 'problem':
      terminal.err(
        `${problemText(written.path, target.format, written.problem)} ${NOTHING_CHANGED}`,
      );
      return FAILED;
  }
}
