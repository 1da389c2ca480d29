import type { ModelMessage } from 'ai';
import { canBeginAgain } from '../../agent/run/journal.js';
import type { Clock } from '../../protocol/base/clock.js';
import { derivedId } from '../../protocol/base/ids.js';
import { invokeCallback } from '../../protocol/base/invoke-callback.js';
import type { DeferredToolRequests } from '../../protocol/deferred.js';
import { endsRun, type RunEvent, type RunEventOf } from '../../protocol/run-event.js';
import type { BatchRecord, UnusableAnswer } from '../../remote/run-protocol/batch-record.js';
import type { RunState } from '../../remote/run-protocol/run-record.js';
import { dueAnswers, nextDeadline } from '../runs/batch-deadlines.js';
import { executeRun } from '../runs/execute-run.js';
import type { ActivationEnd, RunActivation, ServedAgent } from '../runs/run-activation.js';
import type { Activation, RunStore } from '../runs/run-store.js';
import { batchCallIds, type ChunkConverter } from '../wire/event-chunks.js';
import type { TurnRun } from './chat-turns.js';
import { LiveResponse } from './live-response.js';
import { chunksOfBatch, chunksOfEvent, createChunkConverter, type ResponseOptions } from './read-turn.js';

/** Options of {@link LiveTurn}. */
export interface TurnSetup {
  readonly store: RunStore;
  readonly run: TurnRun;
  readonly agent: ServedAgent;
  readonly deps: unknown;
  readonly history: readonly ModelMessage[];
  /** The batches of earlier activations, oldest first. */
  readonly batches: readonly BatchRecord[];
  readonly clock: Clock;
  readonly onError: ResponseOptions['onError'];
  readonly onProblem: ((error: unknown) => void) | undefined;
  /** Called when the turn waits, is over, or is lost. */
  readonly onSettled: () => void;
}

/** The state of a turn. `lost`: another process executes the run, or its events could not be stored. */
export type TurnState = 'running' | 'waiting' | 'over' | 'lost';

/**
 * A turn whose run is executed in this process. It turns the events of the run into a list of responses: response `n`
 * ends with batch `n`, or with the run, and response `n + 1` begins with the answers to that batch.
 */
export class LiveTurn {
  state: TurnState = 'running';
  /** The answer that the run could not use, so that it waits again. */
  refused: UnusableAnswer | undefined;
  readonly #setup: TurnSetup;
  readonly #responses: Map<number, LiveResponse> = new Map();
  /** The batches so far, oldest first. */
  readonly #batches: BatchRecord[];
  /**
   * The last batch of the earlier activations. An activation first emits the events before its answers again, which
   * clients have already.
   */
  #replayedBatchId: string | undefined;
  /** The converter of the current response; `undefined` until an activation begins one. */
  #converter: ChunkConverter | undefined;
  #activation: RunActivation | undefined;
  /** The requests of batches, by batch id. They include interrupted calls, which stored batches do not have. */
  #requests: Map<string, DeferredToolRequests> = new Map();
  #end: RunEventOf<'run-end'> | undefined;
  #waiters: (() => void)[] = [];
  /** Cancels the timer for the deadline of the pending batch. */
  #stopTimer: (() => void) | undefined;

  constructor(setup: TurnSetup) {
    this.#setup = setup;
    this.#batches = [...setup.batches];
  }

  get run(): TurnRun {
    return this.#setup.run;
  }

  /** The index of the current or last response. */
  get index(): number {
    return Math.max(-1, ...this.#responses.keys());
  }

  response(index: number): LiveResponse | undefined {
    return this.#responses.get(index);
  }

  /** Executes the run from where it is, until it waits or is over. */
  async execute(): Promise<void> {
    const { store, run, agent, deps, clock } = this.#setup;
    const before = this.state;
    this.#reset();
    let end: ActivationEnd | undefined;
    try {
      end = await executeRun({ activate: (runId) => this.#activate(store, runId) }, run.runId, {
        ...{ agent, deps: () => deps, interrupted: 'unknown', now: () => clock.now() },
        onActivation: (activation) => {
          this.#activation = activation;
        },
        onEvent: (event) => this.#applyEvent(event),
      });
    } catch (error) {
      invokeCallback(this.#setup.onProblem, error);
    }
    // A waiting run that could not be activated has no answers yet.
    if (this.state === 'running') this.#become(end === undefined && before === 'waiting' ? before : 'lost');
    if (this.state === 'lost') for (const response of this.#responses.values()) response.close('lost');
    this.#setup.onSettled();
  }

  /** Resolves when the turn is no longer running. */
  async whenSettled(): Promise<void> {
    while (this.state === 'running') await new Promise<void>((resolve) => this.#waiters.push(resolve));
  }

  /** Resolves when a new response begins, or the turn stops without one. */
  async whenResponding(): Promise<void> {
    while (this.state === 'running' && this.#converter === undefined)
      await new Promise<void>((resolve) => this.#waiters.push(resolve));
  }

  async #activate(store: RunStore, runId: string): Promise<Activation | undefined> {
    const activation = await store.activate(runId);
    if (activation === undefined) return undefined;
    this.#reset();
    if (this.#replayedBatchId === undefined) this.#beginResponse();
    const replayed = this.#replayedBatchId === undefined ? undefined : await store.findBatch(this.#replayedBatchId);
    return {
      ...activation,
      // A withdrawn batch ends the run at its deferred step, so that the calls of the batch end as cancelled.
      stopReason: replayed?.state === 'withdrawn' ? undefined : activation.stopReason,
      run: { ...activation.run, messages: this.#setup.history },
      ask: (batch) => activation.ask({ ...batch, expiresAt: sharedDeadlines(batch) }),
      // A chat request has answers to the whole batch, so all of them are retracted together.
      retract: async (batchId, _, refused) => {
        const record = await store.findBatch(batchId);
        if (record !== undefined) await activation.retract(batchId, batchCallIds(record.batch), refused);
      },
      end: async (state) => {
        const stored = await activation.end(state);
        if (stored === 'stored') await this.#finish(state);
        return stored;
      },
    };
  }

  #reset(): void {
    this.#stopTimer?.();
    this.#replayedBatchId = this.#batches.at(-1)?.batch.batchId;
    [this.#converter, this.#end, this.#activation, this.refused] = [undefined, undefined, undefined, undefined];
    this.#requests.clear();
    this.#become('running');
  }

  #applyEvent(event: RunEvent): void {
    // Events after the request of the pending batch are skipped: the next activation emits them again.
    if (this.#activation?.parkedBatchId !== undefined && this.#hasRequested(this.#activation.parkedBatchId)) return;
    if (event.type === 'deferred-request') this.#requests.set(event.batchId, event.requests);
    const isEnd = endsRun(event);
    if (isEnd && canBeginAgain(event.error)) return;
    const isAnswered =
      event.type === 'deferred-response' && isBatchOrRepeat(this.#replayedBatchId ?? '', event.batchId);
    if (this.#converter === undefined) {
      // A changed agent can end before it reaches the replayed batch. That end still needs a response.
      if (isEnd || isAnswered) this.#beginResponse();
      if (!isEnd) return;
    }
    // The end is sent after it was stored, because the client may send the next message at once.
    if (isEnd) this.#end = event;
    else if (this.#converter !== undefined) this.#current?.push(chunksOfEvent(this.#converter, event));
  }

  get #current(): LiveResponse | undefined {
    return this.#responses.get(this.#batches.length);
  }

  #hasRequested(batchId: string): boolean {
    return [...this.#requests.keys()].some((requested) => isBatchOrRepeat(batchId, requested));
  }

  #beginResponse(): void {
    const { run, onError } = this.#setup;
    const index = this.#batches.length;
    const options = { replyId: run.turn.replyId, onError };
    this.#converter = createChunkConverter(
      options,
      this.#batches.at(-1),
      () => this.#batches[index]?.batch.batchId ?? '',
    );
    const response = new LiveResponse(index);
    this.#responses.set(index, response);
    response.push(this.#converter.begin());
    this.#notify();
  }

  async #finish(state: RunState): Promise<void> {
    if (state.type === 'waiting') return await this.#showBatch(state.batchId);
    const response = this.#current;
    if (this.#converter !== undefined && this.#end !== undefined)
      response?.push(chunksOfEvent(this.#converter, this.#end));
    response?.close(this.#end === undefined ? 'lost' : 'complete');
    this.#become('over');
  }

  async #showBatch(batchId: string): Promise<void> {
    const record = await this.#setup.store.findBatch(batchId);
    if (record === undefined) return this.#become('lost');
    // A handler may request the same batch again, with another id.
    if (this.#converter === undefined && batchId !== this.#replayedBatchId) this.#beginResponse();
    const [response, converter] = [this.#current, this.#converter];
    this.refused = this.#activation?.refused;
    if (converter !== undefined) {
      this.#batches.push(record);
      response?.push(chunksOfBatch(converter, record, this.#requests.get(batchId)));
      response?.close('complete');
    }
    this.#watchDeadline(record);
    this.#become('waiting');
  }

  /** Sets a timer that expires the batch at its deadline. */
  #watchDeadline(record: BatchRecord): void {
    const { clock, store, onProblem } = this.#setup;
    const deadline = nextDeadline(record);
    if (deadline === undefined) return;
    const expire = async (): Promise<void> => {
      const now = await store.findBatch(record.batch.batchId);
      const due = now?.state === 'open' ? dueAnswers(now, clock.now()) : [];
      if (now?.state === 'open' && due.length === 0) return this.#watchDeadline(now);
      if (due.length > 0) await store.answer(record.batch.batchId, due);
      if (this.state === 'waiting') await this.execute();
    };
    this.#stopTimer?.();
    this.#stopTimer = clock.setTimeout(
      () => void expire().catch((error) => invokeCallback(onProblem, error)),
      Math.max(0, deadline - clock.now()),
    );
  }

  #become(state: TurnState): void {
    this.state = state;
    this.#notify();
  }

  #notify(): void {
    for (const wake of this.#waiters.splice(0)) wake();
  }
}

/**
 * Returns the latest deadline of a batch for each of its calls, because a chat answers a batch in one request. If a
 * call has no deadline, the batch has none.
 */
function sharedDeadlines({ requests, expiresAt }: BatchRecord['batch']): Readonly<Record<string, number>> {
  const ids = batchCallIds({ requests });
  const last = Math.max(...ids.map((id) => expiresAt[id] ?? Number.POSITIVE_INFINITY));
  return Number.isFinite(last) ? Object.fromEntries(ids.map((id) => [id, last])) : {};
}

/** Returns `true` when an id is `batchId`, or was derived from it because a handler requested that batch again. */
function isBatchOrRepeat(id: string, batchId: string): boolean {
  return id === batchId || id.startsWith(`${derivedId(batchId, 'again')}.`);
}
