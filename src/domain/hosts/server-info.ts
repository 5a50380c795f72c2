import { jsonObject } from '../text/json-object.js';

/** What the server writes to DATA/server.json for `register`, `bridge` and `doctor` (behaviour 3.3). */
export interface ServerInfo {
  readonly name: string;
  readonly port: number;
  /** Hours until an undecided action expires. */
  readonly expireHours: number;
}

/** Reads the text of server.json; `undefined` when it is not what the server writes. */
export function parseServerInfo(text: string): ServerInfo | undefined {
  const { name, port, expireHours } = (jsonObject(text) ?? {}) as Partial<ServerInfo>;
  if (typeof name !== 'string' || !whole(port, 65535) || !whole(expireHours, 23)) return undefined;
  return { name, port, expireHours };
}

function whole(value: unknown, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most;
}

/** The address of the server's MCP endpoint. */
export function mcpUrl(port: number): string {
  return `http://127.0.0.1:${port}/mcp`;
}
