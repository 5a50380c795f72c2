import { isOwnEntry, type Entry } from '../hosts/entry.js';
import { hostTitle, serverName, type HostName } from '../hosts/host.js';
import { bad, good, type Check } from './check.js';

/** An entry that a host has under the agent's server name. */
export interface FoundEntry {
  readonly host: HostName;
  readonly scope: 'user' | 'local';
  readonly path: string;
  readonly value: unknown;
  /** What `register` would write now, with and without channel push. */
  readonly expected: readonly Entry[];
  /** Program, and script where it has one, of an entry that runs a command, that are not there. */
  readonly missing: readonly string[];
}

/** `register`: the command that registers the agent, as a person types it, without options. */
export function entryCheck(agent: string, found: FoundEntry, register: string): Check {
  const { host, scope, path, value, expected, missing } = found;
  const title = scope === 'local' ? `${hostTitle(host)}, this project` : hostTitle(host);
  const options = `${host === 'claude-code' ? '' : ` --host ${host}`}${scope === 'local' ? ' --scope local' : ''}`;
  const again = `run ${register}${options}`;
  if (!isOwnEntry(value, agent))
    return bad(
      `${title}: ${serverName(agent)} in ${path} is not of this program`,
      `rename or remove it, then ${again}`,
    );
  if (missing.length > 0) return bad(`${title}: ${missing.join(', ')} is not there`, again);
  return expected.some((entry) => matches(entry, value))
    ? good(`${title} is registered`)
    : bad(`${title}: the entry in ${path} is not up to date`, again);
}

/** No host at all has an entry. */
export function noHostCheck(register: string): Check {
  return bad('The agent is registered in no MCP host', `run ${register}`);
}

/** What a person may set as they like: how long calls may take, and whether the server is used. */
const PERSONAL: ReadonlySet<string> = new Set([
  'timeout',
  'startup_timeout_sec',
  'tool_timeout_sec',
  'enabled',
]);

/**
 * Whether an entry does what `register` would write: what the person added or set is left aside, and so is by which
 * program the bridge is started, which differs when this program was started in another way.
 */
function matches(expected: Entry, value: unknown): boolean {
  const held = value as Entry;
  return Object.entries(expected).every(([key, wanted]) => {
    if (PERSONAL.has(key)) return true;
    if (key === 'command' && typeof wanted === 'string') return typeof held[key] === 'string';
    return Array.isArray(wanted)
      ? sameList(bridgeWords(wanted), bridgeWords(held[key]))
      : held[key] === wanted;
  });
}

/** The words from `bridge` on. */
function bridgeWords(value: unknown): readonly unknown[] {
  const words: readonly unknown[] = Array.isArray(value) ? value : [];
  return words.slice(words.indexOf('bridge'));
}

function sameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

/** Paths of an entry's command that should be files: the program, and a script that it is given. */
export function commandPaths(value: unknown): {
  readonly program?: string;
  readonly script?: string;
} {
  const { command, args } = (value ?? {}) as { command?: unknown; args?: unknown };
  const [program, script] = [command, args].flat();
  if (typeof program !== 'string') return {};
  const isPath = typeof script === 'string' && /^(\/|[A-Za-z]:\\)/.test(script);
  return isPath ? { program, script } : { program };
}
