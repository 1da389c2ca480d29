import type { BatchRecord, MovedDeadline, ServedBatch, TakenAnswer } from '../../agent/run-server/batch-record.js';
import type { ListedRun, NewRun, Person, RunState, ServedEvent } from '../../agent/run-server/run-record.js';
import { memoryStorage } from '../../persistence/memory-storage.js';
import type { RunStorage } from '../../persistence/run-storage.js';
import type { EventEntry } from '../../persistence/runs/event-log.js';
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
import { RunArchive } from './run-archive.js';
import { type LifeEnd, RunLife, type ServedAgent } from './run-life.js';
import type { RunKeeper, RunQuery, RunStore, StartLimits } from './run-store.js';
import { takeAnswers } from './take-answers.js';

/** Options of {@link LocalRunStore}. */
export interface LocalRunStoreOptions {
  /** The agents that runs may name. */
  readonly agents: Readonly<Record<string, ServedAgent>>;
  /** What the tools of a run need. Default: nothing. */
  readonly deps?: (run: NewRun) => unknown;
  /** Time; for tests. Default: the system's. */
  readonly clock?: Clock;
  /** Persists the runs, so that the next process continues them. Default: they are in memory only. */
  readonly storage?: RunStorage | undefined;
}

interface LocalRun {
  readonly run: NewRun;
  readonly log: ServedEvent[];
  readonly keys: Set<string>;
  readonly texts: WholeTexts;
  state: RunState;
  life: RunLife | undefined;
  /** Reads the log of a run that was persisted and is over, when somebody asks for it. */
  reading: Promise<void> | undefined;
  /** Settles once all events so far were persisted and sent. */
  sent: Promise<void> | undefined;
}

/** Batches are never removed, so that their number stays. */
function positionOf({ askedAt }: ServedBatch, number: number): ListPosition {
  return { at: Math.floor(askedAt), id: `${number}`.padStart(12, '0') };
}

function inListOrder(a: ListPosition, b: ListPosition): number {
  if (a.at !== b.at) return a.at - b.at;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}

/** Runs agents in this process. */
export class LocalRunStore implements RunStore {
  readonly #options: LocalRunStoreOptions;
  readonly #clock: Clock;
  readonly #journals: RunStorage;
  readonly #archive: RunArchive | undefined;
  /** Settles once persisted runs were read. */
  readonly #opened: Promise<void>;
  readonly #runs: Map<string, LocalRun> = new Map();
  readonly #batches: Map<string, BatchRecord> = new Map();
  readonly #spent: Set<string> = new Set();
  readonly #news: NewsHub = new NewsHub();
  readonly #timers: Map<string, () => void> = new Map();

  constructor(options: LocalRunStoreOptions) {
    const { storage, clock = systemClock } = options;
    this.#options = options;
    this.#clock = clock;
    this.#journals = storage ?? memoryStorage({ now: () => clock.now() });
    this.#archive = storage && new RunArchive(storage);
    this.#opened = this.#restore();
    // Each request that waits for it reports why it failed.
    this.#opened.catch(() => {});
  }

  async start(run: NewRun, { maxOpen }: StartLimits = {}): ReturnType<RunStore['start']> {
    await this.#opened;
    if (this.#runs.has(run.runId)) return 'exists';
    if (maxOpen !== undefined && this.#countOpen(run.startedBy) >= maxOpen) return 'full';
    const kept = this.#add(run, { type: 'running' });
    await this.#archive?.add(run);
    this.#begin(kept);
    return 'started';
  }

  async find(runId: string): Promise<ListedRun | undefined> {
    await this.#opened;
    const kept = this.#runs.get(runId);
    return kept && toListedRun(kept.run, kept.state);
  }

  async list({
    startedBy,
    state,
    limit = 50,
    before = Number.POSITIVE_INFINITY,
    after,
  }: RunQuery): ReturnType<RunStore['list']> {
    await this.#opened;
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
    await this.#opened;
    return this.#batches.get(batchId);
  }

  async openBatches({ runId }: Parameters<RunStore['openBatches']>[0]): Promise<readonly BatchRecord[]> {
    await this.#opened;
    return [...this.#batches.values()].filter(({ batch, state }) => state === 'open' && batch.runId === runId);
  }

  async waiting({ person, after, limit }: WaitingQuery): Promise<readonly WaitingBatch[]> {
    await this.#opened;
    return [...this.#batches.values()]
      .map((record, number) => ({ record, position: positionOf(record.batch, number) }))
      .filter(({ record: { state, batch } }) => state === 'open' && concerns(batch, person))
      .filter(({ position }) => after === undefined || inListOrder(after, position) < 0)
      .sort((a, b) => inListOrder(a.position, b.position))
      .slice(0, limit);
  }

  async answer(batchId: string, answers: readonly TakenAnswer[]): ReturnType<RunStore['answer']> {
    await this.#opened;
    const before = this.#batches.get(batchId);
    if (before === undefined) return answers.map(({ toolCallId }) => ({ type: 'withdrawn', toolCallId }));
    const { record, receipts } = takeAnswers(before, answers);
    await this.#put(record);
    if (record.state === 'answered') this.#wake(record.batch);
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
    const kept = this.#runs.get(runId);
    if (kept === undefined || kept.state.type === 'ended' || kept.state.type === 'stuck') return;
    const isParked = kept.life === undefined;
    for (const record of [...this.#batches.values()])
      if (record.state === 'open' && record.batch.runId === runId) void this.#put({ ...record, state: 'withdrawn' });
    // One that waits is begun again, so that it can tell its end.
    if (isParked) this.#begin(kept);
    else kept.life?.stop(reason);
  }

  async readLog(runId: string, after: number | undefined, limit: number): Promise<readonly ServedEvent[]> {
    await this.#opened;
    const kept = this.#runs.get(runId);
    if (kept !== undefined) await this.#readLogOf(kept);
    const from = after === undefined ? 0 : after + 1;
    return kept?.log.slice(from, from + limit) ?? [];
  }

  listen(runId: string, signal: AbortSignal): AsyncIterable<HeardNews> {
    return this.#news.listen(runId, signal);
  }

  async spend(token: string): Promise<boolean> {
    if (this.#spent.has(token)) return false;
    this.#spent.add(token);
    return true;
  }

  #add(run: NewRun, state: RunState): LocalRun {
    const kept: LocalRun = {
      ...{ run, state, log: [], keys: new Set(), texts: new WholeTexts() },
      ...{ life: undefined, reading: undefined, sent: undefined },
    };
    this.#runs.set(run.runId, kept);
    return kept;
  }

  /** Reads what was persisted, and continues the runs that were executed when the last process ended. */
  async #restore(): Promise<void> {
    for (const { run, state, batches } of (await this.#archive?.open()) ?? []) {
      const kept = this.#add(run, state);
      for (const record of batches) this.#set(record);
      if (state.type === 'ended' || state.type === 'stuck') continue;
      await this.#readLogOf(kept);
      if (state.type === 'running' || this.#batches.get(state.batchId)?.state !== 'open') this.#begin(kept);
    }
  }

  async #readLogOf(kept: LocalRun): Promise<void> {
    kept.reading ??= (async () => {
      if (kept.log.length > 0) return;
      for (const entry of (await this.#archive?.readEvents(kept.run.runId)) ?? []) addToLog(kept, entry);
    })();
    await kept.reading;
  }

  #countOpen(person: Person): number {
    const open = [...this.#runs.values()].filter(({ state: { type } }) => type === 'running' || type === 'waiting');
    return open.filter(({ run }) => isSamePerson(run.startedBy, person)).length;
  }

  #begin(kept: LocalRun): void {
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

  #ended(kept: LocalRun, end: LifeEnd): void {
    kept.life = undefined;
    if (end.type === 'parked') {
      this.#parked(kept, end.batch);
      return;
    }
    const why = end.type === 'broken' ? end.error.message : 'Its life was ended, and nobody goes on with it.';
    const close = (): void => {
      this.#setState(kept, end.type === 'ended' || end.type === 'stuck' ? end : { type: 'stuck', why });
      this.#news.close(kept.run.runId);
    };
    // Readers take the log of a run that is over for complete.
    if (kept.sent === undefined) close();
    else void kept.sent.then(close);
  }

  #setState(kept: LocalRun, state: RunState): void {
    kept.state = state;
    // Without it, the next process finds out by the run's journal.
    this.#archive?.change(kept.run.runId, { type: 'state', state }).catch(() => {});
  }

  #parked(kept: LocalRun, { batchId, askedAt }: ServedBatch): void {
    this.#setState(kept, { type: 'waiting', since: askedAt, batchId });
    // Somebody may have been faster than its end.
    if (this.#batches.get(batchId)?.state !== 'open') this.#begin(kept);
  }

  #wake({ runId }: ServedBatch): void {
    const kept = this.#runs.get(runId);
    if (kept !== undefined && kept.life === undefined && kept.state.type === 'waiting') this.#begin(kept);
  }

  #keeperOf(kept: LocalRun): RunKeeper {
    return {
      tell: (event) => this.#tell(kept, event),
      findBatch: (batchId) => this.findBatch(batchId),
      ask: async (batch) => {
        const record: BatchRecord = { batch, answers: [], state: 'open' };
        await this.#put(record);
        return record;
      },
      takeBack: async (batchId, toolCallIds) => {
        const record = this.#batches.get(batchId);
        if (record === undefined) return;
        const answers = record.answers.filter(({ toolCallId }) => !toolCallIds.includes(toolCallId));
        await this.#put({ ...record, answers, state: 'open' });
      },
    };
  }

  #tell(kept: LocalRun, event: RunEvent): void {
    const entries = kept.texts.take(event).filter(({ key }) => !kept.keys.has(key));
    for (const { key } of entries) kept.keys.add(key);
    const send = (): void => {
      const lasting = entries.map((entry) => addToLog(kept, entry));
      const news: readonly ServedEvent[] = isDelta(event) ? [{ event }] : lasting;
      this.#news.tell(
        kept.run.runId,
        news.map((served) => ({ type: 'event', ...served })),
      );
    };
    if (this.#archive === undefined) {
      send();
      return;
    }
    // A reader would skip what comes in place of an event that was sent and not persisted.
    const written = entries.length === 0 ? undefined : this.#archive.append(kept.run.runId, entries).catch(() => {});
    kept.sent = Promise.all([kept.sent, written]).then(send);
  }

  /** Stores a batch. It counts at once, and is persisted when the promise resolves. */
  async #put(record: BatchRecord): Promise<void> {
    const { batchId, runId } = record.batch;
    this.#set(record);
    await this.#archive?.change(runId, { type: 'batch', record });
    this.#news.tell(runId, [{ type: 'batch', batchId }]);
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

function addToLog({ log, keys }: LocalRun, { key, event }: EventEntry): ServedEvent {
  const served = { serial: log.length, event };
  keys.add(key);
  log.push(served);
  return served;
}
