import { DBOSWorkflowConflictError } from '@dbos-inc/dbos-sdk';
import type { ServedBatch } from '../agent/run-server/batch-record.js';
import type { NewRun, RunState } from '../agent/run-server/run-record.js';
import { EventWriter } from '../postgres/event-writer.js';
import { patiently } from '../postgres/patiently.js';
import { ring } from '../postgres/run-bell.js';
import type { RunTables } from '../postgres/run-tables.js';
import { type LifeEnd, RunLife, type ServedAgent } from '../server/runs/run-life.js';
import type { RunKeeper } from '../server/runs/run-store.js';
import { dbosJournal, type JournaledLife } from './dbos-journal.js';
import type { RunWorkflowEnd } from './engine.js';
import { type Waking, watchDeadline } from './expire-batch.js';

/** What lives of runs need of their worker. */
export interface LifeHost {
  readonly waking: Waking;
  readonly runs: RunTables;
  readonly agents: Readonly<Record<string, ServedAgent>>;
  readonly deps: ((run: NewRun) => unknown) | undefined;
  /** Is told of each question, once. */
  readonly notify: (batch: ServedBatch) => void;
}

/** One life of a run, as a workflow of the engine. */
export class WorkerLife {
  readonly #host: LifeHost;
  readonly #runId: string;
  #life: RunLife | undefined;
  #isLeft = false;
  #stopReason: string | undefined;
  #tellParked: (end: RunWorkflowEnd) => void = () => {};
  readonly #parked: Promise<RunWorkflowEnd>;

  constructor(host: LifeHost, runId: string) {
    this.#host = host;
    this.#runId = runId;
    this.#parked = new Promise((resolve) => {
      this.#tellParked = resolve;
    });
  }

  /** Goes no further here: another worker takes it up. */
  leave(): void {
    this.#isLeft = true;
    this.#life?.leave();
  }

  /** Ends the run. */
  stop(reason: string): void {
    this.#stopReason = reason;
    this.#life?.stop(reason);
  }

  /** What the workflow ends with. @throws where it cannot go on, for the engine to keep. */
  async live(): Promise<RunWorkflowEnd> {
    const { runs } = this.#host;
    const run = await this.#patiently(() => runs.asked(this.#runId));
    if (run === undefined) return { ended: 'stuck' };
    const epoch = await this.#patiently(() => runs.beginLife(this.#runId));
    try {
      return await this.#lead(run, epoch);
    } catch (error) {
      return await this.#break(error, epoch);
    }
  }

  async #lead(run: NewRun, epoch: number): Promise<RunWorkflowEnd> {
    const { runs, agents, deps, waking } = this.#host;
    const agent = agents[run.agent];
    if (agent === undefined) {
      return await this.#end(epoch, { type: 'stuck', why: `No worker has an agent '${run.agent}'.` });
    }
    const isLeft = (): boolean => this.#isLeft;
    const writer = new EventWriter(waking.pool, { runId: this.#runId, epoch, isLeft });
    const life: RunLife = new RunLife({
      ...{ run, agent, deps: deps?.(run), now: Date.now },
      journal: dbosJournal(runs, () => this.#journaled(life), Date.now),
      keeper: this.#keeper(writer),
    });
    this.#life = life;
    if (this.#isLeft) life.leave();
    const reason = this.#stopReason ?? (await this.#patiently(() => runs.stopReason(this.#runId)));
    if (reason !== undefined) life.stop(reason);
    return await this.#follow(life, epoch);
  }

  async #follow(life: RunLife, epoch: number): Promise<RunWorkflowEnd> {
    const end: LifeEnd = await life.end;
    switch (end.type) {
      case 'parked':
        return await this.#park(epoch);
      case 'left':
        // It was told so, or waits for what an earlier life asked: that the journal says.
        return this.#isLeft ? await new Promise(() => {}) : await this.#park(epoch);
      case 'broken':
        throw end.error.cause ?? end.error;
      case 'ended':
      case 'stuck':
        return await this.#end(epoch, end);
      default:
        return end satisfies never;
    }
  }

  async #park(epoch: number): Promise<RunWorkflowEnd> {
    const end = await this.#parked;
    if (!('parked' in end)) return end;
    const { waking, runs } = this.#host;
    await this.#patiently(async () => {
      const since = (await waking.batches.find(end.parked))?.batch.askedAt ?? Date.now();
      await runs.endLife(this.#runId, epoch, { type: 'waiting', since, batchId: end.parked });
    });
    return end;
  }

  /** Either this life does not own the run any more, or people have to look at it. */
  async #break(error: unknown, epoch: number): Promise<never> {
    if (this.#isLeft) return await new Promise(() => {});
    const why = error instanceof Error ? error.message : String(error);
    if (!(error instanceof DBOSWorkflowConflictError)) await this.#end(epoch, { type: 'stuck', why });
    throw error;
  }

  #patiently<T>(work: () => Promise<T>): Promise<T> {
    return patiently(work, () => this.#isLeft);
  }

  async #end(epoch: number, state: Extract<RunState, { readonly type: 'ended' | 'stuck' }>): Promise<RunWorkflowEnd> {
    const { waking, runs } = this.#host;
    await this.#patiently(() => runs.endLife(this.#runId, epoch, state));
    await this.#patiently(() => ring(waking.pool, { type: 'over', runId: this.#runId }));
    return { ended: state.type };
  }

  #journaled(life: RunLife): JournaledLife {
    return {
      runId: this.#runId,
      parked: life.parked,
      isLeft: () => this.#isLeft,
      onParked: (batchId, step) => {
        this.#tellParked({ parked: batchId, step });
        life.leave();
      },
    };
  }

  #keeper(writer: EventWriter): RunKeeper {
    const { waking, notify } = this.#host;
    const { batches, pool } = waking;
    return {
      tell: (event) => writer.tell(event),
      flush: () => writer.flush(),
      findBatch: (batchId) => this.#patiently(() => batches.find(batchId)),
      ask: async (batch) => {
        const record = await this.#patiently(() => batches.add(batch));
        await this.#patiently(() => watchDeadline(waking, record, Date.now()));
        await this.#patiently(() => ring(pool, { type: 'batch', runId: this.#runId, batchId: batch.batchId }));
        notify(batch);
        return record;
      },
      takeBack: (batchId, toolCallIds) => this.#patiently(() => batches.takeBack(batchId, toolCallIds)),
    };
  }
}
