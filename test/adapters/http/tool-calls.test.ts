import type { ServerContext } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { callTool } from '../../../src/adapters/http/tool-calls.js';
import type { ToolDefinition, ToolOutcome } from '../../../src/ports/mcp.js';

function tool(run: () => Promise<ToolOutcome>): ToolDefinition {
  return { name: 'x', title: 'X', description: '', input: {}, output: {}, call: run };
}

describe('an aborted call (api 1.1)', () => {
  it.each([
    ['a result', () => Promise.resolve<ToolOutcome>({ kind: 'result', result: { text: 'x' } })],
    ['an error', () => Promise.resolve<ToolOutcome>({ kind: 'error', text: 'No chat @9.' })],
    ['a rejection', () => Promise.reject(new Error('aborted'))],
  ])('ends with `Cancelled.` when its tool ends with %s', async (_end, run) => {
    const context = { mcpReq: { id: 1, signal: AbortSignal.abort() } } as ServerContext;
    const bugs: unknown[] = [];
    const result = await callTool(tool(run), {}, context, (bug) => bugs.push(bug));
    expect(result).toEqual({ content: [{ type: 'text', text: 'Cancelled.' }], isError: true });
    expect(bugs).toEqual([]);
  });
});
