import type { ChatTransport, UIMessage } from 'ai';
import type { Environment } from '../agent/plumbing/environment.js';
import type { Agent } from '../agent/run/agent.js';
import type { UsageLimits } from '../agent/run/run-options.js';
import type { DeferredToolHandler, Expiry } from '../approval/broker/handler.js';
import type { Policy } from '../approval/policy/policy.js';
import type { ToolSchema } from '../protocol/schema.js';
import type { ToolDefinition } from '../tools/tool.js';
import type { ServerTraits } from './ui-stream/remote-run.js';

/**
 * The presentation of a server's tool, and decisions about its calls. Its body and its schema are on the server; every
 * member is optional.
 */
export interface RemoteTool<INPUT = unknown>
  extends Pick<
    ToolDefinition<INPUT, unknown, unknown>,
    'description' | 'describe' | 'redact' | 'capabilities' | 'preview'
  > {
  /** The schema of the input that `describe` and the others receive, and of the edit form. Default: any input. */
  readonly inputSchema?: ToolSchema<INPUT>;
  /** Validates results of external calls before they are sent. Default: any JSON is accepted. */
  readonly outputSchema?: ToolSchema;
}

/** A transport to a server that runs whole agents of this package. It brings their loop. */
export interface AgentTransport {
  toAgent<DEPS>(options: Omit<RemoteAgentOptions, 'transport'>): Agent<DEPS>;
}

/** Options of {@link createRemoteAgent}. */
export interface RemoteAgentOptions {
  /**
   * The transport to the server: {@link httpTransport}, {@link agUiTransport}, {@link runServerTransport}, or any
   * `ChatTransport` of the AI SDK.
   */
  readonly transport: ChatTransport<UIMessage> | AgentTransport;
  /** The agent's name in events. Default: `agent`. */
  readonly name?: string;
  /** The presentation of calls, by the server's names of its tools. Default: name and input. */
  // biome-ignore lint/suspicious/noExplicitAny: each has an input of its own
  readonly tools?: Readonly<Record<string, RemoteTool<any>>>;
  /**
   * Properties of the server that its wire does not tell: `ai-sdk` is `streamText` without an approval secret,
   * `pydantic-ai` is `VercelAIAdapter`
   * without a store, `countersign` this package's own `handleChat`. Default: an unknown server, so inputs cannot be
   * edited and no request is repeated.
   */
  readonly server?: 'ai-sdk' | 'pydantic-ai' | 'countersign' | Partial<ServerTraits>;
  /**
   * Decides about the server's questions before people do: an `allow` approves, a `deny` denies. Default: none, so
   * people are asked.
   */
  readonly policy?: Policy;
  /** Answers the calls that the server waits for. Default: people are asked. */
  readonly deferredToolHandler?: DeferredToolHandler;
  /** The deadline of each batch. Default: none. */
  readonly expiry?: Expiry;
  /**
   * The maximum number of requests of a run, retries after a lost connection aside. Default: 50. Tokens and calls are
   * counted on the server.
   */
  readonly usageLimits?: Pick<UsageLimits, 'requests'>;
  /**
   * The number of retries after a lost connection for a request without an approval, if the client stores the history.
   * Default: 2.
   */
  readonly retries?: number;
  /** Time, timers and ids; for tests. Default: the page's own. */
  readonly environment?: Partial<Environment>;
}
