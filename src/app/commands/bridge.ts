import { bridgeTexts, channelInstructions } from '../../domain/bridge/text.js';
import type { ChannelPush } from '../../domain/hosts/entry.js';
import { commandLine, selfCommand, type Invocation } from '../../domain/hosts/self-command.js';
import type { BridgePort } from '../../ports/bridge.js';
import type { ListedTool } from '../../ports/mcp.js';
import { toolDefinitions, type ToolHandlers } from '../tools/definitions.js';
import { instructions } from '../tools/instructions.js';
import { DONE, type CommandOutcome } from './outcome.js';

export interface BridgeOptions {
  /** NAME of the agent. */
  readonly agent: string;
  /** Of this program. */
  readonly version: string;
  readonly invocation: Invocation;
  /** `--channel`, `--channel-text`. */
  readonly channel: ChannelPush;
  /** Options of `serve` with which this agent is started, for example `--data FOLDER`. */
  readonly serveOptions?: readonly string[];
}

/** `simplex-mcp bridge NAME`: an MCP server over stdio for hosts that can't be given a token. Ends with its host. */
export async function bridge(
  { bridge: port }: { readonly bridge: BridgePort },
  { agent, version, invocation, channel, serveOptions = [] }: BridgeOptions,
): Promise<CommandOutcome> {
  const words = [...selfCommand(invocation), 'serve', agent, ...serveOptions];
  await port.run({
    agent,
    version,
    channel,
    channelInstructions: channelInstructions(agent, channel === 'text'),
    texts: bridgeTexts(agent, commandLine(words, invocation.platform)),
    offline: { instructions: instructions(agent, 'requests'), tools: offlineTools() },
    repeatable: new Set(['list', 'receive']),
  });
  return DONE;
}

/**
 * The tools as a host lists them while the server is not there. The mode is not known then: they are described as in
 * mode `requests`, and ask for the host's own question as in mode `host`.
 */
function offlineTools(): readonly ListedTool[] {
  const strict = toolDefinitions('host', NO_HANDLERS);
  return toolDefinitions('requests', NO_HANDLERS).map((tool) => {
    const meta = strict.find(({ name }) => name === tool.name)?.meta;
    return { ...tool, ...(meta ? { meta } : {}) };
  });
}

const notHere = (): never => {
  throw new Error('The bridge calls no tools itself.');
};

const NO_HANDLERS: ToolHandlers = {
  connect: notHere,
  send: notHere,
  receive: notHere,
  download: notHere,
  list: notHere,
  leave: notHere,
};
