import type { ModelMessage } from 'ai';
import { canBeginAgain } from '../../agent/run/journal.js';
import type { BatchRecord } from '../../agent/run-server/batch-record.js';
import type { RunState } from '../../agent/run-server/run-record.js';
import { callApp } from '../../protocol/base/call-app.js';
import type { Clock } from '../../protocol/base/clock.js';
import { derivedId } from '../../protocol/base/ids.js';
import type { DeferredToolRequests } from '../../protocol/deferred.js';
import { endsRun, type RunEvent, type RunEventOf } from '../../protocol/run-event.js';
import { dueAnswers, nextDeadline } from '../runs/batch-deadlines.js';
import { executeRun } from '../runs/execute-run.js';
import type { ActivationEnd, RefusedAnswer, RunActivation, ServedAgent } from '../runs/run-activation.js';
import type { Activation, RunStore } from '../runs/run-store.js';
import { askedIds, type EventChunks } from '../wire/event-chunks.js';
import type { TurnRun } from './chat-turns.js';
import { LiveResponse } from './live-response.js';
import { chunksOfBatch, chunksOfEvent, type ResponseWords, responseChunks } from './read-turn.js';

/** What the execution of a turn needs. */
export interface TurnSetup {
  readonly store: RunStore;
  readonly run: TurnRun;
  readonly agent: ServedAgent;
  readonly deps: unknown;
  readonly history: readonly ModelMessage[];
  /** The batches that people were asked in earlier activations. */
  readonly asked: readonly BatchRecord[];
  readonly clock: Clock;
  readonly onError: ResponseWords['onError'];
  readonly onProblem: ((error: unknown) => void) | undefined;
  /** Called when it waits, is over, or is lost. */
  readonly onSettled: () => void;
}

/** `lost`: another process executes the run by now, or nothing more could be stored. */
export type TurnState = 'running' | 'waiting' | 'over' | 'lost';

/** A turn whose run is executed in this process, as a list of responses. */
export class LiveTurn {
  state: TurnState = 'running';
  /** The answer that the run could not use. */
  refused: RefusedAnswer | undefined;
  readonly #setup: TurnSetup;
  readonly #responses: Map<number, LiveResponse> = new Map();
  readonly #asked: BatchRecord[];
  /** The batch up to whose answers an activation repeats what was told. */
  #skips: string | undefined;
  #fold: EventChunks | undefined;
  #life: RunActivation | undefined;
  /** Batches as the run requests them, by id. */
  #requests: Map<string, DeferredToolRequests> = new Map();
  #end: RunEventOf<'run-end'> | undefined;
  #changed: (() => void)[] = [];

  constructor(setup: TurnSetup) {
    this.#setup = setup;
    this.#asked = [...setup.asked];
  }

  get run(): TurnRun {
    return this.#setup.run;
  }

  /** The response that is told now or was told last. */
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
    this.#begin();
    let end: ActivationEnd | undefined;
    try {
      end = await executeRun({ activate: (runId) => this.#activate(store, runId) }, run.runId, {
        ...{ agent, deps: () => deps, interrupted: 'unknown', now: () => clock.now() },
        onActivation: (life) => {
          this.#life = life;
        },
        onEvent: (event) => this.#take(event),
      });
    } catch (error) {
      callApp(this.#setup.onProblem, error);
    }
    // Its answers may not have come.
    if (this.state === 'running') this.#become(end === undefined && before === 'waiting' ? before : 'lost');
    if (this.state === 'lost') for (const response of this.#responses.values()) response.close('lost');
    this.#setup.onSettled();
  }

  /** Resolves once people are asked, or the run is over. */
  async settled(): Promise<void> {
    while (this.state === 'running') await new Promise<void>((resolve) => this.#changed.push(resolve));
  }

  /** Resolves once the run tells something new, or has ended without. */
  async begun(): Promise<void> {
    while (this.state === 'running' && this.#fold === undefined)
      await new Promise<void>((resolve) => this.#changed.push(resolve));
  }

  async #activate(store: RunStore, runId: string): Promise<Activation | undefined> {
    const activation = await store.activate(runId);
    if (activation === undefined) return undefined;
    this.#begin();
    if (this.#skips === undefined) this.#beginResponse();
    const asked = this.#skips === undefined ? undefined : await store.findBatch(this.#skips);
    return {
      ...activation,
      // A withdrawn question ends the run where it is asked: then its calls are told as cancelled.
      stopReason: asked?.state === 'withdrawn' ? undefined : activation.stopReason,
      run: { ...activation.run, messages: this.#setup.history },
      ask: (batch) => activation.ask({ ...batch, expiresAt: lastDeadline(batch) }),
      // A request is refused as a whole.
      takeBack: async (batchId) => {
        const record = await store.findBatch(batchId);
        if (record !== undefined) await activation.takeBack(batchId, askedIds(record.batch));
      },
      end: async (state) => {
        const stored = await activation.end(state);
        if (stored === 'stored') await this.#ended(state);
        return stored;
      },
    };
  }

  #begin(): void {
    this.#skips = this.#asked.at(-1)?.batch.batchId;
    [this.#fold, this.#end, this.#life, this.refused] = [undefined, undefined, undefined, undefined];
    this.#requests.clear();
    this.#become('running');
  }

  #take(event: RunEvent): void {
    // What an activation emits behind its question is repeated by the next.
    if (this.#life?.parkedBatchId !== undefined && this.#hasRequested(this.#life.parkedBatchId)) return;
    if (event.type === 'deferred-request') this.#requests.set(event.batchId, event.requests);
    const isEnd = endsRun(event);
    if (isEnd && canBeginAgain(event.error)) return;
    const isAnswered = event.type === 'deferred-response' && isOf(this.#skips ?? '', event.batchId);
    if (this.#fold === undefined) {
      // An end before its question, as of an agent that has changed since, is one all the same.
      if (isEnd || isAnswered) this.#beginResponse();
      if (!isEnd) return;
    }
    // It is told once it is stored: whoever knows that it is over may send the next message at once.
    if (isEnd) this.#end = event;
    else if (this.#fold !== undefined) this.#current?.push(chunksOfEvent(this.#fold, event));
  }

  get #current(): LiveResponse | undefined {
    return this.#responses.get(this.#asked.length);
  }

  #hasRequested(batchId: string): boolean {
    return [...this.#requests.keys()].some((requested) => isOf(batchId, requested));
  }

  #beginResponse(): void {
    const { run, onError } = this.#setup;
    const index = this.#asked.length;
    const words = { replyId: run.turn.replyId, onError };
    this.#fold = responseChunks(words, this.#asked.at(-1), () => this.#asked[index]?.batch.batchId ?? '');
    const response = new LiveResponse(index);
    this.#responses.set(index, response);
    response.push(this.#fold.begin());
    this.#notify();
  }

  async #ended(state: RunState): Promise<void> {
    if (state.type === 'waiting') return await this.#wait(state.batchId);
    const response = this.#current;
    if (this.#fold !== undefined && this.#end !== undefined) response?.push(chunksOfEvent(this.#fold, this.#end));
    response?.close(this.#end === undefined ? 'lost' : 'complete');
    this.#become('over');
  }

  async #wait(batchId: string): Promise<void> {
    const record = await this.#setup.store.findBatch(batchId);
    if (record === undefined) return this.#become('lost');
    // A handler may ask once more about the same batch.
    if (this.#fold === undefined && batchId !== this.#skips) this.#beginResponse();
    const [response, fold] = [this.#current, this.#fold];
    this.refused = this.#life?.refused;
    if (fold !== undefined) {
      this.#asked.push(record);
      response?.push(chunksOfBatch(fold, record, this.#requests.get(batchId)));
      response?.close('complete');
    }
    this.#watch(record);
    this.#become('waiting');
  }

  /** A batch that nobody answers is over at its deadline. */
  #watch(record: BatchRecord): void {
    const { clock, store, onProblem } = this.#setup;
    const deadline = nextDeadline(record);
    if (deadline === undefined) return;
    const expire = async (): Promise<void> => {
      const now = await store.findBatch(record.batch.batchId);
      const due = now?.state === 'open' ? dueAnswers(now, clock.now()) : [];
      if (now?.state === 'open' && due.length === 0) return this.#watch(now);
      if (due.length > 0) await store.answer(record.batch.batchId, due);
      if (this.state === 'waiting') await this.execute();
    };
    clock.setTimeout(
      () => void expire().catch((error) => callApp(onProblem, error)),
      Math.max(0, deadline - clock.now()),
    );
  }

  #become(state: TurnState): void {
    this.state = state;
    this.#notify();
  }

  #notify(): void {
    for (const wake of this.#changed.splice(0)) wake();
  }
}

/** A batch of a chat is answered in one request, so it is over at the last of its deadlines: never, where a call has none. */
function lastDeadline({ requests, expiresAt }: BatchRecord['batch']): Readonly<Record<string, number>> {
  const ids = askedIds({ requests });
  const last = Math.max(...ids.map((id) => expiresAt[id] ?? Number.POSITIVE_INFINITY));
  return Number.isFinite(last) ? Object.fromEntries(ids.map((id) => [id, last])) : {};
}

/** A question of a batch: a handler may ask more than one. */
function isOf(asked: string, batchId: string): boolean {
  return asked === batchId || asked.startsWith(`${derivedId(batchId, 'again')}.`);
}
