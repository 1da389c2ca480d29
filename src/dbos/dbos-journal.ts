import { DBOS } from '@dbos-inc/dbos-sdk';
import type { RunJournal } from '../agent/run/journal.js';
import type { RunTables } from '../postgres/run-tables.js';

/** What the journal of a life has to know of it. */
export interface JournaledLife {
  readonly runId: string;
  /** Resolves with the question for which this life ends. */
  readonly parked: Promise<string>;
  /** Whether this life was told to go no further here: then none of its steps may keep anything. */
  readonly isLeft: () => boolean;
  /** The run waits for a question, from which it is begun again at this step. */
  readonly onParked: (batchId: string, step: number) => void;
}

type StepValue<T> = { readonly value: T } | { readonly parked: string; readonly step: number };

const noEnd = async (): Promise<never> => await new Promise(() => {});

/**
 * The journal of a run whose life is a workflow of the engine: each step is one of the workflow's. A step in which people are asked ends with what the run
 * waits for; once they have answered, the workflow is sent back to it.
 */
export function dbosJournal(tables: RunTables, life: () => JournaledLife, now: () => number): RunJournal {
  return {
    async step<T>(...[key, work, { once = false } = {}]: Parameters<RunJournal['step']>): Promise<T> {
      const { runId } = life();
      const attempt = async (): Promise<StepValue<T>> => {
        const since = once ? await tables.mark(runId, key, now()) : undefined;
        const { parked } = life();
        const done = work({ isRepeated: since !== undefined, ...since }).then((value) => ({ value: value as T })); // its own
        return await Promise.race([
          done.catch(async (error: unknown) => {
            // What a life that is left rejects with is no end of a step.
            if (life().isLeft()) return await noEnd();
            throw error;
          }),
          parked.then((batchId) => ({ parked: batchId, step: DBOS.stepID ?? 0 })),
        ]);
      };
      const given = await DBOS.runStep(attempt, { name: key });
      if ('value' in given) return given.value;
      life().onParked(given.parked, given.step);
      return await noEnd();
    },
  };
}
