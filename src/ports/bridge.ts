import type { BridgeTexts } from '../domain/bridge/text.js';
import type { ChannelPush } from '../domain/hosts/entry.js';
import type { ListedTool } from './mcp.js';

/** What the bridge serves. */
export interface BridgeService {
  readonly agent: string;
  readonly version: string;
  readonly channel: ChannelPush;
  readonly channelInstructions: string;
  readonly texts: BridgeTexts;
  /** What a host that connects while the server is not there is told; the server's own follows when it is. */
  readonly offline: { readonly instructions: string; readonly tools: readonly ListedTool[] };
  /** Tools that are called again after a restart of the server: a second call does no more than the first. */
  readonly repeatable: ReadonlySet<string>;
}

/** Serves an MCP host over stdin and stdout by the server of the data folder. Driving port. */
export interface BridgePort {
  /** Resolves when the host has closed stdin or stdout. */
  run(service: BridgeService): Promise<void>;
}
