import type { RunJournal } from '../agent/run/journal.js';
import type { ActivationWriter } from './activation-writer.js';
import type { PersistedProgress } from './run-tables.js';

/**
 * Returns the journal of one activation of a run. Only the leading activation adds steps, so the steps of earlier
 * activations are read once.
 *
 * @param now returns the time, in milliseconds since 1970.
 */
export function runJournal(writer: ActivationWriter, progress: PersistedProgress, now: () => number): RunJournal {
  const stored = new Map(progress.steps);
  const interruptions = new Interruptions(progress);
  return {
    now,
    async step<T>(...[key, work, { once = false, soon = false } = {}]: Parameters<RunJournal['step']>): Promise<T> {
      const before = stored.get(key);
      if (before !== undefined) return JSON.parse(before);
      const since = once ? interruptions.since(key) : undefined;
      if (once) await writer.markStep(key, interruptions.begin(key, now()));
      else if (!soon) await writer.flushSteps();
      const result = await work(since === undefined ? { isRepeated: false } : { isRepeated: true, since });
      const step = { key, value: JSON.stringify(result) };
      if (soon) writer.holdStep(step);
      else await writer.storeStep(step);
      stored.set(key, step.value);
      return result as T; // the result of `work`
    },
  };
}

/** The executions of a tool: the key of a step of its body up to the number of the execution, and that number. */
const toolExecution = /^(.*~tool\.[^.~]+\.)(\d+)/;

/**
 * Knows which steps may have had their effect before: those that an earlier activation has begun, and in a run that was
 * restored from a backup each call of a tool, because it may have been executed after the backup.
 */
class Interruptions {
  readonly #marks: ReadonlyMap<string, number>;
  readonly #restoredAt: number | undefined;
  /** The executions that began after the restore. */
  readonly #executions: Set<string> = new Set();

  constructor({ marks, restoredAt }: PersistedProgress) {
    this.#marks = marks;
    this.#restoredAt = restoredAt;
    if (restoredAt === undefined) return;
    for (const [key, at] of marks) if (at > restoredAt) this.#addExecution(key);
  }

  /** Returns the time from which on the effect of a step may have happened. `undefined` if it cannot have happened. */
  since(key: string): number | undefined {
    return this.#marks.get(key) ?? (this.#mayPrecedeRestore(key) ? this.#restoredAt : undefined);
  }

  /** Notes that a step begins. Returns the time to store for it, which after a restore is later than the backup. */
  begin(key: string, now: number): number {
    if (this.#restoredAt === undefined) return now;
    this.#addExecution(key);
    return Math.max(now, this.#restoredAt + 1);
  }

  /**
   * After the restore, people were asked about the previous execution of a call, so a further one is their decision.
   */
  #mayPrecedeRestore(key: string): boolean {
    const [, call, count] = toolExecution.exec(key) ?? [];
    return call !== undefined && !this.#executions.has(`${call}${Number(count) - 1}`);
  }

  #addExecution(key: string): void {
    const [execution] = toolExecution.exec(key) ?? [];
    if (execution !== undefined) this.#executions.add(execution);
  }
}
