import type { AnswerReport, AskFunction, AskRequest } from '../../approval/broker/ask.js';
import type { AskOptions, DeferredToolHandler, HandlerContext } from '../../approval/broker/handler.js';
import type { Grant, GrantAnswer } from '../../approval/grants/grant.js';
import type { Grants } from '../../approval/grants/grants.js';
import type { DeferredAnswer } from '../../protocol/answers.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { isList, isRecord } from '../../protocol/base/record.js';
import { safeString } from '../../protocol/base/words.js';
import type { DeferredToolRequests } from '../../protocol/deferred.js';
import { type DeferredToolResults, deferredCalls } from '../../protocol/deferred.js';
import type { Agent, AgentRun } from '../run/agent.js';
import type { RunJournal, StepAttempt } from '../run/journal.js';
import { type Nesting, withNesting } from '../run/nesting.js';
import type { RunInput } from '../run/run-options.js';
import { withAgents, withTokens } from './agent-tokens.js';
import { findUncrossable, notSendable, type PortRunOptions } from './crossing.js';
import { toPortError } from './port-error.js';
import type { Fields, RunMessage } from './port-message.js';
import { type Exposed, RunLink } from './run-link.js';

/** A run that a page began over a port. */
export interface ServedRun {
  readonly link: RunLink;
  /** The page cannot be reached any more, or nobody serves it: with a journal the run goes on elsewhere. */
  readonly giveUp: () => void;
}

/** Begins a run for the other side of a port, and tells it what happens. `onEnd` comes once it knows all. */
export function beginServedRun(
  agent: Agent<never, unknown>,
  { run: id, setup }: Extract<RunMessage, { type: 'run' }>,
  { post, onEnd }: { readonly post: (message: RunMessage) => void; readonly onEnd: () => void },
): ServedRun {
  const grants = new GrantsThere(() => link, setup.grants);
  let run: AgentRun<unknown> | undefined;
  const leave = (): void => (run?.leave === undefined ? run?.abort() : run.leave());
  const link: RunLink = new RunLink(id, post, {
    abort: ([reason]) => run?.abort(typeof reason === 'string' ? reason : ''),
    leave,
    grants: ([list]) => grants.hear(list),
  });
  const follow = async (): Promise<void> => {
    try {
      run = agent.run(setup.input as RunInput, optionsFrom(setup, link, grants) as never); // the page had them typed
      for await (const event of run) link.tell('event', event);
      tellOutcome(link, { ...(await run.outcome) });
    } catch (error) {
      run?.abort();
      link.tell('broke', toPortError(error));
    }
    onEnd();
  };
  void follow();
  return {
    link,
    giveUp: () => {
      link.close();
      leave();
    },
  };
}

function tellOutcome(link: RunLink, outcome: Record<string, unknown>): void {
  if ('error' in outcome) outcome.error = toPortError(outcome.error);
  const problem = findUncrossable(outcome.output);
  if (problem !== undefined) throw notSendable(`The output, at ${problem.path || 'its root'},`, problem);
  link.tell('end', outcome);
}

/** The run's options: its data, and functions that ask the page. */
function optionsFrom(setup: Fields, link: RunLink, grants: Grants): PortRunOptions {
  const has = new Set(isList(setup.has) ? setup.has : []);
  const options: PortRunOptions = {
    ...(isRecord(setup.options) ? setup.options : {}),
    ...(setup.isHandled === null && { deferredToolHandler: null }),
    ...(setup.isHandled === true && { deferredToolHandler: handlerThere(link) }),
    ...(has.has('ask') && { ask: askThere(link) }),
    ...(has.has('journal') && { journal: journalThere(link) }),
    ...(has.has('grants') && { grants }),
  };
  if (!isRecord(setup.nesting)) return options;
  const { agentPath, agents } = withAgents(setup.nesting as Pick<Nesting, 'agentPath' | 'agents'>);
  return withNesting(options, { agentPath, agents: agents ?? [], policies: [] });
}

function handlerThere(link: RunLink): DeferredToolHandler {
  return async (requests, ctx) => {
    const on = link.expose({
      ask: async ([part, options]) => await ctx.ask(part as DeferredToolRequests, options as AskOptions),
    });
    try {
      const callee = { name: 'handler', signal: ctx.abortSignal };
      return (await link.ask(callee, requests, aboutRun(ctx), on)) as DeferredToolResults | null; // parsed by the page
    } finally {
      link.release(on);
    }
  };
}

/** What a handler may know, but for functions: the page has its own deps, and the model stays here. */
function aboutRun(ctx: HandlerContext): object {
  const { agent, model, modelSettings, usage, prompt, messages, runId, conversationId, agentPath, runStep } = ctx;
  const { specificationVersion, provider, modelId } = model;
  const about = { agent, modelSettings, usage, prompt, messages, runId, conversationId, agentPath, runStep };
  const { metadata, round, askedAt } = ctx;
  return { ...about, model: { specificationVersion, provider, modelId }, metadata, round, askedAt };
}

function askThere(link: RunLink): AskFunction {
  return async (request) => {
    const { batchId, runId, agentPath, round, requests, expiresAt, onExpiry } = request;
    const data = { batchId, runId, agentPath, round, requests };
    const limits = { ...(expiresAt !== undefined && { expiresAt }), ...(onExpiry !== undefined && { onExpiry }) };
    const ids = deferredCalls(requests).map(({ call }) => call.toolCallId);
    const forms = ids.filter((id) => request.form?.(id) !== undefined);
    // Not released before the run is over: answers may come late, and are told all the same.
    const on = link.expose(aboutBatch(request));
    const callee = { name: 'ask', signal: request.signal };
    return (await link.ask(callee, { ...data, ...limits }, on, forms)) as DeferredToolResults | null; // parsed by the page
  };
}

/** What cards want to know of a batch, and tell of it. */
function aboutBatch(request: AskRequest): Exposed {
  return {
    check: async ([id, answer]) => await request.check(safeString(id), answer as DeferredAnswer),
    schema: async ([id]) => await request.form?.(safeString(id))?.schema(),
    checkInput: async ([id, input]) => await request.form?.(safeString(id))?.check(input as JSONValue),
    describe: async ([id, input], signal) =>
      await request.form?.(safeString(id))?.describe?.(input as JSONValue, signal),
    previewInput: async ([id, input], signal) =>
      await request.form?.(safeString(id))?.preview?.(input as JSONValue, signal),
    preview: async ([id], signal) => await request.preview?.(safeString(id), signal),
    policyCall: async ([id, input]) => {
      const call = await request.policyCall?.(safeString(id), input as JSONValue | undefined);
      return call && withTokens(call);
    },
    report: ([event]) => request.report(event as AnswerReport),
    began: ([id]) => request.began?.(safeString(id)),
  };
}

function journalThere(link: RunLink): RunJournal {
  return {
    step: async <T>(
      key: string,
      work: (attempt: StepAttempt) => Promise<T>,
      options: { readonly once?: boolean } = {},
    ): Promise<T> => {
      const on = link.expose({ work: async ([attempt]) => await work(attempt as StepAttempt) });
      try {
        return (await link.ask({ name: 'step' }, key, on, options.once === true)) as T; // what this very step gave
      } finally {
        link.release(on);
      }
    },
  };
}

/** The page's grants. What there is of them is told as it changes, since who asks may not wait. */
class GrantsThere implements Grants {
  readonly ready: Promise<void> = Promise.resolve();
  readonly problem: undefined;
  readonly #link: () => RunLink;
  readonly #listeners: Set<() => void> = new Set();
  #list: readonly Grant[] = [];

  constructor(link: () => RunLink, list: unknown) {
    this.#link = link;
    this.hear(list);
  }

  hear(list: unknown): void {
    if (!isList(list)) return;
    this.#list = list as readonly Grant[]; // the page has them typed
    for (const listener of this.#listeners) listener();
  }

  readonly list: Grants['list'] = () => this.#list;

  readonly find: Grants['find'] = async (call) =>
    (await this.#link().ask({ name: 'find' }, withTokens(call))) as GrantAnswer | undefined;

  readonly add: Grants['add'] = async ({ call, ...request }) =>
    (await this.#link().ask({ name: 'remember' }, { ...request, call: withTokens(call) })) as Grant;

  readonly revoke: Grants['revoke'] = (id) => {
    this.#link().tell('revoke', id);
    return this.#list.some((grant) => grant.id === id);
  };

  readonly subscribe: Grants['subscribe'] = (listener) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
}
