import type { ModelMessage, UserContent } from 'ai';
import type { DeferredToolHandler } from '../../approval/broker/handler.js';
import type { Policy } from '../../approval/policy/policy.js';
import { UserError } from '../../protocol/base/errors.js';
import { isDerivedId } from '../../protocol/base/ids.js';
import { toJsonMessages } from '../../protocol/base/json-messages.js';
import { definedProps, isRecord } from '../../protocol/base/record.js';
import { noUsage, type RunOutcome } from '../../protocol/outcome.js';
import { type RestoredRun, restoreRun } from '../../protocol/stored-run.js';
import { type NamedSource, sourceName } from '../../tools/merge-tools.js';
import type { ToolSource } from '../../tools/toolset.js';
import { knownHistories } from '../batch/known-history.js';
import { repairHistory } from '../batch/repair-history.js';
import { metadataOf } from '../plumbing/metadata-of.js';
import type { SteeringSource } from '../run/agent.js';
import { nestingOf } from '../run/nesting.js';
import { toOutputRules } from '../run/output-rules.js';
import type { RunInput, RunOptions } from '../run/run-options.js';
import type { AgentConfig, Ending, RunScope } from '../run/run-scope.js';
import { askFirst } from './ask-first.js';

/** Deps are checked where an agent and its runs are typed; inside, a run carries them without looking. */
// biome-ignore lint/suspicious/noExplicitAny: see above
type AnyRunOptions = RunOptions<any>;

/** Tool sources, each with words for where it comes from. */
export function namedSources(sources: readonly ToolSource[] = [], owner: 'agent' | 'run'): readonly NamedSource[] {
  return sources.map((source, index) => ({
    source,
    origin: sourceName(source, `toolset ${index + 1} of the ${owner}`),
  }));
}

/** The input and options of a run. */
export interface RunSetup {
  readonly input: RunInput;
  readonly options: AnyRunOptions;
  readonly stop: AbortSignal;
  /** The messages that people send while the run is active. Missing for agents on a server. */
  readonly steering?: SteeringSource | undefined;
}

/** The state of a run that is about to start. */
export function createScope(config: AgentConfig, { input, options, stop, steering }: RunSetup): RunScope {
  const { environment } = config;
  const { conversationId, messages, requests, prompt: pendingPrompt = [] } = historyOf(options);
  const nesting = nestingOf(options);
  const maxRequests = options.usageLimits?.requests ?? config.maxRequests;
  const usageLimits = { ...config.usageLimits, ...options.usageLimits, requests: maxRequests };
  const policies = policiesOf(options.policy === undefined ? config.policy : options.policy, nesting?.policies);
  const history = knownHistories.has(messages) ? messages : repairHistory(messages).messages;
  return {
    config: {
      ...config,
      modelSettings: { ...config.modelSettings, ...options.modelSettings },
      toolSources: [...config.toolSources, ...namedSources(options.toolsets, 'run')],
      toolsContext: { ...config.toolsContext, ...options.toolsContext },
      maxRequests,
      usageLimits,
      costOf: config.costOf ?? nesting?.costOf,
      output: options.output === undefined ? config.output : toOutputRules(options.output),
    },
    runId: runIdOf(options, nesting !== undefined) ?? environment.generateId(),
    conversationId: options.conversationId ?? conversationId ?? environment.generateId(),
    agentPath: [...(nesting?.agentPath ?? []), config.agentName],
    agents: [...(nesting?.agents ?? []), config.identity],
    deps: options.deps,
    metadata: options.metadata ?? {},
    signal: options.abortSignal === undefined ? stop : AbortSignal.any([stop, options.abortSignal]),
    gate: {
      handlers: handlersOf(config, options),
      ask: options.ask,
      policies,
      grants: options.grants,
      untrusted: nesting?.untrusted ?? [],
    },
    journal: options.journal,
    progress: options.journal === undefined ? 'executing' : 'unchecked',
    answers: { results: options.deferredToolResults, applied: new Set(), leftOpen: requests },
    prompt: [...pendingPrompt, ...toJsonMessages(toMessages(input))],
    trigger: options.trigger,
    promptState: { pendingLength: pendingPrompt.length, isAdded: false, steering },
    messages: [...history],
    historyLength: history.length,
    usage: noUsage,
    usageBudget: { limits: usageLimits, spent: noUsage, outer: nesting?.usageBudget },
    step: 0,
    lastResponse: {},
    expiry: options.expiry ?? config.expiry,
    stepTools: new Map(),
    hiddenTools: new Map(),
    withoutTools: new Set(options.withoutTools),
    failures: { inARow: new Map(), inResponse: new Set(), output: 0 },
  };
}

/**
 * Ids that the runtime derives belong to what they are derived from: a sub-agent's run, a batch, a step. No app may
 * choose one.
 */
function runIdOf({ runId }: AnyRunOptions, isNested: boolean): string | undefined {
  if (runId === undefined || isNested || (runId !== '' && !isDerivedId(runId))) return runId;
  throw new UserError(
    'run-id',
    `The run id '${runId}' is empty or contains '~', which marks ids that the runtime derives: an approval could count for another run. Nothing was run. Use other characters.`,
  );
}

/** A run's own policy, and those of the runs around it: what they forbid is forbidden within them. */
function policiesOf(own: Policy | null | undefined, around: readonly Policy[] = []): readonly Policy[] {
  return own ? [own, ...around] : around;
}

/** Returns the handlers in order: the run's own or the agent's, then people. `null` means none. */
function handlersOf(config: AgentConfig, options: AnyRunOptions): readonly DeferredToolHandler[] {
  const own = options.deferredToolHandler;
  if (own === null) return [];
  return [own ?? config.handler, askFirst].filter((handler) => handler !== undefined);
}

/** Returns the history that a run continues from. */
function historyOf({ messages, resumeFrom }: AnyRunOptions): RestoredRun {
  if (resumeFrom === undefined) return { messages: checkMessages('list of messages', messages ?? []) };
  if (messages !== undefined) throw twoHistories();
  return restoreRun(resumeFrom);
}

/**
 * Returns the messages of a run's input.
 *
 * @throws UserError for an input that cannot be sent.
 */
export function toMessages(input: RunInput): readonly ModelMessage[] {
  if (input === undefined) return [];
  if (typeof input === 'string' && input.trim() === '') throw emptyPrompt();
  if (typeof input === 'string') return [{ role: 'user', content: input }];
  if (!Array.isArray(input))
    throw notUsable('prompt', 'A prompt is a text, a list of parts, or a list of ModelMessages.');
  const items: readonly unknown[] = input;
  if (items.length === 0) throw emptyPrompt();
  if (items.some(hasRole)) return checkMessages('prompt', items);
  if (items.every((item) => isRecord(item) && typeof item.type === 'string')) {
    return [{ role: 'user', content: [...items] as Exclude<UserContent, string> }]; // parts: each says its type
  }
  throw notUsable('prompt', 'A prompt is a text, a list of parts, or a list of ModelMessages.');
}

/** Messages of a UI look much alike, and would only fail somewhere deep inside. */
function checkMessages(what: string, items: readonly unknown[]): readonly ModelMessage[] {
  const messages = items as readonly ModelMessage[]; // each is looked at, here or before
  if (knownHistories.has(messages) || items.every((item) => hasRole(item) && 'content' in item)) return messages;
  throw notUsable(
    what,
    "They are not ModelMessages. Pass an outcome's messages, or put UIMessages through the ai package's convertToModelMessages().",
  );
}

function hasRole(item: unknown): item is { readonly role: unknown } {
  return isRecord(item) && 'role' in item;
}

function emptyPrompt(): UserError {
  return new UserError(
    'empty-prompt',
    'The run was given an empty prompt, which providers refuse. Pass text, or undefined to continue from the history.',
  );
}

function twoHistories(): UserError {
  return new UserError(
    'two-histories',
    'The run was given both `resumeFrom` and `messages`, two histories of which one would be lost. Nothing was run. Pass one of them.',
  );
}

function notUsable(what: string, reason: string): UserError {
  return new UserError('run-input', `The run was given a ${what} that it cannot use. ${reason}`);
}

/** Creates the outcome for the app when a run has ended. */
export function toOutcome<OUTPUT>(given: RunScope, ending: Ending): RunOutcome<OUTPUT> {
  const { left: run = given, ...how } = { left: undefined, ...ending };
  return {
    ...(how as Ending & { readonly output: OUTPUT }), // the schema that checked it says so
    runId: run.runId,
    conversationId: run.conversationId,
    messages: run.messages,
    newMessages: run.messages.slice(run.historyLength),
    usage: run.usage,
    ...definedProps({ finishReason: run.lastResponse.finishReason }),
    ...metadataOf(run.lastResponse),
  };
}
