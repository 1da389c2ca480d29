/** A server's description of a tool. */
export interface McpTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** A JSON Schema with `type: 'object'`. */
  readonly inputSchema: object;
  readonly annotations?: McpAnnotations | undefined;
}

/** A server's hints about a tool. They are not verified. */
export interface McpAnnotations {
  readonly title?: string | undefined;
  readonly readOnlyHint?: boolean | undefined;
  readonly destructiveHint?: boolean | undefined;
  readonly idempotentHint?: boolean | undefined;
  readonly openWorldHint?: boolean | undefined;
}

/** A `tools/call`. A repeated call includes the answers to the server's elicitations. */
export interface McpCall {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
  inputResponses?: Record<string, ElicitationAnswer>;
  /** The server's opaque state, returned unchanged. */
  requestState?: string;
}

/** The options of a call that we use. */
export interface McpCallOptions {
  /** Elicitations are returned as the result instead of being sent to the client's handlers. */
  readonly allowInputRequired: true;
  readonly signal: AbortSignal;
  readonly onprogress: (progress: object) => void;
  /** The time limit, in milliseconds. Default: that of the client, a minute. */
  readonly timeout?: number;
  /** Restarts the time limit at each progress report. */
  readonly resetTimeoutOnProgress: true;
  /** The time limit in total, in milliseconds. Progress does not extend it. */
  readonly maxTotalTimeout?: number;
}

/** The part of a client that {@link mcpToolset} uses. `@modelcontextprotocol/client` 2 has it. */
export interface McpClient {
  listTools(): Promise<{ readonly tools: readonly McpTool[] }>;
  callTool(call: McpCall, options: McpCallOptions): Promise<unknown>;
  /** Rejects when the server is gone. If omitted, a restarted server is noticed only when the connection closes. */
  ping?(): Promise<unknown>;
  /** Ends the session. Called when another client replaces one that a function has connected. */
  close?(): Promise<void>;
  getServerVersion?(): { readonly name: string; readonly title?: string | undefined } | undefined;
}

/** The content of a form: a flat object, as in MCP. */
export type ElicitedContent = Record<string, string | number | boolean | string[]>;

/** The answer to an elicitation, which is the result of the external call `elicit`. */
export type ElicitationAnswer =
  /** The user accepts. `content` holds the values of the form; a page has none. */
  | { action: 'accept'; content?: ElicitedContent }
  /** The user declines explicitly. */
  | { action: 'decline' }
  /** The user dismisses the elicitation without accepting or declining. */
  | { action: 'cancel' };
