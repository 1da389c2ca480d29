import type { BatchRecord, MovedDeadline, ServedBatch, TakenAnswer } from '../../agent/run-server/batch-record.js';
import type { ListedRun, NewRun, Person, RunState, ServedEvent } from '../../agent/run-server/run-record.js';
import { memoryStorage } from '../../persistence/memory-storage.js';
import type { RunStorage } from '../../persistence/run-storage.js';
import { WholeTexts } from '../../persistence/runs/whole-texts.js';
import { type Clock, systemClock } from '../../protocol/base/clock.js';
import { isDelta, type RunEvent } from '../../protocol/run-event.js';
import { concerns } from '../lists/concerns.js';
import type { ListPosition } from '../lists/list-cursor.js';
import { toListedRun } from '../lists/to-listed-run.js';
import type { WaitingBatch, WaitingQuery } from '../lists/waiting-list.js';
import { isSamePerson } from '../request/person.js';
import { type HeardNews, NewsHub } from '../streams/news-hub.js';
import { dueAnswers, moveDeadline, nextDeadline } from './batch-deadlines.js';
import { type LifeEnd, RunLife, type ServedAgent } from './run-life.js';
import type { RunKeeper, RunQuery, RunStore, StartLimits } from './run-store.js';
import { takeAnswers } from './take-answers.js';

/** Options of {@link memoryRunStore}. */
export interface MemoryRunStoreOptions {
  /** The agents that runs may name. */
  readonly agents: Readonly<Record<string, ServedAgent>>;
  /** What the tools of a run need. Default: nothing. */
  readonly deps?: (run: NewRun) => unknown;
  /** Time; for tests. Default: the system's. */
  readonly clock?: Clock;
}

interface KeptRun {
  readonly run: NewRun;
  readonly log: ServedEvent[];
  readonly keys: Set<string>;
  readonly texts: WholeTexts;
  state: RunState;
  life: RunLife | undefined;
}

/**
 * Runs agents in this process and keeps all of it in memory: for development and tests. It keeps the same promises as a store on a database,
 * until the process ends.
 *
 * @example createRunServer({ agents, store: memoryRunStore({ agents }), authorize, person });
 */
export function memoryRunStore(options: MemoryRunStoreOptions): RunStore {
  return new MemoryRunStore(options);
}

/** Batches are never removed, so that their number stays. */
function positionOf({ askedAt }: ServedBatch, number: number): ListPosition {
  return { at: Math.floor(askedAt), id: `${number}`.padStart(12, '0') };
}

function inListOrder(a: ListPosition, b: ListPosition): number {
  if (a.at !== b.at) return a.at - b.at;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}

class MemoryRunStore implements RunStore {
  readonly #options: MemoryRunStoreOptions;
  readonly #clock: Clock;
  readonly #journals: RunStorage;
  readonly #runs: Map<string, KeptRun> = new Map();
  readonly #batches: Map<string, BatchRecord> = new Map();
  readonly #spent: Set<string> = new Set();
  readonly #news: NewsHub = new NewsHub();
  readonly #timers: Map<string, () => void> = new Map();

  constructor(options: MemoryRunStoreOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#journals = memoryStorage({ now: () => this.#clock.now() });
  }

  async start(run: NewRun, { maxOpen }: StartLimits = {}): ReturnType<RunStore['start']> {
    if (this.#runs.has(run.runId)) return 'exists';
    if (maxOpen !== undefined && this.#countOpen(run.startedBy) >= maxOpen) return 'full';
    const log: ServedEvent[] = [];
    const state: RunState = { type: 'running' };
    const kept: KeptRun = { run, log, keys: new Set(), texts: new WholeTexts(), state, life: undefined };
    this.#runs.set(run.runId, kept);
    this.#begin(kept);
    return 'started';
  }

  async find(runId: string): Promise<ListedRun | undefined> {
    const kept = this.#runs.get(runId);
    return kept && toListedRun(kept.run, kept.state);
  }

  async list({ startedBy, state, limit = 50, before = Number.POSITIVE_INFINITY, after }: RunQuery) {
    return [...this.#runs.values()]
      .filter(
        ({ run }) => (startedBy === undefined || isSamePerson(run.startedBy, startedBy)) && run.startedAt < before,
      )
      .filter((kept) => state === undefined || kept.state.type === state)
      .map((kept) => ({ kept, position: { at: -kept.run.startedAt, id: kept.run.runId } }))
      .filter(({ position }) => after === undefined || inListOrder({ at: -after.at, id: after.id }, position) < 0)
      .sort((a, b) => inListOrder(a.position, b.position))
      .slice(0, limit)
      .map(({ kept }) => toListedRun(kept.run, kept.state));
  }

  async findBatch(batchId: string): Promise<BatchRecord | undefined> {
    return this.#batches.get(batchId);
  }

  async openBatches({ runId }: Parameters<RunStore['openBatches']>[0]): Promise<readonly BatchRecord[]> {
    return [...this.#batches.values()].filter(({ batch, state }) => state === 'open' && batch.runId === runId);
  }

  async waiting({ person, after, limit }: WaitingQuery): Promise<readonly WaitingBatch[]> {
    return [...this.#batches.values()]
      .map((record, number) => ({ record, position: positionOf(record.batch, number) }))
      .filter(({ record: { state, batch } }) => state === 'open' && concerns(batch, person))
      .filter(({ position }) => after === undefined || inListOrder(after, position) < 0)
      .sort((a, b) => inListOrder(a.position, b.position))
      .slice(0, limit);
  }

  async answer(batchId: string, answers: readonly TakenAnswer[]): ReturnType<RunStore['answer']> {
    const before = this.#batches.get(batchId);
    if (before === undefined) return answers.map(({ toolCallId }) => ({ type: 'withdrawn', toolCallId }));
    const { record, receipts } = takeAnswers(before, answers);
    this.#put(record);
    if (record.state === 'answered') this.#wake(record.batch);
    return receipts;
  }

  async extend(batchId: string, moved: MovedDeadline): Promise<BatchRecord | undefined> {
    const before = this.#batches.get(batchId);
    const record = before && moveDeadline(before, moved);
    if (record !== undefined) this.#put(record);
    return record;
  }

  async stop(runId: string, reason: string): Promise<void> {
    const kept = this.#runs.get(runId);
    if (kept === undefined || kept.state.type === 'ended' || kept.state.type === 'stuck') return;
    const isParked = kept.life === undefined;
    for (const record of this.#batches.values())
      if (record.state === 'open' && record.batch.runId === runId) this.#put({ ...record, state: 'withdrawn' });
    // One that waits is begun again, so that it can tell its end.
    if (isParked) this.#begin(kept);
    else kept.life?.stop(reason);
  }

  async readLog(runId: string, after: number | undefined, limit: number): Promise<readonly ServedEvent[]> {
    const from = after === undefined ? 0 : after + 1;
    return this.#runs.get(runId)?.log.slice(from, from + limit) ?? [];
  }

  listen(runId: string, signal: AbortSignal): AsyncIterable<HeardNews> {
    return this.#news.listen(runId, signal);
  }

  async spend(token: string): Promise<boolean> {
    if (this.#spent.has(token)) return false;
    this.#spent.add(token);
    return true;
  }

  #countOpen(person: Person): number {
    const open = [...this.#runs.values()].filter(({ state: { type } }) => type === 'running' || type === 'waiting');
    return open.filter(({ run }) => isSamePerson(run.startedBy, person)).length;
  }

  #begin(kept: KeptRun): void {
    const { run } = kept;
    const agent = this.#options.agents[run.agent];
    if (agent === undefined) {
      kept.state = { type: 'stuck', why: `There is no agent '${run.agent}' here.` };
      return;
    }
    kept.state = { type: 'running' };
    const keeper = this.#keeperOf(kept);
    const deps = this.#options.deps?.(run) as undefined; // the app made both
    const journal = this.#journals.journal(run.runId);
    const life = new RunLife({ run, agent, deps, journal, keeper, now: () => this.#clock.now() });
    kept.life = life;
    void life.end.then((end) => this.#ended(kept, end));
  }

  #ended(kept: KeptRun, end: LifeEnd): void {
    kept.life = undefined;
    if (end.type === 'parked') {
      this.#parked(kept, end.batch);
      return;
    }
    const why = end.type === 'broken' ? end.error.message : 'Its life was ended, and nobody goes on with it.';
    kept.state = end.type === 'ended' || end.type === 'stuck' ? end : { type: 'stuck', why };
    this.#news.close(kept.run.runId);
  }

  #parked(kept: KeptRun, { batchId, askedAt }: ServedBatch): void {
    kept.state = { type: 'waiting', since: askedAt, batchId };
    // Somebody may have been faster than its end.
    if (this.#batches.get(batchId)?.state !== 'open') this.#begin(kept);
  }

  #wake({ runId }: ServedBatch): void {
    const kept = this.#runs.get(runId);
    if (kept !== undefined && kept.life === undefined && kept.state.type === 'waiting') this.#begin(kept);
  }

  #keeperOf(kept: KeptRun): RunKeeper {
    return {
      tell: (event) => this.#tell(kept, event),
      findBatch: (batchId) => this.findBatch(batchId),
      ask: async (batch) => {
        const record: BatchRecord = { batch, answers: [], state: 'open' };
        this.#put(record);
        return record;
      },
      takeBack: async (batchId, toolCallIds) => {
        const record = this.#batches.get(batchId);
        if (record === undefined) return;
        const answers = record.answers.filter(({ toolCallId }) => !toolCallIds.includes(toolCallId));
        this.#put({ ...record, answers, state: 'open' });
      },
    };
  }

  #tell(kept: KeptRun, event: RunEvent): void {
    const { runId } = kept.run;
    const before = kept.log.length;
    for (const { key, event: lasting } of kept.texts.take(event)) {
      if (kept.keys.has(key)) continue;
      kept.keys.add(key);
      kept.log.push({ serial: kept.log.length, event: lasting });
    }
    const told: readonly ServedEvent[] = isDelta(event) ? [{ event }] : kept.log.slice(before);
    this.#news.tell(
      runId,
      told.map((served) => ({ type: 'event', ...served })),
    );
  }

  #put(record: BatchRecord): void {
    const { batchId, runId } = record.batch;
    this.#batches.set(batchId, record);
    this.#timers.get(batchId)?.();
    this.#timers.delete(batchId);
    const deadline = record.state === 'open' ? nextDeadline(record) : undefined;
    if (deadline !== undefined) this.#watch(batchId, deadline);
    this.#news.tell(runId, [{ type: 'batch', batchId }]);
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
    else this.#put(record);
  }
}
