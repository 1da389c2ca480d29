import { memoryStorage } from '../../persistence/memory-storage.js';
import type { RunStorage } from '../../persistence/run-storage.js';
import type { EventLog } from '../../persistence/runs/event-log.js';
import { staleLeader } from '../../persistence/runs/run-refused.js';
import { type Clock, systemClock } from '../../protocol/base/clock.js';
import { isDelta, type RunEvent } from '../../protocol/run-event.js';
import type { AcceptedAnswer, BatchRecord, MovedDeadline } from '../../remote/run-protocol/batch-record.js';
import type { ListedRun, NewRun, RunState, ServedEvent } from '../../remote/run-protocol/run-record.js';
import type { DecidedBatch, DecidedQuery } from '../lists/decided-list.js';
import { toListedRun } from '../lists/to-listed-run.js';
import type { WaitingBatch, WaitingQuery } from '../lists/waiting-list.js';
import { acceptAnswers, retractAnswers } from '../runs/accept-answers.js';
import { dueAnswers, moveDeadline, nextDeadline } from '../runs/batch-deadlines.js';
import { executeRun } from '../runs/execute-run.js';
import type { ActivationEnd, RunActivation, ServedAgent } from '../runs/run-activation.js';
import type { Activation, RunOperation, RunQuery, RunStore, StartLimits } from '../runs/run-store.js';
import { NewsHub, type NewsOrGap } from '../streams/news-hub.js';
import { decidedAmong, openAmong, runsAmong, waitingAmong } from './local-lists.js';
import { addToLog, countOpenRuns, isOpenFor, isOperable, isTurnOf, type LocalRun, toLocalRun } from './local-run.js';
import { RunArchive } from './run-archive.js';

/** Options of {@link LocalRunStore}. */
export interface LocalRunStoreOptions {
  /** The agents that runs may name. Default: none. `handleChat` passes its agent itself. */
  readonly agents?: Readonly<Record<string, ServedAgent>>;
  /** Returns the dependencies of a run's tools. Default: none. */
  readonly deps?: (run: NewRun) => unknown;
  /** The clock; for tests. Default: the system clock. */
  readonly clock?: Clock;
  /** Persists the runs, so that the next process continues them. Default: runs are only in memory. */
  readonly storage?: RunStorage | undefined;
}

/** A run store that executes runs in this process. */
export class LocalRunStore implements RunStore {
  readonly #options: LocalRunStoreOptions;
  readonly #clock: Clock;
  readonly #archive: RunArchive | undefined;
  /** Settles after the persisted runs were read. */
  readonly #opened: Promise<void>;
  readonly #runs: Map<string, LocalRun> = new Map();
  readonly #batches: Map<string, BatchRecord> = new Map();
  readonly #spent: Set<string> = new Set();
  readonly #news: NewsHub = new NewsHub();
  readonly #timers: Map<string, () => void> = new Map();
  readonly ping = (): Promise<void> => this.#opened;

  constructor(options: LocalRunStoreOptions) {
    const { storage, clock = systemClock } = options;
    this.#options = options;
    this.#clock = clock;
    this.#archive = storage && new RunArchive(storage);
    this.#opened = this.#restore();
    // Every method awaits it and reports its error.
    this.#opened.catch(() => {});
  }

  async start(run: NewRun, { maxOpen, executor }: StartLimits = {}): ReturnType<RunStore['start']> {
    await this.#opened;
    const { turn, conversationId } = run;
    const isTaken = ({ run: other }: LocalRun): boolean =>
      isTurnOf(other, conversationId) && other.turn?.index === turn?.index;
    if (this.#runs.has(run.runId) || [...this.#runs.values()].some(isTaken)) return 'exists';
    if (maxOpen !== undefined && countOpenRuns(this.#runs.values(), run.startedBy) >= maxOpen) return 'full';
    const known = this.#add(run, { executor, state: { type: 'running' }, updatedAt: this.#clock.now() });
    try {
      await this.#archive?.addRun({ run, executor });
    } catch (error) {
      // The caller learns that it has not started, and may start it again.
      this.#runs.delete(run.runId);
      throw error;
    }
    this.#execute(known);
    return 'started';
  }

  async find(runId: string): Promise<ListedRun | undefined> {
    await this.#opened;
    const known = this.#runs.get(runId);
    return known && toListedRun(known.run, known);
  }

  async read(runId: string): Promise<NewRun | undefined> {
    await this.#opened;
    return this.#runs.get(runId)?.run;
  }

  async activate(runId: string): Promise<Activation | undefined> {
    await this.#opened;
    const known = this.#runs.get(runId);
    if (known === undefined || known.state.type === 'ended' || known.state.type === 'stuck') return undefined;
    if (known.state.type === 'waiting' && this.#batches.get(known.state.batchId)?.state === 'open') return undefined;
    known.state = { type: 'running' };
    known.epoch += 1;
    const { epoch } = known;
    known.stale.abort();
    const stale = new AbortController();
    known.stale = stale;
    // After `lead()`, the storage refuses writes of earlier activations, so wait for those that were started.
    await known.sent;
    const lead = await known.storage.lead(runId);
    return this.#activationOf(known, { epoch, lead, stale: stale.signal });
  }

  async list(query: RunQuery): ReturnType<RunStore['list']> {
    await this.#opened;
    return runsAmong(this.#runs.values(), query).map((known) => toListedRun(known.run, known));
  }

  async findBatch(batchId: string): Promise<BatchRecord | undefined> {
    await this.#opened;
    return this.#batches.get(batchId);
  }

  async openBatches({ runId }: Parameters<RunStore['openBatches']>[0]): Promise<readonly BatchRecord[]> {
    await this.#opened;
    return openAmong(this.#batches, runId);
  }

  async waiting(query: WaitingQuery): Promise<readonly WaitingBatch[]> {
    await this.#opened;
    return waitingAmong(this.#batches, query);
  }

  async decided(query: DecidedQuery): Promise<readonly DecidedBatch[]> {
    await this.#opened;
    return decidedAmong(this.#batches, query);
  }

  async answer(batchId: string, answers: readonly AcceptedAnswer[]): ReturnType<RunStore['answer']> {
    await this.#opened;
    const before = this.#batches.get(batchId);
    if (before === undefined) return answers.map(({ toolCallId }) => ({ type: 'withdrawn', toolCallId }));
    const { record, receipts } = acceptAnswers(before, answers);
    await this.#put(record);
    const known = this.#runs.get(record.batch.runId);
    if (record.state === 'answered' && known !== undefined) this.#execute(known);
    return receipts;
  }

  async extend(batchId: string, moved: MovedDeadline): Promise<BatchRecord | undefined> {
    await this.#opened;
    const before = this.#batches.get(batchId);
    const record = before && moveDeadline(before, moved);
    if (record !== undefined) await this.#put(record);
    return record;
  }

  async stop(runId: string, reason: string): Promise<void> {
    await this.#opened;
    const known = this.#runs.get(runId);
    if (known === undefined || known.state.type === 'ended' || known.state.type === 'stuck') return;
    const persisted = this.#archive?.addChange(runId, { type: 'stop', reason });
    const stored = Promise.all([persisted, this.#withdrawBatches(runId)]);
    known.stopReason = reason;
    known.activation?.stop(reason);
    // A waiting run is activated again, so that it can emit its end.
    this.#execute(known);
    await stored;
  }

  async operate(operation: RunOperation): ReturnType<RunStore['operate']> {
    await this.#opened;
    const { runId, action } = operation;
    const known = this.#runs.get(runId);
    if (known === undefined || !isOperable(known, action, this.#batches)) return 'skipped';
    known.operations.push(operation);
    await this.#archive?.addChange(runId, { type: 'operation', operation });
    if (action.type === 'cancel' && known.state.type === 'stuck') {
      this.#setState(known, { type: 'ended', outcome: 'aborted', at: this.#clock.now() });
      await this.#withdrawBatches(runId);
    } else if (action.type === 'cancel') await this.stop(runId, action.reason);
    else {
      if (known.state.type === 'stuck') this.#setState(known, { type: 'running' });
      this.#execute(known);
    }
    return 'done';
  }

  async operations(runId: string): Promise<readonly RunOperation[]> {
    await this.#opened;
    return [...(this.#runs.get(runId)?.operations ?? [])];
  }

  async delete(runId: string): Promise<void> {
    await this.#opened;
    const known = this.#runs.get(runId);
    if (known === undefined) return;
    // Makes the current activation stale.
    known.epoch += 1;
    await known.storage.lead(runId);
    await this.#archive?.addChange(runId, { type: 'deleted' });
    known.stale.abort();
    this.#runs.delete(runId);
    for (const { batch } of this.#batches.values()) {
      if (batch.runId !== runId) continue;
      this.#timers.get(batch.batchId)?.();
      this.#batches.delete(batch.batchId);
    }
    this.#news.close(runId);
  }

  async readLog(runId: string, after: number | undefined, limit: number): Promise<readonly ServedEvent[]> {
    await this.#opened;
    const known = this.#runs.get(runId);
    if (known !== undefined) await this.#readLogOf(known);
    const from = after === undefined ? 0 : after + 1;
    return known?.log.slice(from, from + limit) ?? [];
  }

  listen(runId: string, signal: AbortSignal): AsyncIterable<NewsOrGap> {
    return this.#news.listen(runId, signal);
  }

  async spend(token: string): Promise<boolean> {
    if (this.#spent.has(token)) return false;
    this.#spent.add(token);
    return true;
  }

  async isSpent(token: string): Promise<boolean> {
    return this.#spent.has(token);
  }

  #add(
    run: NewRun,
    known: Pick<StartLimits, 'executor'> & { readonly state: RunState; readonly updatedAt: number | undefined },
  ): LocalRun {
    const { agents = {}, deps, storage } = this.#options;
    const { executor, updatedAt } = known;
    const agent = agents[run.agent];
    const host = executor === 'caller' || agent === undefined ? undefined : { agent, deps: () => deps?.(run) };
    const why = `There is no agent '${run.agent}' here.`;
    const canGoOn = executor === 'caller' || agent !== undefined || known.state.type === 'ended';
    const state: RunState = canGoOn ? known.state : { type: 'stuck', why };
    const added = toLocalRun({
      ...{ run, host, state, updatedAt },
      // Without a storage, each run has its own in memory, which is freed with the run.
      storage: storage ?? memoryStorage({ now: () => this.#clock.now() }),
    });
    this.#runs.set(run.runId, added);
    return added;
  }

  /** Reads what was persisted, and continues the runs that were executed when the last process ended. */
  async #restore(): Promise<void> {
    for (const { run, executor, state, stopReason, batches, operations } of (await this.#archive?.open()) ?? []) {
      const known = this.#add(run, { executor, state, updatedAt: state.type === 'ended' ? state.at : undefined });
      known.stopReason = stopReason;
      known.operations.push(...operations);
      for (const record of batches) this.#set(record);
      // The last process may have died between a stop, or the end of a run, and the withdrawal of its batches.
      if (state.type === 'ended' || stopReason !== undefined) await this.#withdrawBatches(run.runId);
      if (state.type === 'ended' || state.type === 'stuck') continue;
      await this.#readLogOf(known);
      if (state.type === 'running' || this.#batches.get(state.batchId)?.state !== 'open') this.#execute(known);
    }
  }

  async #readLogOf(known: LocalRun): Promise<void> {
    known.reading ??= (async () => {
      if (known.log.length > 0) return;
      for (const entry of (await this.#archive?.readEvents(known.run.runId)) ?? []) addToLog(known, entry);
    })();
    await known.reading;
  }

  /** Executes a run, unless its caller executes it or it is executing already. */
  #execute(known: LocalRun): void {
    const { host } = known;
    if (host === undefined || known.isExecuted) return;
    known.isExecuted = true;
    const onActivation = (activation: RunActivation): void => {
      known.activation = activation;
    };
    const broken = (error: Error): ActivationEnd => ({ type: 'broken', error });
    void executeRun(this, known.run.runId, { ...host, onActivation, now: () => this.#clock.now() })
      .catch(broken)
      .then((end) => this.#executed(known, end));
  }

  async #executed(known: LocalRun, end: ActivationEnd | undefined): Promise<void> {
    known.isExecuted = false;
    known.activation = undefined;
    if (end?.type === 'broken' || end?.type === 'suspended') {
      const why = end.type === 'broken' ? end.error.message : 'Its activation was suspended, and nobody resumes it.';
      await known.sent;
      if (this.#runs.get(known.run.runId) === known) this.#setState(known, { type: 'stuck', why });
    }
    // Answers may have arrived just before the run was stored as waiting.
    if (known.state.type === 'waiting' && this.#batches.get(known.state.batchId)?.state !== 'open')
      this.#execute(known);
  }

  /** Withdraws the open batches of a run that has ended or is stopped. */
  async #withdrawBatches(runId: string): Promise<void> {
    await Promise.all(openAmong(this.#batches, runId).map((record) => this.#put({ ...record, state: 'withdrawn' })));
  }

  #setState(known: LocalRun, state: RunState): void {
    const { runId } = known.run;
    known.state = state;
    known.updatedAt = this.#clock.now();
    // If this write fails, the next process finds the state in the run's journal.
    this.#archive?.addChange(runId, { type: 'state', state }).catch(() => {});
    if (state.type === 'ended' || state.type === 'stuck') this.#news.close(runId);
  }

  #activationOf(
    known: LocalRun,
    { epoch, lead, stale }: { readonly epoch: number; readonly lead: number; readonly stale: AbortSignal },
  ): Activation {
    const { run, storage, stopReason } = known;
    const isStale = (): boolean => known.epoch !== epoch;
    const log = this.#archive && storage.events(run.runId, { epoch: lead });
    return {
      ...{ run, stale, stopReason },
      journal: storage.journal(run.runId, { epoch: lead }),
      tell: (event) => {
        if (!isStale()) this.#tell(known, event, log);
      },
      findBatch: (batchId) => this.findBatch(batchId),
      ask: async (batch) => {
        if (isStale()) throw staleLeader(run.runId, { epoch, current: known.epoch });
        const record = { batch, answers: [], state: isOpenFor(known) ? 'open' : 'withdrawn' } as const;
        await this.#put(record);
        return record;
      },
      retract: async (batchId, toolCallIds, refused) => {
        const record = this.#batches.get(batchId);
        if (record === undefined || isStale()) return;
        const retracted = retractAnswers(record, toolCallIds, refused);
        await this.#put(isOpenFor(known) ? retracted : { ...retracted, state: 'withdrawn' });
      },
      end: async (state) => {
        // Readers expect the log of a completed run to be complete.
        if (state.type !== 'waiting') await known.sent;
        if (isStale()) return 'stale';
        this.#setState(known, state);
        // If this write fails, the next process withdraws the batches.
        if (state.type === 'ended') await this.#withdrawBatches(run.runId).catch(() => {});
        return 'stored';
      },
    };
  }

  #tell(known: LocalRun, event: RunEvent, log: EventLog | undefined): void {
    known.updatedAt = this.#clock.now();
    const entries = known.texts.take(event).filter(({ key }) => !known.keys.has(key));
    for (const { key } of entries) known.keys.add(key);
    const send = (): void => {
      const lasting = entries.map((entry) => addToLog(known, entry));
      const news: readonly ServedEvent[] = isDelta(event) ? [{ event }] : lasting;
      this.#news.publish(
        known.run.runId,
        news.map((served) => ({ type: 'event', ...served })),
      );
    };
    if (log === undefined) {
      send();
      return;
    }
    // Persist before sending: after a crash, another event could get the serial, and readers would skip it.
    const written = entries.length === 0 ? undefined : log.append(entries).catch(() => {});
    known.sent = Promise.all([known.sent, written]).then(send);
  }

  /** Stores a batch. It takes effect at once, and is persisted when the promise resolves. */
  async #put(record: BatchRecord): Promise<void> {
    const { batchId, runId } = record.batch;
    this.#set(record);
    await this.#archive?.addChange(runId, { type: 'batch', record });
    this.#news.publish(runId, [{ type: 'batch', batchId }]);
  }

  #set(record: BatchRecord): void {
    const { batchId } = record.batch;
    this.#batches.set(batchId, record);
    this.#timers.get(batchId)?.();
    this.#timers.delete(batchId);
    const deadline = record.state === 'open' ? nextDeadline(record) : undefined;
    if (deadline !== undefined) this.#watch(batchId, deadline);
  }

  #watch(batchId: string, deadline: number): void {
    const wait = Math.max(0, deadline - this.#clock.now());
    this.#timers.set(
      batchId,
      this.#clock.setTimeout(() => this.#expire(batchId), wait),
    );
  }

  #expire(batchId: string): void {
    const record = this.#batches.get(batchId);
    if (record?.state !== 'open') return;
    const due = dueAnswers(record, this.#clock.now());
    if (due.length > 0) void this.answer(batchId, due);
    else this.#set(record);
  }
}
