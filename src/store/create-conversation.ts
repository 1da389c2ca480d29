import type { ModelMessage } from 'ai';
import { createStore } from 'zustand/vanilla';
import type { Agent, AgentRun, DeferredToolHandler, RunInput, RunOptions } from '../agent/agent.js';
import { toolDenied } from '../protocol/answers.js';
import type { DeferredToolResults } from '../protocol/deferred.js';
import { RunAborted, UserError } from '../protocol/errors.js';
import type { JSONObject } from '../protocol/json.js';
import type { RunOutcome } from '../protocol/outcome.js';
import type { Conversation } from './conversation.js';
import { type ConversationState, type Draft, initialState, type PendingBatch } from './conversation-state.js';
import { createDeferredInbox } from './deferred-inbox.js';
import { createEventApplier, nextFrame, type ScheduleFrame } from './event-applier.js';
import { reduceRunEvents } from './reduce-run-event.js';
import { type ClientFunctions, runClientTools } from './run-client-tools.js';

/** What a conversation is made of. Read anew for each run, each batch, each call. */
export interface ConversationOptions<DEPS = unknown, OUTPUT = unknown> {
  readonly agent: Agent<DEPS, OUTPUT>;
  /** What the agent's tools need. */
  readonly deps?: DEPS;
  /** Answers deferred calls; `ctx.ask` asks people. Default: the agent's own, or else people. `null`: nobody. */
  readonly deferredToolHandler?: DeferredToolHandler<DEPS> | null;
  /** Functions that give the result of external calls. */
  readonly clientTools?: ClientFunctions;
  /** The app's own notes about each run. */
  readonly metadata?: JSONObject;
}

/** Time and frames, for tests. */
export interface ConversationEnvironment {
  readonly now?: () => number;
  readonly scheduleFrame?: ScheduleFrame;
}

/**
 * Makes a conversation with an agent, without React. `useAgentRun` is this plus a subscription.
 *
 * @example
 * const conversation = createConversation(() => ({ agent, deps }));
 * conversation.start('Clear .env');
 */
export function createConversation<DEPS, OUTPUT>(
  options: () => ConversationOptions<DEPS, OUTPUT>,
  environment: ConversationEnvironment = {},
): Conversation {
  const now = environment.now ?? Date.now;
  const store = createStore<ConversationState>(() => initialState);
  const patch = (change: (state: ConversationState) => Partial<ConversationState>): void => store.setState(change);
  let active: AgentRun<OUTPUT> | undefined;
  let history: readonly ModelMessage[] = [];
  let conversationId: string | undefined;
  let isDisposed = false;

  const applier = createEventApplier((events) => {
    store.setState((state) => reduceRunEvents(state, events), true);
  }, environment.scheduleFrame ?? nextFrame);

  const updatePending = (change: (pending: readonly PendingBatch[]) => readonly PendingBatch[]): void => {
    applier.flush();
    patch((state) => {
      const pending = change(state.pending);
      const status = active === undefined ? state.status : pending.length > 0 ? 'waiting' : 'running';
      return { pending, status, drafts: draftsOf(pending, state.drafts) };
    });
  };
  const inbox = createDeferredInbox({
    pending: () => store.getState().pending,
    update: updatePending,
    now,
    onAsked: (request) => runClientTools(request, options().clientTools ?? {}, inbox),
  });

  const begin = (input: RunInput, resumed?: DeferredToolResults): void => {
    const { agent, deps, deferredToolHandler, metadata } = options();
    // The newest handler is asked, also when the app rendered again after the run began.
    const handler: DeferredToolHandler<DEPS> = (requests, ctx) =>
      (options().deferredToolHandler ?? deferredToolHandler)?.(requests, ctx) ?? null;
    const runOptions = {
      deps,
      messages: history,
      ask: inbox.ask,
      ...(deferredToolHandler === undefined
        ? {}
        : { deferredToolHandler: deferredToolHandler === null ? null : handler }),
      ...(resumed === undefined ? {} : { deferredToolResults: resumed }),
      ...(metadata === undefined ? {} : { metadata }),
      ...(conversationId === undefined ? {} : { conversationId }),
    } as RunOptions<DEPS>; // `deps` is checked by the options of this conversation
    const run = agent.run(input, runOptions);
    active = run;
    conversationId = run.conversationId;
    void follow(run);
  };

  const follow = async (run: AgentRun<OUTPUT>): Promise<void> => {
    for await (const event of run) applier.add(event);
    const outcome = await run.outcome;
    applier.flush();
    active = undefined;
    history = outcome.messages;
    patch(() => ({ outcome, error: outcome.type === 'failed' ? outcome.error : null }));
    sendQueued(outcome);
  };

  const sendQueued = (outcome: RunOutcome<OUTPUT>): void => {
    const [next, ...queued] = store.getState().queued;
    if (next === undefined || isDisposed || outcome.type === 'deferred') return;
    patch(() => ({ queued }));
    begin(next);
  };

  return {
    store,
    start: (input) => {
      if (isDisposed) throw disposed();
      if (active === undefined && store.getState().status !== 'deferred') begin(input);
      else patch((state) => ({ queued: [...state.queued, input] }));
    },
    stop: (reason) => active?.abort(reason),
    resume: (results, prompt) => {
      if (isDisposed) throw disposed();
      if (active !== undefined) throw stillRunning();
      begin(prompt, results);
    },
    decide: inbox.decide,
    decideAll: async (decision, batchId) => {
      const batches = store.getState().pending.filter((batch) => batchId === undefined || batch.batchId === batchId);
      const open = batches
        .flatMap((batch) => batch.items)
        .filter(({ kind, state }) => kind === 'approval' && state.status === 'open');
      return await Promise.all(
        open.map(({ call }) => inbox.decide(call.toolCallId, decision === false ? toolDenied() : decision)),
      );
    },
    saveDraft: (toolCallId, draft) => patch(({ drafts }) => ({ drafts: withDraft(drafts, toolCallId, draft) })),
    dispose: () => {
      isDisposed = true;
      active?.abort('The conversation was closed.');
    },
  };
}

type Drafts = ConversationState['drafts'];

function withDraft(drafts: Drafts, toolCallId: string, draft: Draft | null): Drafts {
  const others = Object.entries(drafts).filter(([id]) => id !== toolCallId);
  return Object.fromEntries(draft === null ? others : [...others, [toolCallId, draft]]);
}

/** A draft lives as long as its call is open. */
function draftsOf(pending: readonly PendingBatch[], drafts: Drafts): Drafts {
  const open = new Set(
    pending.flatMap(({ items }) =>
      items.filter(({ state }) => state.status !== 'decided').map(({ call }) => call.toolCallId),
    ),
  );
  const kept = Object.entries(drafts).filter(([id]) => open.has(id));
  return kept.length === Object.keys(drafts).length ? drafts : Object.fromEntries(kept);
}

function disposed(): RunAborted {
  return new RunAborted(
    'disposed',
    'This conversation was closed, so it takes no more messages. Make a new one, or keep its component mounted.',
  );
}

function stillRunning(): UserError {
  return new UserError(
    'still-running',
    'resume() was called while a run is going on. It goes on from a `deferred` outcome; wait for one, or stop the run first.',
  );
}
