import { ActivationWriter } from '../postgres/activation-writer.js';
import { retryWhileUnavailable } from '../postgres/retry-while-unavailable.js';
import { runJournal } from '../postgres/run-journal.js';
import type { NextActivation, StartedActivation } from '../postgres/run-tables.js';
import type { WriteCoalescer } from '../postgres/write-coalescer.js';
import type { ServedBatch } from '../remote/run-protocol/batch-record.js';
import type { NewRun } from '../remote/run-protocol/run-record.js';
import { type ActivationEnd, RunActivation, type ServedAgent } from '../server/runs/run-activation.js';
import type { ActivationStore } from '../server/runs/run-store.js';
import { type WakeContext, wakeIfAnswered, watchDeadline } from './wake-run.js';

/** The services that activations use in their worker. */
export interface ActivationHost {
  readonly context: WakeContext;
  readonly writer: WriteCoalescer;
  readonly agents: Readonly<Record<string, ServedAgent>>;
  readonly deps: ((run: NewRun) => unknown) | undefined;
  /** Called once for each new batch. */
  readonly notify: (batch: ServedBatch) => void;
}

/**
 * The stored result of a workflow, for people who inspect the engine's tables. `passed`: this activation was over
 * already, so it executed nothing.
 */
export type WorkflowEnd = 'ended' | 'stuck' | 'waiting' | 'passed';

/** One activation of a run, as a workflow of the engine. */
export class WorkerActivation {
  readonly #host: ActivationHost;
  readonly #next: NextActivation;
  #activation: RunActivation | undefined;
  #isSuspended = false;
  #stopReason: string | undefined;

  constructor(host: ActivationHost, next: NextActivation) {
    this.#host = host;
    this.#next = next;
  }

  /** Stops executing the run here, so that another worker can resume it. */
  suspend(): void {
    this.#isSuspended = true;
    this.#activation?.suspend();
  }

  /** Ends the run. */
  stop(reason: string): void {
    this.#stopReason = reason;
    this.#activation?.stop(reason);
  }

  /**
   * Executes the activation. Never settles after `suspend()`, so that the engine leaves the workflow pending for
   * recovery.
   *
   * @returns the result of the workflow.
   * @throws when a write fails and a retry cannot help. The engine stores the error.
   */
  async execute(): Promise<WorkflowEnd> {
    const { context, writer } = this.#host;
    const started = await this.#retry(() => context.runs.beginActivation(this.#next));
    // An earlier worker stored the end of this activation, but died before the engine stored the end of its workflow.
    if (started === undefined) return 'passed';
    const { runId } = this.#next;
    const { epoch, progress } = started;
    const activation = { runId, epoch, isSuspended: () => this.#isSuspended, onStale: () => this.suspend() };
    const activationWriter = new ActivationWriter(writer, activation, progress.events);
    try {
      return await this.#run(started, activationWriter);
    } catch (error) {
      // Another worker resumes the run.
      if (this.#isSuspended) return await new Promise(() => {});
      await activationWriter.storeFailure(error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  async #run({ run, epoch, stopReason, progress }: StartedActivation, writer: ActivationWriter): Promise<WorkflowEnd> {
    const { agents, deps } = this.#host;
    const agent = agents[run.agent];
    if (agent === undefined) {
      await writer.storeState({ type: 'stuck', why: `No worker has an agent '${run.agent}'.` });
      return 'stuck';
    }
    const journal = runJournal(writer, progress, Date.now);
    const store = this.#activationStore(writer, epoch === 1);
    const activation = new RunActivation({ run, agent, deps: deps?.(run), journal, store, now: Date.now });
    this.#activation = activation;
    if (this.#isSuspended) activation.suspend();
    const reason = this.#stopReason ?? stopReason;
    if (reason !== undefined) activation.stop(reason);
    return await this.#finish(await activation.end, writer);
  }

  async #finish(end: ActivationEnd, writer: ActivationWriter): Promise<WorkflowEnd> {
    switch (end.type) {
      case 'parked': {
        const { batchId, askedAt } = end.batch;
        await writer.storeState({ type: 'waiting', since: askedAt, batchId });
        // The batch may have been answered before the run was stored as waiting.
        await this.#retry(() => wakeIfAnswered(this.#host.context, batchId));
        return 'waiting';
      }
      case 'suspended':
        return await new Promise(() => {});
      case 'broken':
        throw end.error.cause ?? end.error;
      case 'ended':
      case 'stuck':
        await writer.storeState(end);
        return end.type;
      default:
        return end satisfies never;
    }
  }

  #retry<T>(work: () => Promise<T>): Promise<T> {
    return retryWhileUnavailable(work, () => this.#isSuspended);
  }

  #activationStore(writer: ActivationWriter, isFirst: boolean): ActivationStore {
    const { context, notify } = this.#host;
    const { batches } = context;
    return {
      tell: (event) => writer.emit(event),
      // Before the first activation, no batch can exist.
      findBatch: async (batchId) => (isFirst ? undefined : await this.#retry(() => batches.find(batchId))),
      ask: async (batch) => {
        await writer.storeBatch(batch);
        const record = { batch, answers: [], state: 'open' } as const;
        await this.#retry(() => watchDeadline(context, record, Date.now()));
        notify(batch);
        return record;
      },
      retract: (...retracted) => this.#retry(() => batches.retractAnswers(...retracted)),
    };
  }
}
