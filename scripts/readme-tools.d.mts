import type { ToolDefinition } from '../src/ports/mcp.js';

export function withTools(readme: string, tools: readonly ToolDefinition[]): Promise<string>;
