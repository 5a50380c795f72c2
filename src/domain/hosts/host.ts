/** The MCP hosts that `register` knows. */
export const HOSTS = [
  'claude-code',
  'claude-desktop',
  'cursor',
  'vscode',
  'codex',
  'gemini',
  'opencode',
] as const;

export type HostName = (typeof HOSTS)[number];

export function parseHost(text: string): HostName | undefined {
  return HOSTS.find((host) => host === text);
}

/** How people call the host. */
export function hostTitle(host: HostName): string {
  switch (host) {
    case 'claude-code':
      return 'Claude Code';
    case 'claude-desktop':
      return 'Claude Desktop';
    case 'cursor':
      return 'Cursor';
    case 'vscode':
      return 'VS Code';
    case 'codex':
      return 'Codex';
    case 'gemini':
      return 'Gemini CLI';
    case 'opencode':
      return 'OpenCode';
  }
}

/** Name of the agent's server in the hosts' lists (api 3.2). */
export function serverName(agent: string): string {
  return `simplex-${agent}`;
}
