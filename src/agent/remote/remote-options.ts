import type { ChatTransport, UIMessage } from 'ai';
import type { DeferredToolHandler, Expiry } from '../../approval/broker/handler.js';
import type { Policy } from '../../approval/policy/policy.js';
import type { ToolSchema } from '../../protocol/schema.js';
import type { ToolDefinition } from '../../tools/tool.js';
import type { Environment } from '../plumbing/environment.js';
import type { Agent } from '../run/agent.js';
import type { UsageLimits } from '../run/run-options.js';
import type { ServerTraits } from '../ui-stream/remote-run.js';

/** How calls of a tool on the server are shown and decided about here. Its body and its schema are the server's; all of it may be left out. */
export interface RemoteTool<INPUT = unknown>
  extends Pick<
    ToolDefinition<INPUT, unknown, unknown>,
    'description' | 'describe' | 'redact' | 'capabilities' | 'preview'
  > {
  /** Says what `describe` and the others get, and what a form for an edit has. Default: whatever the server's model wrote. */
  readonly inputSchema?: ToolSchema<INPUT>;
  /** Checks results of external calls before they are sent. Default: any JSON is taken. */
  readonly outputSchema?: ToolSchema;
}

/** A way to a server that runs whole agents of this package. It brings the loop for them. */
export interface AgentTransport {
  toAgent<DEPS>(options: Omit<RemoteAgentOptions, 'transport'>): Agent<DEPS>;
}

/** Options of {@link createRemoteAgent}. */
export interface RemoteAgentOptions {
  /** The way to the server: {@link httpTransport}, {@link agUiTransport}, {@link runServerTransport}, or any `ChatTransport` of the AI SDK. */
  readonly transport: ChatTransport<UIMessage> | AgentTransport;
  /** Names the agent in events. Default: `agent`. */
  readonly name?: string;
  /** How calls are shown, by the server's names of its tools. Default: by name and input. */
  // biome-ignore lint/suspicious/noExplicitAny: each has an input of its own
  readonly tools?: Readonly<Record<string, RemoteTool<any>>>;
  /**
   * What the server does, and its wire does not say: `ai-sdk` is `streamText` without an approval secret, `pydantic-ai` is `VercelAIAdapter`
   * without a store, `countersign` this package's own `handleChat`. Default: nothing is taken for granted, so inputs cannot be edited and nothing is asked twice.
   */
  readonly server?: 'ai-sdk' | 'pydantic-ai' | 'countersign' | Partial<ServerTraits>;
  /** Decides about what the server asks, before people do: an `allow` is a yes, a `deny` a no. Default: none, so people are asked. */
  readonly policy?: Policy;
  /** Answers what the server waits for. Default: people are asked. */
  readonly deferredToolHandler?: DeferredToolHandler;
  /** How long people have for each batch. Default: for ever. */
  readonly expiry?: Expiry;
  /** How often a run may ask the server, repeats after a cut aside. Default: 50. Tokens and calls are counted on the server alone. */
  readonly usageLimits?: Pick<UsageLimits, 'requests'>;
  /** How often a request that says yes to nothing is made again after the connection broke, where the history is the client's. Default: 2. */
  readonly retries?: number;
  /** Time, timers and ids; for tests. Default: the page's own. */
  readonly environment?: Partial<Environment>;
}
