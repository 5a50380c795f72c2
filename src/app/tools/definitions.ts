import { z } from 'zod';
import type { JsonSchema, ToolCall, ToolDefinition, ToolOutcome } from '../../ports/mcp.js';
import { descriptions } from './descriptions.js';
import * as outputs from './output-schemas.js';
import * as inputs from './schemas.js';

/** The use cases behind the tools. Each rejects only for bugs. */
export interface ToolHandlers {
  connect(input: inputs.ConnectInput, call: ToolCall): Promise<ToolOutcome>;
  send(input: inputs.SendInput, call: ToolCall): Promise<ToolOutcome>;
  receive(input: inputs.ReceiveInput, call: ToolCall): Promise<ToolOutcome>;
  download(input: inputs.DownloadInput, call: ToolCall): Promise<ToolOutcome>;
  list(input: inputs.ListInput, call: ToolCall): Promise<ToolOutcome>;
  leave(input: inputs.LeaveInput, call: ToolCall): Promise<ToolOutcome>;
}

/** What a host may assume about a tool, as MCP defines the hints. */
interface Hints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

// All results hold words of outsiders, so even `list` is of the open world.
const listing: Hints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
};
// `receive` marks messages as read: a second call does not return them.
const adding: Hints = { ...listing, readOnlyHint: false, idempotentHint: false };
const deleting: Hints = { ...adding, destructiveHint: true, idempotentHint: true };

function define<Input extends z.ZodType>(
  name: keyof ToolHandlers,
  title: string,
  hints: Hints,
  input: Input,
  output: z.ZodType,
  handle: (input: z.output<Input>, call: ToolCall) => Promise<ToolOutcome>,
): ToolDefinition {
  return {
    name,
    title,
    description: descriptions[name],
    input: jsonSchema(input),
    output: jsonSchema(output),
    annotations: { ...hints },
    call: async (given, call) => handle(input.parse(given), call),
  };
}

/** The schema as a host reads it: fields with a default may be left out. */
function jsonSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input' });
}

/** In mode `host`, nothing but the host's own question stands between the agent and these tools (api 1.1). */
function askUser(tool: ToolDefinition): ToolDefinition {
  return { ...tool, meta: { 'anthropic/requiresUserInteraction': true } };
}

/** The six tools as hosts see them, in the order of api 1. */
export function toolDefinitions(
  mode: 'requests' | 'host',
  handlers: ToolHandlers,
): readonly ToolDefinition[] {
  const acting = (tool: ToolDefinition) => (mode === 'host' ? askUser(tool) : tool);
  const { connectInput, sendInput, receiveInput, downloadInput, listInput, leaveInput } = inputs;
  const { connectOutput, sendOutput, receiveOutput, downloadOutput, listOutput, leaveOutput } =
    outputs;
  return [
    acting(
      define('connect', 'Connect', adding, connectInput, connectOutput, (input, call) =>
        handlers.connect(input, call),
      ),
    ),
    acting(
      define('send', 'Send a message', adding, sendInput, sendOutput, (input, call) =>
        handlers.send(input, call),
      ),
    ),
    define('receive', 'Receive messages', adding, receiveInput, receiveOutput, (input, call) =>
      handlers.receive(input, call),
    ),
    acting(
      define('download', 'Download a file', adding, downloadInput, downloadOutput, (input, call) =>
        handlers.download(input, call),
      ),
    ),
    define('list', 'List chats and actions', listing, listInput, listOutput, (input, call) =>
      handlers.list(input, call),
    ),
    acting(
      define('leave', 'Leave a chat', deleting, leaveInput, leaveOutput, (input, call) =>
        handlers.leave(input, call),
      ),
    ),
  ];
}
