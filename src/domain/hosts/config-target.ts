import type { HostName } from './host.js';

/** The computer and account that hosts keep their configs in. */
export interface HostSystem {
  readonly os: 'linux' | 'mac' | 'windows';
  readonly home: string;
  /** Environment variables that move config folders; absent or empty ones count as not set. */
  readonly env: Readonly<
    Partial<Record<'APPDATA' | 'XDG_CONFIG_HOME' | 'CODEX_HOME' | 'CLAUDE_CONFIG_DIR', string>>
  >;
}

/** Where a host's config holds its MCP servers. */
export interface ConfigTarget {
  readonly format: 'json' | 'toml';
  /** Files to look for, in this order; a new one gets the first name. */
  readonly paths: readonly [string, ...string[]];
  /** Keys from the top of the file to the table of servers. */
  readonly servers: readonly string[];
}

/** Why a config file is not read or not changed. */
export type ConfigProblem =
  /** Not JSON (comments and trailing commas are taken) or not TOML. Line and column from 1. */
  | { readonly kind: 'invalid'; readonly line: number; readonly column: number }
  /** The path is a link: a rename would replace it, and its target may be kept elsewhere. Links are read, not written. */
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'read-only' }
  /** `key` holds something other than a table, is there twice, or is written in a form that is not edited in place. */
  | { readonly kind: 'unexpected'; readonly key: string }
  /** Another program changed the file meanwhile. */
  | { readonly kind: 'changed' }
  /** `code` of the system, for example `EACCES`. */
  | { readonly kind: 'failed'; readonly code: string };

/** The config of a host for all projects of this account (docs/hosts.md). */
export function configTarget(host: HostName, system: HostSystem): ConfigTarget {
  const at = pathJoin(system);
  const { home, env } = system;
  const json = (servers: readonly string[], ...paths: [string, ...string[]]): ConfigTarget => ({
    format: 'json',
    paths,
    servers,
  });
  switch (host) {
    case 'claude-code':
      return json(['mcpServers'], at(env.CLAUDE_CONFIG_DIR ?? home, '.claude.json'));
    case 'claude-desktop':
      return json(['mcpServers'], at(appFolder(system), 'Claude', 'claude_desktop_config.json'));
    case 'cursor':
      return json(['mcpServers'], at(home, '.cursor', 'mcp.json'));
    case 'vscode':
      return json(['servers'], at(appFolder(system), 'Code', 'User', 'mcp.json'));
    case 'codex':
      return {
        format: 'toml',
        paths: [at(env.CODEX_HOME ?? at(home, '.codex'), 'config.toml')],
        servers: ['mcp_servers'],
      };
    case 'gemini':
      return json(['mcpServers'], at(home, '.gemini', 'settings.json'));
    case 'opencode': {
      const folder = at(env.XDG_CONFIG_HOME ?? at(home, '.config'), 'opencode');
      return json(['mcp', 'servers'], at(folder, 'opencode.json'), at(folder, 'opencode.jsonc'));
    }
  }
}

/** Where Claude Code keeps servers of one project: `--scope local` (api 3.3, LOCATION). */
export function projectTarget(system: HostSystem, project: string): ConfigTarget {
  return {
    ...configTarget('claude-code', system),
    servers: ['projects', project, 'mcpServers'],
  };
}

/** Where OpenCode 1 keeps servers; it refuses to start with those of version 2 in its config. */
export function openCode1Target(system: HostSystem): ConfigTarget {
  return { ...configTarget('opencode', system), servers: ['mcp'] };
}

/** The folder of desktop programs' settings. */
function appFolder(system: HostSystem): string {
  const at = pathJoin(system);
  switch (system.os) {
    case 'mac':
      return at(system.home, 'Library', 'Application Support');
    case 'windows':
      return system.env.APPDATA ?? at(system.home, 'AppData', 'Roaming');
    case 'linux':
      return system.env.XDG_CONFIG_HOME ?? at(system.home, '.config');
  }
}

function pathJoin(system: HostSystem): (...parts: readonly string[]) => string {
  return (...parts) => parts.join(system.os === 'windows' ? '\\' : '/');
}

/** Whether the `mcp` value of an OpenCode config has the servers of version 1, directly under it. */
export function isOpenCode1(mcp: unknown): boolean {
  if (typeof mcp !== 'object' || mcp === null) return false;
  return Object.values(mcp).some(
    (held: unknown) =>
      typeof held === 'object' && held !== null && ('type' in held || 'enabled' in held),
  );
}
