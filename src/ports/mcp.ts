/** A JSON Schema of an object. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What a tool gets beside its arguments. */
export interface ToolCall {
  /** Aborted when the client cancels the call or closes its stream. */
  readonly signal: AbortSignal;
  /** Tells the client how the call goes; does nothing when the client did not ask for progress. */
  progress(message: string): Promise<void>;
}

/** The result of a tool: data, or the text of an error that the agent reads. */
export type ToolOutcome =
  | { readonly kind: 'result'; readonly result: Readonly<Record<string, unknown>> }
  | { readonly kind: 'error'; readonly text: string };

/** A tool as a host lists it. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: JsonSchema;
  readonly output: JsonSchema;
  readonly annotations?: Readonly<Record<string, boolean>>;
  readonly meta?: Readonly<Record<string, unknown>>;
}

export interface ToolDefinition extends ListedTool {
  /** `input` has passed the input schema. Rejects only for bugs; the adapter shows those as an error text. */
  call(input: unknown, call: ToolCall): Promise<ToolOutcome>;
}

/** A readable resource of the server; its list may change. */
export interface ResourceEntry {
  readonly uri: string;
  readonly name: string;
  readonly description?: string;
}

export interface ResourceDefinitions {
  list(): Promise<readonly ResourceEntry[]>;
  /** JSON text of a resource, or `undefined` when there is none at `uri`. */
  read(uri: string): Promise<string | undefined>;
}

/** What the server offers to MCP hosts. */
export interface McpService {
  readonly name: string;
  readonly version: string;
  /** Read at each request: the display name of the agent may change at start. */
  instructions(): string;
  readonly tools: readonly ToolDefinition[];
  readonly resources: ResourceDefinitions;
}

/** Where the server listens and who may call it. */
export interface McpEndpoint {
  readonly port: number;
  readonly token: string;
}

/** The port is taken by another program. */
export class PortInUseError extends Error {
  override readonly name = 'PortInUseError';
  readonly port: number;
  constructor(port: number, options?: { cause?: unknown }) {
    super(`Port ${port} is in use.`, options);
    this.port = port;
  }
}

/**
 * Serves MCP to hosts on this computer. Driving port: the app gives the tools, the adapter calls them.
 */
export interface McpPort {
  /** Listens on 127.0.0.1; answers 503 until `ready`. Returns the port it listens on. Rejects with PortInUseError. */
  listen(service: McpService, endpoint: McpEndpoint): Promise<number>;
  /** From now on requests are served. */
  ready(): void;
  /** The set of chats changed: tells the subscribers of the resource list. */
  resourcesChanged(): void;
  /** The resource at `uri` changed: tells its subscribers. */
  resourceUpdated(uri: string): void;
  /** Closes all connections and aborts open calls. */
  close(): Promise<void>;
}
