import { z } from 'zod';
import type { ApprovalMode } from '../../domain/owner/standing.js';
import type { JsonSchema, ToolCall, ToolDefinition, ToolOutcome } from '../../ports/mcp.js';
import { toolDescriptions } from './descriptions.js';
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

/** What a tool is beside its name and texts. */
interface Parts<Input extends z.ZodType> {
  readonly title: string;
  readonly hints: Hints;
  readonly input: Input;
  readonly output: z.ZodType;
  handle(input: z.output<Input>, call: ToolCall): Promise<ToolOutcome>;
}

/** The six tools as hosts see them, in the order of api 1. */
export function toolDefinitions(
  mode: ApprovalMode,
  handlers: ToolHandlers,
): readonly ToolDefinition[] {
  const descriptions = toolDescriptions(mode);
  const define = <Input extends z.ZodType>(
    name: keyof ToolHandlers,
    parts: Parts<Input>,
  ): ToolDefinition => ({
    name,
    title: parts.title,
    description: descriptions[name],
    input: jsonSchema(parts.input),
    output: jsonSchema(parts.output),
    annotations: { ...parts.hints },
    ...(mode === 'host' && actionTools.has(name) && { meta: askUser }),
    call: async (given, call) => parts.handle(parts.input.parse(given), call),
  });
  return [
    define('connect', {
      title: 'Connect',
      hints: adding,
      input: inputs.connectInput,
      output: outputs.connectOutput,
      handle: (input, call) => handlers.connect(input, call),
    }),
    define('send', {
      title: 'Send a message',
      hints: adding,
      input: inputs.sendInput,
      output: outputs.sendOutput,
      handle: (input, call) => handlers.send(input, call),
    }),
    define('receive', {
      title: 'Receive messages',
      hints: adding,
      input: inputs.receiveInput,
      output: outputs.receiveOutput,
      handle: (input, call) => handlers.receive(input, call),
    }),
    define('download', {
      title: 'Download a file',
      hints: adding,
      input: inputs.downloadInput,
      output: outputs.downloadOutput,
      handle: (input, call) => handlers.download(input, call),
    }),
    define('list', {
      title: 'List chats and actions',
      hints: listing,
      input: inputs.listInput,
      output: outputs.listOutput,
      handle: (input, call) => handlers.list(input, call),
    }),
    define('leave', {
      title: 'Leave a chat',
      hints: deleting,
      input: inputs.leaveInput,
      output: outputs.leaveOutput,
      handle: (input, call) => handlers.leave(input, call),
    }),
  ];
}

const actionTools: ReadonlySet<string> = new Set(['connect', 'send', 'download', 'leave']);

/** In mode `host`, nothing but the host's own question stands between the agent and these tools (api 1.1). */
const askUser = { 'anthropic/requiresUserInteraction': true };

/** The schema as a host reads it: fields with a default may be left out. */
function jsonSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input' });
}
