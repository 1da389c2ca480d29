import type { RunJournal } from '../agent/run/journal.js';
import type { LifeWriter } from './life-writer.js';
import type { KeptLife } from './run-tables.js';

/**
 * The journal of one life of a run.
 *
 * @param kept what earlier lives have kept. Whoever leads the run is the only one that adds to it.
 * @param now the time, in milliseconds since 1970.
 */
export function runJournal(writer: LifeWriter, { steps, marks }: KeptLife, now: () => number): RunJournal {
  const kept = new Map(steps);
  return {
    async step<T>(...[key, work, { once = false, soon = false } = {}]: Parameters<RunJournal['step']>): Promise<T> {
      const before = kept.get(key);
      if (before !== undefined) return JSON.parse(before);
      if (once) await writer.mark(key, now());
      else if (!soon) await writer.keepHeld();
      const since = once ? marks.get(key) : undefined;
      const given = await work(since === undefined ? { isRepeated: false } : { isRepeated: true, since });
      const step = { key, value: JSON.stringify(given) };
      if (soon) writer.hold(step);
      else await writer.keep(step);
      kept.set(key, step.value);
      return given as T; // its own
    },
  };
}
