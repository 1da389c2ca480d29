/** What a server says about one of its tools. */
export interface McpTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** A JSON Schema of an object. */
  readonly inputSchema: object;
  readonly annotations?: McpAnnotations | undefined;
}

/** What a server says about what a tool does. It can say what it likes. */
export interface McpAnnotations {
  readonly title?: string | undefined;
  readonly readOnlyHint?: boolean | undefined;
  readonly destructiveHint?: boolean | undefined;
  readonly idempotentHint?: boolean | undefined;
  readonly openWorldHint?: boolean | undefined;
}

/** A `tools/call`, with the answers to what the server asked when it was called before. */
export interface McpCall {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
  inputResponses?: Record<string, ElicitationAnswer>;
  /** The server's own, as it came. */
  requestState?: string;
}

/** What is used of the options of a call. */
export interface McpCallOptions {
  /** Whatever the server asks comes back as the result, and no handler of the client answers it. */
  readonly allowInputRequired: true;
  readonly signal: AbortSignal;
  readonly onprogress: (progress: object) => void;
  /** In milliseconds. Default: that of the client, a minute. */
  readonly timeout?: number;
  /** The timeout starts again with each report of progress. */
  readonly resetTimeoutOnProgress: true;
  /** In milliseconds, with all progress. */
  readonly maxTotalTimeout?: number;
}

/** What {@link mcpToolset} uses of a client: that of `@modelcontextprotocol/client` 2 has it. */
export interface McpClient {
  listTools(): Promise<{ readonly tools: readonly McpTool[] }>;
  callTool(call: McpCall, options: McpCallOptions): Promise<unknown>;
  /** Rejects when the server is gone. Without it, a restarted server is noticed only when the connection closes. */
  ping?(): Promise<unknown>;
  /** Ends the session. Called for a client that a function has connected, when another takes its place. */
  close?(): Promise<void>;
  getServerVersion?(): { readonly name: string; readonly title?: string | undefined } | undefined;
}

/** What a form gives: flat, as MCP has it. */
export type ElicitedContent = Record<string, string | number | boolean | string[]>;

/** How a question of a server is answered: it is the result of the external call `elicit`. */
export type ElicitationAnswer =
  /** `content` is what the form asked for; a page that was opened gives none. */
  | { action: 'accept'; content?: ElicitedContent }
  /** A clear no. */
  | { action: 'decline' }
  /** Put aside, with neither a yes nor a no. */
  | { action: 'cancel' };
