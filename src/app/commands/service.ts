import { selfProcess } from '../../domain/hosts/self-command.js';
import { SERVICE_USAGE, launchdPlist, systemdUnit } from '../../domain/service/unit.js';
import type { HostRegistryPort } from '../../ports/host-registry.js';
import type { TerminalPort } from '../../ports/terminal.js';
import { DONE, WRONG_USAGE, type CommandOutcome } from './outcome.js';

export interface ServicePorts {
  readonly registry: Pick<HostRegistryPort, 'invocation' | 'system'>;
  readonly terminal: TerminalPort;
}

export interface ServiceOptions {
  /** NAME of the agent. */
  readonly agent: string;
  /** Which of `--systemd` and `--launchd` were given. */
  readonly systemd: boolean;
  readonly launchd: boolean;
  /** `--data`, absolute, when it was given. */
  readonly data?: string;
}

/** `simplex-mcp service NAME`: prints a unit on stdout, and what to do with it on stderr. Changes nothing. */
export function service(
  { registry, terminal }: ServicePorts,
  { agent, systemd, launchd, data }: ServiceOptions,
): CommandOutcome {
  if (systemd === launchd) {
    terminal.err(SERVICE_USAGE);
    return WRONG_USAGE;
  }
  const folder = data === undefined ? [] : ['--data', data];
  const command = [...selfProcess(registry.invocation), 'serve', agent, ...folder];
  const facts = { agent, command, home: registry.system.home };
  const { text, steps } = systemd ? systemdUnit(facts) : launchdPlist(facts);
  terminal.out(text);
  for (const step of steps) terminal.err(step);
  return DONE;
}
