import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import type { ToolCall, ToolDefinition, ToolOutcome } from '../../ports/mcp.js';

/** Runs one tool call and shapes its outcome as MCP wants it (api 1.1). `bug` hears of a tool that rejected. */
export async function callTool(
  tool: ToolDefinition,
  input: unknown,
  context: ServerContext,
  bug: (error: unknown) => void,
): Promise<CallToolResult> {
  const { signal } = context.mcpReq;
  try {
    const outcome = await tool.call(input, { signal, progress: progressOf(context) });
    return signal.aborted ? errorResult('Cancelled.') : resultOf(outcome);
  } catch (error) {
    if (signal.aborted) return errorResult('Cancelled.');
    bug(error);
    return errorResult(error instanceof Error ? error.message : String(error));
  }
}

/** Notifications are numbered from 0. One that cannot be sent any more is dropped: the call is ending. */
function progressOf(context: ServerContext): ToolCall['progress'] {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => Promise.resolve();
  let next = 0;
  return async (message) => {
    const params = { progressToken, progress: next, message };
    next += 1;
    await context.mcpReq
      .notify({ method: 'notifications/progress', params })
      .catch(() => undefined);
  };
}

function resultOf(outcome: ToolOutcome): CallToolResult {
  switch (outcome.kind) {
    case 'result':
      return {
        content: [{ type: 'text', text: JSON.stringify(outcome.result) }],
        structuredContent: outcome.result,
      };
    case 'error':
      return errorResult(outcome.text);
  }
}

function errorResult(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
