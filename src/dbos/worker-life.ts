import type { ServedBatch } from '../agent/run-server/batch-record.js';
import type { NewRun } from '../agent/run-server/run-record.js';
import type { GroupWriter } from '../postgres/group-writer.js';
import { LifeWriter } from '../postgres/life-writer.js';
import { patiently } from '../postgres/patiently.js';
import { runJournal } from '../postgres/run-journal.js';
import type { BegunLife, NextLife } from '../postgres/run-tables.js';
import { type LifeEnd, RunLife, type ServedAgent } from '../server/runs/run-life.js';
import type { RunKeeper } from '../server/runs/run-store.js';
import { type Waking, wakeIfAnswered, watchDeadline } from './waking.js';

/** What lives of runs need of their worker. */
export interface LifeHost {
  readonly waking: Waking;
  readonly writer: GroupWriter;
  readonly agents: Readonly<Record<string, ServedAgent>>;
  readonly deps: ((run: NewRun) => unknown) | undefined;
  /** Is told of each question, once. */
  readonly notify: (batch: ServedBatch) => void;
}

/** What became of a workflow, for who looks at the engine's tables. */
export type WorkflowEnd = 'ended' | 'stuck' | 'waiting' | 'passed';

/** One life of a run, as a workflow of the engine. */
export class WorkerLife {
  readonly #host: LifeHost;
  readonly #next: NextLife;
  #life: RunLife | undefined;
  #isLeft = false;
  #stopReason: string | undefined;

  constructor(host: LifeHost, next: NextLife) {
    this.#host = host;
    this.#next = next;
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
  async live(): Promise<WorkflowEnd> {
    const { waking, writer } = this.#host;
    const begun = await this.#patiently(() => waking.runs.beginLife(this.#next));
    // A worker that died had written more than it told the engine.
    if (begun === undefined) return 'passed';
    const { runId } = this.#next;
    const { epoch, kept } = begun;
    const life = { runId, epoch, isLeft: () => this.#isLeft, onStale: () => this.leave() };
    const own = new LifeWriter(writer, life, kept.events);
    try {
      return await this.#lead(begun, own);
    } catch (error) {
      // Another worker takes it up, or has.
      if (this.#isLeft) return await new Promise(() => {});
      await own.breakOff(error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  async #lead({ run, epoch, stopReason, kept }: BegunLife, writer: LifeWriter): Promise<WorkflowEnd> {
    const { agents, deps } = this.#host;
    const agent = agents[run.agent];
    if (agent === undefined) {
      await writer.end({ type: 'stuck', why: `No worker has an agent '${run.agent}'.` });
      return 'stuck';
    }
    const journal = runJournal(writer, kept, Date.now);
    const keeper = this.#keeper(writer, epoch === 1);
    const life = new RunLife({ run, agent, deps: deps?.(run), journal, keeper, now: Date.now });
    this.#life = life;
    if (this.#isLeft) life.leave();
    const reason = this.#stopReason ?? stopReason;
    if (reason !== undefined) life.stop(reason);
    return await this.#follow(await life.end, writer);
  }

  async #follow(end: LifeEnd, writer: LifeWriter): Promise<WorkflowEnd> {
    switch (end.type) {
      case 'parked': {
        const { batchId, askedAt } = end.batch;
        await writer.end({ type: 'waiting', since: askedAt, batchId });
        // Somebody may have answered before it was known to wait.
        await this.#patiently(() => wakeIfAnswered(this.#host.waking, batchId));
        return 'waiting';
      }
      case 'left':
        return await new Promise(() => {});
      case 'broken':
        throw end.error.cause ?? end.error;
      case 'ended':
      case 'stuck':
        await writer.end(end);
        return end.type;
      default:
        return end satisfies never;
    }
  }

  #patiently<T>(work: () => Promise<T>): Promise<T> {
    return patiently(work, () => this.#isLeft);
  }

  #keeper(writer: LifeWriter, isFirst: boolean): RunKeeper {
    const { waking, notify } = this.#host;
    const { batches } = waking;
    return {
      tell: (event) => writer.tell(event),
      // Nobody has asked before the first life.
      findBatch: async (batchId) => (isFirst ? undefined : await this.#patiently(() => batches.find(batchId))),
      ask: async (batch) => {
        await writer.ask(batch);
        const record = { batch, answers: [], state: 'open' } as const;
        await this.#patiently(() => watchDeadline(waking, record, Date.now()));
        notify(batch);
        return record;
      },
      takeBack: (batchId, toolCallIds) => this.#patiently(() => batches.takeBack(batchId, toolCallIds)),
    };
  }
}
