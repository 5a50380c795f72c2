import {
  configTarget,
  isOpenCode1,
  openCode1Target,
  projectTarget,
  type ConfigTarget,
} from '../../domain/hosts/config-target.js';
import {
  hostEntry,
  openCode1Entry,
  type Entry,
  type EntryFacts,
} from '../../domain/hosts/entry.js';
import type { HostName } from '../../domain/hosts/host.js';
import type { HostRegistryPort } from '../../ports/host-registry.js';

/** Which config of a host. `local`: of the current project; Claude Code only. */
export type Scope = 'user' | 'local';

/** Where a host keeps the agent's entry, and what it looks like there. */
export interface HostPlace {
  readonly target: ConfigTarget;
  entry(facts: EntryFacts): Entry;
  /** Root of the project, for scope `local`. */
  readonly project?: string;
}

/** The config that `register`, `unregister` and `doctor` read and write. */
export async function hostPlace(
  registry: HostRegistryPort,
  host: HostName,
  scope: Scope,
): Promise<HostPlace> {
  const { system } = registry;
  const entry = (facts: EntryFacts): Entry => hostEntry(host, facts);
  if (host === 'claude-code' && scope === 'local') {
    const project = await registry.projectRoot();
    return { target: projectTarget(system, project), entry, project };
  }
  const target = configTarget(host, system);
  if (host !== 'opencode') return { target, entry };
  const mcp = await registry.readEntry({ ...target, servers: [] }, 'mcp');
  const first = mcp.kind === 'entry' && isOpenCode1(mcp.value);
  return first ? { target: openCode1Target(system), entry: openCode1Entry } : { target, entry };
}
