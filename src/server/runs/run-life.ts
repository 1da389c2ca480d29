import { ActivationEvents } from '../../agent/run/activation-events.js';
import type { AgentRun } from '../../agent/run/agent.js';
import { canBeginAgain, type RunJournal } from '../../agent/run/journal.js';
import type { RunInput, RunOptions } from '../../agent/run/run-options.js';
import type { BatchRecord, ServedBatch } from '../../agent/run-server/batch-record.js';
import type { NewRun, RunState } from '../../agent/run-server/run-record.js';
import { type AskFunction, type AskRequest, expired } from '../../approval/broker/ask.js';
import { UserError } from '../../protocol/base/errors.js';
import { isSameJson, type JSONValue } from '../../protocol/base/json.js';
import { type DeferredToolRequests, type DeferredToolResults, deferredCalls } from '../../protocol/deferred.js';
import type { RunOutcome } from '../../protocol/outcome.js';
import type { RunEvent } from '../../protocol/run-event.js';
import type { Issue } from '../../protocol/signals.js';
import { expireBegun, toBatchResults, withoutBegun } from '../request/batch-results.js';
import type { BatchAnswers } from '../request/read-answers.js';
import type { RunKeeper } from './run-store.js';
import { standingAnswer, standingAnswers } from './standing-answer.js';
import { toServedBatch } from './to-served-batch.js';

/** An agent that a server runs, whatever its tools need: what that is, the app says where it gives both. */
export interface ServedAgent {
  readonly name: string;
  run(input: RunInput, ...options: readonly never[]): AgentRun<unknown>;
}

/** What one life of a run is made of. */
export interface LifeSetup {
  readonly run: NewRun;
  readonly agent: ServedAgent;
  readonly deps?: unknown;
  readonly journal: RunJournal;
  readonly keeper: RunKeeper;
  /** The time, in milliseconds since 1970. */
  readonly now: () => number;
  /** Calls that were cut off: people are asked about them, or they are told as `unknown`. Default: `ask`. */
  readonly interrupted?: 'ask' | 'unknown' | undefined;
  /** Gets each event as it comes, also those of earlier activations again. */
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
}

/** An answer that the run cannot use, and the reason. */
export interface RefusedAnswer {
  readonly toolCallId: string;
  readonly issue: Issue;
}

/** How a life of a run ended. */
export type LifeEnd =
  /** It waits for the answers to this batch, and holds nothing until they are there. */
  | { readonly type: 'parked'; readonly batch: ServedBatch; readonly refused: RefusedAnswer | undefined }
  | Extract<RunState, { readonly type: 'ended' | 'stuck' }>
  /** It was told to go no further here: another life goes on from its journal. */
  | { readonly type: 'left' }
  /** Its journal could not look up or keep, so that another life has to begin. */
  | { readonly type: 'broken'; readonly error: Error };

/** One life of a run: from its beginning, or from what its journal kept, until it ends or has to wait for people. */
export class RunLife {
  /** Resolves once all that happens was told to the keeper. Never rejects. */
  readonly end: Promise<LifeEnd>;
  readonly #setup: LifeSetup;
  readonly #run: AgentRun<unknown>;
  #parked: Omit<Extract<LifeEnd, { readonly type: 'parked' }>, 'type'> | undefined;

  constructor(setup: LifeSetup) {
    this.#setup = setup;
    const { run, agent, journal, deps } = setup;
    const { runId, conversationId, messages, metadata } = run;
    const options = { runId, conversationId, messages, journal, ask: this.#ask };
    const more = { ...(metadata === undefined ? {} : { metadata }), ...(deps === undefined ? {} : { deps }) };
    // JSON has no `undefined`: a run that says nothing goes on from its history.
    const input = (run.input ?? undefined) as RunInput; // its agent looks at it
    this.#run = agent.run(input, ...lifeArguments({ ...options, ...more }));
    this.end = this.#follow();
  }

  /** The batch for which it is suspended. */
  get parkedBatchId(): string | undefined {
    return this.#parked?.batch.batchId;
  }

  /** The answer that the run could not use, for which it is suspended again. */
  get refused(): RefusedAnswer | undefined {
    return this.#parked?.refused;
  }

  /** Ends the run. */
  stop(reason: string): void {
    this.#run.abort(reason);
  }

  /** Ends this life, and not the run. */
  leave(): void {
    this.#run.leave?.();
  }

  async #follow(): Promise<LifeEnd> {
    const { keeper, now, onEvent } = this.#setup;
    const events = new ActivationEvents((event) => keeper.tell(event));
    for await (const event of this.#run) {
      onEvent?.(event);
      events.applyEvent(event);
    }
    return toLifeEnd(await this.#run.outcome, { parked: this.#parked, at: now() });
  }

  readonly #ask: AskFunction = async (whole) => {
    const { interrupted } = this.#setup;
    if (interrupted !== 'unknown') return await this.#askPeople(whole);
    const request = { ...whole, requests: withoutBegun(whole.requests) };
    const begun = expireBegun(whole.requests);
    if (deferredCalls(request.requests).length === 0) return toBatchResults(whole.requests, begun);
    const results = await this.#askPeople(request);
    return results && { ...results, calls: { ...results.calls, ...toBatchResults(whole.requests, begun).calls } };
  };

  async #askPeople(request: AskRequest): Promise<DeferredToolResults | null> {
    const { keeper, run, now } = this.#setup;
    const before = await keeper.findBatch(request.batchId);
    const record = before ?? (await keeper.ask(await toServedBatch(request, run, now())));
    refuseOtherBatch(record, request, run);
    if (record.state === 'open') return await this.#park(record.batch);
    if (record.state === 'withdrawn') {
      reportMoves(request, record);
      this.stop('The run was stopped.');
      return null;
    }
    const answers = standingAnswers(record);
    const unusable = await unusableAnswers(request, answers);
    if (unusable.length > 0) {
      const ids = unusable.map(({ toolCallId }) => toolCallId);
      await keeper.takeBack(request.batchId, ids);
      return await this.#park(record.batch, unusable[0]);
    }
    return this.#apply(request, record, answers);
  }

  #apply(request: AskRequest, record: BatchRecord, answers: BatchAnswers): DeferredToolResults {
    const late = deferredCalls(request.requests).filter(
      ({ call }) => answers[call.toolCallId]?.kind === 'tool-expired',
    );
    const { onExpiry } = record.batch;
    const [first] = late;
    reportMoves(request, record);
    if (onExpiry === 'fail' && first !== undefined) throw expired(first);
    for (const { call } of deferredCalls(request.requests)) {
      const { toolCallId } = call;
      const taken = standingAnswer(record, toolCallId);
      if (taken !== undefined) request.report({ type: 'answer', toolCallId, answer: taken.answer, by: taken.by });
    }
    if (onExpiry !== 'park' || late.length === 0) return toBatchResults(request.requests, answers);
    const defer = late.map(({ call }) => call.toolCallId);
    const rest = Object.fromEntries(Object.entries(answers).filter(([id]) => !defer.includes(id)));
    return { ...toBatchResults(request.requests, rest), defer };
  }

  /** Nothing of the run is held while people think. */
  async #park(batch: ServedBatch, refused?: RefusedAnswer): Promise<never> {
    this.#parked = { batch, refused };
    this.leave();
    return await new Promise(() => {}); // what waited for it has gone with this life
  }
}

/** Emits who moved deadlines while no activation of the run could. */
function reportMoves(request: AskRequest, { batch }: BatchRecord): void {
  for (const { toolCallId, expiresAt, by, at } of batch.extensions ?? [])
    request.report({ type: 'extended', toolCallId, expiresAt, by, movedAt: at });
}

/** What the tool's own schema, validators and policies have something against by now: its people are asked again. */
async function unusableAnswers(request: AskRequest, answers: BatchAnswers): Promise<readonly RefusedAnswer[]> {
  const unusable: RefusedAnswer[] = [];
  for (const [toolCallId, answer] of Object.entries(answers)) {
    const [issue] = await request.check(toolCallId, answer);
    if (issue !== undefined) unusable.push({ toolCallId, issue });
  }
  return unusable;
}

function toLifeEnd(
  outcome: RunOutcome<unknown>,
  {
    parked,
    at,
  }: { readonly parked: Omit<Extract<LifeEnd, { readonly type: 'parked' }>, 'type'> | undefined; readonly at: number },
): LifeEnd {
  if (outcome.type === 'left') return parked === undefined ? { type: 'left' } : { type: 'parked', ...parked };
  if (outcome.type === 'failed') {
    const { error } = outcome;
    if ('code' in error && error.code === 'journal-scheme') return { type: 'stuck', why: error.message };
    if ('code' in error && canBeginAgain(error as { readonly code: string })) return { type: 'broken', error };
  }
  return { type: 'ended', outcome: outcome.type, at };
}

function lifeArguments(options: RunOptions): readonly never[] {
  return [options] as unknown as readonly never[]; // deps are asked for where the agent needs some
}

/**
 * Checks that a stored batch is the one that a run asks for: its run, agent path, round and each call with its digest. An id alone proves
 * nothing: whoever can make two batches share one would have an approval of one call run another.
 *
 * @throws UserError `batch-mismatch`, which ends the run before any of its calls executes.
 */
function refuseOtherBatch({ batch }: BatchRecord, request: AskRequest, run: NewRun): void {
  const stored: JSONValue = [batch.batchId, batch.runId, [...batch.agentPath], batch.round, partsOf(batch.requests)];
  const { batchId, agentPath, round, requests } = request;
  const asked: JSONValue = [batchId, run.runId, [...agentPath], round, partsOf(requests)];
  if (isSameJson(stored, asked)) return;
  throw new UserError(
    'batch-mismatch',
    `The stored batch '${batchId}' is not what the run '${run.runId}' asks: its run, agent, round or calls differ. Nothing was executed, and no answer was used. Start a new run, and find out who writes to the store.`,
  );
}

function partsOf(requests: DeferredToolRequests): JSONValue {
  return deferredCalls(requests).map(({ kind, call: { toolCallId, toolName, input, digest = null } }) => [
    ...[kind, toolCallId, toolName, digest],
    input,
  ]);
}
