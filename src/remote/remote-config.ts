import type { LanguageModelV4 } from '@ai-sdk/provider';
import { defaultEnvironment } from '../agent/plumbing/environment.js';
import { anyText } from '../agent/run/output-rules.js';
import type { AgentConfig } from '../agent/run/run-scope.js';
import { callOrigin } from '../protocol/base/call-origin.js';
import { UserError } from '../protocol/base/errors.js';
import { type Tool, tool } from '../tools/tool.js';
import type { ToolMap } from '../tools/tool-map.js';
import { anyInput } from './any-input.js';
import type { RemoteAgentOptions, RemoteTool } from './remote-options.js';
import type { ServerTraits } from './ui-stream/remote-run.js';

/**
 * Returns the configuration that all runs of a remote agent share. Its model settings are not used, because the server
 * has the model.
 */
export function toRemoteConfig(options: Omit<RemoteAgentOptions, 'transport'>): AgentConfig {
  const { name = 'agent', tools = {}, usageLimits = {}, retries = 2 } = options;
  const identity = options.name ?? {};
  return {
    agentName: name,
    identity,
    model: modelIsThere,
    modelSettings: {},
    instructions: () => null,
    toolSources: [{ source: toTools(tools, identity), origin: "the remote agent's tools" }],
    toolsContext: {},
    toolHooks: undefined,
    toolRetries: 0,
    toolTimeout: undefined,
    prepareMessages: undefined,
    modelRetries: retries,
    maxRequests: usageLimits.requests ?? 50,
    usageLimits,
    costOf: undefined,
    countTokens: undefined,
    loadFile: undefined,
    output: anyText,
    outputRetries: undefined,
    endStrategy: 'early',
    toolCallConcurrency: Number.POSITIVE_INFINITY,
    toolErrors: 'model',
    denialFormat: 'execution-denied',
    // The server informs its model.
    annotateEdits: false,
    resultLimits: { text: Number.POSITIVE_INFINITY, files: Number.POSITIVE_INFINITY },
    handler: options.deferredToolHandler,
    policy: options.policy,
    expiry: options.expiry,
    environment: { ...defaultEnvironment, ...options.environment },
  };
}

function toTools(tools: Readonly<Record<string, RemoteTool>>, identity: string | object): ToolMap {
  return Object.fromEntries(Object.entries(tools).map(([name, about]) => [name, toRemoteTool(about, identity)]));
}

/**
 * Returns a tool of a remote agent's server.
 *
 * @param identity the name of the agent, which is the name of its server; an object for an agent without a name.
 */
export function toRemoteTool({ inputSchema = anyInput, ...about }: RemoteTool, identity: string | object): Tool {
  const made: Tool = tool({ inputSchema, ...about });
  return typeof identity === 'object' ? made : { ...made, [callOrigin]: { kind: 'remote', server: identity } };
}

const none = async (): Promise<never> => {
  throw new UserError(
    'remote-model',
    '`ctx.model` is not available, because the model of a remote agent is on its server. Create a model in the page, or use a tool on the server.',
  );
};

const modelIsThere: LanguageModelV4 = {
  specificationVersion: 'v4',
  provider: 'remote',
  modelId: 'remote',
  supportedUrls: {},
  doGenerate: none,
  doStream: none,
};

const known: Readonly<Record<'ai-sdk' | 'pydantic-ai' | 'countersign', ServerTraits>> = {
  'ai-sdk': { edits: 'taken', history: 'client', reconnect: 'none' },
  'pydantic-ai': { edits: 'taken', history: 'client', reconnect: 'none' },
  countersign: { edits: 'taken', history: 'server', reconnect: 'replay', answers: 'calls' },
};

/** The careful assumptions about an unknown server. */
const unknown: ServerTraits = { edits: 'refused', history: 'unknown', reconnect: 'none' };

/** Returns the properties of a server. */
export function toTraits(server: RemoteAgentOptions['server'] = {}): ServerTraits {
  return typeof server === 'string' ? known[server] : { ...unknown, ...server };
}
