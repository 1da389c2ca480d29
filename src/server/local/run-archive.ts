import type { RunStorage } from '../../persistence/run-storage.js';
import type { EventEntry } from '../../persistence/runs/event-log.js';
import { derivedId } from '../../protocol/base/ids.js';
import type { RunEvent } from '../../protocol/run-event.js';
import type { BatchRecord } from '../../remote/run-protocol/batch-record.js';
import type { NewRun, RunState } from '../../remote/run-protocol/run-record.js';
import type { RunOperation, StartLimits } from '../runs/run-store.js';

/** A run, and who executes it. */
interface StartedRun extends Pick<StartLimits, 'executor'> {
  readonly run: NewRun;
}

/** A persisted run with its state and batches. */
export interface ArchivedRun extends StartedRun {
  readonly state: RunState;
  readonly stopReason: string | undefined;
  readonly batches: readonly BatchRecord[];
  readonly operations: readonly RunOperation[];
}

/** A change of a run. A later state, or a later record of the same batch, replaces the earlier one. */
type RunChange =
  | { readonly type: 'state'; readonly state: RunState }
  | { readonly type: 'batch'; readonly record: BatchRecord }
  /** Each later activation ends the run with this reason. */
  | { readonly type: 'stop'; readonly reason: string }
  /** An operator acted on the run. */
  | { readonly type: 'operation'; readonly operation: RunOperation }
  /** The run is not listed any more. Its journal and its log stay until the storage is cleaned. */
  | { readonly type: 'deleted' };

/** The journal id of the list of runs. Each run is one step. */
const runsId = derivedId('', 'served-runs');

/**
 * Persists the runs of one process in a storage. Each run and each change of a run is a journal step, so that storages
 * need no additional tables.
 */
export class RunArchive {
  readonly #storage: RunStorage;
  /** The number of changes of each run. */
  readonly #counts: Map<string, number> = new Map();

  constructor(storage: RunStorage) {
    this.#storage = storage;
  }

  /** Waits until no other process uses the storage, and reads the runs. */
  async open(): Promise<readonly ArchivedRun[]> {
    await this.#storage.claim(runsId, { signal: new AbortController().signal, onWait: () => {} });
    const steps = await this.#storage.journal(runsId).steps();
    const runs = await Promise.all(steps.map(({ value }) => this.#read(value as StartedRun))); // `addRun` wrote it
    return runs.filter((run) => run !== undefined);
  }

  /** Reads the persisted events of a run, oldest first. */
  async readEvents(runId: string): Promise<readonly { readonly key: string; readonly event: RunEvent }[]> {
    const events = this.#storage.events(runId);
    const found: EventEntry[] = [];
    let from: number | undefined = 0;
    while (from !== undefined) {
      const { entries, next } = await events.read({ from });
      found.push(...entries);
      from = next;
    }
    return found;
  }

  /** Persists a new run. */
  async addRun(started: StartedRun): Promise<void> {
    await this.#storage.journal(runsId).step(started.run.runId, async () => started);
  }

  /** Persists a change of a run. */
  async addChange(runId: string, change: RunChange): Promise<void> {
    const count = this.#counts.get(runId) ?? 0;
    this.#counts.set(runId, count + 1);
    const id = changesId(runId);
    await this.#storage.journal(id).step(`${id}.${count}`, async () => change);
  }

  async #read(started: StartedRun): Promise<ArchivedRun | undefined> {
    const { run } = started;
    const steps = await this.#storage.journal(changesId(run.runId)).steps();
    this.#counts.set(run.runId, steps.length);
    let state: RunState = { type: 'running' };
    let stopReason: string | undefined;
    const batches = new Map<string, BatchRecord>();
    const operations: RunOperation[] = [];
    // A storage may store concurrent writes in another order.
    for (const { value } of [...steps].sort((one, other) => changeNumber(one.key) - changeNumber(other.key))) {
      const change = value as RunChange; // `addChange` wrote it
      if (change.type === 'deleted') return undefined;
      if (change.type === 'state') state = change.state;
      else if (change.type === 'stop') stopReason = change.reason;
      else if (change.type === 'operation') operations.push(change.operation);
      else batches.set(change.record.batch.batchId, change.record);
    }
    return { ...started, state, stopReason, batches: [...batches.values()], operations };
  }
}

function changesId(runId: string): string {
  return derivedId(runId, 'served');
}

function changeNumber(key: string): number {
  return Number(key.slice(key.lastIndexOf('.') + 1));
}
