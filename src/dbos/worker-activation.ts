import { ActivationWriter } from '../postgres/activation-writer.js';
import { retryWhileUnavailable } from '../postgres/connection/retry-while-unavailable.js';
import { runJournal } from '../postgres/run-journal.js';
import type { NextActivation, StartedActivation } from '../postgres/run-tables.js';
import type { WriteCoalescer } from '../postgres/write-coalescer.js';
import type { NewRun } from '../remote/run-protocol/run-record.js';
import { type ActivationEnd, RunActivation, type ServedAgent } from '../server/runs/run-activation.js';
import type { ActivationStore } from '../server/runs/run-store.js';
import type { BatchNotices } from './batch-notices.js';
import { engine, workflowOf } from './engine.js';
import { StepGate } from './step-gate.js';
import { type WakeContext, wakeIfAnswered, watchDeadline } from './wake-run.js';

/** The services that activations use in their worker. */
export interface ActivationHost {
  readonly context: WakeContext;
  readonly writer: WriteCoalescer;
  readonly agents: Readonly<Record<string, ServedAgent>>;
  readonly deps: ((run: NewRun) => unknown) | undefined;
  /** Notifies people of new batches. `undefined`: nothing does. */
  readonly notices: BatchNotices | undefined;
  /** Called with the name of an agent that a run needs and this worker does not have. */
  readonly onUnknownAgent: (agent: string) => void;
}

/**
 * The stored result of a workflow, for people who inspect the engine's tables. `passed`: this activation was over
 * already, so it executed nothing. `left`: this worker does not have the agent of the run, so another one executes it.
 */
export type WorkflowEnd = 'ended' | 'stuck' | 'waiting' | 'passed' | 'left';

/** One activation of a run, as a workflow of the engine. */
export class WorkerActivation {
  readonly #host: ActivationHost;
  readonly #next: NextActivation;
  readonly #gate: StepGate = new StepGate();
  /** Resolves when nothing of this activation executes here any longer. */
  readonly #over: Promise<void>;
  #resolveOver: () => void = () => {};
  #activation: RunActivation | undefined;
  #writer: ActivationWriter | undefined;
  #isSuspended = false;
  #isDraining = false;
  #end: Promise<WorkflowEnd> | undefined;
  #stopReason: string | undefined;

  constructor(host: ActivationHost, next: NextActivation) {
    this.#host = host;
    this.#next = next;
    this.#over = new Promise((resolve) => {
      this.#resolveOver = resolve;
    });
  }

  /** Returns `true` if this activation executes the workflow, and no later activation has begun. */
  executes({ runId, wakes }: NextActivation): boolean {
    return this.#next.runId === runId && this.#next.wakes === wakes && !this.#isSuspended;
  }

  /** Begins no new steps until `resume()`. Steps that execute now finish and are stored. */
  pause(): void {
    this.#gate.pause();
  }

  /** Continues after a pause, unless another worker has resumed the run meanwhile. Never rejects. */
  async resume(): Promise<void> {
    await this.#writer?.confirmLead().catch(() => {}); // the next write rejects, too
    this.#gate.resume();
  }

  /** Stops executing the run here, so that another worker can resume it. */
  suspend(): void {
    this.#isSuspended = true;
    this.#activation?.suspend();
  }

  /**
   * Suspends the run after the steps that execute now, such as tools, and enqueues it for other workers.
   *
   * @returns a promise that resolves when nothing of the run executes here any longer. Never rejects.
   */
  async drain(): Promise<void> {
    this.#isDraining = true;
    this.#gate.close(() => this.suspend());
    await this.#over;
  }

  /** Ends the run. */
  stop(reason: string): void {
    this.#stopReason = reason;
    this.#activation?.stop(reason);
  }

  /**
   * Executes the activation. Later calls return the same promise. It never settles after `suspend()` or `drain()`, so
   * that the engine leaves the workflow pending for recovery.
   *
   * @returns the result of the workflow.
   * @throws when a write fails and a retry cannot help. The engine stores the error.
   */
  execute(): Promise<WorkflowEnd> {
    this.#end ??= this.#execute();
    return this.#end;
  }

  async #execute(): Promise<WorkflowEnd> {
    try {
      const end = await this.#executeOnce();
      if (this.#isDraining) await this.#handOver();
      if (end !== 'suspended' && !this.#isDraining) return end;
    } finally {
      this.#resolveOver();
    }
    return await new Promise(() => {});
  }

  async #executeOnce(): Promise<WorkflowEnd | 'suspended'> {
    await this.#gate.whenOpen();
    if (this.#isDraining) return 'suspended';
    const { context, writer } = this.#host;
    const started = await this.#retry(() => context.runs.beginActivation(this.#next));
    // An earlier worker stored the end of this activation, but died before the engine stored the end of its workflow.
    if (started === undefined) return 'passed';
    const { runId } = this.#next;
    const { epoch, progress } = started;
    const onStale = (): void => {
      this.suspend();
      this.#resolveOver();
    };
    const activation = { runId, epoch, isSuspended: () => this.#isSuspended, onStale };
    const activationWriter = new ActivationWriter(writer, activation, progress.events);
    this.#writer = activationWriter;
    try {
      return await this.#run(started, activationWriter);
    } catch (error) {
      // Another worker resumes the run.
      if (this.#isSuspended) return 'suspended';
      await activationWriter.storeFailure(error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  /** Enqueues this activation for other workers, so that they need not wait until this worker is gone. */
  async #handOver(): Promise<void> {
    // If it fails, other workers resume the run once this worker has released its lock.
    await this.#host.context.client
      .resumeWorkflows([workflowOf(this.#next)], { queueName: engine.queue })
      .catch(() => {});
  }

  async #run(started: StartedActivation, writer: ActivationWriter): Promise<WorkflowEnd | 'suspended'> {
    const { run, epoch, stopReason, progress } = started;
    const { agents, deps } = this.#host;
    const { clock } = this.#host.context;
    const reason = this.#stopReason ?? stopReason;
    const agent = Object.hasOwn(agents, run.agent) ? agents[run.agent] : undefined;
    if (agent === undefined) return await this.#passOn(started, writer);
    const journal = this.#gate.guard(runJournal(writer, progress, clock.now));
    const store = this.#activationStore(writer, epoch === 1);
    const activation = new RunActivation({ run, agent, deps: deps?.(run), journal, store, now: clock.now });
    this.#activation = activation;
    if (this.#isSuspended) activation.suspend();
    if (reason !== undefined) activation.stop(reason);
    return await this.#finish(await activation.end, writer);
  }

  /** Leaves a run whose agent this worker does not have to other workers. A run that has to be stopped ends here. */
  async #passOn({ run, epoch, stopReason }: StartedActivation, writer: ActivationWriter): Promise<WorkflowEnd> {
    const { context, onUnknownAgent } = this.#host;
    if (stopReason !== undefined) {
      await writer.storeState({ type: 'ended', outcome: 'aborted', at: context.clock.now() });
      return 'ended';
    }
    await this.#retry(() => context.runs.unclaim(run.runId, epoch, context.clock.now()));
    onUnknownAgent(run.agent);
    return 'left';
  }

  async #finish(end: ActivationEnd, writer: ActivationWriter): Promise<WorkflowEnd | 'suspended'> {
    switch (end.type) {
      case 'parked': {
        const { batchId, askedAt } = end.batch;
        await writer.storeState({ type: 'waiting', since: askedAt, batchId });
        // The batch may have been answered before the run was stored as waiting.
        await this.#retry(() => wakeIfAnswered(this.#host.context, batchId));
        return 'waiting';
      }
      case 'suspended':
        return 'suspended';
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
    const { context, notices } = this.#host;
    const { batches } = context;
    return {
      tell: (event) => writer.emit(event),
      // Before the first activation, no batch can exist.
      findBatch: async (batchId) => (isFirst ? undefined : await this.#retry(() => batches.find(batchId))),
      ask: async (batch) => {
        await writer.storeBatch(batch, notices && context.clock.now());
        const record = { batch, answers: [], state: 'open' } as const;
        await this.#retry(() => watchDeadline(context, record));
        void notices?.deliver(batch.batchId);
        return record;
      },
      retract: (...retracted) => this.#retry(() => batches.retractAnswers(...retracted)),
    };
  }
}
