import { oneLine } from '../text/line.js';
import { entryJson, type Entry } from './entry.js';
import type { ConfigProblem, ConfigTarget } from './config-target.js';
import { hostTitle, serverName, type HostName } from './host.js';
import { tomlTable } from './toml.js';

/** What `register` and `unregister` say. */

/** No server of this name has written its data folder (api 3.3). `start`: the command that starts it, as typed. */
export function neverStarted(agent: string, start: string): string {
  return `Agent "${agent}" was never started. Start it with: ${start}`;
}

/** The entry that a person adds when there is no `claude` program (api 3.3, LOCATION). */
export function manualClaudeEntry(
  agent: string,
  entry: Entry,
  project: string | undefined,
): string {
  const location = tableName(project === undefined ? [] : ['projects', project], 'mcpServers');
  return `Add this entry under ${location} in ~/.claude.json: ${entryJson(agent, entry)}`;
}

/** The same for `unregister`. */
export function manualClaudeRemoval(agent: string, project: string | undefined): string {
  const location = tableName(project === undefined ? [] : ['projects', project], 'mcpServers');
  return `Remove "${serverName(agent)}" under ${location} in ~/.claude.json.`;
}

/** `claude mcp add-json` or `remove` failed; `error` is what it wrote. */
export function claudeFailed(command: 'add-json' | 'remove', error: string): string {
  return `claude mcp ${command} failed: ${oneLine(error)}`;
}

export function registeredInClaude(agent: string, scope: 'user' | 'local'): string {
  return `Added ${serverName(agent)} to Claude Code, scope ${scope}.`;
}

export function unregisteredFromClaude(agent: string, scope: 'user' | 'local'): string {
  return `Removed ${serverName(agent)} from Claude Code, scope ${scope}.`;
}

/** How Claude Code is started so that it takes the messages of the bridge. */
export function channelHint(agent: string): string {
  return `Start it with: claude --dangerously-load-development-channels server:${serverName(agent)}`;
}

export function registered(
  agent: string,
  host: HostName,
  path: string,
  backup: string | undefined,
): string {
  return `Added ${serverName(agent)} to ${path}.${backupText(backup)} Restart ${hostTitle(host)}.`;
}

export function unregistered(
  agent: string,
  host: HostName,
  path: string,
  backup: string | undefined,
): string {
  return `Removed ${serverName(agent)} from ${path}.${backupText(backup)} Restart ${hostTitle(host)}.`;
}

function backupText(backup: string | undefined): string {
  return backup === undefined ? '' : ` The file before is ${backup}.`;
}

export function alreadyRegistered(agent: string, path: string): string {
  return `${serverName(agent)} is in ${path} already.`;
}

export function notRegistered(agent: string, host: HostName): string {
  return `${serverName(agent)} is not registered in ${hostTitle(host)}.`;
}

/** An entry of the server's name that `register` did not write. */
export function foreignEntry(agent: string, path: string): string {
  return (
    `${path} has an entry ${serverName(agent)} that simplex-mcp did not write. ` +
    'Nothing was changed. Rename or remove that entry first.'
  );
}

/** What is wrong with a config file; without `Nothing was changed.` */
export function problemText(
  path: string,
  format: ConfigTarget['format'],
  problem: ConfigProblem,
): string {
  const name = format === 'json' ? 'JSON' : 'TOML';
  switch (problem.kind) {
    case 'invalid':
      return `${path} is not valid ${name} (line ${problem.line}, column ${problem.column}).`;
    case 'link':
      return `${path} is a link to ${problem.target}.`;
    case 'read-only':
      return `${path} is read-only.`;
    case 'unexpected':
      return problem.key === ''
        ? `${path} is not a ${name} object.`
        : `"${oneLine(problem.key)}" in ${path} is not in a form that can be edited in place.`;
    case 'changed':
      return `${path} was changed by another program meanwhile.`;
    case 'failed':
      return `${path} can't be read or written: ${problem.code}.`;
  }
}

/** After a problem: what was done, which is nothing, and what the person can do. */
export const NOTHING_CHANGED = 'Nothing was changed. To edit it by hand, run with --print.';

/** Where the entry of `--print` belongs. */
export function printedLocation(target: ConfigTarget, path: string): string {
  return target.format === 'toml'
    ? `Add this to ${path}:`
    : `Add this under ${tableName(target.servers.slice(0, -1), target.servers.at(-1) ?? '')} in ${path}:`;
}

/** Where the entry that `unregister --print` names is. */
export function printedRemoval(agent: string, target: ConfigTarget, path: string): string {
  const table = tableName(target.servers.slice(0, -1), target.servers.at(-1) ?? '');
  return `Remove "${serverName(agent)}" under ${table} in ${path}.`;
}

/** The entry of `--print`, in the format of the file. */
export function printedEntry(agent: string, target: ConfigTarget, entry: Entry): string {
  return target.format === 'toml'
    ? tomlTable([...target.servers, serverName(agent)], entry).trimEnd()
    : JSON.stringify({ [serverName(agent)]: entry }, null, 2);
}

function tableName(outer: readonly string[], last: string): string {
  return [...outer, last].map((key) => JSON.stringify(key)).join(' > ');
}

/** `--scope local` and `--channel` are settings of Claude Code. */
export function claudeCodeOnly(option: string): string {
  return `${option} applies to --host claude-code.`;
}
