import type { BatchRecord } from '../../agent/run-server/batch-record.js';
import type { NewRun, RunState } from '../../agent/run-server/run-record.js';
import type { RunStorage } from '../../persistence/run-storage.js';
import type { EventEntry, EventLog } from '../../persistence/runs/event-log.js';
import { derivedId } from '../../protocol/base/ids.js';
import type { RunEvent } from '../../protocol/run-event.js';

/** A run as it was persisted. */
export interface ArchivedRun {
  readonly run: NewRun;
  readonly state: RunState;
  readonly batches: readonly BatchRecord[];
}

/** One change of a run: the last of each kind counts. */
type RunChange =
  | { readonly type: 'state'; readonly state: RunState }
  | { readonly type: 'batch'; readonly record: BatchRecord };

/** The steps that hold all runs, one each. */
const runsId = derivedId('', 'served-runs');

/**
 * Persists the runs of one process in a storage: each run, and each change of it, is a step of a journal, so that a storage needs no tables of its own
 * for them.
 */
export class RunArchive {
  readonly #storage: RunStorage;
  /** How many changes of each run were written. */
  readonly #counts: Map<string, number> = new Map();
  /** Each writes events in the order of the calls. */
  readonly #logs: Map<string, EventLog> = new Map();

  constructor(storage: RunStorage) {
    this.#storage = storage;
  }

  /** Waits until no other process has these runs, and reads them. */
  async open(): Promise<readonly ArchivedRun[]> {
    await this.#storage.claim(runsId, { signal: new AbortController().signal, onWait: () => {} });
    const steps = await this.#storage.journal(runsId).steps();
    return await Promise.all(steps.map(({ value }) => this.#read(value as NewRun))); // `add` wrote it
  }

  /** The events of a run that were persisted, oldest first. */
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
  async add(run: NewRun): Promise<void> {
    await this.#storage.journal(runsId).step(run.runId, async () => run);
  }

  async change(runId: string, change: RunChange): Promise<void> {
    const count = this.#counts.get(runId) ?? 0;
    this.#counts.set(runId, count + 1);
    const id = changesId(runId);
    await this.#storage.journal(id).step(`${id}.${count}`, async () => change);
  }

  async append(runId: string, entries: readonly EventEntry[]): Promise<void> {
    const log = this.#logs.get(runId) ?? this.#storage.events(runId);
    this.#logs.set(runId, log);
    await log.append(entries);
  }

  async #read(run: NewRun): Promise<ArchivedRun> {
    const steps = await this.#storage.journal(changesId(run.runId)).steps();
    this.#counts.set(run.runId, steps.length);
    let state: RunState = { type: 'running' };
    const batches = new Map<string, BatchRecord>();
    // Two that are written at the same time may be stored in another order.
    for (const { value } of [...steps].sort((one, other) => changeNumber(one.key) - changeNumber(other.key))) {
      const change = value as RunChange; // `change` wrote it
      if (change.type === 'state') state = change.state;
      else batches.set(change.record.batch.batchId, change.record);
    }
    return { run, state, batches: [...batches.values()] };
  }
}

function changesId(runId: string): string {
  return derivedId(runId, 'served');
}

function changeNumber(key: string): number {
  return Number(key.slice(key.lastIndexOf('.') + 1));
}
