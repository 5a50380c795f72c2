import { isOwnEntry } from '../../domain/hosts/entry.js';
import { serverName, type HostName } from '../../domain/hosts/host.js';
import {
  NOTHING_CHANGED,
  claudeCodeOnly,
  claudeFailed,
  foreignEntry,
  manualClaudeRemoval,
  notRegistered,
  printedRemoval,
  problemText,
  unregistered,
  unregisteredFromClaude,
} from '../../domain/hosts/text.js';
import type { HostRegistryPort } from '../../ports/host-registry.js';
import type { TerminalPort } from '../../ports/terminal.js';
import { hostPlace, type HostPlace, type Scope } from './host-place.js';
import { DONE, FAILED, WRONG_USAGE, type CommandOutcome } from './outcome.js';

export interface UnregisterPorts {
  readonly registry: HostRegistryPort;
  readonly terminal: TerminalPort;
}

export interface UnregisterOptions {
  /** NAME of the agent; its data folder need not exist any more. */
  readonly agent: string;
  readonly host: HostName;
  readonly scope: Scope;
  /** `--print`: say what to remove, change nothing. */
  readonly print: boolean;
}

/** `simplex-mcp unregister NAME`: undoes `register` with the same host and scope. */
export async function unregister(
  ports: UnregisterPorts,
  options: UnregisterOptions,
): Promise<CommandOutcome> {
  const { registry, terminal } = ports;
  const { agent, host, scope } = options;
  if (host !== 'claude-code' && scope === 'local') {
    terminal.err(claudeCodeOnly('--scope local'));
    return WRONG_USAGE;
  }
  const place = await hostPlace(registry, host, scope);
  const read = await registry.readEntry(place.target, serverName(agent));
  if (options.print) {
    terminal.out(printedRemoval(agent, place.target, read.path));
    return DONE;
  }
  switch (read.kind) {
    case 'none':
      terminal.out(notRegistered(agent, host));
      return DONE;
    case 'problem':
      // Claude Code edits its own file, so it may know better.
      if (host === 'claude-code') return removeFromClaude(ports, options, place);
      terminal.err(
        `${problemText(read.path, place.target.format, read.problem)} ${NOTHING_CHANGED}`,
      );
      return FAILED;
    case 'entry':
      if (!isOwnEntry(read.value, agent)) {
        terminal.err(foreignEntry(agent, read.path));
        return FAILED;
      }
      return host === 'claude-code'
        ? removeFromClaude(ports, options, place)
        : removeFromConfig(ports, options, place);
  }
}

async function removeFromClaude(
  { registry, terminal }: UnregisterPorts,
  { agent, scope }: UnregisterOptions,
  { project }: HostPlace,
): Promise<CommandOutcome> {
  const removed = await registry.runClaude(['mcp', 'remove', '--scope', scope, serverName(agent)]);
  switch (removed.kind) {
    case 'not-found':
      terminal.err(manualClaudeRemoval(agent, project));
      return FAILED;
    case 'failed':
      terminal.err(claudeFailed('remove', removed.error));
      return FAILED;
    case 'done':
      terminal.out(unregisteredFromClaude(agent, scope));
      return DONE;
  }
}

async function removeFromConfig(
  { registry, terminal }: UnregisterPorts,
  { agent, host }: UnregisterOptions,
  { target }: HostPlace,
): Promise<CommandOutcome> {
  const removed = await registry.removeEntry(target, serverName(agent));
  switch (removed.kind) {
    case 'written':
      terminal.out(unregistered(agent, host, removed.path, removed.backup));
      return DONE;
    case 'unchanged':
      terminal.out(notRegistered(agent, host));
      return DONE;
    case 'problem':
      terminal.err(
        `${problemText(removed.path, target.format, removed.problem)} ${NOTHING_CHANGED}`,
      );
      return FAILED;
  }
}
