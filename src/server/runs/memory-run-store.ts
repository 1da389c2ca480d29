import type { BatchRecord, MovedDeadline, ServedBatch, TakenAnswer } from '../../agent/run-server/batch-record.js';
import type { ListedRun, NewRun, Person, RunState, ServedEvent } from '../../agent/run-server/run-record.js';
import { memoryStorage } from '../../persistence/memory-storage.js';
import type { RunStorage } from '../../persistence/run-storage.js';
import { staleLeader } from '../../persistence/runs/run-refused.js';
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
import { executeRun, type RunHost } from './execute-run.js';
import type { RunLife, ServedAgent } from './run-life.js';
import type { Activation, RunQuery, RunStore, StartLimits } from './run-store.js';
import { takeAnswers } from './take-answers.js';

/** Options of {@link memoryRunStore}. */
export interface MemoryRunStoreOptions {
  /** The agents that runs may name. Default: none, for `handleChat`, which names its own. */
  readonly agents?: Readonly<Record<string, ServedAgent>>;
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
  readonly journals: RunStorage;
  /** Absent where whoever starts it executes it. */
  readonly host: RunHost | undefined;
  state: RunState;
  epoch: number;
  /** Of the current activation. */
  stale: AbortController;
  updatedAt: number;
  stopReason: string | undefined;
  isExecuted: boolean;
  life?: RunLife | undefined;
}

/**
 * Runs agents in this process and keeps all of it in memory: for development and tests. It keeps the same promises as a store on a database,
 * until the process ends.
 *
 * @example createRunServer({ agents, store: memoryRunStore({ agents }), authorize, person });
 */
export function memoryRunStore(options: MemoryRunStoreOptions = {}): RunStore {
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

function isTurnOf({ turn, conversationId }: NewRun, chat: string): boolean {
  return turn !== undefined && conversationId === chat;
}

class MemoryRunStore implements RunStore {
  readonly #options: MemoryRunStoreOptions;
  readonly #clock: Clock;
  readonly #runs: Map<string, KeptRun> = new Map();
  readonly #batches: Map<string, BatchRecord> = new Map();
  readonly #spent: Set<string> = new Set();
  readonly #news: NewsHub = new NewsHub();
  readonly #timers: Map<string, () => void> = new Map();

  constructor(options: MemoryRunStoreOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  async start(run: NewRun, { maxOpen, executor }: StartLimits = {}): ReturnType<RunStore['start']> {
    const { turn, conversationId } = run;
    const isTaken = ({ run: other }: KeptRun): boolean =>
      isTurnOf(other, conversationId) && other.turn?.index === turn?.index;
    if (this.#runs.has(run.runId) || [...this.#runs.values()].some(isTaken)) return 'exists';
    if (maxOpen !== undefined && this.#countOpen(run.startedBy) >= maxOpen) return 'full';
    const { agents = {}, deps } = this.#options;
    const agent = agents[run.agent];
    const journals = memoryStorage({ now: () => this.#clock.now() });
    const kept: KeptRun = {
      ...{ run, log: [], keys: new Set(), texts: new WholeTexts(), journals, state: { type: 'running' }, epoch: 0 },
      host: executor === 'caller' || agent === undefined ? undefined : { agent, deps: () => deps?.(run) },
      ...{ updatedAt: this.#clock.now(), stopReason: undefined, isExecuted: false, stale: new AbortController() },
    };
    this.#runs.set(run.runId, kept);
    if (executor !== 'caller' && agent === undefined)
      kept.state = { type: 'stuck', why: `There is no agent '${run.agent}' here.` };
    this.#execute(kept);
    return 'started';
  }

  async find(runId: string): Promise<ListedRun | undefined> {
    const kept = this.#runs.get(runId);
    return kept && toListedRun(kept.run, kept);
  }

  async read(runId: string): Promise<NewRun | undefined> {
    return this.#runs.get(runId)?.run;
  }

  async activate(runId: string): Promise<Activation | undefined> {
    const kept = this.#runs.get(runId);
    if (kept === undefined || kept.state.type === 'ended' || kept.state.type === 'stuck') return undefined;
    if (kept.state.type === 'waiting' && this.#batches.get(kept.state.batchId)?.state === 'open') return undefined;
    kept.state = { type: 'running' };
    kept.epoch += 1;
    const epoch = await kept.journals.lead(runId);
    return this.#activationOf(kept, epoch);
  }

  async list({ startedBy, chat, state, limit = 50, before = Number.POSITIVE_INFINITY, after }: RunQuery) {
    return [...this.#runs.values()]
      .filter(
        ({ run }) => (startedBy === undefined || isSamePerson(run.startedBy, startedBy)) && run.startedAt < before,
      )
      .filter((kept) => state === undefined || kept.state.type === state)
      .filter(({ run }) => chat === undefined || isTurnOf(run, chat))
      .map((kept) => ({ kept, position: { at: -kept.run.startedAt, id: kept.run.runId } }))
      .filter(({ position }) => after === undefined || inListOrder({ at: -after.at, id: after.id }, position) < 0)
      .sort((a, b) => inListOrder(a.position, b.position))
      .slice(0, limit)
      .map(({ kept }) => toListedRun(kept.run, kept));
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
    for (const record of this.#batches.values())
      if (record.state === 'open' && record.batch.runId === runId) this.#put({ ...record, state: 'withdrawn' });
    kept.stopReason = reason;
    kept.life?.stop(reason);
    // One that waits is activated again, so that it can emit its end.
    this.#execute(kept);
  }

  async delete(runId: string): Promise<void> {
    const kept = this.#runs.get(runId);
    if (kept === undefined) return;
    // Its activation is stale from now on.
    kept.epoch += 1;
    await kept.journals.lead(runId);
    kept.stale.abort();
    this.#runs.delete(runId);
    for (const { batch } of this.#batches.values()) {
      if (batch.runId !== runId) continue;
      this.#timers.get(batch.batchId)?.();
      this.#batches.delete(batch.batchId);
    }
    this.#news.close(runId);
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

  /** Executes a run that this store has executed, unless it is executed already. */
  #execute(kept: KeptRun): void {
    const { host } = kept;
    if (host === undefined || kept.isExecuted) return;
    kept.isExecuted = true;
    const onLife = (life: RunLife): void => {
      kept.life = life;
    };
    void executeRun(this, kept.run.runId, { ...host, onLife, now: () => this.#clock.now() }).then((end) => {
      kept.isExecuted = false;
      kept.life = undefined;
      if (end?.type === 'broken' || end?.type === 'left') {
        const why = end.type === 'broken' ? end.error.message : 'Its activation was suspended, and nobody resumes it.';
        kept.state = { type: 'stuck', why };
        this.#news.close(kept.run.runId);
      }
      // Answers may have come while it was about to wait.
      if (kept.state.type === 'waiting' && this.#batches.get(kept.state.batchId)?.state !== 'open') this.#execute(kept);
    });
  }

  #wake({ runId }: ServedBatch): void {
    const kept = this.#runs.get(runId);
    if (kept !== undefined) this.#execute(kept);
  }

  #activationOf(kept: KeptRun, epoch: number): Activation {
    const { run } = kept;
    kept.stale.abort();
    const stale = new AbortController();
    kept.stale = stale;
    const isStale = (): boolean => kept.epoch !== epoch;
    return {
      ...{ run, stale: stale.signal },
      journal: kept.journals.journal(run.runId, { epoch }),
      stopReason: kept.stopReason,
      tell: (event) => {
        if (!isStale()) this.#tell(kept, event);
      },
      findBatch: (batchId) => this.findBatch(batchId),
      ask: async (batch) => {
        if (isStale()) throw staleLeader(run.runId, { epoch, current: kept.epoch });
        const record: BatchRecord = { batch, answers: [], state: 'open' };
        this.#put(record);
        return record;
      },
      takeBack: async (batchId, toolCallIds) => {
        const record = this.#batches.get(batchId);
        if (record === undefined || isStale()) return;
        const answers = record.answers.filter(({ toolCallId }) => !toolCallIds.includes(toolCallId));
        this.#put({ ...record, answers, state: 'open' });
      },
      end: async (state) => {
        if (isStale()) return 'stale';
        kept.state = state;
        kept.updatedAt = this.#clock.now();
        if (state.type === 'ended' || state.type === 'stuck') this.#news.close(run.runId);
        return 'stored';
      },
    };
  }

  #tell(kept: KeptRun, event: RunEvent): void {
    const { runId } = kept.run;
    const before = kept.log.length;
    kept.updatedAt = this.#clock.now();
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
