import type { RunJournal } from '../agent/run/journal.js';
import type { ActivationWriter } from './activation-writer.js';
import type { PersistedProgress } from './run-tables.js';

/**
 * Returns the journal of one activation of a run. Only the leading activation adds steps, so the steps of earlier
 * activations are read once.
 *
 * @param now returns the time, in milliseconds since 1970.
 */
export function runJournal(
  writer: ActivationWriter,
  { steps, marks }: PersistedProgress,
  now: () => number,
): RunJournal {
  const stored = new Map(steps);
  return {
    async step<T>(...[key, work, { once = false, soon = false } = {}]: Parameters<RunJournal['step']>): Promise<T> {
      const before = stored.get(key);
      if (before !== undefined) return JSON.parse(before);
      if (once) await writer.markStep(key, now());
      else if (!soon) await writer.flushSteps();
      const since = once ? marks.get(key) : undefined;
      const result = await work(since === undefined ? { isRepeated: false } : { isRepeated: true, since });
      const step = { key, value: JSON.stringify(result) };
      if (soon) writer.holdStep(step);
      else await writer.storeStep(step);
      stored.set(key, step.value);
      return result as T; // the result of `work`
    },
  };
}
