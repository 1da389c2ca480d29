import { DBOS } from '@dbos-inc/dbos-sdk';
import { closePool, type EnginePool, openEnginePool, openPool } from '../postgres/connection/open-pool.js';
import { type MigrationMode, oneAtATime } from '../postgres/migrate.js';
import type { NextActivation } from '../postgres/run-tables.js';
import { engine } from './engine.js';
import { expireBatch } from './wake-run.js';
import { type ActivationHost, WorkerActivation, type WorkflowEnd } from './worker-activation.js';

/** The maximum number of connections of the engine, with the one for its notifications. */
const poolSize = 10;
/** The pause after a failed launch, in milliseconds. */
const retryMs = 500;

/** Options of {@link WorkerEngine}. */
export interface WorkerEngineOptions {
  readonly directUrl: string;
  readonly workerId: string;
  readonly concurrency: number;
  readonly migrations: MigrationMode | undefined;
  readonly host: ActivationHost;
  readonly onProblem: (error: unknown) => void;
}

type EngineState = 'running' | 'suspended' | 'stopped';

/**
 * The engine of a worker, and the activations that execute in it. While it is suspended, it takes no workflows, and
 * activations begin no steps.
 */
export class WorkerEngine {
  /** The activations that execute here, by run id. */
  readonly active: Map<string, WorkerActivation> = new Map();
  readonly #options: WorkerEngineOptions;
  #connections: EnginePool | undefined;
  /** Changes with each launch. Workflows of an earlier launch never end, because the current one executes them. */
  #launch: object = {};
  #target: EngineState = 'running';
  #state: EngineState = 'suspended';
  #transition: Promise<void> = Promise.resolve();

  constructor(options: WorkerEngineOptions) {
    this.#options = options;
  }

  /**
   * Migrates the tables of the engine and starts it.
   *
   * @throws the error of the first launch. Nothing stays open then.
   */
  async start(): Promise<void> {
    const first = this.#startFirst();
    this.#transition = first.catch(() => {});
    await first;
    await this.#reachTarget(); // the lock may have been lost meanwhile
  }

  /** Pauses all activations at once, and stops the engine. */
  suspend(): void {
    if (this.#target === 'stopped') return;
    this.#target = 'suspended';
    for (const activation of this.active.values()) activation.pause();
    void this.#reachTarget();
  }

  /** Starts the engine again, then resumes the activations. */
  resume(): void {
    if (this.#target === 'stopped') return;
    this.#target = 'running';
    void this.#reachTarget();
  }

  /** Stops the engine, and waits until no step executes here, for at most the grace period. */
  async stop(gracePeriod: number): Promise<void> {
    this.#target = 'stopped';
    const draining = [...this.active.values()].map((activation) => activation.drain());
    // From here on, the engine starts nothing. It cannot store the end of a workflow either, so drained activations are
    // enqueued again for other workers.
    await this.#reachTarget();
    const late = [...this.active.values()].map((activation) => activation.drain());
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isOver = new Promise((resolve) => {
      timer = setTimeout(resolve, gracePeriod);
    });
    await Promise.race([Promise.all([...draining, ...late]), isOver]);
    clearTimeout(timer);
    for (const activation of this.active.values()) activation.suspend();
  }

  async #startFirst(): Promise<void> {
    await this.#migrate();
    this.#registerWorkflows();
    try {
      await this.#launchEngine();
      const workerConcurrency = this.#options.concurrency;
      await DBOS.registerQueue(engine.queue, { minPollingIntervalMs: 100, workerConcurrency });
      this.#state = 'running';
    } catch (error) {
      await this.#shutDown('stopped').catch(() => {});
      throw error;
    }
  }

  /** Takes the engine to its target state, one transition after the other. Never rejects. */
  #reachTarget(): Promise<void> {
    this.#transition = this.#transition.then(async () => {
      while (this.#state !== this.#target) await this.#change(this.#target);
    });
    return this.#transition;
  }

  async #change(target: EngineState): Promise<void> {
    try {
      if (target === 'running') await this.#launchEngine();
      else await this.#shutDown(target);
    } catch (error) {
      this.#options.onProblem(error);
      if (target === 'running') {
        await this.#shutDown('suspended').catch(() => {});
        return await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    }
    this.#state = target;
    // The worker may have lost its lock again meanwhile.
    if (target === 'running' && this.#target === target)
      for (const activation of this.active.values()) void activation.resume();
  }

  async #migrate(): Promise<void> {
    const { directUrl, migrations } = this.#options;
    if (migrations === 'check') return;
    const pool = openPool(directUrl, 1);
    try {
      await oneAtATime(pool, () => DBOS.migrate(directUrl));
    } finally {
      await closePool(pool);
    }
  }

  async #launchEngine(): Promise<void> {
    const { directUrl, workerId } = this.#options;
    const connections = openEnginePool(directUrl, poolSize);
    this.#connections = connections;
    this.#launch = {};
    DBOS.setConfig({
      ...{ name: engine.application, systemDatabaseUrl: directUrl, systemDatabasePool: connections.pool },
      ...{ executorID: workerId, applicationVersion: engine.version, runMigrations: false, logLevel: 'error' },
    });
    await DBOS.launch();
  }

  async #shutDown(target: Exclude<EngineState, 'running'>): Promise<void> {
    const connections = this.#connections;
    this.#connections = undefined;
    try {
      const isOver = DBOS.shutdown({ deregister: target === 'stopped', workflowCompletionTimeoutMS: 1 });
      // The connections broke, or their packets vanish: the engine must not wait for responses.
      if (target === 'suspended') setImmediate(() => connections?.sever());
      await isOver;
    } finally {
      if (connections !== undefined) await closePool(connections.pool);
    }
  }

  #registerWorkflows(): void {
    DBOS.registerWorkflow((next: NextActivation) => this.#execute(next), { name: engine.runWorkflow });
    const expire = async (batchId: string): Promise<void> => {
      await DBOS.runStep(async () => await expireBatch(this.#options.host.context, batchId), { name: 'expire' });
    };
    DBOS.registerWorkflow(expire, { name: engine.expiryWorkflow });
  }

  async #execute(next: NextActivation): Promise<WorkflowEnd> {
    const { runId } = next;
    const launch = this.#launch;
    const known = this.active.get(runId);
    // After the engine was suspended, it starts the workflows again that were paused here.
    const activation = known?.executes(next) === true ? known : new WorkerActivation(this.#options.host, next);
    this.active.set(runId, activation);
    if (this.#target === 'suspended') activation.pause();
    const end = await activation.execute().finally(() => {
      if (this.active.get(runId) === activation) this.active.delete(runId);
    });
    return this.#launch === launch ? end : await new Promise(() => {});
  }
}
