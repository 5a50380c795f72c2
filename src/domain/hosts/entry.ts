import { shellQuoted } from '../text/shell.js';
import { serverName, type HostName } from './host.js';
import { mcpUrl } from './server-info.js';
import { windowsPath } from './windows-shell.js';

/** How much of new messages the bridge pushes to a host that takes them. */
export type ChannelPush = 'off' | 'notice' | 'text';

/** The agent that an entry is for. */
export interface EntryFacts {
  readonly agent: string;
  readonly platform: 'posix' | 'windows';
  /** Absolute path of the data folder. */
  readonly dataFolder: string;
  /** The folder is not the default one, so commands name it. */
  readonly dataGiven: boolean;
  readonly port: number;
  readonly expireHours: number;
  /** Program and first arguments that start simplex-mcp. */
  readonly self: readonly string[];
  readonly channel: ChannelPush;
}

/** A server's entry in the config of a host: plain JSON data. */
export type Entry = Readonly<Record<string, unknown>>;

/** Milliseconds that one call may take: the wait for a decision, the longest `wait` and ten minutes (api 3.2). */
export function callTimeoutMs(expireHours: number): number {
  return (expireHours + 24) * 3_600_000 + 600_000;
}

/** The command that prints the headers file, for the shell of the platform (behaviour 6.2). */
export function headersHelper(dataFolder: string, platform: EntryFacts['platform']): string {
  return platform === 'windows'
    ? `type ${windowsPath(`${dataFolder}\\headers.json`)}`
    : `cat ${shellQuoted(`${dataFolder}/headers.json`)}`;
}

/** Program and arguments of the bridge. */
export function bridgeCommand(
  facts: Pick<EntryFacts, 'agent' | 'dataFolder' | 'dataGiven' | 'self' | 'channel'>,
): readonly string[] {
  const data = facts.dataGiven ? ['--data', facts.dataFolder] : [];
  return [...facts.self, 'bridge', facts.agent, ...data, ...channelOptions(facts.channel)];
}

function channelOptions(channel: ChannelPush): readonly string[] {
  switch (channel) {
    case 'off':
      return [];
    case 'notice':
      return ['--channel'];
    case 'text':
      return ['--channel', '--channel-text'];
  }
}

/**
 * The entry of a host as its documentation says (docs/hosts.md). Claude Code runs a command for its headers; the
 * others have no way to a token but their config file, so they get the bridge. No entry holds the token.
 */
export function hostEntry(host: HostName, facts: EntryFacts): Entry {
  const [command = '', ...args] = bridgeCommand(facts);
  const timeout = callTimeoutMs(facts.expireHours);
  switch (host) {
    case 'claude-code':
      return facts.channel === 'off'
        ? {
            type: 'http',
            url: mcpUrl(facts.port),
            headersHelper: headersHelper(facts.dataFolder, facts.platform),
            timeout,
          }
        : { type: 'stdio', command, args, timeout };
    case 'claude-desktop':
      return { command, args };
    case 'cursor':
    case 'vscode':
      return { type: 'stdio', command, args };
    case 'codex':
      return { command, args, startup_timeout_sec: 30, tool_timeout_sec: timeout / 1000 };
    case 'gemini':
      return { command, args, timeout };
    case 'opencode':
      return {
        type: 'local',
        command: [command, ...args],
        timeout: { startup: 30_000, execution: timeout },
      };
  }
}

/** The entry of OpenCode in the form of its version 1, which puts servers directly under `mcp`. */
export function openCode1Entry(facts: EntryFacts): Entry {
  return {
    type: 'local',
    command: bridgeCommand(facts),
    enabled: true,
    timeout: callTimeoutMs(facts.expireHours),
  };
}

/**
 * Whether an entry under the agent's server name is one that `register` wrote, of any version and place of this
 * program: HTTP on this computer with a helper that reads a headers file, or a command that runs the agent's bridge.
 */
export function isOwnEntry(value: unknown, agent: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { url, headersHelper: helper, command, args } = value as Record<string, unknown>;
  if (typeof url === 'string')
    return (
      /^http:\/\/127\.0\.0\.1:\d+\/mcp$/.test(url) &&
      typeof helper === 'string' &&
      /^(cat|type) .*headers\.json['"]$/.test(helper)
    );
  const words: unknown[] = [command, args].flat();
  return words.some((word, index) => word === 'bridge' && words[index + 1] === agent);
}

/** The text of an entry as a person adds it by hand: `{"simplex-NAME": ENTRY}`. */
export function entryJson(agent: string, entry: Entry): string {
  return `{"${serverName(agent)}": ${JSON.stringify(entry)}}`;
}
