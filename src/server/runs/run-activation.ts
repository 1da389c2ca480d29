import { ActivationEvents } from '../../agent/launch/activation-events.js';
import type { AgentRun } from '../../agent/run/agent.js';
import { canBeginAgain, type RunJournal } from '../../agent/run/journal.js';
import type { RunInput, RunOptions } from '../../agent/run/run-options.js';
import { type AskFunction, type AskRequest, expired } from '../../approval/broker/ask.js';
import { UserError } from '../../protocol/base/errors.js';
import { isSameJson, type JSONValue } from '../../protocol/base/json.js';
import { type DeferredToolRequests, type DeferredToolResults, deferredCalls } from '../../protocol/deferred.js';
import type { RunOutcome } from '../../protocol/outcome.js';
import type { RunEvent } from '../../protocol/run-event.js';
import type { BatchRecord, ServedBatch, UnusableAnswer } from '../../remote/run-protocol/batch-record.js';
import type { NewRun, RunState } from '../../remote/run-protocol/run-record.js';
import { expireInterrupted, toBatchResults, withoutInterrupted } from '../request/batch-results.js';
import type { BatchAnswers } from '../request/read-answers.js';
import { effectiveAnswer, effectiveAnswers } from './effective-answer.js';
import type { ActivationStore } from './run-store.js';
import { toServedBatch } from './to-served-batch.js';

/** An agent with dependencies of any type. The app provides the dependencies together with the agent. */
export interface ServedAgent {
  readonly name: string;
  run(input: RunInput, ...options: readonly never[]): AgentRun<unknown>;
}

/** Options of {@link RunActivation}. */
export interface ActivationSetup {
  readonly run: NewRun;
  readonly agent: ServedAgent;
  readonly deps?: unknown;
  readonly journal: RunJournal;
  readonly store: ActivationStore;
  /** The time, in milliseconds since 1970. */
  readonly now: () => number;
  /** The treatment of interrupted calls: people are asked about them, or they end as `unknown`. Default: `ask`. */
  readonly interrupted?: 'ask' | 'unknown' | undefined;
  /** Called with each event. Events of earlier activations are emitted again. */
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
}

/** The end of an activation. */
export type ActivationEnd =
  /** The run waits for the answers to this batch, and uses no resources until they arrive. */
  | { readonly type: 'parked'; readonly batch: ServedBatch; readonly refused: UnusableAnswer | undefined }
  | Extract<RunState, { readonly type: 'ended' | 'stuck' }>
  /** `suspend()` was called. The next activation continues from the journal. */
  | { readonly type: 'suspended' }
  /** The journal failed. The run needs another activation. */
  | { readonly type: 'broken'; readonly error: Error };

/**
 * One activation of a run: it starts from the journal, if that has steps, and lasts until the run ends or waits for
 * answers.
 */
export class RunActivation {
  /** Resolves after every event was passed to the store. Never rejects. */
  readonly end: Promise<ActivationEnd>;
  readonly #setup: ActivationSetup;
  readonly #run: AgentRun<unknown>;
  #parked: Omit<Extract<ActivationEnd, { readonly type: 'parked' }>, 'type'> | undefined;

  constructor(setup: ActivationSetup) {
    this.#setup = setup;
    const { run, agent, journal, deps } = setup;
    const { runId, conversationId, messages, metadata } = run;
    const options = { runId, conversationId, messages, journal, ask: this.#ask };
    const more = { ...(metadata === undefined ? {} : { metadata }), ...(deps === undefined ? {} : { deps }) };
    // A run without input continues from its history. JSON stores that as null.
    const input = (run.input ?? undefined) as RunInput; // the agent validates it
    this.#run = agent.run(input, ...activationArguments({ ...options, ...more }));
    this.end = this.#emitEvents();
  }

  /** The id of the batch whose answers the suspended run waits for. */
  get parkedBatchId(): string | undefined {
    return this.#parked?.batch.batchId;
  }

  /** The answer that the run could not use, so that it waits again. */
  get refused(): UnusableAnswer | undefined {
    return this.#parked?.refused;
  }

  /** Ends the run. */
  stop(reason: string): void {
    this.#run.abort(reason);
  }

  /** Ends this activation without ending the run. */
  suspend(): void {
    this.#run.suspend?.();
  }

  async #emitEvents(): Promise<ActivationEnd> {
    const { store, now, onEvent } = this.#setup;
    const events = new ActivationEvents((event) => store.tell(event));
    for await (const event of this.#run) {
      onEvent?.(event);
      events.applyEvent(event);
    }
    return toActivationEnd(await this.#run.outcome, { parked: this.#parked, at: now() });
  }

  /** With `interrupted: 'unknown'`, interrupted calls expire at once, and people are asked about the others only. */
  readonly #ask: AskFunction = async (request) => {
    if (this.#setup.interrupted !== 'unknown') return await this.#askPeople(request);
    const expiredResults = toBatchResults(request.requests, expireInterrupted(request.requests));
    const others = withoutInterrupted(request.requests);
    if (deferredCalls(others).length === 0) return expiredResults;
    const results = await this.#askPeople({ ...request, requests: others });
    return results && { ...results, calls: { ...results.calls, ...expiredResults.calls } };
  };

  async #askPeople(request: AskRequest): Promise<DeferredToolResults | null> {
    const { store, run, now } = this.#setup;
    const stored = await store.findBatch(request.batchId);
    const record = stored ?? (await store.ask(await toServedBatch(request, run, now())));
    assertSameBatch(record, request, run);
    if (record.state === 'open') return await this.#park(record.batch);
    if (record.state === 'withdrawn') {
      reportExtensions(request, record);
      this.stop('The run was stopped.');
      return null;
    }
    const answers = effectiveAnswers(record);
    const unusable = await unusableAnswers(request, answers);
    const [refused] = unusable;
    if (refused !== undefined) {
      const ids = unusable.map(({ toolCallId }) => toolCallId);
      await store.retract(request.batchId, ids, refused);
      return await this.#park(record.batch, refused);
    }
    return this.#apply(request, record, answers);
  }

  #apply(request: AskRequest, record: BatchRecord, answers: BatchAnswers): DeferredToolResults {
    const overdue = deferredCalls(request.requests).filter(
      ({ call }) => answers[call.toolCallId]?.kind === 'tool-expired',
    );
    const { onExpiry } = record.batch;
    const [first] = overdue;
    reportExtensions(request, record);
    if (onExpiry === 'fail' && first !== undefined) throw expired(first);
    for (const { call } of deferredCalls(request.requests)) {
      const { toolCallId } = call;
      const effective = effectiveAnswer(record, toolCallId);
      if (effective !== undefined)
        request.report({ type: 'answer', toolCallId, answer: effective.answer, by: effective.by });
    }
    if (onExpiry !== 'park' || overdue.length === 0) return toBatchResults(request.requests, answers);
    const defer = overdue.map(({ call }) => call.toolCallId);
    const rest = Object.fromEntries(Object.entries(answers).filter(([id]) => !defer.includes(id)));
    return { ...toBatchResults(request.requests, rest), defer };
  }

  /** Suspends the run until the batch is answered, so that it uses no resources while people think. */
  async #park(batch: ServedBatch, refused?: UnusableAnswer): Promise<never> {
    this.#parked = { batch, refused };
    this.suspend();
    return await new Promise(() => {}); // the suspended run no longer waits for this
  }
}

/** Reports the deadlines that people moved while the run was suspended. */
function reportExtensions(request: AskRequest, { batch }: BatchRecord): void {
  for (const { toolCallId, expiresAt, by, at } of batch.extensions ?? [])
    request.report({ type: 'extended', toolCallId, expiresAt, by, movedAt: at });
}

/**
 * Returns the answers that the tool's schema, its validators or the policies reject. People are asked again about them.
 */
async function unusableAnswers(request: AskRequest, answers: BatchAnswers): Promise<readonly UnusableAnswer[]> {
  const unusable: UnusableAnswer[] = [];
  for (const [toolCallId, answer] of Object.entries(answers)) {
    const [issue] = await request.check(toolCallId, answer);
    if (issue !== undefined) unusable.push({ toolCallId, answer, issue });
  }
  return unusable;
}

function toActivationEnd(
  outcome: RunOutcome<unknown>,
  {
    parked,
    at,
  }: {
    readonly parked: Omit<Extract<ActivationEnd, { readonly type: 'parked' }>, 'type'> | undefined;
    readonly at: number;
  },
): ActivationEnd {
  if (outcome.type === 'suspended') return parked === undefined ? { type: 'suspended' } : { type: 'parked', ...parked };
  if (outcome.type === 'failed') {
    const { error } = outcome;
    if ('code' in error && error.code === 'journal-scheme') return { type: 'stuck', why: error.message };
    if ('code' in error && canBeginAgain(error as { readonly code: string })) return { type: 'broken', error };
  }
  return { type: 'ended', outcome: outcome.type, at };
}

function activationArguments(options: RunOptions): readonly never[] {
  return [options] as unknown as readonly never[]; // the types of the public options require `deps` when the agent needs them
}

/**
 * Checks that a stored batch is the one that the run requests: the same run, agent path, round and calls with their
 * digests. The id alone is not enough. With two batches of one id, the approval of one call could execute another.
 *
 * @throws UserError `batch-mismatch`, which ends the run before any of its calls executes.
 */
function assertSameBatch({ batch }: BatchRecord, request: AskRequest, run: NewRun): void {
  const stored: JSONValue = [
    batch.batchId,
    batch.runId,
    [...batch.agentPath],
    batch.round,
    callIdentities(batch.requests),
  ];
  const { batchId, agentPath, round, requests } = request;
  const asked: JSONValue = [batchId, run.runId, [...agentPath], round, callIdentities(requests)];
  if (isSameJson(stored, asked)) return;
  throw new UserError(
    'batch-mismatch',
    `The stored batch '${batchId}' does not match the batch that the run '${run.runId}' requests: its run, agent, round or calls differ. The call was not executed and no answer was used, because an approval could otherwise apply to another call. Start a new run, and find out what changed the batch in the store.`,
  );
}

function callIdentities(requests: DeferredToolRequests): JSONValue {
  return deferredCalls(requests).map(({ kind, call: { toolCallId, toolName, input, digest = null } }) => [
    ...[kind, toolCallId, toolName, digest],
    input,
  ]);
}
